"""Finds the statements that may suspend, and so must be split into blocks.

Whatever ends the game counts too, since it leaves every routine at once; and so does recursion, whose calls are on the
stack of the state. Rules on events end such a chain, since none fires on what it does itself, or what comes of that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import children, statements_in
from interpreter.program.cfg.call_graph import depth_first
from interpreter.program.model.nodes import CallRoutine, Deeper, Statement
from interpreter.program.model.routine_id import DRAIN, FIXPOINT, RoutineId, RuleOf, action


def suspending(routines: Mapping[RoutineId, Sequence[Statement]]) -> frozenset[RoutineId]:
    """Finds the routines that may suspend, themselves or in what they call. `routines` has all nodes of each."""
    called = {name: tuple(_calls(nodes)) for name, nodes in routines.items()}
    callers: dict[RoutineId, set[RoutineId]] = {}
    for name, names in called.items():
        for inner in names:
            callers.setdefault(inner, set()).add(name)
    found: set[RoutineId] = set()
    fresh = [name for name, nodes in routines.items() if any(_asks(node) for node in nodes)]
    plain = {name: [inner for inner in names if not _is_a_rule(inner)] for name, names in called.items()}
    fresh += [cycle[0] for cycle in depth_first(plain, (name for name in plain if not _is_a_rule(name)))[1]]
    while fresh:
        name = fresh.pop()
        if name not in found:
            found.add(name)
            fresh.extend(callers.get(name, ()))
    return frozenset(found)


def _calls(nodes: Iterable[object]) -> Iterator[RoutineId]:
    """Yields the routines that nodes may call, once for each call."""
    for inner in nodes:
        match inner:
            case CallRoutine(routine):
                yield routine
            case ir.TakeActions(actions=names) | ir.Choose(offers=names):
                yield from (action(name) for name in names)


def _is_a_rule(routine: RoutineId) -> bool:
    """Whether it is the body of a rule on an event or a `whenever` rule, or calls these."""
    return routine in (FIXPOINT, DRAIN) or isinstance(routine.root, RuleOf) or routine.is_a(BodyKind.WHENEVER)


def waits(statement: object, waiting: frozenset[RoutineId]) -> bool:
    """Whether a statement may suspend, if the routines in `waiting` may."""
    inside = statements_in(statement)
    return any(node.routine in waiting if isinstance(node, CallRoutine) else _asks(node) for node in inside)


def escapes(statement: object) -> bool:
    """Whether a statement may leave the routine, or the loop around it."""
    if not any(isinstance(node, ir.Leave | ir.Stop) for node in statements_in(statement)):
        return False
    match statement:
        case ir.Leave() | ir.Stop():
            return True
        case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
            return any(isinstance(node, ir.Leave) for node in statements_in(body))
    return any(escapes(child) for child in children(statement))


def _asks(node: object) -> bool:
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.AllAtOnce() | ir.GameOver() | Deeper():
            return True
    return False
