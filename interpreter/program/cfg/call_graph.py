"""Depth-first search of call graphs."""

from collections.abc import Iterable, Iterator, Mapping

from interpreter.program.model.routine_id import RoutineId


def depth_first(
    calls: Mapping[RoutineId, Iterable[RoutineId]], roots: Iterable[RoutineId]
) -> tuple[list[RoutineId], list[tuple[RoutineId, ...]]]:
    """Lists the routines that roots reach, in postorder, and the cycle of each back edge, from its target on."""
    done: dict[RoutineId, None] = {}
    cycles: list[tuple[RoutineId, ...]] = []
    for root in roots:
        path: dict[RoutineId, Iterator[RoutineId]] = {} if root in done else {root: iter(calls[root])}
        while path:
            innermost = next(reversed(path))
            for called in path[innermost]:
                if called in path:
                    names = tuple(path)
                    cycles.append(names[names.index(called) :])
                elif called not in done:
                    path[called] = iter(calls[called])
                    break
            else:
                del path[innermost]
                done[innermost] = None
    return list(done), cycles
