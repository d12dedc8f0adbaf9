"""A whole game of each of the classics, as the people who play it at one screen see it, letter for letter."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from interpreter.engine import Engine
from interpreter.table.session import Session, Table
from tests.golden_files import Case, Golden, golden_names
from tests.tables import NAMES, game, table
from tests.unit.interpreter.players.human.typing import type_to

#: What is typed, and what it is played with.
PLAYED: Mapping[str, tuple[tuple[str, ...], Mapping[str, int]]] = {
    "tic_tac_toe": (("b2", "a1", "a2", "c2", "a3", "a2", "c1", "c3", "b3", "b1"), {}),
    "kuhn_poker": (("check", "bet", "call"), {}),
    "leduc_poker": (("bet", "bet", "call", "check", "bet", "call"), {}),
    "liars_dice": (("1 x two", "3 x one", "4 x five", "liar"), {"dice_each": 2}),
    "goofspiel": (("bid 3", "bid 2", "bid 1", "bid 3", "bid 2", "bid 1"), {"highest_card": 3}),
}


@golden_names("screens/games/classics", list(PLAYED), ".txt")
def test_a_whole_game_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    typed, parameters = PLAYED[case.name]
    engine = Engine(game(case.name), 2, parameters, trace=True)
    session = Session(engine, Table("test", "", (), parameters, NAMES[:2], ("random",) * 2, 4))
    screens = type_to(monkeypatch, session, *typed)
    assert session.over
    golden(case, screens + "\nThe whole game:\n" + "".join(f"{line.text}\n" for line in session.log(None)))


@golden_names("screens/games/classics", ["hearts"], ".txt")
def test_cards_are_passed_and_a_trick_is_played(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game(case.name), 4, seed=3)
    golden(case, type_to(monkeypatch, session, *("1 2 3",) * 4, "1", "1", "1", "1", "1"))
