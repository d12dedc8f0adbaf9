"""What is said of edits and of variants that do not go together, as a designer reads it."""

from pathlib import Path

import pytest

from dsl.loading import load
from dsl.render import render
from tests.golden_files import Case, Golden, golden_cases

REPOSITORY = Path(__file__).parents[4]


@golden_cases("variants", "*.bylaws", ".txt")
def test_messages(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file has a game and variants of it, which are all put on it."""
    monkeypatch.chdir(case.input.parent)
    alone = load(case.input)
    assert alone.diagnostics == ()
    rules = load(case.input, [variant.title for variant in alone.variants])
    golden(case, render(rules.diagnostics, "full"))


@golden_cases("variants_conflict", "*.bylaws", ".txt")
def test_conflicts_with_a_variant_that_comes_along(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file has a variant of the first game that does not go together with Spent Cards."""
    monkeypatch.chdir(REPOSITORY)
    assert load("action_the_project", [str(case.input)]).diagnostics == ()
    rules = load("action_the_project", ["spent_cards", str(case.input)])
    golden(case, render(rules.diagnostics, "full"))
