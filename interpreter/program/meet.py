"""Statements that rules can meet: counters that change hands, and pieces that move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from interpreter.program.host import Host
from interpreter.program.in_force import end_effects
from interpreter.program.loom import DRAWS, MOVES, TRANSFERS, Loom, Met, Statements
from interpreter.program.meeting import Event, Place
from interpreter.program.nodes import LayBack, Lift, Sentence
from interpreter.program.sources import Source
from interpreter.program.walk import rebuilt, with_fields

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)
_ZERO = ir.Constant(0, ir.NUMBER)


def with_events(loom: Loom, source: Source, met: Met) -> Source:
    """The routine with calls of rules around what they can meet; `met` are those that meet nothing in it."""
    others = loom.on_statements(met)
    host = Host(list(source.slots))

    def change(node: Any) -> Any:
        below = rebuilt(node, change)
        match below:
            case ir.Transfer():
                return _met_transfer(loom, host, below, [m for m in others if _can_meet(m[1], below)], met)
            case ir.MovePieces():
                meeting = [m for m in others if below.verb in MOVES.get(m[1].event, ())]
                return _met_move(loom, host, below, meeting, met)
            case ir.Boundary():
                return _met_boundary(loom, host, below, others, met)
            case ir.Draw():
                return _met_draw(loom, host, below, [m for m in others if m[1].event == DRAWS], met)
            case ir.Call():
                return loom.again(below, met)
            case _:
                return below

    statements = rebuilt(source.statements, change)
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(host.slots), statements=statements)


def _met_boundary(loom: Loom, host: Host, b: ir.Boundary, others: list[tuple[int, ir.HookRule]], met: Met) -> Any:
    """What ends at a start ends before anything else; what ends at an end does so after all that comes before that."""
    units = (b.unit, b.name) if b.name else (b.unit,)
    meant = {f"{b.edge} {unit}" for unit in units}
    meeting = [(k, h) for k, h in others if h.event == "boundary" and h.name in meant]
    ends = end_effects(loom.effects, b.edge, units, b.player)
    if not meeting:
        return ends

    def tests(h: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
        return [] if h.subject is None else [ir.Compare("=", b.player, host.inlined(h.subject, you, ()))]

    here = Place(loom, host, met, Event(lambda _: b.player, lambda _: (), tests))
    before = tuple(s for k, h in meeting if h.timing is ir.Timing.BEFORE for s in here.rule(k))
    after = tuple(s for k, h in meeting if h.timing is ir.Timing.AFTER for s in here.rule(k))
    together = (*ends, *before, *after) if b.edge == "start" else (*before, *ends, *after)
    return Sentence(together, span=b.span)


def _can_meet(hook: ir.HookRule, t: ir.Transfer) -> bool:
    """What is known before play: the verb, the counter, the places."""
    if hook.event not in TRANSFERS or _subject_side(hook, t) is None:
        return False
    both_known = isinstance(hook.counter, ir.Constant) and isinstance(t.counter, ir.Constant)
    if both_known and hook.counter != t.counter:
        return False
    return _places_fit(hook.source, t.source) and _places_fit(hook.target, t.target)


def _subject_side(hook: ir.HookRule, t: ir.Transfer) -> ir.Expression | None:
    """The player whom the event is about: who gains, or who loses, pays or gives."""
    place = t.target if hook.event == "gain" else t.source
    if hook.event in ("pay", "give") and t.verb != hook.event:
        return None
    return place.player if isinstance(place, ir.Holder) else None


def _places_fit(wanted: ir.Place | None, actual: ir.Place) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, ir.Pot) and isinstance(actual, ir.Pot):
        return wanted.variable == actual.variable
    return type(wanted) is type(actual)


def _met_transfer(loom: Loom, host: Host, t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]], met: Met) -> Any:
    """The transfer among the rules that it may meet. What it is, is settled before the first of them."""
    if not meeting:
        return t
    if _two_events(t, meeting):
        return _met_halves(loom, host, t, meeting, met)
    settled = [host.kept("counter", t.counter, t.span)]
    source, target = host.kept_place(t.source, settled), host.kept_place(t.target, settled)
    counter = ir.Local(settled[0].slot, "counter", ir.COUNTER)
    fixed = with_fields(t, counter=counter, source=source, target=target)
    settled.append(host.kept("asked", ir.Function("larger", (t.amount, _ZERO), ir.NUMBER), t.span))
    asked = ir.Local(settled[-1].slot, "asked", ir.NUMBER)
    goes = _really_goes(with_fields(fixed, amount=asked), t.counter, loom.game)
    settled.append(host.kept("amount", goes, t.span))
    amount = ir.Local(settled[-1].slot, "amount", ir.NUMBER)
    parts = _Parts(host, with_fields(fixed, amount=amount), asked)
    here = Place(loom, host, met, Event(parts.subject, parts.bound, parts.tests))
    after = tuple(s for k, h in meeting if h.timing is ir.Timing.AFTER for s in here.rule(k))
    itself: Statements = (parts.transfer, *after)
    for k, h in reversed(meeting):
        if h.timing is ir.Timing.INSTEAD:
            itself = here.rule(k, itself)
    before = tuple(s for k, h in meeting if h.timing is ir.Timing.BEFORE for s in here.rule(k))
    return Sentence((*settled, *before, *itself), span=t.span)


def _two_events(t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]]) -> bool:
    """Whether one player's loss and another's gain must be told apart: something may be done instead of either."""
    instead = any(h.timing is ir.Timing.INSTEAD and h.event in ("lose", "gain") for _, h in meeting)
    return instead and isinstance(t.source, ir.Holder) and isinstance(t.target, ir.Holder)


def _met_halves(loom: Loom, host: Host, t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]], met: Met) -> Any:
    """One player loses; then the other gains what was really lost. Both are one moment."""
    settled = [host.kept("counter", t.counter, t.span)]
    source, target = host.kept_place(t.source, settled), host.kept_place(t.target, settled)
    assert isinstance(source, ir.Holder)
    counter = ir.Local(settled[0].slot, "counter", ir.COUNTER)
    held = ir.ReadCounter(t.counter, source.player)
    before = host.kept("before", held, t.span)
    gone = ir.Arithmetic("-", ir.Local(before.slot, "before", ir.NUMBER), held)
    lost = host.kept("lost", ir.Function("larger", (gone, _ZERO), ir.NUMBER), t.span)
    loses = with_fields(t, verb="lose", counter=_same_counter(t, counter), source=source, target=ir.Bank())
    gains = with_fields(
        t, verb="gain", amount=ir.Local(lost.slot, "lost", ir.NUMBER), counter=_same_counter(t, counter),
        source=ir.Bank(), target=target,
    )  # fmt: skip

    def half(event: str, transfer: ir.Transfer) -> Any:
        return _met_transfer(loom, host, transfer, [m for m in meeting if m[1].event == event], met)

    halves = ir.Together((before, half("lose", loses), lost, half("gain", gains)), span=t.span)
    return Sentence((*settled, halves), span=t.span)


def _same_counter(t: ir.Transfer, kept: ir.Local) -> ir.Expression:
    return t.counter if isinstance(t.counter, ir.Constant) else kept


def _really_goes(t: ir.Transfer, counter: ir.Expression, game: ir.Game) -> ir.Expression:
    """The amount of the event: no more than there is, nor than there is room for, nor less than nothing."""
    amount: ir.Expression = t.amount
    for place, is_source in ((t.source, True), (t.target, False)):
        limits = _limits(place, counter, t.counter, is_source, game)
        if len(set(limits.values())) == 1 and len(limits) == len(_counters(place, counter, game)):
            amount = ir.Function("smaller", (amount, next(iter(limits.values()))), ir.NUMBER)
        elif limits:
            cases = tuple(
                (ir.Compare("=", t.counter, ir.Constant(k, ir.COUNTER)), limit) for k, limit in limits.items()
            )
            amount = ir.Function("smaller", (amount, ir.Cases(cases, amount, ir.NUMBER)), ir.NUMBER)
    return ir.Function("larger", (amount, _ZERO), ir.NUMBER)


def _counters(place: ir.Place, counter: ir.Expression, game: ir.Game) -> list[ir.Variable]:
    """The variables that a transfer may change at a place."""
    match place, counter:
        case ir.Pot(name), _:
            return [v for v in game.variables if v.name == name]
        case ir.Holder(), ir.Constant(number):
            return [v for v in game.variables if v.number == number]
        case ir.Holder(), _:
            return [v for v in game.variables if v.number >= 0]
        case _:
            return []


def _limits(
    place: ir.Place, counter: ir.Expression, said: ir.Expression, is_source: bool, game: ir.Game
) -> dict[int, ir.Expression]:
    """How much can leave a place, or come there, by the number of the counter; without bounds nothing."""
    held: ir.Expression = ir.ReadCounter(said, place.player) if isinstance(place, ir.Holder) else _ZERO
    if isinstance(place, ir.Pot):
        held = ir.Read(place.variable, place.at, ir.NUMBER)
    found: dict[int, ir.Expression] = {}
    for variable in _counters(place, counter, game):
        bound = variable.low if is_source else variable.high
        if bound is not None and is_source:
            found[variable.number] = held if bound == _ZERO else ir.Arithmetic("-", held, bound)
        elif bound is not None:
            found[variable.number] = ir.Arithmetic("-", bound, held)
    return found


@frozen
class _Parts:
    """A transfer whose parts are in locals, and the tests of the rules that it may meet."""

    host: Host
    transfer: ir.Transfer
    asked: ir.Local

    def subject(self, hook: ir.HookRule) -> ir.Expression:
        who = _subject_side(hook, self.transfer)
        assert who is not None
        return who

    def bound(self, hook: ir.HookRule) -> tuple[ir.Expression, ...]:
        known: dict[str, ir.Expression] = {
            "subject": self.subject(hook), "amount": self.transfer.amount, "counter": self.transfer.counter,
            "asked": self.asked,
        }  # fmt: skip
        return tuple(known[name] for name in hook.binds)

    def tests(self, hook: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
        """Whether the transfer is what the rule means, as far as that hangs on play."""
        bound, subject = self.bound(hook), self.subject(hook)
        tests: list[ir.Expression] = [ir.Compare(">", self.transfer.amount, _ZERO)]
        if hook.subject is not None:
            tests.append(_is(subject, self.host.inlined(hook.subject, you, bound)))
        if hook.counter is not None:
            wanted = self.host.inlined(hook.counter, you, bound)
            tests.append(ir.Compare("=", self.transfer.counter, wanted))
        for wanted, actual in ((hook.source, self.transfer.source), (hook.target, self.transfer.target)):
            tests += self._same_place(wanted, actual, you, bound)
        return tests

    def _same_place(
        self, wanted: ir.Place | None, actual: ir.Place, you: ir.Expression, bound: tuple[ir.Expression, ...]
    ) -> Iterator[ir.Expression]:
        match wanted, actual:
            case ir.Holder(player), ir.Holder(other):
                yield ir.Compare("=", other, self.host.inlined(player, you, bound))
            case ir.Pot(_, at), ir.Pot(_, index):
                for one, two in zip(at, index, strict=False):
                    yield ir.Compare("=", two, self.host.inlined(one, you, bound))
            case _:
                return


def _is(actual: ir.Expression, wanted: ir.Expression) -> ir.Expression:
    """Whether it is the one that is meant, or one of those."""
    return ir.IsIn(actual, wanted) if wanted.type.many else ir.Compare("=", actual, wanted)


def _met_move(loom: Loom, host: Host, m: ir.MovePieces, meeting: list[tuple[int, ir.HookRule]], met: Met) -> Any:
    """Each piece moves by itself, so that every one is an event, if there is room for it."""
    if not meeting:
        return m
    piece = ir.Local(host.new("piece"), "piece", ir.PIECE)
    who = ir.Local(host.new("mover"), "mover", ir.PLAYER.or_none())
    moves = ir.Local(host.new("moves"), "moves", ir.YES_NO)
    pieces = m.pieces if m.pieces.type.many else ir.ListOf((m.pieces,), ir.PIECES)
    there: ir.Expression = ir.Compare("!=", piece, _NOTHING)
    if (fits := _fits(m.zone, piece, loom.game)) is not None:
        there = ir.And((there, fits))

    way = _Way(host, m, piece)

    def bound(h: ir.HookRule) -> tuple[ir.Expression, ...]:
        return tuple({"subject": who, "piece": piece}[name] for name in h.binds)

    def tests(h: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
        found: list[ir.Expression] = [moves, *way.tests(h, you, bound(h))]
        if h.subject is not None:
            found.append(_is(who, host.inlined(h.subject, you, bound(h))))
        return found

    here = Place(loom, host, met, Event(lambda _: who, bound, tests))
    after = tuple(s for k, h in meeting if h.timing is ir.Timing.AFTER for s in here.rule(k))
    one: Statements = (with_fields(m, pieces=piece), *after)
    for k, h in reversed(meeting):
        if h.timing is ir.Timing.INSTEAD:
            one = here.rule(k, one)
    before = tuple(s for k, h in meeting if h.timing is ir.Timing.BEFORE for s in here.rule(k))
    settled = (ir.SetLocal(moves.slot, there, span=m.span), *way.settled)
    loop = ir.ForEach(piece.slot, pieces, (*settled, *before, *one), span=m.span)
    return Sentence((ir.SetLocal(who.slot, m.mover, span=m.span), loop), span=m.span)


def _met_draw(loom: Loom, host: Host, d: ir.Draw, meeting: list[tuple[int, ir.HookRule]], met: Met) -> Any:
    """All pieces are lifted, then drawn one by one, each an event; so what a rule lays back is not drawn again."""
    if not meeting:
        return d
    who, source, target = (
        host.kept(name, value, d.span) for name, value in (("drawer", d.player), ("pile", d.source), ("goal", d.target))
    )
    drawer = ir.Local(who.slot, "drawer", ir.PLAYER.or_none())
    pile, goal = ir.Local(source.slot, "pile", ir.ZONE), ir.Local(target.slot, "goal", ir.ZONE)
    lifted = ir.Local(host.new("lifted"), "lifted", ir.PIECES)
    piece = ir.Local(host.new("piece"), "piece", ir.PIECE)

    def bound(h: ir.HookRule) -> tuple[ir.Expression, ...]:
        return tuple({"subject": drawer, "piece": piece}[name] for name in h.binds)

    def tests(h: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
        wanted = ((drawer, h.subject), (pile, h.leaving), (goal, h.entering))
        found = [_is(actual, host.inlined(w, you, bound(h))) for actual, w in wanted if w is not None]
        return found or [ir.Constant(1, ir.YES_NO)]

    here = Place(loom, host, met, Event(lambda _: drawer, bound, tests))
    after = tuple(s for k, h in meeting if h.timing is ir.Timing.AFTER for s in here.rule(k))
    back: Any = LayBack(piece, d.source, span=d.span)
    drawn: Any = with_fields(d, amount=ir.Constant(1, ir.NUMBER))
    one: Statements = (back, drawn, *after)
    for k, h in reversed(meeting):
        if h.timing is ir.Timing.INSTEAD:
            one = here.rule(k, one)
    before = tuple(s for k, h in meeting if h.timing is ir.Timing.BEFORE for s in here.rule(k))
    nothing = (ir.SetLocal(d.slot, _NOTHING, span=d.span),) if d.slot >= 0 else ()
    lift = Lift(d.amount, d.source, lifted.slot, d.site, span=d.span)
    loop = ir.ForEach(piece.slot, lifted, (*before, *one, back), span=d.span)
    return Sentence((who, source, target, *nothing, lift, loop), span=d.span)


@define
class _Way:
    """Where a piece comes from and goes to, settled before it moves, as far as a rule asks for it."""

    host: Host
    move: ir.MovePieces
    piece: ir.Local
    settled: list[ir.SetLocal] = field(factory=list)

    def tests(self, hook: ir.HookRule, you: ir.Expression, bound: tuple[ir.Expression, ...]) -> Iterator[ir.Expression]:
        if hook.leaving is not None:
            left = self._kept("left", ir.Function("place", (self.piece,), ir.ZONE), ir.ZONE)
            yield _is(left, self.host.inlined(hook.leaving, you, bound))
        if hook.entering is not None:
            goal = self._kept("goal", self.move.zone, ir.ZONE)
            yield _is(goal, self.host.inlined(hook.entering, you, bound))

    def _kept(self, name: str, value: ir.Expression, type_: ir.Type) -> ir.Local:
        self.settled.append(self.host.kept(name, value, self.move.span))
        return ir.Local(self.settled[-1].slot, name, type_, span=self.move.span)


def _fits(zone: ir.Expression, piece: ir.Expression, game: ir.Game) -> ir.Expression | None:
    """Whether there is room for a piece in a zone; None where there always is."""
    declared = next((z for z in game.zones if isinstance(zone, ir.ZoneAt) and z.name == zone.zone), None)
    if declared is None or declared.capacity is None:
        return None
    lying = ir.Contents(zone)
    return ir.Or((ir.IsIn(piece, lying), ir.Compare("<", ir.CountOf(lying), declared.capacity)))
