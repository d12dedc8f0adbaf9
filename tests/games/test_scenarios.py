"""Every bundled game can be played, with each of its variants, and all its scenarios pass on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from dsl.diagnostic import Level
from dsl.disk.answers import GAME_FILE
from dsl.loading import load, with_variant
from dsl.loading.clauses import clauses
from interpreter.scenario.coverage import Coverage
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import suite
from tests.bundled import EACH_GAME, GAMES


def test_every_game_that_comes_along_is_found_by_its_own_name() -> None:
    written = [path.parent.name for path in Path(games.__file__).parent.rglob(GAME_FILE)]
    assert sorted(written) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_the_rules(name: str) -> None:
    loaded = load(name)
    assert not [d.message for d in loaded.diagnostics]
    for variant in loaded.variants:
        found = with_variant(loaded, variant.title)
        assert not [d.message for d in found.diagnostics if d.level is Level.ERROR], variant.title


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_scenario_passes_in_generated_code(name: str) -> None:
    outcomes: list[Outcome] = []
    for group in suite(load(name), engine="generated"):
        assert not group.diagnostics
        outcomes += group.outcomes
    assert outcomes
    assert not [(outcome.scenario.title, outcome.failure) for outcome in outcomes if not outcome.passed]


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_scenario_passes_on_the_reference_and_every_clause_and_branch_is_shown(name: str) -> None:
    """A clause beside a rule is named by a scenario that passes; every block of the base rules runs in one.

    The marks in the rules change nothing in play, and what is played here is held to the same claims.
    """
    seen = Coverage()
    failed = []
    for group in suite(load(name), marking=True):
        assert group.marks is not None
        failed += [(outcome.scenario.title, outcome.failure) for outcome in group.outcomes if not outcome.passed]
        seen.add(group.marks, group.outcomes, clauses(group.rules))
    assert not failed
    assert not seen.missed_clauses
    assert not [f"{p.span.source.path}:{p.span.line}: {p.what}" for k in ("rule", "branch") for p in seen.missed(k)]
