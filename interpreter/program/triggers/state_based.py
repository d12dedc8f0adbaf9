"""State-based triggers: the bodies of `whenever` rules, what their conditions read, and their fixpoint.

Where the fixpoint is called says `program/triggers/windows.py`.
"""

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.effects import Locations, Resource, reads, state_names
from interpreter.program.desugar.routines import Source, call, with_calls, with_turns
from interpreter.program.model.constants import NOBODY
from interpreter.program.model.nodes import Statements
from interpreter.program.model.routine_id import FIXPOINT, RoutineId
from interpreter.program.triggers.substitution_scope import Scope

#: How many passes the fixpoint may take before that counts as going on for ever.
FIXPOINT_LIMIT = 1000


def state_triggers(game: ir.Game) -> dict[RoutineId, Source]:
    """Makes routines of the bodies of `whenever` rules."""
    rules = ((_whenever(k), rule) for k, rule in enumerate(game.whenevers))
    found = (
        Source(name, 0, r.body.slots, with_calls(r.body.statements), emitted=False, span=r.span) for name, r in rules
    )
    return {source.name: with_turns(source, game) for source in found}


def _whenever(number: int) -> RoutineId:
    return RoutineId(BodyId(BodyKind.WHENEVER, "", number))


#: What a sentence of the rules may change so that the fixpoint is called behind it.
_WATCHED = (
    Resource.VARIABLE, Resource.FIELD, Resource.ZONE, Resource.FACES, Resource.KINDS, Resource.EFFECT,
    Resource.ROUND, Resource.ROUNDS, Resource.TURN, Resource.ACTIONS,
)  # fmt: skip


def watched(game: ir.Game) -> Locations:
    """Collects the locations that conditions of `whenever` rules read and sentences may write."""
    read = reads(tuple(rule.condition for rule in game.whenevers), state_names(game))
    return frozenset(location for location in read if location[0] in _WATCHED)


def fixpoint(game: ir.Game) -> Source:
    """Makes the routine that fires `whenever` rules until no condition holds."""
    scope = Scope(["you"])
    holds = [scope.inlined(rule.condition, NOBODY, ()) for rule in game.whenevers]
    calls = [call(_whenever(k), you=NOBODY, span=rule.span) for k, rule in enumerate(game.whenevers)]
    once: Statements = tuple(
        ir.If(test, (fires,), (), span=fires.span) for test, fires in zip(holds, calls, strict=True)
    )
    any_holds = holds[0] if len(holds) == 1 else ir.Or(tuple(holds))
    limit = ir.Constant(FIXPOINT_LIMIT, ir.NUMBER)
    loop = ir.While(any_holds, limit, True, once, span=game.whenevers[0].span)
    return Source(FIXPOINT, 0, tuple(scope.slots), (loop,), emitted=False, span=game.whenevers[0].span)
