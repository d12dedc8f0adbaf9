"""`whenever` rules: their bodies, what they look at, and the routine that goes through them until none fires.

Where it is called from says `program/moments.py`.
"""

from __future__ import annotations

from dsl.ir import nodes as ir
from interpreter.program.host import Host
from interpreter.program.layout import OUT_OF_THE_GAME
from interpreter.program.nodes import BeginEffect, Copied, EndEffects, LookAgain
from interpreter.program.sources import NOBODY, Source, call, calling, with_turns
from interpreter.program.walk import nodes_in

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


def watched(game: ir.Game) -> frozenset[str]:
    """All that the conditions of `whenever` rules look at."""
    return frozenset().union(*(_reads(rule.condition, game) for rule in game.whenevers))


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


def _reads(node: object, game: ir.Game) -> set[str]:
    """The variables and fields that an expression looks at, and the zones: `zones` means whichever it may be."""
    found: set[str] = set()
    defines = {d.name: d for d in game.defines}
    waiting, seen = [node], set()
    while waiting:
        for inner in nodes_in(waiting.pop()):
            match inner:
                case ir.Read(variable):
                    found.add(variable)
                case ir.ReadCounter():
                    found.update(v.name for v in game.variables if v.number >= 0)
                case ir.Attribute(field):
                    found.add(field)
                case ir.Contents(zone=zone) | ir.PileEnd(zone=zone):
                    found |= _named(zone) or {"zones"}
                case ir.Function("holder" | "place"):
                    found.add("zones")
                case ir.InForce(effect):
                    found.add(f"effect {effect}")
                case ir.Derived(name) if name not in seen:
                    seen.add(name)
                    define_ = defines[name]
                    waiting.append((define_.value, *((x.condition, x.value) for x in define_.exceptions)))
                    found |= _reads_of_effects(define_, game)
                case _:
                    pass
    return found


def _reads_of_effects(define: ir.Define, game: ir.Game) -> set[str]:
    """What it hangs on which exceptions are in force."""
    found: set[str] = set()
    for rule in define.exceptions:
        if rule.effect >= 0:
            condition = game.effects[rule.effect].condition
            found |= {f"effect {rule.effect}"} if condition is None else {"zones", *_reads(condition, game)}
    return found


def writes(statement: object, game: ir.Game) -> set[str]:
    """The variables and fields that a statement (itself, not those in it) may change, and the zones.

    With any zone goes `zones`, for whoever looks at whichever it may be.
    """
    match statement:
        case ir.Write(variable) | ir.Change(variable):
            return {variable}
        case ir.WriteAttribute(field):
            return {field}
        case ir.Transfer(_, counter, _, source, target):
            pots = {p.variable for p in (source, target) if isinstance(p, ir.Pot)}
            known = counter.value if isinstance(counter, ir.Constant) else None
            return pots | {v.name for v in game.variables if v.number >= 0 and known in (None, v.number)}
        case BeginEffect(effect):
            return {f"effect {effect}"}
        case EndEffects(effects=effects):
            return {f"effect {effect}" for effect in effects}
        case ir.Finish(effect):
            return {f"effect {effect}"}
        case Copied() | LookAgain():
            printed = {field.name for kind in game.card_types for field in kind.fields}
            return _changed(game, None) | printed
        case ir.MovePieces(pieces=ir.Contents(zone=source) | ir.PileEnd(zone=source), zone=target):
            return _changed(game, source, target)
        case ir.Draw(source=source, target=target):
            return _changed(game, source, target) | _refilling(game, source)
        case ir.Create(zone=target):
            return _changed(game, target)
        case ir.MovePieces() | ir.Swap():
            return _changed(game, None)
        case _:
            return set()


def _changed(game: ir.Game, *zones: ir.Expression | None) -> set[str]:
    """What a change in these zones is to those who look; all zones if one of them may be any."""
    named = [_named(zone) for zone in zones]
    if not all(named):
        named = [{_token(zone.name) for zone in (*game.zones, OUT_OF_THE_GAME)}]
    return {"zones"}.union(*named)


def _refilling(game: ir.Game, zone: ir.Expression) -> set[str]:
    """The zone from which that one is refilled, if there is one."""
    drawn_from = _named(zone)
    return {_token(zone.refill) for zone in game.zones if zone.refill and _token(zone.name) in drawn_from}


def _named(zone: ir.Expression | None) -> set[str]:
    """Which zone it is by its name; nothing if it may be any."""
    match zone:
        case ir.ZoneAt(name) | ir.Zones(name):
            return {_token(name)}
        case _:
            return set()


def _token(zone: str) -> str:
    return f"zone {zone}"
