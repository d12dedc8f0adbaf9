"""Trigger sites of pieces on their way: moved, drawn or exchanged, each of them is an event."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import with_fields
from interpreter.program.model.constants import NOTHING, ONE, YOU
from interpreter.program.model.nodes import Append, LayBack, Lift, Statement, Statements, Window
from interpreter.program.triggers.substitution_scope import Scope
from interpreter.program.triggers.trigger_site import Sites, Substitute, TriggerSite, event_of, matches, subject_test
from interpreter.program.triggers.trigger_table import MOVES, Triggers


def on_move(sites: Sites, m: ir.MovePieces) -> Statement:
    """Moves each piece by itself, so that every one is an event, if there is room for it."""
    triggers = _triggers(sites, m.verb, (_zone_left(m.pieces), m.zone))
    if not triggers:
        return m
    who = sites.scope.let("mover", m.mover, m.span)
    pieces = m.pieces if m.pieces.type.many else ir.ListOf((m.pieces,), ir.PIECES)
    one = _MovedPiece(sites, triggers, ir.Local(who.slot, "mover", ir.PLAYER.or_none()), m.span)
    path = _Path(sites.scope, m.span, _zone_of(one.piece), m.zone)
    moved = one.done(path, (with_fields(m, pieces=one.piece),))
    return Window((who, ir.ForEach(one.piece.slot, pieces, moved, span=m.span)), span=m.span)


def on_draw(sites: Sites, d: ir.Draw) -> Statement:
    """Lifts all pieces, then draws them one by one, each an event; so what a rule lays back is not drawn again.

    Those for which there is no room go back as they lay.
    """
    triggers = _triggers(sites, "draw", (d.source, d.target))
    if not triggers:
        return d
    scope = sites.scope
    lets = [scope.let("drawer", d.player, d.span)]
    who = ir.Local(lets[0].slot, "drawer", ir.PLAYER.or_none())
    source, target = scope.let_zone(d.source, lets), scope.let_zone(d.target, lets)
    if d.slot >= 0:
        lets.append(ir.SetLocal(d.slot, NOTHING, span=d.span))
    lifted = ir.Local(scope.new("lifted"), "lifted", ir.PIECES)
    one = _MovedPiece(sites, triggers, who, d.span)
    back = LayBack(one.piece, source, span=d.span)
    by_one = with_fields(d, player=who, amount=ONE, source=source, target=target)
    drawn = one.done(_Path(scope, d.span, source, target), (back, by_one), back)
    loop = ir.ForEach(one.piece.slot, lifted, drawn, span=d.span)
    lift = Lift(d.amount, source, lifted.slot, d.site, span=d.span)
    return Window((*lets, lift, loop, _all_laid_back(scope, lifted, source, d.span)), span=d.span)


def _all_laid_back(scope: Scope, lifted: ir.Local, source: ir.Expression, span: Span) -> Statement:
    """Lays back what is still aside, the outermost last."""
    place = ir.Local(scope.new("place"), "place", ir.NUMBER)
    count = ir.CountOf(lifted)
    piece = ir.Item(lifted, ir.Arithmetic("-", count, place), ir.PIECE)
    back: Statements = (LayBack(piece, source, span=span),)
    return ir.ForRange(place.slot, ONE, count, back, span=span)


def on_swap(sites: Sites, s: ir.Swap) -> Statement:
    """Moves both pieces, or all that lies in both zones, to where the others were at the same moment.

    If a rule replaces some of that, the others go one by one, as far as there is room.
    """
    mover, s = s.you or YOU, with_fields(s, you=None)
    zones = s.left.type.kind is ir.Kind.ZONE
    triggers = _triggers(sites, "swap", *(((s.left, s.right), (s.right, s.left)) if zones else ((None, None),)))
    if not triggers:
        return s
    scope = sites.scope
    lets: list[ir.SetLocal] = []

    def let(name: str, value: ir.Expression) -> ir.Local:
        lets.append(scope.let(name, value, s.span))
        return ir.Local(lets[-1].slot, name, value.type, span=s.span)

    who = let("mover", mover)
    sides = let("one", s.left), let("other", s.right)
    places = sides if zones else tuple(let("place", _zone_of(side)) for side in sides)
    groups = [let("pieces", ir.Contents(side) if zones else ir.ListOf((side,), ir.PIECES)) for side in sides]
    there = tuple(ir.Compare("!=", side, NOTHING) for side in sides)
    happens = let("happens", ir.And((*there, ir.Compare("!=", places[0], places[1]))))
    is_replaced = any(rule.timing is ir.Timing.INSTEAD for _, rule in triggers)
    before: list[Statement] = []
    chosen: list[Statement] = []
    going: list[_Going] = []
    after: list[Statement] = []
    for group, (left, goal) in zip(groups, (places, places[::-1]), strict=True):
        one = _MovedPiece(sites, triggers, who, s.span)
        path = _Path(scope, s.span, left, goal)
        site = one.site(path, happens)
        if body := site.all(triggers, ir.Timing.BEFORE):
            before.append(ir.ForEach(one.piece.slot, group, (*path.lets(), *body), span=s.span))
        if is_replaced:
            going.append(_Going(group, ir.Local(scope.new("going"), "going", ir.PIECES), goal, who))
            add = site.unless_replaced(triggers, (Append(going[-1].going.slot, one.piece.slot),))
            nothing = ir.SetLocal(going[-1].going.slot, ir.ListOf((), ir.PIECES), span=s.span)
            chosen += (nothing, ir.ForEach(one.piece.slot, group, (*path.lets(), *add), span=s.span))
        if body := site.all(triggers, ir.Timing.AFTER):
            body = (ir.If(ir.Compare("=", _zone_of(one.piece), goal), body, ()),) if is_replaced else body
            went = going[-1].going if is_replaced else group
            after.append(ir.ForEach(one.piece.slot, went, (*path.lets(), *body), span=s.span))
    swapped: Statement = with_fields(s, left=sides[0], right=sides[1])
    if is_replaced:
        swapped = ir.If(ir.And(tuple(g.all_go() for g in going)), (swapped,), tuple(g.moved(s) for g in going))
    return Window((*lets, *before, *chosen, swapped, *after), span=s.span)


@frozen
class _Going:
    """The pieces of a group that go to where the others are, since no rule replaces that."""

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
class _MovedPiece:
    """A piece on its way, moved by `who`, among the rules that may fire on that."""

    sites: Sites
    triggers: Triggers
    who: ir.Local
    span: Span
    piece: ir.Local = field(init=False)
    moves: ir.Local = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.piece = ir.Local(self.sites.scope.new("piece"), "piece", ir.PIECE)
        self.moves = ir.Local(self.sites.scope.new("moves"), "moves", ir.YES_NO)

    def done(self, path: _Path, itself: Statements, *last: Statement) -> Statements:
        """What is done with the piece: `itself` among the rules, if there is room for it, and `last` in the end."""
        there: list[ir.Expression] = [ir.Compare("!=", self.piece, NOTHING)]
        if _may_be_none(path.goal):
            there.append(ir.Compare("!=", path.goal, NOTHING))
        if (fits := _fits(path.goal, self.piece, self.sites.table.game)) is not None:
            there.append(fits)
        whole = (*self.site(path, self.moves).around(self.triggers, itself), *last)
        if last:
            whole = (ir.If(self.moves, whole, (), span=self.span),)
        return (ir.SetLocal(self.moves.slot, ir.And(tuple(there)), span=self.span), *path.lets(), *whole)

    def site(self, path: _Path, happens: ir.Local) -> TriggerSite:
        """The site of the piece's move."""

        def tests(hook: ir.HookRule, substitute: Substitute) -> Iterator[ir.Expression]:
            yield happens
            yield from path.tests(hook, substitute)
            yield from subject_test(hook, self.who, substitute)

        return self.sites.at(event_of(self.who, {"subject": self.who, "piece": self.piece}, tests))


@define
class _Path:
    """Where a piece comes from and goes to, evaluated before it moves, as far as a rule asks for it."""

    scope: Scope
    span: Span
    left: ir.Expression
    goal: ir.Expression
    known: dict[str, tuple[ir.SetLocal, ir.Local]] = field(factory=dict)

    def tests(self, hook: ir.HookRule, substitute: Substitute) -> Iterator[ir.Expression]:
        """Tests that the path is one that the rule is about. What moves within a zone neither enters nor leaves it."""
        if hook.leaving is not None:
            yield matches(self._let("left", self.left), substitute(hook.leaving))
        if hook.entering is not None:
            yield matches(self._let("goal", self.goal), substitute(hook.entering))
        if hook.event in ("enter", "leave"):
            yield ir.Compare("!=", self._let("left", self.left), self._let("goal", self.goal))

    def lets(self) -> Iterator[ir.SetLocal]:
        """What stores the zones that the tests so far have asked for."""
        return (stored for stored, _ in self.known.values())

    def _let(self, name: str, value: ir.Expression) -> ir.Local:
        if isinstance(value, ir.Local):
            return value
        if name not in self.known:
            stored = self.scope.let(name, value, self.span)
            self.known[name] = stored, ir.Local(stored.slot, name, ir.ZONE, span=self.span)
        return self.known[name][1]


def _zone_of(piece: ir.Expression) -> ir.Expression:
    return ir.Function("place", (piece,), ir.ZONE)


def _may_be_none(zone: ir.Expression) -> bool:
    return not isinstance(zone, ir.ZoneAt) or any(index.type.optional for index in zone.at)


def _fits(zone: ir.Expression, piece: ir.Expression, game: ir.Game) -> ir.Expression | None:
    """Tests that there is room for a piece in a zone; None where there always is."""
    declared = next((z for z in game.zones if isinstance(zone, ir.ZoneAt) and z.name == zone.zone), None)
    if declared is None or declared.capacity is None:
        return None
    contents = ir.Contents(zone)
    return ir.Or((ir.IsIn(piece, contents), ir.Compare("<", ir.CountOf(contents), declared.capacity)))


# ---------------------------------------------------------------- what is known before play


def _triggers(sites: Sites, verb: str, *paths: tuple[ir.Expression | None, ir.Expression | None]) -> Triggers:
    """The rules that may fire on a verb along one of these paths, from zone to zone."""
    return [
        (number, hook)
        for number, hook in sites.triggers
        if verb in MOVES.get(hook.event, ())
        and any(_may_be(hook.leaving, left) and _may_be(hook.entering, goal) for left, goal in paths)
    ]


def _may_be(wanted: ir.Expression | None, actual: ir.Expression | None) -> bool:
    """Whether it may be that zone, or one of those."""
    if isinstance(wanted, ir.ZoneAt | ir.Zones) and isinstance(actual, ir.ZoneAt):
        return wanted.zone == actual.zone
    return True


def _zone_left(pieces: ir.Expression) -> ir.Expression | None:
    """The zone that pieces come from, if that stands in the rules."""
    return pieces.zone if isinstance(pieces, ir.Contents | ir.PileEnd) else None
