"""Columns of the records of many games, counted in few steps: of small numbers by what can be done with all bytes at
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from operator import mul
from typing import Final

#: Bytes of a number, and what stands for nobody among bytes that are seats.
_SIZE: Final = 4
_NOBODY: Final = 0xFF
#: So many of the bytes that there are are taken out, one after another, before the others are counted one by one.
_FEW: Final = 4


class Column:
    """Numbers: of 32 bits, as they stand in memory, or any."""

    def __init__(self, found: bytes | list[int]) -> None:
        self._raw = found if isinstance(found, bytes) else b""
        self._given = None if isinstance(found, bytes) else found

    @cached_property
    def numbers(self) -> list[int]:
        """One after another."""
        return memoryview(self._raw).cast("i").tolist() if self._given is None else self._given

    @cached_property
    def small(self) -> bytes | None:
        """A byte for each number, if none is below 0 or above 255."""
        if self._given is not None:
            return None
        more = (self._raw[place::_SIZE] for place in range(1, _SIZE))
        return self._raw[::_SIZE] if all(each.count(0) == len(each) for each in more) else None

    @cached_property
    def same(self) -> int | None:
        """The number that they all are."""
        first = self._raw[:_SIZE]
        if not first or self._raw != first * (len(self._raw) // _SIZE):
            return None
        return int.from_bytes(first, "little", signed=True)

    @cached_property
    def times(self) -> Mapping[int, int]:
        """How often each number is there."""
        if self.same is not None:
            return {self.same: len(self._raw) // _SIZE}
        return Counter(self.numbers) if self.small is None else _times(self.small)

    @property
    def total(self) -> int:
        """The sum of all."""
        return sum(number * times for number, times in self.times.items())


def _times(found: bytes) -> dict[int, int]:
    times: dict[int, int] = {}
    for _ in range(_FEW):
        if found:
            left = found.translate(None, found[:1])
            times[found[0]] = len(found) - len(left)
            found = left
    return times | Counter(found)


def added_up(columns: Sequence[Column]) -> Column:
    """The sum of each row."""
    if len(columns) == 1:
        return columns[0]
    bytes_of = [column.small for column in columns]
    if not all(bytes_of) or len(columns) > _NOBODY:
        return Column([*map(sum, zip(*(column.numbers for column in columns), strict=True))])
    whole = sum(int.from_bytes(column._raw, "little") for column in columns)  # no sum reaches into the next
    return Column(whole.to_bytes(len(columns[0]._raw), "little"))


def products(one: Column, other: Column) -> int:
    """The sum of the products of all rows."""
    for column, by in ((one, other), (other, one)):
        if column.same is not None:
            return column.same * by.total
    if one is other:
        return sum(number * number * times for number, times in one.times.items())
    return sum(map(mul, one.numbers, other.numbers))


def first_winners(first: Column, many: Column) -> bytes:
    """A byte for each game: the seat of the first winner, or what stands for nobody, by how many won."""
    alone = zip(first.numbers, many.numbers, strict=True)
    if first.small is None or many.small is None:
        return bytes(seat if won else _NOBODY for seat, won in alone)
    nobody = int.from_bytes(many.small.translate(_only(0)), "little")
    return (int.from_bytes(first.small, "little") | nobody).to_bytes(len(first.small), "little")


def of_seats(columns: Sequence[Column], seats: bytes) -> Mapping[int, int]:
    """How often each number is there, if of each row that of a seat is taken; of nobody there is none."""
    whole, nobody = 0, seats.count(_NOBODY)
    for seat, column in enumerate(columns):
        if column.small is None:
            rows = zip(zip(*(one.numbers for one in columns), strict=True), seats, strict=True)
            return Counter(row[of] for row, of in rows if of != _NOBODY)
        whole |= int.from_bytes(column.small, "little") & int.from_bytes(seats.translate(_only(seat)), "little")
    times = _times(whole.to_bytes(len(seats), "little"))
    if nobody:
        times[0] -= nobody
    return {number: n for number, n in times.items() if n}


@cache
def _only(byte: int) -> bytes:
    """Translates a byte to one with all bits, and every other to 0."""
    return bytes(0xFF if one == byte else 0 for one in range(256))
