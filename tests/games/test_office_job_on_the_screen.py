"""A few turns of Office Job, as a person sees them, letter for letter."""

from __future__ import annotations

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, table
from tests.unit.interpreter.players.human.typing import type_to

#: Cat keeps what she has drawn and skips lunch; Ann exchanges her card and plays another one; then Ben looks at his.
TYPED = ("p", "play", "2", "1", "1", "play", "1")


@golden_names("screens/games", ["office_job"], ".txt")
def test_turns_on_the_screen(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game("office_job"), 3, seed=5)
    golden(case, type_to(monkeypatch, session, *TYPED))
