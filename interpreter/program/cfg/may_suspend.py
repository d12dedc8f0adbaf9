"""Which statements may have to wait for somebody's answer, and so must be split into blocks.

Whatever ends the game counts too, since it leaves every routine at once; and so does what may come to itself by calls
alone: how deep that goes is for the stack of the state to say. Rules on events end such a chain, since none of them
meets what it does itself, or what comes of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import children, statements_in
from interpreter.program.model.nodes import CallRoutine, Deeper, Statement
from interpreter.program.model.routine_id import DRAIN, FIXPOINT, RoutineId, RuleOf, action


def suspending(routines: Mapping[RoutineId, Sequence[Statement]]) -> frozenset[RoutineId]:
    """The names of the routines that may have to wait, themselves or in what they call.

    `routines` has, by the name of each, all nodes that stand in it.
    """
    called = {name: tuple(_calls(nodes)) for name, nodes in routines.items()}
    callers: dict[RoutineId, set[RoutineId]] = {}
    for name, names in called.items():
        for inner in names:
            callers.setdefault(inner, set()).add(name)
    found: set[RoutineId] = set()
    fresh = [name for name, nodes in routines.items() if any(_asks(node) for node in nodes)]
    fresh += _recursive(called)
    while fresh:
        name = fresh.pop()
        if name not in found:
            found.add(name)
            fresh.extend(callers.get(name, ()))
    return frozenset(found)


def _calls(nodes: Iterable[object]) -> Iterator[RoutineId]:
    """The names of all routines that may be called from there, once for each place."""
    for inner in nodes:
        match inner:
            case CallRoutine(routine):
                yield routine
            case ir.TakeActions(actions=names) | ir.Choose(offers=names):
                yield from (action(name) for name in names)
            case _:
                pass


def _recursive(called: Mapping[RoutineId, Sequence[RoutineId]]) -> set[RoutineId]:
    """Of all routines that call each other in a ring, at least one of each ring."""
    found: set[RoutineId] = set()
    done: set[RoutineId] = set()
    for root in called:
        path: dict[RoutineId, Iterator[RoutineId]] = {}
        name: RoutineId | None = root
        while name is not None:
            if name in path:
                found.add(name)
            elif name not in done and not _is_a_rule(name):
                path[name] = iter(called[name])
            name = _next_call(path, done)
    return found


def _is_a_rule(routine: RoutineId) -> bool:
    """Whether it is the body of a rule on an event or a `whenever` rule, or goes through these."""
    return routine in (FIXPOINT, DRAIN) or isinstance(routine.root, RuleOf) or routine.is_a(BodyKind.WHENEVER)


def _next_call(path: dict[RoutineId, Iterator[RoutineId]], done: set[RoutineId]) -> RoutineId | None:
    """The next call from the innermost routine on the path that has one left; those that have none are done."""
    while path:
        innermost = next(reversed(path))
        for called in path[innermost]:
            return called
        done.add(innermost)
        del path[innermost]
    return None


def waits(statement: object, waiting: frozenset[RoutineId]) -> bool:
    """Whether a statement may have to wait, when the routines in `waiting` do."""
    inside = statements_in(statement)
    return any(node.routine in waiting if isinstance(node, CallRoutine) else _asks(node) for node in inside)


def escapes(statement: object) -> bool:
    """Whether a statement may leave the routine, or the loop that it stands in."""
    if not any(isinstance(node, ir.Leave | ir.Stop) for node in statements_in(statement)):
        return False
    match statement:
        case ir.Leave() | ir.Stop():
            return True
        case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
            return any(isinstance(node, ir.Leave) for node in statements_in(body))
        case _:
            return any(escapes(child) for child in children(statement))


def _asks(node: object) -> bool:
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.AllAtOnce() | ir.GameOver() | Deeper():
            return True
        case _:
            return False
