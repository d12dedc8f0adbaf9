"""Statements that rules can meet: counters that change hands here, pieces that move in `meet_moves.py`, and others in
`meet_others.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.walk import rebuilt_around, with_fields
from interpreter.program.desugar.routines import Source
from interpreter.program.desugar.timed_effects import end_effects
from interpreter.program.model.nodes import CallRoutine, Sentence, Statements
from interpreter.program.model.routine_id import RoutineId, TextOf
from interpreter.program.triggers.on_moves import is_meant, met_draw, met_move, met_swap
from interpreter.program.triggers.on_others import met_play, met_reveal, met_role, met_roll, met_shuffle
from interpreter.program.triggers.substitution_scope import Host
from interpreter.program.triggers.trigger_site import Event, Place
from interpreter.program.triggers.trigger_table import TRANSFERS, Loom, Met

_ZERO = ir.Constant(0, ir.NUMBER)
_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)


def with_events(loom: Loom, source: Source, met: Met) -> Source:
    """The routine with calls of rules around what they can meet; `met` are those that meet nothing in it."""
    others = loom.on_statements(met)
    host = Host(list(source.slots), loom.lists(source, met))

    def change(node: object) -> object:
        below = rebuilt_around(node, change)
        match below:
            case ir.Transfer():
                return _met_transfer(loom, host, below, [m for m in others if _can_meet(m[1], below)], met)
            case ir.MovePieces():
                return met_move(loom, host, below, others, met)
            case ir.Swap():
                return met_swap(loom, host, below, others, met)
            case ir.Boundary():
                return _met_boundary(loom, host, below, others, met)
            case ir.Draw():
                return met_draw(loom, host, below, others, met)
            case ir.Reveal():
                return met_reveal(loom, host, below, others, met)
            case ir.Write():
                return met_role(loom, host, below, others, met)
            case ir.Shuffle():
                return met_shuffle(loom, host, below, others, met)
            case ir.Roll():
                return met_roll(loom, host, below, others, met)
            case CallRoutine(routine) if routine == RoutineId(TextOf("")):
                loom.ways.call(routine)
                return met_play(loom, host, below, others, met)
            case CallRoutine():
                return loom.again(below, met, host.lists)
            case _:
                return below

    statements = rebuilt_around(source.statements, change)
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(host.slots), statements=statements)


def _met_boundary(loom: Loom, host: Host, b: ir.Boundary, others: list[tuple[int, ir.HookRule]], met: Met) -> object:
    """What ends at a start ends before anything else; what ends at an end does so after all that comes before that."""
    units = (b.unit, b.name) if b.name not in ("", "turn") else (b.unit,)  # a round called so is no turn
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
    together = (*ends, *before, *after) if b.edge is ir.Edge.START else (*before, *ends, *after)
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


def _met_transfer(loom: Loom, host: Host, t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]], met: Met) -> object:
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
    if happens := _both_are_there(t, fixed):
        goes = ir.Cases(((ir.And(happens), goes),), _ZERO, ir.NUMBER)
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


def _met_halves(loom: Loom, host: Host, t: ir.Transfer, meeting: list[tuple[int, ir.HookRule]], met: Met) -> object:
    """One player loses; then the other gains what was really lost. Both are one moment."""
    settled = [host.kept("counter", t.counter, t.span)]
    source, target = host.kept_place(t.source, settled), host.kept_place(t.target, settled)
    assert isinstance(source, ir.Holder)
    counter = ir.Local(settled[0].slot, "counter", ir.COUNTER)
    held = ir.ReadCounter(t.counter, source.player)
    before = host.kept("before", held, t.span)
    gone = ir.Arithmetic("-", ir.Local(before.slot, "before", ir.NUMBER), held)
    lost = host.kept("lost", ir.Function("larger", (gone, _ZERO), ir.NUMBER), t.span)
    same = _same_counter(t, counter)
    loses = with_fields(t, verb=ir.TransferVerb.LOSE, counter=same, source=source, target=ir.Bank())
    gains = with_fields(
        t, verb=ir.TransferVerb.GAIN, amount=ir.Local(lost.slot, "lost", ir.NUMBER), counter=same,
        source=ir.Bank(), target=target,
    )  # fmt: skip

    def half(event: str, transfer: ir.Transfer) -> Any:
        return _met_transfer(loom, host, transfer, [m for m in meeting if m[1].event == event], met)

    halves: Any = ir.Together((before, half("lose", loses), lost, half("gain", gains)), span=t.span)
    if happens := _both_are_there(t, with_fields(t, source=source, target=target)):
        halves = ir.If(ir.And(happens), (halves,), (), span=t.span)
    return Sentence((*settled, halves), span=t.span)


def _both_are_there(said: ir.Transfer, settled: ir.Transfer) -> tuple[ir.Expression, ...]:
    """What must hold for there to be somebody, or a pot, on either side; nothing happens between them otherwise."""
    sides = ((said.source, settled.source), (said.target, settled.target))
    pairs = [pair for one, other in sides for pair in zip(_whose(one), _whose(other), strict=True)]
    return tuple(ir.Compare("!=", kept, _NOTHING) for index, kept in pairs if _may_be_none(index))


def _whose(place: ir.Place) -> tuple[ir.Expression, ...]:
    match place:
        case ir.Holder(player):
            return (player,)
        case ir.Pot(_, at):
            return at
        case ir.Bank():
            return ()


def _may_be_none(index: ir.Expression) -> bool:
    return index.type.optional or not isinstance(index, ir.Constant | ir.Local)


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
            tests.append(is_meant(subject, self.host.inlined(hook.subject, you, bound)))
        if hook.counter is not None:
            tests.append(ir.Compare("=", self.transfer.counter, self.host.inlined(hook.counter, you, bound)))
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
