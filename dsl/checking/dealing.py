"""The setup carried out on nothing but counts: how many cards lie in each zone, as far as that can be told."""

from __future__ import annotations

from attrs import define, field, frozen

from dsl.checking.before_play import Table, known
from dsl.checking.rule_set import RuleSet
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
    players: int
    counts: dict[tuple[str, tuple[int, ...]], int | None] = field(factory=dict)
    found: list[Shortage] = field(factory=list)
    sure: bool = True  # whether what is being carried out surely happens
    depth: int = 0

    def begin(self) -> list[Shortage]:
        """What runs short in the setup."""
        table = Table(self.rules, self.players, {})
        for card in self.rules.game.cards:
            where = self.where(card.zone, table)
            if where is not None:
                self.add(where, known(card.copies, table))
        self.run(self.rules.game.setup.statements, table, {})
        return self.found

    # ------------------------------------------------------------ places

    def where(self, zone: ir.Expression, table: Table) -> Where:
        if not isinstance(zone, ir.ZoneAt):
            return None
        at = [known(index, table) for index in zone.at]
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

    def run(self, statements: tuple[ir.Statement, ...], table: Table, pieces: dict[int, Where]) -> Table:
        """Carries the statements out; the table comes back with the locals that are known then."""
        for s in statements:
            table = self.one(s, table, pieces)
        return table

    def one(self, s: ir.Statement, table: Table, pieces: dict[int, Where]) -> Table:
        match s:
            case ir.SetLocal(slot, value):
                return self._named(slot, value, table, pieces)
            case ir.MovePieces():
                self._move(s, table, pieces)
            case ir.Draw(_, amount, source, target, slot):
                self._draw(s, known(amount, table), self.where(source, table), self.where(target, table))
                pieces[slot] = self.where(target, table)
            case ir.Create(_, amount, each, zone):
                self.add(self.where(zone, table), self._created(amount, each, table))
            case ir.Swap():
                self.forget()
            case ir.If(condition, then, otherwise):
                return self._if(known(condition, table), then, otherwise, table, pieces)
            case ir.Together(body) | ir.Turn(body=body) | ir.DecidedBy(body=body):
                return self.run(body, table, pieces)
            case ir.ForEach(slot, over, body):
                self._for_each(slot, over, body, table, pieces)
            case ir.ForRange(slot, low, high, body):
                self._for_range(slot, known(low, table), known(high, table), body, table, pieces)
            case ir.While(body=body) | ir.Unsupported(body=body):
                self._perhaps(body, table, pieces)
            case ir.Choose():
                self._choose(s, table, pieces)
            case ir.AllAtOnce(slot, over, choices, body):
                self._for_each(slot, over, (*choices, *body), table, pieces)
            case ir.Call():
                self._call(s, table, pieces)
            case _:
                pass
        return table

    def _named(self, slot: int, value: ir.Expression, table: Table, pieces: dict[int, Where]) -> Table:
        if value.type.kind is Kind.PIECE and not value.type.many:
            pieces[slot] = self._lies(value, table, pieces)
        number = known(value, table)
        slots = {k: v for k, v in table.slots.items() if k != slot}
        return Table(self.rules, self.players, slots if number is None else {**slots, slot: number})

    def _lies(self, piece: ir.Expression, table: Table, pieces: dict[int, Where]) -> Where:
        """Where a single piece lies."""
        match piece:
            case ir.Local(slot):
                return pieces.get(slot)
            case ir.PileEnd(_, zone, None) | ir.First(ir.Contents(zone)):
                return self.where(zone, table)
            case ir.First(ir.Filter(ir.Contents(zone))):
                return self.where(zone, table)
            case _:
                return None

    def _move(self, s: ir.MovePieces, table: Table, pieces: dict[int, Where]) -> None:
        target = self.where(s.zone, table) if s.verb != "remove" else ("", ())
        match s.pieces:
            case ir.PileEnd(_, zone, amount):
                wanted = 1 if amount is None else known(amount, table)
                self._take(s.span, self.where(zone, table), target, wanted)
            case ir.Contents(zone):
                source = self.where(zone, table)
                everything = self.count(source)
                self.add(target, everything)
                self._empty(source)
            case ir.Constant():
                pass
            case piece if not piece.type.many and (source := self._lies(piece, table, pieces)) is not None:
                self._take(s.span, source, target, 1)
                if isinstance(piece, ir.Local):
                    pieces[piece.slot] = target
            case ir.Filter(ir.Contents(zone)) if (source := self.where(zone, table)) is not None:
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

    def _created(self, amount: ir.Expression, each: str | None, table: Table) -> int | None:
        number = known(amount, table)
        values = next((len(e.values) for e in self.rules.game.enumerations if e.name == each), 1)
        return None if number is None else number * values

    # ------------------------------------------------------------ branches and loops

    def _if(
        self, holds: int | None, then: tuple[ir.Statement, ...], otherwise: tuple[ir.Statement, ...], table: Table,
        pieces: dict[int, Where],
    ) -> Table:  # fmt: skip
        if holds is not None:
            return self.run(then if holds else otherwise, table, pieces)
        self._perhaps(then, table, pieces)
        self._perhaps(otherwise, table, pieces)
        return table

    def _perhaps(self, block: tuple[ir.Statement, ...], table: Table, pieces: dict[int, Where]) -> None:
        """Carried out or not, once or often: what it changes is no longer known."""
        before, sure, here = dict(self.counts), self.sure, dict(pieces)
        self.sure = False
        self.run(block, table, here)
        self.sure = sure
        for zone in {*before, *self.counts}:
            if before.get(zone, 0) != self.counts.get(zone, 0):
                self.counts[zone] = None
        for slot, where in here.items():
            if pieces.get(slot) != where:
                pieces[slot] = None

    def _for_each(
        self, slot: int, over: ir.Expression, body: tuple[ir.Statement, ...], table: Table, pieces: dict[int, Where]
    ) -> None:
        values = self._values(over)
        if values is None:
            if isinstance(over, ir.Contents):
                pieces[slot] = self.where(over.zone, table)
            self._perhaps(body, table, pieces)
            return
        for value in values:
            self.run(body, table.having(slot, value), pieces)

    def _values(self, over: ir.Expression) -> range | None:
        match over:
            case ir.AllOf(ir.Type(Kind.PLAYER)) | ir.PlayersFrom():
                return range(self.players)
            case ir.AllOf(ir.Type(Kind.VALUE, name)):
                sizes = [len(e.values) for e in self.rules.game.enumerations if e.name == name]
                return range(sizes[0]) if sizes else None
            case _:
                return None

    def _for_range(
        self, slot: int, low: int | None, high: int | None, body: tuple[ir.Statement, ...], table: Table,
        pieces: dict[int, Where],
    ) -> None:  # fmt: skip
        if low is None or high is None or high - low > _MOST_PASSES:
            self._perhaps(body, table, pieces)
            return
        for value in range(low, high + 1):
            self.run(body, table.having(slot, value), pieces)

    # ------------------------------------------------------------ questions and calls

    def _choose(self, s: ir.Choose, table: Table, pieces: dict[int, Where]) -> None:
        source = self._chosen_from(s.options, table)
        there = self.count(source)
        must = not s.optional and s.manner is not Manner.RANDOMLY
        if must and source is not None and there == 0:
            self._short(Shortage(s.span, source[0], 1, 0, chosen=True))
            self.run(s.otherwise, table, pieces)
            return
        pieces[s.slot] = source
        if s.optional or isinstance(s.options, ir.FromMenu):
            self._perhaps(s.body, table, pieces)
            self._perhaps(s.otherwise, table, pieces)
        else:
            self.run(s.body, table, pieces)

    def _chosen_from(self, options: ir.Options, table: Table) -> Where:
        """The zone that a card is chosen from."""
        over = options.candidates if isinstance(options, ir.FromList) else None
        while isinstance(over, ir.Filter | ir.Without):
            over = over.over
        return self.where(over.zone, table) if isinstance(over, ir.Contents) else None

    def _call(self, s: ir.Call, table: Table, pieces: dict[int, Where]) -> None:
        procedure = self.rules.procedures.get(s.procedure)
        if procedure is None or self.depth >= _DEEPEST:
            self.forget()
            return
        slots = {k: v for k, a in enumerate(s.arguments, start=1) if (v := known(a, table)) is not None}
        you = known(s.you, table) if s.you is not None else table.slots.get(0)
        inner = Table(self.rules, self.players, slots if you is None else {**slots, 0: you})
        handed = {k: self._lies(a, table, pieces) for k, a in enumerate(s.arguments, start=1)}
        self.depth += 1
        self.run(procedure.body.statements, inner, handed)
        self.depth -= 1
