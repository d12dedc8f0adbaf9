"""The locations that statements of a lowered program write (`dsl/ir/effects.py` has those that they read)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from dsl.ir import effects as of_ir
from dsl.ir.effects import FACES, STATE_FUNCTIONS, Location, Resource, StateNames
from interpreter.program.model import nodes as p


def writes(node: object, names: StateNames) -> Iterator[Location]:
    """Yields the locations that a statement itself may write, without those written in its blocks or calls."""
    rule = _WRITES.get(type(node))
    if rule is None:
        return of_ir.writes(node, names)
    return chain(((Resource.SLOT, slot) for slot in of_ir.filled(node)), rule(node, names))


def _nothing(_: object, __: StateNames) -> Iterable[Location]:
    return ()


def _set_state(node: p.SetState, _: StateNames) -> Iterable[Location]:
    """What the function reads that reads the component; nothing reads whether the setup is done."""
    if node.target is p.Component.SET_UP:
        return ()
    return (STATE_FUNCTIONS["deep" if isinstance(node.target, p.Depth) else node.target],)


def _anywhere(_: object, names: StateNames) -> Iterable[Location]:
    return (FACES, *names.all_zones())


def _copies(_: object, names: StateNames) -> Iterable[Location]:
    return (FACES, *names.all_zones(), *names.all_kinds())


#: The locations that each of the program's own statements writes, besides slots.
_WRITES: Mapping[type, Callable[[p.OfItsKind, StateNames], Iterable[Location]]] = {
    p.Forget: lambda node, names: (FACES,),
    p.Lift: _anywhere,
    p.LayBack: _anywhere,
    p.SetState: _set_state,
    p.BeginEffect: lambda node, names: ((Resource.EFFECT, node.effect),),
    p.EndEffects: lambda node, names: ((Resource.EFFECT, effect) for effect in node.effects),
    p.Copied: _copies,
    p.RefreshCopies: _copies,
    p.Spend: lambda node, names: (),
    p.CountAction: lambda node, names: ((Resource.ACTIONS, ""),),
    p.ForgetActions: lambda node, names: ((Resource.ACTIONS, ""),),
    p.Deeper: lambda node, names: ((Resource.DEPTH, ""),),
    p.Drain: lambda node, names: ((Resource.HELD, ""),),
    p.Defer: lambda node, names: ((Resource.HELD, ""),),
    p.RoutineEvent: _nothing,
    p.TextEvent: _nothing,
    p.NothingToLose: _nothing,
    p.Append: _nothing,
    p.Attributed: _nothing,
    p.CallRoutine: _nothing,
    p.Window: _nothing,
}
