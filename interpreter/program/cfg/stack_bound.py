"""Bounds the depth of the stack: the longest path in the call graph, or with recursion as deep as is allowed.

One call more than allowed is a fault, which stops the game with a message.
"""

from collections.abc import Iterator

from dsl.frozen import frozen
from interpreter.program.cfg.call_graph import depth_first
from interpreter.program.model.nodes import Enter, Plain, Routine
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId


@frozen
class StackBound:
    """At most `deepest` calls; `by`: the routines of the longest path, or of a cycle."""

    deepest: int
    by: tuple[RoutineId, ...]
    is_recursive: bool


def stack_bound(program: Program) -> StackBound:
    """Computes the bound for a program."""
    calls = {name: tuple(dict.fromkeys(_enters(routine))) for name, routine in program.routines.items()}
    order, cycles = depth_first(calls, calls)
    if cycles:
        return StackBound(program.deepest, cycles[0], True)
    longest: dict[RoutineId, tuple[RoutineId, ...]] = {}
    for name in order:
        longest[name] = (name, *max((longest[called] for called in calls[name]), key=len, default=()))
    path = max(longest.values(), key=len, default=())
    return StackBound(max(0, len(path) - 1), path, False)


def _enters(routine: Plain | Routine) -> Iterator[RoutineId]:
    """Yields the routines whose frames may be on top of this one's."""
    for block in routine.blocks.values() if isinstance(routine, Routine) else ():
        if isinstance(block.end, Enter):
            yield block.end.routine
