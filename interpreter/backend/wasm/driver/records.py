"""Writes a record of fixed size of what a game came to.

A record is numbers of 32 bits: those of `Field`, then room for each seat of the winners in their order, the place of
each seat, all that a game is judged by, and what is worked out of that (`counts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.memory import RESULTS, Memory
from interpreter.backend.wasm.emit.scope import Scope, Unit, each, function, value
from interpreter.backend.wasm.emit.writer import Label, Writer


class Field(IntEnum):
    """What stands at the first places of a record. `CHOICES` are questions with answers to choose from."""

    ROUNDS = 0
    DECISIONS = 1
    CHOICES = 2
    ANSWERS = 3  # of all these together
    WON = 4  # a bit for each seat that won
    DECIDED = 5  # the place of the criterion that left one winner, or behind the last
    MARGIN = 6
    WINNERS = 7  # how many


#: In the place of a number that there is not.
UNKNOWN: Final = -(1 << 31)


@frozen
class Judged:
    """By what finished games are judged: values, and the players that are compared, if any are.

    They are compared by the first values, which are those of one criterion after another, for each seat; `most` says
    of each criterion whether the highest counts most. `near`: the last value says how near all came to winning.
    `score`: the first values, of each seat, are what players are after; else that is to win. `parts`: what belongs
    together, in this order: of each quantity how many values there are, and if it is divided by others how many these.
    """

    values: tuple[ir.Expression, ...] = ()
    compared: ir.Expression | None = None
    most: tuple[bool, ...] = ()
    near: bool = False
    score: bool = False
    parts: tuple[tuple[int, ...], ...] = ()


NOT_JUDGED: Final = Judged()


@frozen
class Shape:
    """The shape of a record: how many players there are, how many values, and of how many quantities these are."""

    players: int
    values: int
    quantities: int = 0

    @property
    def winners(self) -> int:
        """The place of the first winner."""
        return len(Field)

    @property
    def places(self) -> int:
        """That of the first seat's place in the ranking, which is 0 where there is none."""
        return self.winners + self.players

    @property
    def judged(self) -> int:
        """That of the first value."""
        return self.places + self.players

    def of_quantity(self, number: int) -> int:
        """That of the sum of a quantity; behind it that of what it is divided by, and the value of the first winner."""
        return self.judged + self.values + 3 * number

    @property
    def width(self) -> int:
        """How many numbers there are."""
        return self.of_quantity(self.quantities)

    @property
    def most(self) -> int:
        """For so many games there is room."""
        return RESULTS // (4 * self.width)


def record_function(unit: Unit, judged: Judged, shape: Shape) -> Function:
    """Writes what stores at an address the record of the game that is over."""
    memory = unit.memory
    made = unit.module.function("record_game", [Num.I32], Num.I32)
    with function(unit, made) as s:
        w = s.w
        for field, name in ((Field.ROUNDS, "rounds"), (Field.DECISIONS, "decisions")):
            w.get(0)
            w.load(memory.at[name])
            w.do("i32.store", 4 * field)
        _choices(w, memory)
        _winners(w, memory, shape)
        for place, node in enumerate(judged.values, start=shape.judged):
            w.get(0)
            value(s, node)
            w.do("i32.store", 4 * place)
        for field in (Field.DECIDED, Field.MARGIN):
            w.get(0)
            w.number(UNKNOWN)
            w.do("i32.store", 4 * field)
        for place in range(shape.places, shape.judged):
            w.get(0)
            w.number(0)
            w.do("i32.store", 4 * place)
        if judged.compared is not None:
            _standings(s, judged.compared, judged.most, shape)
        w.number(0)
    return made


def _to(w: Writer, offset: int) -> None:
    """Pushes the address at an offset of the record."""
    w.get(0)
    w.plus(offset)


def _choices(w: Writer, memory: Memory) -> None:
    """How many questions there were, and answers to them; those with one answer were none."""
    for field, name, but in ((Field.CHOICES, "decisions", "forced"), (Field.ANSWERS, "answers", "")):
        w.get(0)
        w.load(memory.at[name])
        if but:
            w.load(memory.at[but])
            w.do("i32.sub")
        w.do("i32.store", 4 * field)


def _winners(w: Writer, memory: Memory, shape: Shape) -> None:
    with w.scratch() as place, w.scratch() as end, w.scratch() as won:
        w.load(memory.at["winners"])
        w.put(end)
        for seat in range(shape.players):
            w.get(0)
            w.load(memory.at["winners"] + 4 + 4 * seat)
            w.do("i32.store", 4 * (shape.winners + seat))
        w.get(0)
        w.get(end)
        w.do("i32.store", 4 * Field.WINNERS)
        w.be(won, 0)
        w.be(place, 0)
        with w.counted(place, end):
            w.get(won)
            w.number(1)
            w.get(place)
            w.cell(memory.at["winners"] + 4)
            w.do("i32.shl")
            w.do("i32.add")
            w.put(won)
        w.get(0)
        w.get(won)
        w.do("i32.store", 4 * Field.WON)


# ---------------------------------------------------------------- standings


def _standings(s: Scope, compared: ir.Expression, most: tuple[bool, ...], shape: Shape) -> None:
    """Who comes before whom; see `interpreter/table/ending/ranking.py`. Nothing is known if others won."""
    w = s.w
    with w.scratch() as everybody, w.scratch() as left, w.scratch() as decided, w.block() as otherwise:
        w.be(everybody, 0)

        def of_them(seat: int, _: Label) -> None:
            w.get(everybody)
            _bit(w, seat)
            w.do("i32.or")
            w.put(everybody)

        each(s, compared, of_them)
        w.get(everybody)
        w.put(left)
        w.be(decided, len(most))
        with w.block() as found:
            for place, highest in enumerate(most):
                _best(w, left, shape.judged + place * shape.players, highest, shape.players)
                w.get(left)
                w.do("i32.popcnt")
                w.number(1)
                w.do("i32.eq")
                with w.when():
                    w.be(decided, place)
                    w.go(found)
        for field in (Field.WON, Field.WINNERS):
            w.get(left)
            if field is Field.WINNERS:
                w.do("i32.popcnt")
            w.get(0)
            w.do("i32.load", 4 * field)
            w.do("i32.ne")
            w.go(otherwise, "br_if")
        w.get(0)
        w.get(decided)
        w.do("i32.store", 4 * Field.DECIDED)
        _margin(w, everybody, shape, most[0])
        _places(w, everybody, shape, most)


def _bit(w: Writer, seat: int) -> None:
    w.number(1)
    w.get(seat)
    w.do("i32.shl")


@contextmanager
def _each_of(w: Writer, mask: int, seat: int, players: int) -> Iterator[None]:
    """Goes through the seats in a mask; both are locals."""
    with w.scratch() as end:
        w.be(seat, 0)
        w.be(end, players)
        with w.counted(seat, end):
            w.get(mask)
            _bit(w, seat)
            w.do("i32.and")
            with w.when():
                yield


def _worth(w: Writer, seat: int, first: int) -> None:
    """Pushes what a seat has of a criterion, whose values begin at a place of the record."""
    _to(w, 4 * first)
    w.get(seat)
    w.cells()
    w.do("i32.add")
    w.do("i32.load", 0)


def _best(w: Writer, left: int, first: int, highest: bool, players: int) -> None:
    """Leaves those in a mask that have most of a criterion, or least."""
    with w.scratch() as best, w.scratch() as those, w.scratch() as seat, w.scratch() as worth:
        w.be(those, 0)
        w.be(best, 0)
        with _each_of(w, left, seat, players):
            _worth(w, seat, first)
            w.put(worth)
            w.get(those)
            w.do("i32.eqz")
            w.get(worth)
            w.get(best)
            w.do("i32.gt_s" if highest else "i32.lt_s")
            w.do("i32.or")
            with w.when():
                w.get(worth)
                w.put(best)
                w.be(those, 0)
            w.get(worth)
            w.get(best)
            w.do("i32.eq")
            with w.when():
                w.get(those)
                _bit(w, seat)
                w.do("i32.or")
                w.put(those)
        w.get(those)
        w.put(left)


def _margin(w: Writer, everybody: int, shape: Shape, highest: bool) -> None:
    """The lead of the first in the first criterion, if there is a second."""
    with w.scratch() as first, w.scratch() as second, w.scratch() as seat, w.scratch() as worth, w.scratch() as met:
        w.be(met, 0)
        with _each_of(w, everybody, seat, shape.players):
            _worth(w, seat, shape.judged)
            w.put(worth)
            for before, mine in ((0, first), (1, second)):
                w.get(met)
                w.number(before)
                w.do("i32.le_s")
                w.get(worth)
                w.get(mine)
                w.do("i32.gt_s" if highest else "i32.lt_s")
                w.do("i32.or")
                with w.when():  # the one that was there goes down
                    w.get(mine)
                    w.get(worth)
                    w.put(mine)
                    w.put(worth)
            w.add_to(met, 1)
        w.get(met)
        w.number(1)
        w.do("i32.gt_s")
        with w.when():
            w.get(0)
            w.get(first if highest else second)
            w.get(second if highest else first)
            w.do("i32.sub")
            w.do("i32.store", 4 * Field.MARGIN)


def _places(w: Writer, everybody: int, shape: Shape, most: tuple[bool, ...]) -> None:
    """One more than come before a seat; those who are not compared share the last place."""
    with w.scratch() as seat, w.scratch() as end, w.scratch() as other, w.scratch() as place:
        w.be(seat, 0)
        w.be(end, shape.players)
        with w.counted(seat, end):
            w.be(place, 1)
            w.get(everybody)
            _bit(w, seat)
            w.do("i32.and")
            with w.when():
                with _each_of(w, everybody, other, shape.players), w.block() as known:
                    for number, highest in enumerate(most):
                        for how in ("i32.ne", "i32.gt_s" if highest else "i32.lt_s"):
                            for one in (other, seat):
                                _worth(w, one, shape.judged + number * shape.players)
                            w.do(how)
                            if how == "i32.ne":
                                continue
                            w.get(place)
                            w.do("i32.add")
                            w.put(place)
                        w.go(known, "br_if")
                w.otherwise()
                w.get(everybody)
                w.do("i32.popcnt")
                w.plus(1)
                w.put(place)
            _to(w, 4 * shape.places)
            w.get(seat)
            w.cells()
            w.do("i32.add")
            w.get(place)
            w.do("i32.store", 0)
