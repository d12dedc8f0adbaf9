"""Bounds the depth of the stack: the longest path in the call graph, or with recursion as deep as is allowed.

One call more than allowed is a fault, which stops the game with a message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from interpreter.program.model.nodes import Enter, Plain, Routine
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId

_Path: TypeAlias = tuple[RoutineId, ...]


@frozen
class StackBound:
    """At most `deepest` calls; `by`: the routines of the longest path, or of a cycle."""

    deepest: int
    by: tuple[RoutineId, ...]
    is_recursive: bool


def stack_bound(program: Program) -> StackBound:
    """Computes the bound for a program."""
    calls = {name: tuple(dict.fromkeys(_enters(routine))) for name, routine in program.routines.items()}
    cycle = _cycle(calls)
    if cycle:
        return StackBound(program.deepest, cycle, True)
    longest: dict[RoutineId, tuple[RoutineId, ...]] = {}
    for name in calls:
        _longest(name, calls, longest)
    path = max(longest.values(), key=len, default=())
    return StackBound(max(0, len(path) - 1), path, False)


def _enters(routine: Plain | Routine) -> Iterator[RoutineId]:
    """Yields the routines whose frames may be on top of this one's."""
    for block in routine.blocks.values() if isinstance(routine, Routine) else ():
        if isinstance(block.end, Enter):
            yield block.end.routine


def _cycle(calls: Mapping[RoutineId, tuple[RoutineId, ...]]) -> tuple[RoutineId, ...]:
    """Finds a cycle in the call graph; nothing if there is none."""
    done: set[RoutineId] = set()
    for root in calls:
        path, waiting = [root], [iter(calls[root])]
        while path:
            called = next((c for c in waiting[-1] if c not in done), None)
            if called is None:
                done.add(path.pop())
                waiting.pop()
            elif called in path:
                return tuple(path[path.index(called) :])
            else:
                path.append(called)
                waiting.append(iter(calls[called]))
    return ()


def _longest(name: RoutineId, calls: Mapping[RoutineId, _Path], found: dict[RoutineId, _Path]) -> _Path:
    """Finds the longest path from a routine in a call graph without cycles."""
    if name not in found:
        below = [_longest(called, calls, found) for called in calls[name]]
        found[name] = (name, *max(below, key=len, default=()))
    return found[name]
