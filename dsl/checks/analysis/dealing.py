"""Interprets the setup abstractly: counts of pieces by zone, as far as they can be told."""

from attrs import define, field

from dsl.bounds.environment import Environment
from dsl.bounds.evaluate import NO_SLOTS, Slots, constant
from dsl.bounds.interval import Interval, number
from dsl.checks.analysis.rule_set import RuleSet
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind, Manner
from dsl.source import Span

#: One instance of a zone: its name and its indices, or None where they are not known.
Where = tuple[str, tuple[int, ...]] | None

_DEEPEST = 12
_MOST_PASSES = 60


@frozen
class Shortage:
    """More is wanted from a zone than it has. `chosen`: it was to be chosen from."""

    span: Span
    zone: str
    wanted: int
    there: int
    chosen: bool = False


@define
class Dealing:
    """Counts by zone; a count that is None can be anything. `pieces` are where a named piece lies."""

    rules: RuleSet
    environment: Environment
    counts: dict[tuple[str, tuple[int, ...]], int | None] = field(factory=dict)
    found: list[Shortage] = field(factory=list)
    sure: bool = True  # whether what is being carried out surely happens
    depth: int = 0

    def begin(self) -> list[Shortage]:
        """What runs short in the setup."""
        for card in self.rules.game.cards:
            where = self.where(card.zone, NO_SLOTS)
            if where is not None:
                self.add(where, self.known(card.copies, NO_SLOTS))
        self.run(self.rules.game.setup.statements, NO_SLOTS, {})
        return self.found

    def known(self, e: ir.Expression, slots: Slots) -> int | None:
        """The value of an expression that can have one alone."""
        return constant(e, self.environment, slots)

    # ------------------------------------------------------------ places

    def where(self, zone: ir.Expression, slots: Slots) -> Where:
        if not isinstance(zone, ir.ZoneAt):
            return None
        at = [self.known(index, slots) for index in zone.at]
        return (zone.zone, tuple(i for i in at if i is not None)) if None not in at else None

    def count(self, where: Where) -> int | None:
        return self.counts.get(where, 0) if where is not None else None

    def add(self, where: Where, amount: int | None) -> None:
        if where is None:
            self.forget()
        else:
            there = self.count(where)
            self.counts[where] = None if there is None or amount is None else max(0, there + amount)

    def forget(self) -> None:
        """Something went from or to a place that is not known."""
        for zone in self._every_zone():
            self.counts[zone] = None

    def _every_zone(self) -> list[tuple[str, tuple[int, ...]]]:
        names = {zone.name for zone in self.rules.game.zones if not zone.dimensions}
        return [*self.counts, *((name, ()) for name in names if (name, ()) not in self.counts)]

    # ------------------------------------------------------------ statements

    def run(self, statements: tuple[ir.Statement, ...], slots: Slots, pieces: dict[int, Where]) -> Slots:
        """Carries the statements out; the slots come back as they are known then."""
        for s in statements:
            slots = self.one(s, slots, pieces)
        return slots

    def one(self, s: ir.Statement, slots: Slots, pieces: dict[int, Where]) -> Slots:
        match s:
            case ir.SetLocal(slot, value):
                return self._named(slot, value, slots, pieces)
            case ir.MovePieces():
                self._move(s, slots, pieces)
            case ir.Draw(_, amount, source, target, slot):
                self._draw(s, self.known(amount, slots), self.where(source, slots), self.where(target, slots))
                pieces[slot] = self.where(target, slots)
            case ir.Create(_, amount, each, zone):
                self.add(self.where(zone, slots), self._created(amount, each, slots))
            case ir.Swap():
                self.forget()
            case ir.If(condition, then, otherwise):
                return self._if(self.known(condition, slots), then, otherwise, slots, pieces)
            case ir.Together(body) | ir.Turn(body=body) | ir.DecidedBy(body=body):
                return self.run(body, slots, pieces)
            case ir.ForEach(slot, over, body):
                self._for_each(slot, over, body, slots, pieces)
            case ir.ForRange(slot, low, high, body):
                self._for_range(slot, self.known(low, slots), self.known(high, slots), body, slots, pieces)
            case ir.While(body=body) | ir.Unsupported(body=body):
                self._perhaps(body, slots, pieces)
            case ir.Choose():
                self._choose(s, slots, pieces)
            case ir.AllAtOnce(slot, over, asking, body):
                self._for_each(slot, over, (*asking, *body), slots, pieces)
            case ir.Call():
                self._call(s, slots, pieces)
            case _:
                pass
        return slots

    def _named(self, slot: int, value: ir.Expression, slots: Slots, pieces: dict[int, Where]) -> Slots:
        if value.type.kind is Kind.PIECE and not value.type.many:
            pieces[slot] = self._lies(value, slots, pieces)
        return {**slots, slot: self._held(value, slots)}

    def _held(self, value: ir.Expression, slots: Slots) -> Interval:
        """What a local holds: a value that is known, or any of its type."""
        known = None if value.type.kind is Kind.PIECE else self.known(value, slots)
        return self.environment.by_type(value.type) if known is None else number(known)

    def _lies(self, piece: ir.Expression, slots: Slots, pieces: dict[int, Where]) -> Where:
        """Where a single piece lies."""
        match piece:
            case ir.Local(slot):
                return pieces.get(slot)
            case ir.PileEnd(_, zone, None) | ir.First(ir.Contents(zone)):
                return self.where(zone, slots)
            case ir.First(ir.Filter(ir.Contents(zone))):
                return self.where(zone, slots)
            case _:
                return None

    def _move(self, s: ir.MovePieces, slots: Slots, pieces: dict[int, Where]) -> None:
        target = self.where(s.zone, slots) if s.verb != "remove" else ("", ())
        match s.pieces:
            case ir.PileEnd(_, zone, amount):
                wanted = 1 if amount is None else self.known(amount, slots)
                self._take(s.span, self.where(zone, slots), target, wanted)
            case ir.Contents(zone):
                source = self.where(zone, slots)
                everything = self.count(source)
                self.add(target, everything)
                self._empty(source)
            case ir.Constant():
                pass
            case piece if not piece.type.many and (source := self._lies(piece, slots, pieces)) is not None:
                self._take(s.span, source, target, 1)
                if isinstance(piece, ir.Local):
                    pieces[piece.slot] = target
            case ir.Filter(ir.Contents(zone)) if (source := self.where(zone, slots)) is not None:
                self.counts[source] = None
                self.add(target, None)
            case _:
                self.forget()

    def _empty(self, where: Where) -> None:
        if where is None:
            self.forget()
        else:
            self.counts[where] = 0

    def _take(self, span: Span, source: Where, target: Where, wanted: int | None) -> None:
        there = self.count(source)
        if source is not None and there is not None and wanted is not None and wanted > there:
            self._short(Shortage(span, source[0], wanted, there))
        taken = None if wanted is None else wanted if there is None else min(wanted, there)
        self.add(source, None if taken is None else -taken)
        self.add(target, taken)

    def _draw(self, s: ir.Draw, amount: int | None, source: Where, target: Where) -> None:
        refilled = source is not None and any(z.name == source[0] and z.refill for z in self.rules.game.zones)
        if refilled:
            self.forget()
        else:
            self._take(s.span, source, target, None if amount is None else max(0, amount))

    def _short(self, shortage: Shortage) -> None:
        if self.sure and not any(old.span == shortage.span for old in self.found):
            self.found.append(shortage)

    def _created(self, amount: ir.Expression, each: str | None, slots: Slots) -> int | None:
        copies = self.known(amount, slots)
        return None if copies is None else copies * (1 if each is None else self.environment.declared.sizes[each])

    # ------------------------------------------------------------ branches and loops

    def _if(
        self, holds: int | None, then: tuple[ir.Statement, ...], otherwise: tuple[ir.Statement, ...], slots: Slots,
        pieces: dict[int, Where],
    ) -> Slots:  # fmt: skip
        if holds is not None:
            return self.run(then if holds else otherwise, slots, pieces)
        self._perhaps(then, slots, pieces)
        self._perhaps(otherwise, slots, pieces)
        return slots

    def _perhaps(self, block: tuple[ir.Statement, ...], slots: Slots, pieces: dict[int, Where]) -> None:
        """Carried out or not, once or often: what it changes is no longer known."""
        before, sure, here = dict(self.counts), self.sure, dict(pieces)
        self.sure = False
        self.run(block, slots, here)
        self.sure = sure
        for zone in {*before, *self.counts}:
            if before.get(zone, 0) != self.counts.get(zone, 0):
                self.counts[zone] = None
        for slot, where in here.items():
            if pieces.get(slot) != where:
                pieces[slot] = None

    def _for_each(
        self, slot: int, over: ir.Expression, body: tuple[ir.Statement, ...], slots: Slots, pieces: dict[int, Where]
    ) -> None:
        values = self._values(over)
        if values is None:
            if isinstance(over, ir.Contents):
                pieces[slot] = self.where(over.zone, slots)
            self._perhaps(body, slots, pieces)
            return
        for value in values:
            self.run(body, {**slots, slot: number(value)}, pieces)

    def _values(self, over: ir.Expression) -> range | None:
        """All players or all values of an enum, if it is all of these."""
        match over:
            case ir.PlayersFrom() | ir.AllOf(ir.Type(Kind.PLAYER)):
                return range(self.environment.players)
            case ir.AllOf(ir.Type(Kind.VALUE, name)):
                return range(self.environment.declared.sizes[name])
            case _:
                return None

    def _for_range(
        self, slot: int, low: int | None, high: int | None, body: tuple[ir.Statement, ...], slots: Slots,
        pieces: dict[int, Where],
    ) -> None:  # fmt: skip
        if low is None or high is None or high - low > _MOST_PASSES:
            self._perhaps(body, slots, pieces)
            return
        for value in range(low, high + 1):
            self.run(body, {**slots, slot: number(value)}, pieces)

    # ------------------------------------------------------------ questions and calls

    def _choose(self, s: ir.Choose, slots: Slots, pieces: dict[int, Where]) -> None:
        source = self._chosen_from(s.options, slots)
        there = self.count(source)
        must = not s.optional and s.manner is not Manner.RANDOMLY
        if must and source is not None and there == 0:
            self._short(Shortage(s.span, source[0], 1, 0, chosen=True))
            self.run(s.otherwise, slots, pieces)
            return
        pieces[s.slot] = source
        if s.optional or isinstance(s.options, ir.FromMenu):
            self._perhaps(s.body, slots, pieces)
            self._perhaps(s.otherwise, slots, pieces)
        else:
            self.run(s.body, slots, pieces)

    def _chosen_from(self, options: ir.Options, slots: Slots) -> Where:
        """The zone that a card is chosen from."""
        over = options.candidates if isinstance(options, ir.FromList) else None
        while isinstance(over, ir.Filter | ir.Without):
            over = over.over
        return self.where(over.zone, slots) if isinstance(over, ir.Contents) else None

    def _call(self, s: ir.Call, slots: Slots, pieces: dict[int, Where]) -> None:
        procedure = self.rules.procedures.get(s.procedure)
        if procedure is None or self.depth >= _DEEPEST:
            self.forget()
            return
        inner = {k: self._held(a, slots) for k, a in enumerate(s.arguments, start=1)}
        if s.you is not None or 0 in slots:
            inner[0] = slots[0] if s.you is None else self._held(s.you, slots)
        handed = {k: self._lies(a, slots, pieces) for k, a in enumerate(s.arguments, start=1)}
        self.depth += 1
        self.run(procedure.body.statements, inner, handed)
        self.depth -= 1
