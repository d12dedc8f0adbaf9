"""Some turns of Thrown Under the Bus, as the players see them, letter for letter."""

from __future__ import annotations

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, table
from tests.unit.interpreter.players.human.typing import type_to

#: Three choose who they are; then each spends a token: a card for somebody else, work for oneself, a new trick.
TYPED = ("1", "1", "1", "delegate", "1", "1", "1", "do", "1", "2", "learn", "1", "? reorg", "look desk")


@golden_names("screens/games", ["thrown_under_the_bus"], ".txt")
def test_turns_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game("thrown_under_the_bus"), 3, seed=3)
    golden(case, type_to(monkeypatch, session, *TYPED, width=100))
