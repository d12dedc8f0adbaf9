"""Every bundled game can be played, with each of its variants, and all its scenarios pass on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from dsl.diagnostic import Level
from dsl.disk.answers import GAME_FILE
from dsl.disk.find import installed_games
from dsl.loading import load, with_variant
from dsl.loading.clauses import clauses
from interpreter.scenario.coverage import Coverage
from interpreter.scenario.suite import suite

ENGINES = ("generated", "reference")
NAMES = installed_games()


def test_every_game_that_comes_along_is_found_by_its_own_name() -> None:
    written = [path.parent.name for path in Path(games.__file__).parent.rglob(GAME_FILE)]
    assert sorted(written) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_the_rules(name: str) -> None:
    loaded = load(name)
    assert not [d.message for d in loaded.diagnostics]
    for variant in loaded.variants:
        found = with_variant(loaded, variant.title)
        assert not [d.message for d in found.diagnostics if d.level is Level.ERROR], variant.title


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_passes(name: str, engine: str) -> None:
    failed = []
    played = 0
    for group in suite(load(name), engine=engine):
        assert not group.diagnostics
        played += len(group.outcomes)
        failed += [(o.scenario.title, o.failure) for o in group.outcomes if not o.passed]
    assert played
    assert not failed


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_and_every_branch_is_shown(name: str) -> None:
    """A clause beside a rule is named by a scenario that passes; every block of the base rules runs in one."""
    seen = Coverage()
    for group in suite(load(name), marking=True):
        assert group.marks is not None
        seen.add(group.marks, group.outcomes, clauses(group.rules))
    assert not seen.missed_clauses
    assert not [f"{p.span.source.path}:{p.span.line}: {p.what}" for k in ("rule", "branch") for p in seen.missed(k)]
