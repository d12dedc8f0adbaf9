"""A turn of They're Coming! as a person sees it, letter for letter."""

from __future__ import annotations

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, table
from tests.unit.interpreter.players.human.typing import type_to

#: What is typed in the first turn: who wanders, where they come back, and how a zombie is met.
TYPED = ("1",) * 10


@golden_names("screens/games", ["theyre_coming"], ".txt")
def test_a_turn_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game("theyre_coming"), 3, seed=4)
    while not session.state.set_up:
        session.answer(0)
    golden(case, type_to(monkeypatch, session, *TYPED))
