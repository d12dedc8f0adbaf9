"""Some turns of Thrown Under the Bus, as the players see them, letter for letter."""

from __future__ import annotations

import pytest

from interpreter.engine import Engine
from interpreter.table.session import Session, Table
from tests.golden_files import Case, Golden, golden_names
from tests.tables import NAMES, game, table
from tests.unit.interpreter.players.human.typing import type_to

#: Three choose who they are; then each spends a token: a card for somebody else, work for oneself, a new trick.
TYPED = ("1", "1", "1", "delegate", "1", "1", "1", "do", "1", "2", "learn", "1", "? reorg", "look desk")


@golden_names("screens/games", ["thrown_under_the_bus"], ".txt")
def test_turns_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game("thrown_under_the_bus"), 3, seed=3)
    golden(case, type_to(monkeypatch, session, *TYPED, width=100))


@golden_names("screens/games", ["thrown_under_the_bus_backs"], ".txt")
def test_what_is_seen_of_cards_that_lie_face_down(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """With backs of two kinds, and in the midst of a meeting in which two cards have been reversed."""
    engine = Engine(game("thrown_under_the_bus"), 3, {"distinct_backs": 1}, trace=True)
    session = Session(engine, Table("test", "", (), {}, NAMES[:3], ("you",) * 3, 3))
    for _ in range(3):
        session.answer(0)
    state, base = session.state, engine.program.layout.zones["desk"].base
    corporate = state.zones[engine.program.layout.zones["corporate_deck"].base]
    pile_of_ben = state.zones[engine.program.layout.zones["draw_pile"].base + 1]
    for day, piece, face in ((0, corporate[-1], "down"), (1, pile_of_ben[-1], "down"), (2, pile_of_ben[-2], "up")):
        engine.place_piece(state, piece, base + day, face)
    for day in (1, 2):
        engine.set_variable(state, "reversed", (state.zones[base + day][0],), 1)
    golden(case, type_to(monkeypatch, session, "look ann's desk", "learn", "1", "learn", "1", width=100))
