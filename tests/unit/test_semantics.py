"""What the language means, point by point: small games, each scenario played on both engines.

What a scenario expects comes from the meaning of the rules (docs/language.md says it in words), never
from what an engine did.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs
import pytest

from dsl.ir import scenario as s
from dsl.loading import load
from dsl.loading.scenarios import scenarios
from dsl.syntax import nodes as n
from interpreter.engine import Engine, LoweringError
from interpreter.scenario.run import Outcome, run
from interpreter.scenario.set_ups import SetUps

FOLDER = Path(__file__).parents[1] / "semantics"
TOPICS = sorted(FOLDER.glob("*.bylaws"))
ENGINES = ("generated", "reference")


@attrs.frozen
class Case:
    """A scenario, and for each engine what it shares with others under the same rules."""

    scenario: s.Scenario
    set_ups: Mapping[str, SetUps]


def titles(path: Path) -> list[str]:
    """The titles of a file's scenarios but those that others begin like, as they stand in its text.

    To name the tests takes no more, and each worker names them all.
    """
    text = path.read_text(encoding="utf-8")
    beginnings = re.findall('^scenario .* like "(.*?)"', text, re.MULTILINE)
    return [title for title in re.findall('^scenario "(.*?)"', text, re.MULTILINE) if title not in beginnings]


@cache
def cases(path: Path) -> Mapping[str, Case]:
    """All scenarios of a file, which must be free of errors, by their titles."""
    loaded = load(path)
    assert loaded.diagnostics == ()
    found = {case.scenario.title: case for group in scenarios(loaded) for case in _of_group(group)}
    assert sorted(found) == sorted(titles(path))
    return found


def _of_group(group) -> Iterator[Case]:  # type: ignore[no-untyped-def]
    assert (*group.rules.diagnostics, *group.diagnostics) == ()
    game = attrs.evolve(group.rules.game, texts=group.texts)
    set_ups = {engine: SetUps(game, engine, whole=True) for engine in ENGINES}
    yield from (Case(scenario, set_ups) for scenario in group.scenarios)


def each_scenario(paths: Iterable[Path]) -> pytest.MarkDecorator:
    """Runs a test for each scenario of these files."""
    each = [pytest.param(path, title, id=f"{path.stem}: {title}") for path in paths for title in titles(path)]
    return pytest.mark.parametrize(("path", "title"), each)


def played(case: Case, engine: str) -> Outcome:
    """How the scenario comes out on one of the engines."""
    return run(case.scenario, case.set_ups[engine])


@pytest.mark.parametrize("engine", ENGINES)
@each_scenario(TOPICS)
def test_the_rules_mean_what_the_scenario_says(path: Path, title: str, engine: str) -> None:
    failure = played(cases(path)[title], engine).failure
    assert failure is None, (
        f"{failure.span.source.path}:{failure.span.line}: expected {failure.expected}; got {failure.got}"
    )


@pytest.mark.parametrize("engine", ENGINES)
@each_scenario(sorted((FOLDER / "faults").glob("*.bylaws")))
def test_what_goes_wrong_in_play_is_said(
    path: Path, title: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.runtime.budget.MOST_STEPS", 1_000_000)  # the reference takes long for so many more
    outcome = played(cases(path)[title], engine)
    assert outcome.failure is not None
    assert told_by(path, title) in outcome.failure.got


def told_by(path: Path, title: str) -> str:
    """The `>` line of a scenario: what its failure says."""
    (scenario,) = [node for node in load(path).beside.scenarios if node.title.text == title]
    (line,) = [part for part in scenario.parts if isinstance(part, n.RuleText)]
    return line.words


@pytest.mark.parametrize("path", sorted((FOLDER / "refused").glob("*.bylaws")), ids=lambda path: path.stem)
def test_what_would_be_unclear_is_refused(path: Path) -> None:
    loaded = load(path)
    found = [*loaded.diagnostics]
    if loaded.game is not None:
        found += [fault for group in scenarios(loaded) for fault in group.diagnostics]
    assert {(fault.span.line, fault.name) for fault in found} == expected_in(path, "error")


def expected_in(path: Path, word: str) -> set[tuple[int, str]]:
    """What a file says of its own lines in comments behind them: `# error: NAME`."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return {
        (number, said.strip())
        for number, line in enumerate(lines, start=1)
        for said in re.findall(f"# {word}: (.*)", line)
    }


@pytest.mark.parametrize("path", sorted((FOLDER / "not_yet").glob("*.bylaws")), ids=lambda path: path.stem)
def test_what_cannot_be_played_yet_is_refused_by_name(path: Path) -> None:
    loaded = load(path)
    assert loaded.diagnostics == ()
    assert loaded.game is not None
    with pytest.raises(LoweringError) as refused:
        Engine(loaded.game, loaded.game.fewest_players)
    assert {(entry.span.line, entry.what) for entry in refused.value.lacking} == expected_in(path, "not yet")
