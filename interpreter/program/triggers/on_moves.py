"""Pieces that rules can meet on their way: moved, drawn or exchanged, each of them is an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import with_fields
from interpreter.program.desugar.routines import YOU
from interpreter.program.model.nodes import Keep, LayBack, Lift, Sentence, Statements
from interpreter.program.triggers.substitution_scope import Host
from interpreter.program.triggers.trigger_site import Event, Place
from interpreter.program.triggers.trigger_table import MOVES, Loom, Met

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)
_ONE = ir.Constant(1, ir.NUMBER)

Meeting = list[tuple[int, ir.HookRule]]


def met_move(loom: Loom, host: Host, m: ir.MovePieces, rules: Meeting, met: Met) -> object:
    """Each piece moves by itself, so that every one is an event, if there is room for it."""
    left = _zone_left(m.pieces)
    meeting = [rule for rule in rules if _can_meet(rule[1], m.verb, left, m.zone)]
    if not meeting:
        return m
    who = host.kept("mover", m.mover, m.span)
    pieces = m.pieces if m.pieces.type.many else ir.ListOf((m.pieces,), ir.PIECES)
    one = _OnePiece(loom, host, met, meeting, ir.Local(who.slot, "mover", ir.PLAYER.or_none()), m.span)
    way = _Way(host, m.span, one.piece, _place(one.piece), m.zone)
    moved = one.done(way, lambda piece: (with_fields(m, pieces=piece),))
    return Sentence((who, ir.ForEach(one.piece.slot, pieces, moved, span=m.span)), span=m.span)


def met_draw(loom: Loom, host: Host, d: ir.Draw, rules: Meeting, met: Met) -> object:
    """All pieces are lifted, then drawn one by one, each an event; so what a rule lays back is not drawn again.

    Those for which there is no room go back as they lay.
    """
    meeting = [rule for rule in rules if _can_meet(rule[1], "draw", d.source, d.target)]
    if not meeting:
        return d
    settled = [host.kept("drawer", d.player, d.span)]
    who = ir.Local(settled[0].slot, "drawer", ir.PLAYER.or_none())
    source, target = host.kept_zone(d.source, settled), host.kept_zone(d.target, settled)
    if d.slot >= 0:
        settled.append(ir.SetLocal(d.slot, _NOTHING, span=d.span))
    lifted = ir.Local(host.new("lifted"), "lifted", ir.PIECES)
    one = _OnePiece(loom, host, met, meeting, who, d.span)
    back = LayBack(one.piece, source, span=d.span)
    by_one = with_fields(d, player=who, amount=_ONE, source=source, target=target)
    way = _Way(host, d.span, one.piece, source, target)
    drawn = one.done(way, lambda _: (back, by_one), back)
    loop = ir.ForEach(one.piece.slot, lifted, drawn, span=d.span)
    lift = Lift(d.amount, source, lifted.slot, d.site, span=d.span)
    return Sentence((*settled, lift, loop, *_laid_back(host, lifted, source, d.span)), span=d.span)


def _laid_back(host: Host, lifted: ir.Local, source: ir.Expression, span: Span) -> Statements:
    """What still lies aside goes back, the outermost last."""
    place = ir.Local(host.new("place"), "place", ir.NUMBER)
    count = ir.CountOf(lifted)
    piece = ir.Item(lifted, ir.Arithmetic("-", count, place), ir.PIECE)
    back: Any = LayBack(piece, source, span=span)
    return (ir.ForRange(place.slot, _ONE, count, (back,), span=span),)


def met_swap(loom: Loom, host: Host, s: ir.Swap, rules: Meeting, met: Met) -> object:
    """Both pieces, or all that lies in both zones, go to where the others were at the same moment.

    If a rule is done in place of some of that, the others go one by one, as far as there is room.
    """
    mover, s = s.you or YOU, with_fields(s, you=None)
    zones = s.left.type.kind is ir.Kind.ZONE
    ways = ((s.left, s.right), (s.right, s.left)) if zones else ((None, None),)
    meeting = [rule for rule in rules if any(_can_meet(rule[1], "swap", *way) for way in ways)]
    if not meeting:
        return s
    instead = any(rule.timing is ir.Timing.INSTEAD for _, rule in meeting)
    settled: list[Any] = []

    def kept(name: str, value: ir.Expression) -> ir.Local:
        settled.append(host.kept(name, value, s.span))
        return ir.Local(settled[-1].slot, name, value.type, span=s.span)

    who = kept("mover", mover)
    sides = kept("one", s.left), kept("other", s.right)
    places = sides if zones else tuple(kept("place", _place(side)) for side in sides)
    groups = [kept("pieces", ir.Contents(side) if zones else ir.ListOf((side,), ir.PIECES)) for side in sides]
    there = tuple(ir.Compare("!=", side, _NOTHING) for side in sides)
    happens = kept("happens", ir.And((*there, ir.Compare("!=", places[0], places[1]))))
    before: list[Any] = []
    chosen: list[Any] = []
    going: list[_Going] = []
    after: list[Any] = []
    for group, (left, goal) in zip(groups, (places, places[::-1]), strict=True):
        one = _OnePiece(loom, host, met, meeting, who, s.span)
        way = _Way(host, s.span, one.piece, left, goal)
        if body := one.rules(ir.Timing.BEFORE, way, happens):
            before.append(ir.ForEach(one.piece.slot, group, (*way.taken(), *body), span=s.span))
        if instead:
            going.append(_Going(group, ir.Local(host.new("going"), "going", ir.PIECES), goal, who))
            keep = one.unless_instead(way, happens, (Keep(going[-1].going.slot, one.piece.slot),))
            nothing = ir.SetLocal(going[-1].going.slot, ir.ListOf((), ir.PIECES), span=s.span)
            chosen += (nothing, ir.ForEach(one.piece.slot, group, (*way.taken(), *keep), span=s.span))
        if body := one.rules(ir.Timing.AFTER, way, happens):
            body = (ir.If(ir.Compare("=", _place(one.piece), goal), body, ()),) if instead else body
            went = going[-1].going if instead else group
            after.append(ir.ForEach(one.piece.slot, went, (*way.taken(), *body), span=s.span))
    swapped: Any = with_fields(s, left=sides[0], right=sides[1])
    if instead:
        swapped = ir.If(ir.And(tuple(g.all_go() for g in going)), (swapped,), tuple(g.moved(s) for g in going))
    return Sentence((*settled, *before, *chosen, swapped, *after), span=s.span)


@frozen
class _Going:
    """Those pieces of a group that go to where the others are, since nothing is done in place of that."""

    group: ir.Local
    going: ir.Local
    goal: ir.Local
    who: ir.Local

    def all_go(self) -> ir.Expression:
        return ir.Compare("=", ir.CountOf(self.going), ir.CountOf(self.group))

    def moved(self, s: ir.Swap) -> ir.MovePieces:
        verb, manner = ir.MoveVerb.MOVE, ir.Manner.PLAIN
        return ir.MovePieces(verb, self.going, self.goal, False, None, self.who, manner, s.site, span=s.span)


# ---------------------------------------------------------------- one piece


@define
class _OnePiece:
    """A piece on its way, among the rules that it may meet. `who` moves it."""

    loom: Loom
    host: Host
    met: Met
    meeting: Meeting
    who: ir.Local
    span: Span
    piece: ir.Local = field(init=False)
    moves: ir.Local = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.piece = ir.Local(self.host.new("piece"), "piece", ir.PIECE)
        self.moves = ir.Local(self.host.new("moves"), "moves", ir.YES_NO)

    def done(self, way: _Way, itself: Callable[[ir.Local], Statements], *last: Any) -> Statements:
        """What is done with the piece: `itself` among the rules, if there is room for it, and `last` in the end."""
        there: list[ir.Expression] = [ir.Compare("!=", self.piece, _NOTHING)]
        if _may_be_nowhere(way.goal):
            there.append(ir.Compare("!=", way.goal, _NOTHING))
        if (fits := _fits(way.goal, self.piece, self.loom.game)) is not None:
            there.append(fits)
        after = self.rules(ir.Timing.AFTER, way, self.moves)
        one = self.unless_instead(way, self.moves, (*itself(self.piece), *after))
        before = self.rules(ir.Timing.BEFORE, way, self.moves)
        whole: Statements = (*before, *one, *last)
        if last:
            whole = (ir.If(self.moves, whole, (), span=self.span),)
        return (ir.SetLocal(self.moves.slot, ir.And(tuple(there)), span=self.span), *way.taken(), *whole)

    def unless_instead(self, way: _Way, happens: ir.Local, done: Statements) -> Statements:
        """The statements, if no rule is done in their place."""
        here = self._here(way, happens)
        for k, h in reversed(self.meeting):
            if h.timing is ir.Timing.INSTEAD:
                done = here.rule(k, done)
        return done

    def rules(self, timing: ir.Timing, way: _Way, happens: ir.Local) -> Statements:
        """The rules before or after it."""
        here = self._here(way, happens)
        return tuple(s for k, h in self.meeting if h.timing is timing for s in here.rule(k))

    def _here(self, way: _Way, happens: ir.Local) -> Place:
        def bound(h: ir.HookRule) -> tuple[ir.Expression, ...]:
            return tuple({"subject": self.who, "piece": self.piece}[name] for name in h.binds)

        def tests(h: ir.HookRule, you: ir.Expression) -> list[ir.Expression]:
            found: list[ir.Expression] = [happens, *way.tests(h, you, bound(h))]
            if h.subject is not None:
                found.append(is_meant(self.who, self.host.inlined(h.subject, you, bound(h))))
            return found

        return Place(self.loom, self.host, self.met, Event(lambda _: self.who, bound, tests))


@define
class _Way:
    """Where a piece comes from and goes to, settled before it moves, as far as a rule asks for it."""

    host: Host
    span: Span
    piece: ir.Local
    left: ir.Expression
    goal: ir.Expression
    settled: dict[str, tuple[ir.SetLocal, ir.Local]] = field(factory=dict)

    def tests(self, hook: ir.HookRule, you: ir.Expression, bound: tuple[ir.Expression, ...]) -> Iterator[ir.Expression]:
        """Whether the way is one that the rule means. Who only moves within a zone neither enters nor leaves it."""
        if hook.leaving is not None:
            yield is_meant(self._kept("left", self.left), self.host.inlined(hook.leaving, you, bound))
        if hook.entering is not None:
            yield is_meant(self._kept("goal", self.goal), self.host.inlined(hook.entering, you, bound))
        if hook.event in ("enter", "leave"):
            yield ir.Compare("!=", self._kept("left", self.left), self._kept("goal", self.goal))

    def taken(self) -> Iterator[ir.SetLocal]:
        """What settles it, as far as the tests have asked."""
        for once, _ in self.settled.values():
            yield once

    def _kept(self, name: str, value: ir.Expression) -> ir.Local:
        if isinstance(value, ir.Local):
            return value
        if name not in self.settled:
            once = self.host.kept(name, value, self.span)
            self.settled[name] = once, ir.Local(once.slot, name, ir.ZONE, span=self.span)
        return self.settled[name][1]


def is_meant(actual: ir.Expression, wanted: ir.Expression) -> ir.Expression:
    """Whether it is the one that is meant, or one of those."""
    return ir.IsIn(actual, wanted) if wanted.type.many else ir.Compare("=", actual, wanted)


def _place(piece: ir.Expression) -> ir.Expression:
    return ir.Function("place", (piece,), ir.ZONE)


def _may_be_nowhere(zone: ir.Expression) -> bool:
    """Whether the zone may be that of nobody."""
    return not isinstance(zone, ir.ZoneAt) or any(index.type.optional for index in zone.at)


def _fits(zone: ir.Expression, piece: ir.Expression, game: ir.Game) -> ir.Expression | None:
    """Whether there is room for a piece in a zone; None where there always is."""
    declared = next((z for z in game.zones if isinstance(zone, ir.ZoneAt) and z.name == zone.zone), None)
    if declared is None or declared.capacity is None:
        return None
    lying = ir.Contents(zone)
    return ir.Or((ir.IsIn(piece, lying), ir.Compare("<", ir.CountOf(lying), declared.capacity)))


# ---------------------------------------------------------------- what is known before play


def _can_meet(hook: ir.HookRule, verb: str, left: ir.Expression | None, goal: ir.Expression | None) -> bool:
    if verb not in MOVES.get(hook.event, ()):
        return False
    return _may_be(hook.leaving, left) and _may_be(hook.entering, goal)


def _may_be(wanted: ir.Expression | None, actual: ir.Expression | None) -> bool:
    """Whether it may be that zone, or one of those."""
    if isinstance(wanted, ir.ZoneAt | ir.Zones) and isinstance(actual, ir.ZoneAt):
        return wanted.zone == actual.zone
    return True


def _zone_left(pieces: ir.Expression) -> ir.Expression | None:
    """The zone that pieces come from, if that stands in the rules."""
    return pieces.zone if isinstance(pieces, ir.Contents | ir.PileEnd) else None
