"""Tests of native code, run with a fault in it by a process in which all else is imported and read already.

That takes a few seconds, most of which are those of the tests. Nothing of `interpreter.backend.wasm` may be imported
before the fault is planted, so that each child has its own.
"""

from __future__ import annotations

import os
import resource
import sys
from importlib import import_module
from tempfile import TemporaryFile
from typing import TextIO

import pytest
from attrs import frozen

from tests.mutations.faults import Fault
from tests.mutations.plant import plant

FOLDER = "interpreter/backend/wasm/"
_UNIT = "tests/unit/interpreter/backend/wasm/"
#: Which tells that code is written otherwise, not that it plays otherwise.
_AS_TEXT = f"{_UNIT}test_module.py::test_a_small_game_as_text"
_PLAYED = (
    f"{_UNIT}test_module.py",
    f"{_UNIT}test_edges.py",
    "tests/properties/test_native_agrees.py::test_small_games_are_the_same",
    "tests/properties/test_native_agrees.py::test_games_with_cards_and_boards_are_the_same",
    "tests/properties/test_native_agrees.py::test_all_that_the_language_has_is_the_same",
    "tests/unit/interpreter/simulation/test_many.py::test_the_counts_are_the_same[1]",
    "tests/unit/interpreter/simulation/test_many.py::test_numbers_of_any_size_are_counted",
    "tests/unit/interpreter/simulation/test_many.py::test_what_is_too_large_or_fails_another_engine_plays",
)
_WATCHED = (
    "tests/properties/test_watched_agrees.py::test_small_games_are_counted_the_same",
    "tests/properties/test_watched_agrees.py::test_games_with_cards_are_counted_the_same",
    "tests/properties/test_watched_agrees.py::test_what_dwindles_is_counted_the_same",
    "tests/properties/test_watched_agrees.py::test_so_many_options_are_told_apart",
    "tests/properties/test_watched_agrees.py::test_numbers_that_grow_are_told_apart",
    "tests/properties/test_watched_agrees.py::test_all_that_the_language_has_is_counted_the_same",
)
_STEPPED = (
    "tests/properties/test_native_stepping.py::test_small_games_go_on_as_they_do",
    "tests/properties/test_native_stepping.py::test_a_state_of_a_table_is_taken_over",
    "tests/properties/test_native_stepping.py::test_all_that_the_language_has_goes_on_as_it_does",
)
_SEARCHED = (
    f"{_UNIT}test_search.py",
    "tests/properties/test_native_search.py::test_what_is_hidden_makes_no_difference",
    "tests/properties/test_native_search.py::test_what_others_answer_at_once_makes_no_difference",
    "tests/properties/test_native_search.py::test_a_search_leaves_the_game_as_it_is",
    "tests/properties/test_thinking.py::test_both_back_ends_come_to_the_same",
    "tests/properties/test_thinking.py::test_both_back_ends_come_to_the_same_where_much_is_hidden",
)
#: By the first folder of a module, what is run first; all others follow.
_FIRST = {"resume": _STEPPED, "search": _SEARCHED, "watch": _WATCHED}
NATIVE_TESTS = (*_PLAYED, *_STEPPED, *_WATCHED, *_SEARCHED)

_SECONDS = 30  # of processor time for each test, after which native code is taken to go on without end


def is_about(fault: Fault) -> bool:
    """Whether a fault is one of native code."""
    return fault.module.startswith(FOLDER)


def prepare() -> None:
    """Imports and reads what each child needs, but native code."""
    for name in ("wasmtime", "tests.properties.ir_programs", "interpreter.simulation.games.observer",
                 "interpreter.simulation.processes.parallel", "interpreter.table.worlds"):  # fmt: skip
        import_module(name)
    from tests.every_procedure import language  # which imports the engine

    for _ in language():
        pass


def first_failing(fault: Fault | None, before: str = "") -> str:
    """The name of the first test that fails with the fault, or ""; of None, without any.

    What is said to have caught it `before` is run first, in a process of its own.
    """
    assert not any(name.startswith("interpreter.backend.wasm") for name in sys.modules)
    before = before.strip("`")
    if "::" in before and (found := _failing(fault, (before.partition("[")[0],), before)):
        return found
    first = () if fault is None else _FIRST.get(fault.module.removeprefix(FOLDER).partition("/")[0], ())
    found = _failing(fault, tuple(dict.fromkeys((*first, *NATIVE_TESTS))))
    return "native code cannot be imported" if found is None else found


def _failing(fault: Fault | None, tests: tuple[str, ...], first: str = "") -> str | None:
    """The name of the first of these tests that fails, or ""; None if none can be run."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as started:
        child = os.fork()
        if not child:
            os._exit(_run(fault, tests, _InTurn(first, started)))
        _, status = os.waitpid(child, 0)
        started.seek(0)
        names = started.read().splitlines()
    return "" if status == 0 else f"`{names[-1]}`" if names else None


def _run(fault: Fault | None, tests: tuple[str, ...], in_turn: _InTurn) -> int:
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    if fault is not None:
        plant(fault.module, fault.place.function, fault.place.operator, fault.place.number)
    options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--deselect", _AS_TEXT]
    return int(pytest.main([*options, *tests], plugins=[in_turn]))


@frozen
class _InTurn:
    """Runs one test before all others, and tells of each that it has begun; none may take too long."""

    first: str
    started: TextIO

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.nodeid != self.first)  # which is stable

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        print(nodeid, file=self.started, flush=True)
        used = resource.getrusage(resource.RUSAGE_SELF)
        until = int(used.ru_utime + used.ru_stime) + _SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
