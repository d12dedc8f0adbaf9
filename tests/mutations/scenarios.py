"""The scenarios for the language, read once, and played on an engine with a fault in it: much quicker than by pytest.

Nothing of `interpreter` may be imported before the fault is planted, so that each child has its own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import attrs

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.loading import load
from dsl.loading.scenarios import scenarios
from dsl.syntax import nodes as n
from tests.mutations.faults import ROOT, Fault
from tests.mutations.plant import plant

SECONDS = 120  # after which rules are taken to go on without end


@attrs.frozen
class Case:
    """A scenario, its rules, and what it must be told of if it is to fail ("": it must not)."""

    name: str
    scenario: s.Scenario
    game: ir.Game
    told: str


@cache
def cases() -> tuple[Case, ...]:
    """All that tests/unit/test_semantics.py plays."""
    folder = ROOT / "tests" / "semantics"
    return tuple(
        case for path in sorted([*folder.glob("*.bylaws"), *folder.glob("faults/*.bylaws")]) for case in _in(path)
    )


def _in(path: Path) -> Iterator[Case]:
    loaded = load(path)
    told = {node.title.text: _told(node) if path.parent.name == "faults" else "" for node in loaded.beside.scenarios}
    for group in scenarios(loaded):
        assert group.rules.game is not None
        game = attrs.evolve(group.rules.game, texts=group.texts)
        for scenario in group.scenarios:
            name = f"`{path.relative_to(ROOT)}` {scenario.title}"
            yield Case(name, scenario, game, told[scenario.title])


def _told(node: n.Scenario) -> str:
    return next(part.words for part in node.parts if isinstance(part, n.RuleText))


def first_failing(fault: Fault | None) -> str:
    """The name of the first scenario that fails on an engine with the fault, or ""; of None, as the engine is."""
    assert not any(name.split(".")[0] == "interpreter" for name in sys.modules)
    cases()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(SECONDS)
        if fault is not None:
            plant(fault.module, fault.place.function, fault.place.operator, fault.place.number)
        with os.fdopen(writing, "w", buffering=1) as out:
            _play(lambda name: out.write(f"{name}\n"))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as found:
        begun = found.read().splitlines()
    _, status = os.waitpid(child, 0)
    return "" if not status and begun[-1] == "all" else begun[-1]


def _play(begin: Callable[[str], object]) -> None:
    """Says of each scenario that it begins, and stops where one fails; in the end, `all`."""
    begin("the engine cannot be imported")
    from interpreter.scenario.run import run
    from interpreter.scenario.set_ups import SetUps

    for case in cases():
        begin(case.name)
        try:
            outcome = run(case.scenario, SetUps(case.game, "generated", whole=True))
        except Exception:
            return
        failed = "" if outcome.failure is None else outcome.failure.got
        if (case.told not in failed) if case.told else failed:
            return
    begin("all")
