"""`whenever` rules: their bodies, what they look at, and the routine that goes through them until none fires.

Where it is called from says `program/moments.py`.
"""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.ir.effects import Locations, Resource, reads, state_names
from interpreter.program.host import Host
from interpreter.program.sources import NOBODY, Source, call, calling, with_turns

#: How often such rules may fire on end before that counts as going on for ever.
SETTLE_LIMIT = 1000

#: What the names of the routines of `whenever` rules begin with, and the routine that goes through them.
RULE = "whenever "
SETTLE = "settle"


def reactions_to_states(game: ir.Game) -> dict[str, Source]:
    """The bodies of the `whenever` rules, as routines."""
    rules = ((f"{RULE}{k}", rule) for k, rule in enumerate(game.whenevers))
    bodies = (Source(name, 0, r.body.slots, calling(r.body.statements), told=False, span=r.span) for name, r in rules)
    return {body.name: with_turns(body, game) for body in bodies}


def watched(game: ir.Game) -> Locations:
    """All that the conditions of `whenever` rules look at."""
    read = reads(tuple(rule.condition for rule in game.whenevers), state_names(game))
    return frozenset(location for location in read if location[0] is not Resource.SLOT)


def settle(game: ir.Game) -> Source:
    """Goes through the rules again and again until none of their conditions holds."""
    host = Host(["you"])
    holds = [host.inlined(rule.condition, NOBODY, ()) for rule in game.whenevers]
    once = tuple(
        ir.If(test, (call(f"{RULE}{k}", you=NOBODY, span=rule.span),), (), span=rule.span)
        for k, (test, rule) in enumerate(zip(holds, game.whenevers, strict=True))
    )
    any_holds = holds[0] if len(holds) == 1 else ir.Or(tuple(holds))
    limit = ir.Constant(SETTLE_LIMIT, ir.NUMBER)
    loop = ir.While(any_holds, limit, True, once, span=game.whenevers[0].span)
    return Source(SETTLE, 0, tuple(host.slots), (loop,), told=False, span=game.whenevers[0].span)
