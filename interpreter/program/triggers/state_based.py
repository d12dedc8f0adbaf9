"""`whenever` rules: their bodies, what they look at, and the routine that goes through them until none fires.

Where it is called from says `program/triggers/windows.py`.
"""

from __future__ import annotations

from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.effects import Locations, Resource, reads, state_names
from interpreter.program.desugar.routines import NOBODY, Source, call, calling, with_turns
from interpreter.program.model.routine_id import SETTLE, RoutineId
from interpreter.program.triggers.substitution_scope import Host

#: How often such rules may fire on end before that counts as going on for ever.
SETTLE_LIMIT = 1000


def reactions_to_states(game: ir.Game) -> dict[RoutineId, Source]:
    """The bodies of the `whenever` rules, as routines."""
    rules = ((_whenever(k), rule) for k, rule in enumerate(game.whenevers))
    found = (Source(name, 0, r.body.slots, calling(r.body.statements), told=False, span=r.span) for name, r in rules)
    return {source.name: with_turns(source, game) for source in found}


def _whenever(number: int) -> RoutineId:
    return RoutineId(BodyId(BodyKind.WHENEVER, "", number))


#: What a sentence of the rules may change so that `whenever` rules are looked at behind it.
_WATCHED = (Resource.VARIABLE, Resource.FIELD, Resource.ZONE, Resource.EFFECT)


def watched(game: ir.Game) -> Locations:
    """All that the conditions of `whenever` rules look at, and sentences may change."""
    read = reads(tuple(rule.condition for rule in game.whenevers), state_names(game))
    return frozenset(location for location in read if location[0] in _WATCHED)


def settle(game: ir.Game) -> Source:
    """Goes through the rules again and again until none of their conditions holds."""
    host = Host(["you"])
    holds = [host.inlined(rule.condition, NOBODY, ()) for rule in game.whenevers]
    calls: list[Any] = [call(_whenever(k), you=NOBODY, span=rule.span) for k, rule in enumerate(game.whenevers)]
    once = tuple(ir.If(test, (fires,), (), span=fires.span) for test, fires in zip(holds, calls, strict=True))
    any_holds = holds[0] if len(holds) == 1 else ir.Or(tuple(holds))
    limit = ir.Constant(SETTLE_LIMIT, ir.NUMBER)
    loop = ir.While(any_holds, limit, True, once, span=game.whenevers[0].span)
    return Source(SETTLE, 0, tuple(host.slots), (loop,), told=False, span=game.whenevers[0].span)
