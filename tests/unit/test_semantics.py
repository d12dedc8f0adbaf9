"""What the language means, point by point: the small games of `tests/semantics`, each scenario on both engines.

What a scenario expects comes from the meaning of the rules (docs/language.md says it in words), never from what an
engine did.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs
import pytest

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.load import load
from dsl.load.scenarios import scenarios
from interpreter.engine import Engine
from interpreter.scenario.run import Outcome, run

FOLDER = Path(__file__).parents[1] / "semantics"
TOPICS = sorted(FOLDER.glob("*.bylaws"))
ENGINES = ("generated", "reference")


@attrs.frozen
class Case:
    """A scenario and the rules that it is played under."""

    scenario: s.Scenario
    game: ir.Game


@cache
def cases(path: Path) -> tuple[Case, ...]:
    """All scenarios of a file, which must be free of errors."""
    loaded = load(path)
    assert loaded.diagnostics == ()
    return tuple(case for group in scenarios(loaded) for case in _of_group(group))


def _of_group(group) -> Iterator[Case]:  # type: ignore[no-untyped-def]
    assert (*group.rules.diagnostics, *group.diagnostics) == ()
    game = attrs.evolve(group.rules.game, texts=group.texts)
    yield from (Case(scenario, game) for scenario in group.scenarios)


def played(case: Case, engine: str) -> Outcome:
    """How the scenario comes out on one of the engines."""

    def engine_for(players: int, parameters: Mapping[str, int]) -> Engine:
        return Engine(case.game, players, parameters, trace=True, engine=engine)

    return run(case.scenario, case.game, engine_for)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("path", "place"),
    [
        pytest.param(path, place, id=f"{path.stem}: {case.scenario.title}")
        for path in TOPICS
        for place, case in enumerate(cases(path))
    ],
)
def test_the_rules_mean_what_the_scenario_says(path: Path, place: int, engine: str) -> None:
    failure = played(cases(path)[place], engine).failure
    assert failure is None, (
        f"{failure.span.source.path}:{failure.span.line}: expected {failure.expected}; got {failure.got}"
    )
