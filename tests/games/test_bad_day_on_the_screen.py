"""A round of Bad Day at the Office, as a person sees it, letter for letter."""

from __future__ import annotations

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, table
from tests.unit.interpreter.players.human.typing import type_to

#: Ann walks to the IT Dept and makes trouble there; Ben draws a card; Cat does nothing; then it is Ann's turn again.
TYPED = ("1", "stationery", "1", "it dept", "cause", "1", "p", "draw", "p", "p")


@golden_names("screens/games", ["bad_day_at_the_office"], ".txt")
def test_a_round_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game("bad_day_at_the_office"), 3, seed=4)
    golden(case, type_to(monkeypatch, session, *TYPED))
