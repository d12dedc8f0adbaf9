"""How many routines may wait on the stack at once: as many as call each other in a row, or as many as are allowed.

What comes to itself may go as deep as is allowed; one more call is a fault, which stops the game with a message.
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
    """`deepest` calls at most; `by` the routines of the longest way there, or those that come to themselves."""

    deepest: int
    by: tuple[RoutineId, ...]
    is_recursive: bool


def stack_bound(program: Program) -> StackBound:
    """The deepest that the routines of a program can call one another."""
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
    """The routines that are run on top of this one."""
    for block in routine.blocks.values() if isinstance(routine, Routine) else ():
        if isinstance(block.end, Enter):
            yield block.end.routine


def _cycle(calls: Mapping[RoutineId, tuple[RoutineId, ...]]) -> tuple[RoutineId, ...]:
    """Routines of which each calls the next, and the last the first; nothing if there are none."""
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
    """The longest way down from a routine, which is the first on it; nothing here comes to itself."""
    if name not in found:
        below = [_longest(called, calls, found) for called in calls[name]]
        found[name] = (name, *max(below, key=len, default=()))
    return found[name]
