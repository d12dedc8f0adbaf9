"""Writes what plays many games in one go, and adds up their records: how often each number came up, sums of products.

So what is left to be done with many games takes as long as with a few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from attrs import define, field, frozen

from interpreter.backend.wasm.driver.records import UNKNOWN, Field, Judged, Shape, record_function
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS
from interpreter.backend.wasm.emit.ranges import range_of
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.watch.answered import add_at
from interpreter.backend.wasm.watch.per_game import begin_batch, end_game, write_flush

#: So many different numbers are counted at a place of a record, from this one on where they may be lower.
MOST_COUNTED: Final = 1024
_LOWEST: Final = -256
#: Numbers whose products are added up; the sums of all games that there is room for fit into 64 bits.
_FACTOR: Final = 1 << 23

#: The lowest number that there may be, and the highest.
_Between: TypeAlias = tuple[int, int]


@frozen
class Table:
    """How often each of so many numbers came up, `low` and the next ones. Before them stands how often others did,
    which are to be looked up in the records, and how often there was none.
    """

    at: int
    low: int
    size: int


@frozen
class Counts:
    """What has been counted of a batch, whose records have this shape: so many bytes from an address on.

    `tables`: by the place in a record. `sums`: by two places the address of five sums in 64 bits: of each, of the
    squares of the first, of the products, and of the squares of the second.
    """

    shape: Shape
    at: int
    size: int
    tables: Mapping[int, Table]
    sums: Mapping[tuple[int, int], int]


def write_games(unit: Unit, play: Function, judged: Judged) -> Counts:
    """Writes `games(seed, count, step, first)`, which plays so many games, whose seeds go up by `step`.

    The first of them has that place among those that are counted together; with the place 0, counts begin anew.
    """
    memory = unit.memory
    shape = Shape(unit.setting.players, len(judged.values), len(judged.parts))
    record = record_function(unit, judged, shape)
    count = unit.module.function("count", [Num.I32])
    counts = _Counting(unit, Writer(count)).write(judged, shape)
    seed, end, step, done = range(4)
    w = Writer(unit.module.function("games", [Num.I64, Num.I32, Num.I32, Num.I32], exported="games"))
    at, games = w.local(), w.local()
    w.get(done)
    w.do("i32.eqz")
    with w.when():
        w.fill(memory.at["choices"], 4 * MOST_ANSWERS)
        w.fill(counts.at, counts.size)
        if unit.watch is not None:
            begin_batch(w, unit.watch)
    w.with_number("i32.mul", done, 4 * shape.width)
    w.plus(memory.at["results"])
    w.put(at)
    w.of("i32.add", end, done)
    w.put(end)
    with w.counted(done, end):
        w.number(0)
        w.get(done)
        w.do("i32.store", memory.at["game"])
        w.get(seed)
        w.call(play)
        w.get(at)
        w.call(record)
        w.do("drop")
        w.get(at)
        w.call(count)
        if unit.watch is not None:
            end_game(w, unit.watch, unit.layout, games)
        w.add_to(at, 4 * shape.width)
        w.get(seed)
        w.get(step)
        w.do("i64.extend_i32_u")
        w.do("i64.add")
        w.put(seed)
    if unit.watch is not None:
        w.call(unit.watch.flush)
        write_flush(unit.watch)
    return counts


@define(eq=False)
class _Counting:
    """Writes into the function that counts a record, whose address it is given."""

    unit: Unit
    w: Writer
    tables: dict[int, Table] = field(factory=dict)
    sums: dict[tuple[int, int], int] = field(factory=dict)

    def write(self, judged: Judged, shape: Shape) -> Counts:
        """Writes it."""
        memory, players = self.unit.memory, shape.players
        at = memory.room(0, 8)
        for of_game in (Field.ROUNDS, Field.DECISIONS, Field.CHOICES):
            self._table(of_game)
        self._table(Field.WON, (0, (1 << players) - 1))
        self._products(Field.ANSWERS, Field.CHOICES)
        if judged.compared is not None:
            self._table(Field.DECIDED, (0, len(judged.most)))
            self._table(Field.MARGIN)
            for place in range(shape.places, shape.judged):
                self._table(place, (0, players))
        first = 0
        for number, sizes in enumerate(judged.parts):
            to = shape.of_quantity(number)
            for part, size in enumerate(sizes):
                values = range(first, first + size)
                between = [self._between(judged, value) for value in values]
                for value in values if not part else ():
                    self._table(shape.judged + value, between[value - first])
                whole = self._sum(to + part, [shape.judged + value for value in values], between)
                if not part:
                    self._table(to, whole)
                first += size
            if len(sizes) > 1:
                self._products(to, to + 1)
            elif size == players:
                self._of_winner(to + 2, shape, values.start)
                self._table(to + 2, (min(low for low, _ in between), max(high for _, high in between)))
        return Counts(shape, at, memory.end - at, self.tables, self.sums)

    def _between(self, judged: Judged, value: int) -> _Between:
        found = range_of(self.unit.before_play, judged.values[value])
        return int(found.low), int(found.high)

    def _table(self, place: int, between: _Between = (0, MOST_COUNTED)) -> None:
        """Counts what stands at a place."""
        w = self.w
        low = max(between[0], min(_LOWEST, between[1]))
        size = min(between[1] - low + 1, MOST_COUNTED)
        self.tables[place] = table = Table(self.unit.memory.room(4 * (2 + size)), low, size)
        self._push(place)
        w.plus(-low)
        with w.kept() as number:
            w.get(number)
            w.plus(2)
            w.with_number("i32.eq", number, UNKNOWN - low)
            w.with_number("i32.lt_u", number, size)
        w.do("select")
        w.cells()
        with w.kept() as offset:
            add_at(w, offset, table.at)

    def _products(self, one: int, other: int) -> None:
        """Adds up what stands at two places, and its products."""
        w = self.w
        self.sums[one, other] = at = self.unit.memory.room(8 * 5, 8)
        with w.scratch(Num.I64) as first, w.scratch(Num.I64) as second:
            for place, factor in ((one, first), (other, second)):
                self._push(place, _FACTOR)
                w.do("i64.extend_i32_s")
                w.put(factor)
            for step, (factor, *more) in enumerate(
                ((first,), (second,), (first, first), (first, second), (second, second))
            ):
                w.number(0)
                w.number(0)
                w.do("i64.load", at + 8 * step)
                w.get(factor)
                for another in more:
                    w.get(another)
                    w.do("i64.mul")
                w.do("i64.add")
                w.do("i64.store", at + 8 * step)

    def _sum(self, to: int, places: Sequence[int], between: Sequence[_Between]) -> _Between:
        """Stores the sum of what stands at some places; gives between what it lies."""
        low, high = sum(low for low, _ in between), sum(high for _, high in between)
        fits = low > UNKNOWN and high < -UNKNOWN
        self.w.get(0)
        for place in places:
            self._push(place, 0 if fits else -UNKNOWN // len(places))
        for _ in places[1:]:
            self.w.do("i32.add")
        self.w.do("i32.store", 4 * to)
        return low, high

    def _of_winner(self, to: int, shape: Shape, first: int) -> None:
        """Stores what the first winner has of the values from one on, if anybody won."""
        w = self.w
        w.get(0)
        self._push(Field.WINNERS)
        with w.when(Num.I32):
            self._push(shape.winners)
            w.cells()
            w.get(0)
            w.do("i32.add")
            w.do("i32.load", 4 * (shape.judged + first))
            w.otherwise()
            w.number(UNKNOWN)
        w.do("i32.store", 4 * to)

    def _push(self, place: int, most: int = 0) -> None:
        """Pushes what stands at a place; if it may be `most` and is further from 0, another engine plays the game."""
        w = self.w
        w.get(0)
        w.do("i32.load", 4 * place)
        if most:
            with w.kept() as number:
                w.get(number)
                w.plus(most)
                w.number(2 * most)
                w.do("i32.gt_u")
                w.trap_if()
                w.get(number)
