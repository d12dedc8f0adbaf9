"""Trigger sites of other events: what is shown to all, rolled, shuffled, texts of cards, roles that change hands."""

from collections.abc import Iterator, Mapping

from dsl.ir import nodes as ir
from dsl.walk import with_fields
from interpreter.program.model.constants import NOTHING, YOU, ZERO
from interpreter.program.model.nodes import CallRoutine, Statement, Statements, Window
from interpreter.program.triggers.trigger_site import Sites, Substitute, TriggerSite, event_of, matches, subject_test


def on_reveal(sites: Sites, r: ir.Reveal) -> Statement:
    """Makes an event of each piece that is shown to all, but for those that all have seen already."""
    if r.to is not None and r.told is None:
        return r  # nothing fires on it, and who looks is told
    who, r = r.you or YOU, with_fields(r, you=None)
    triggers = sites.on("reveal")
    if not triggers or r.told is not None:
        return r
    scope = sites.scope
    piece = ir.Local(scope.new("piece"), "piece", ir.PIECE)
    face_up = ir.Function("face_up", (piece,), ir.YES_NO)
    place = scope.let("place", ir.Function("place", (piece,), ir.ZONE), r.span)
    unseen = scope.let("unseen", ir.And((ir.Compare("!=", piece, NOTHING), ir.Not(face_up))), r.span)
    by = scope.let("player", who, r.span)
    player = _local(by, ir.PLAYER.or_none())
    site = _site(sites, player, {"piece": piece}, _local(unseen, ir.YES_NO), _local(place, ir.ZONE))
    done = site.around(triggers, (with_fields(r, pieces=piece),))
    pieces = r.pieces if r.pieces.type.many else ir.ListOf((r.pieces,), ir.PIECES)
    return Window((by, ir.ForEach(piece.slot, pieces, (place, unseen, *done), span=r.span)), span=r.span)


def on_shuffle(sites: Sites, s: ir.Shuffle) -> Statement:
    """Makes an event of a shuffle of a zone that is not empty."""
    who, s = s.you or YOU, with_fields(s, you=None)
    triggers = sites.on("shuffle")
    if not triggers:
        return s
    zone = sites.scope.let("zone", s.zone, s.span)
    place = _local(zone, ir.ZONE)
    full = sites.scope.let("full", ir.Some(ir.Contents(place), ir.NONE, None), s.span)
    by = sites.scope.let("player", who, s.span)
    site = _site(sites, _local(by, ir.PLAYER.or_none()), {}, _local(full, ir.YES_NO), place)
    return Window((by, zone, full, *site.around(triggers, (with_fields(s, zone=place),))), span=s.span)


def on_roll(sites: Sites, r: ir.Roll) -> Statement:
    """Makes an event of a roll; for a rule that binds a die, of each of the dice, once all have been rolled."""
    triggers = [trigger for trigger in sites.on("roll") if trigger[1].name in ("", r.die)]
    if not triggers:
        return r
    by = sites.scope.let("player", r.you or YOU, r.span)
    player = _local(by, ir.PLAYER.or_none())
    amount = sites.scope.let("amount", r.amount, r.span)
    count = _local(amount, ir.NUMBER)
    die = ir.Local(sites.scope.new("die"), "die", ir.Type(ir.Kind.DIE, r.die))
    thrown = ir.Local(r.slot, "thrown", die.type.list())
    site = _site(sites, player, {"die": die}, ir.Compare(">", count, ZERO), None)
    before = site.all([trigger for trigger in triggers if "die" not in trigger[1].binds], ir.Timing.BEFORE)
    after: list[Statement] = []
    for number, hook in triggers:
        if hook.timing is ir.Timing.AFTER:
            rule = site.fire(number)
            after += (ir.ForEach(die.slot, thrown, rule, span=r.span),) if "die" in hook.binds else rule
    return Window((by, amount, *before, with_fields(r, amount=count, you=player), *after), span=r.span)


def on_play(sites: Sites, call: CallRoutine) -> Statements:
    """Makes an event of a call of a card's text, by `do effect of`."""
    triggers = sites.on("play")
    if not triggers:
        return (call,)
    scope = sites.scope
    who = scope.let("player", call.you or YOU, call.span)
    card, this = (scope.let(name, a, call.span) for name, a in zip(("card", "this"), call.arguments, strict=True))
    player, piece = _local(who, ir.PLAYER.or_none()), _local(card, ir.PIECE)
    place = scope.let("place", ir.Function("place", (piece,), ir.ZONE), call.span)
    there = ir.Compare("!=", piece, NOTHING)
    itself = with_fields(call, you=player, arguments=(piece, _local(this, ir.PIECE)))
    site = _site(sites, player, {"piece": piece}, there, _local(place, ir.ZONE))
    return (who, card, this, place, *site.around(triggers, (itself,), lambda s: (Window(s, span=call.span),)))


def on_role(sites: Sites, w: ir.Write) -> Statement:
    """Makes an event of a role that is given to somebody who does not have it."""
    triggers = [trigger for trigger in sites.on("become") if trigger[1].name == w.variable]
    if not triggers:
        return w
    value = sites.scope.let("player", w.value, w.span)
    player = _local(value, ir.PLAYER.or_none())
    is_new = ir.Compare("!=", player, ir.Read(w.variable, w.at, player.type))
    comes = sites.scope.let("comes", ir.And((ir.Compare("!=", player, NOTHING), is_new)), w.span)
    site = _site(sites, player, {}, _local(comes, ir.YES_NO), None)
    return Window((value, comes, *site.around(triggers, (with_fields(w, value=player),))), span=w.span)


def _local(stored: ir.SetLocal, type_: ir.Type) -> ir.Local:
    return ir.Local(stored.slot, "", type_, span=stored.span)


def _site(
    sites: Sites, who: ir.Expression, known: Mapping[str, ir.Expression], happens: ir.Expression,
    zone: ir.Expression | None,
) -> TriggerSite:  # fmt: skip
    """The site of an event caused by `who`; `zone` is where it happens, which a rule may ask for."""

    def tests(hook: ir.HookRule, substitute: Substitute) -> Iterator[ir.Expression]:
        yield happens
        yield from subject_test(hook, who, substitute)
        if hook.leaving is not None and zone is not None:
            yield matches(zone, substitute(hook.leaving))

    return sites.at(event_of(who, {"subject": who, **known}, tests))
