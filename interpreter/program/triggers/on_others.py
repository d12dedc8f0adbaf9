"""Other things that rules can meet: what is shown to all, rolled, shuffled, texts of cards that are carried out, and
roles that come to somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dsl.ir import nodes as ir
from dsl.walk import with_fields
from interpreter.program.desugar.routines import YOU
from interpreter.program.model.nodes import CallRoutine, Sentence, Statements
from interpreter.program.triggers.on_moves import Meeting, is_meant
from interpreter.program.triggers.substitution_scope import Host
from interpreter.program.triggers.trigger_site import Event, Place
from interpreter.program.triggers.trigger_table import Loom, Met

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)
_ZERO = ir.Constant(0, ir.NUMBER)


def met_reveal(loom: Loom, host: Host, r: ir.Reveal, rules: Meeting, met: Met) -> object:
    """Each piece that is shown to all is an event, but for those that all have seen already."""
    who, r = r.you or YOU, with_fields(r, you=None)
    meeting = _on(rules, "reveal")
    if not meeting or r.to is not None:
        return r
    piece = ir.Local(host.new("piece"), "piece", ir.PIECE)
    face_up = ir.Function("face_up", (piece,), ir.YES_NO)
    here = host.kept("place", ir.Function("place", (piece,), ir.ZONE), r.span)
    unseen = host.kept("unseen", ir.And((ir.Compare("!=", piece, _NOTHING), ir.Not(face_up))), r.span)
    by = host.kept("player", who, r.span)
    player = _local(by, ir.PLAYER.or_none())
    known = {"subject": player, "piece": piece}
    event = _event(host, player, known, _local(unseen, ir.YES_NO), _local(here, ir.ZONE))
    done = _among(Place(loom, host, met, event), meeting, (with_fields(r, pieces=piece),))
    pieces = r.pieces if r.pieces.type.many else ir.ListOf((r.pieces,), ir.PIECES)
    return Sentence((by, ir.ForEach(piece.slot, pieces, (here, unseen, *done), span=r.span)), span=r.span)


def met_shuffle(loom: Loom, host: Host, s: ir.Shuffle, rules: Meeting, met: Met) -> object:
    """A zone in which something lies is shuffled."""
    who, s = s.you or YOU, with_fields(s, you=None)
    meeting = _on(rules, "shuffle")
    if not meeting:
        return s
    zone = host.kept("zone", s.zone, s.span)
    here = _local(zone, ir.ZONE)
    full = host.kept("full", ir.Some(ir.Contents(here), ir.NONE, None), s.span)
    by = host.kept("player", who, s.span)
    player = _local(by, ir.PLAYER.or_none())
    event = _event(host, player, {"subject": player}, _local(full, ir.YES_NO), here)
    done = _among(Place(loom, host, met, event), meeting, (with_fields(s, zone=here),))
    return Sentence((by, zone, full, *done), span=s.span)


def met_roll(loom: Loom, host: Host, r: ir.Roll, rules: Meeting, met: Met) -> object:
    """Dice are rolled; for a rule that speaks of a die, each of them is an event, once all have been rolled."""
    who = r.you or YOU
    meeting = [rule for rule in _on(rules, "roll") if rule[1].name in ("", r.die)]
    if not meeting:
        return r
    by = host.kept("player", who, r.span)
    player = _local(by, ir.PLAYER.or_none())
    amount = host.kept("amount", r.amount, r.span)
    count = _local(amount, ir.NUMBER)
    die = ir.Local(host.new("die"), "die", ir.Type(ir.Kind.DIE, r.die))
    thrown = ir.Local(r.slot, "thrown", die.type.list())
    event = _event(host, player, {"subject": player, "die": die}, ir.Compare(">", count, _ZERO), None)
    here = Place(loom, host, met, event)
    whole = [rule for rule in meeting if "die" not in rule[1].binds]
    before = _rules(here, whole, ir.Timing.BEFORE)
    after: list[Any] = []
    for number, hook in meeting:
        if hook.timing is ir.Timing.AFTER:
            rule = here.rule(number)
            after += (ir.ForEach(die.slot, thrown, rule, span=r.span),) if "die" in hook.binds else rule
    return Sentence((by, amount, *before, with_fields(r, amount=count, you=player), *after), span=r.span)


def met_play(loom: Loom, host: Host, call: CallRoutine, rules: Meeting, met: Met) -> object:
    """The text of a card is carried out, by `do effect of`."""
    meeting = _on(rules, "play")
    if not meeting:
        return call
    who = host.kept("player", call.you or YOU, call.span)
    card, this = (host.kept(name, a, call.span) for name, a in zip(("card", "this"), call.arguments, strict=True))
    player, piece = _local(who, ir.PLAYER.or_none()), _local(card, ir.PIECE)
    place = host.kept("place", ir.Function("place", (piece,), ir.ZONE), call.span)
    there = ir.Compare("!=", piece, _NOTHING)
    event = _event(host, player, {"subject": player, "piece": piece}, there, _local(place, ir.ZONE))
    itself = with_fields(call, you=player, arguments=(piece, _local(this, ir.PIECE)))
    here = Place(loom, host, met, event)
    return (who, card, this, place, *_among(here, meeting, (itself,), lambda s: (Sentence(s, span=call.span),)))


def met_role(loom: Loom, host: Host, w: ir.Write, rules: Meeting, met: Met) -> object:
    """A role comes to somebody who does not have it."""
    meeting = [rule for rule in _on(rules, "become") if rule[1].name == w.variable]
    if not meeting:
        return w
    value = host.kept("player", w.value, w.span)
    player = _local(value, ir.PLAYER.or_none())
    is_new = ir.Compare("!=", player, ir.Read(w.variable, w.at, player.type))
    comes = host.kept("comes", ir.And((ir.Compare("!=", player, _NOTHING), is_new)), w.span)
    here = Place(loom, host, met, _event(host, player, {"subject": player}, _local(comes, ir.YES_NO), None))
    return Sentence((value, comes, *_among(here, meeting, (with_fields(w, value=player),))), span=w.span)


def _on(rules: Meeting, event: str) -> Meeting:
    return [rule for rule in rules if rule[1].event == event]


def _local(kept: ir.SetLocal, type_: ir.Type) -> ir.Local:
    return ir.Local(kept.slot, "", type_, span=kept.span)


def _event(
    host: Host,
    who: ir.Expression,
    known: Mapping[str, ir.Expression],
    happens: ir.Expression,
    zone: ir.Expression | None,
) -> Event:
    """Somebody does it; `zone` is where it happens, which a rule may ask for."""

    def bound(hook: ir.HookRule) -> tuple[ir.Expression, ...]:
        return tuple(known[name] for name in hook.binds)

    def tests(hook: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
        found = [happens]
        if hook.subject is not None:
            found.append(is_meant(who, host.inlined(hook.subject, you, bound(hook))))
        if hook.leaving is not None and zone is not None:
            found.append(is_meant(zone, host.inlined(hook.leaving, you, bound(hook))))
        return found

    return Event(lambda _: who, bound, tests)


def _among(
    here: Place, meeting: Meeting, itself: Statements, ended: Callable[[Statements], Statements] = lambda s: s
) -> Statements:
    """The event among the rules that meet it; `ended` is what those after it become."""
    after = _rules(here, meeting, ir.Timing.AFTER)
    done: Statements = (*itself, *(ended(after) if after else ()))
    for number, hook in reversed(meeting):
        if hook.timing is ir.Timing.INSTEAD:
            done = here.rule(number, done)
    return (*_rules(here, meeting, ir.Timing.BEFORE), *done)


def _rules(here: Place, meeting: Meeting, timing: ir.Timing) -> Statements:
    return tuple(s for number, hook in meeting if hook.timing is timing for s in here.rule(number))
