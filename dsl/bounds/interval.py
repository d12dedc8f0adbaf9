"""The abstract domain: intervals of numbers and of lengths of lists, with their arithmetic and comparison."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from math import inf, isinf

from dsl.frozen import frozen
from dsl.ir import nodes as ir

#: A whole number, or `inf` for what has no end.
Amount = int | float

#: Comparisons: what holds where one does not, and what it is with its sides changed.
OPPOSITE: dict[ir.Comparison, ir.Comparison] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
TURNED: dict[ir.Comparison, ir.Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


@frozen
class Interval:
    """All that a value can be: a number from `low` to `high`, or a list of `least` to `most` such items.

    `of` names what it may be: kinds of pieces by their number, zones and counters by their names. The empty interval,
    of what is never worked out, has a `low` above its `high`. Of a single thing, `most` is 1 and `least` says nothing.
    """

    low: Amount = inf
    high: Amount = -inf
    most: Amount = 0
    of: frozenset[int | str] = frozenset()
    least: Amount = 0

    @property
    def is_number(self) -> bool:
        """Whether there is any number that it can be."""
        return self.low <= self.high

    @property
    def has_zero(self) -> bool:
        return self.low <= 0 <= self.high

    @property
    def point(self) -> int | None:
        """The only number that it can be, if there is one alone."""
        return int(self.low) if self.low == self.high and not isinf(self.low) else None

    @property
    def one(self) -> Interval:
        """One item of the list."""
        return Interval(self.low, self.high, 1, self.of)

    @property
    def or_none(self) -> Interval:
        return self.or_number(-1)

    def or_number(self, value: int) -> Interval:
        """The same, or this number."""
        return Interval(min(self.low, value), max(self.high, value), self.most, self.of, self.least)

    def several(self, most: Amount, least: Amount = 0) -> Interval:
        """A list of so many of these."""
        return Interval(self.low, self.high, max(0, most), self.of, max(0, least))

    def widened(self, before: Interval) -> Interval:
        """What has grown since `before` is taken to have no end."""
        return Interval(
            -inf if self.low < before.low else self.low, inf if self.high > before.high else self.high,
            inf if self.most > before.most else self.most, self.of,
        )  # fmt: skip

    def includes(self, other: Interval) -> bool:
        """Whether this can be all that the other can be."""
        return self.low <= other.low and self.high >= other.high and self.most >= other.most and self.of >= other.of

    def misses(self, other: Interval) -> bool:
        """Whether no number lies in both."""
        return self.low > other.high or other.low > self.high


@lru_cache(maxsize=4096)
def number(low: Amount, high: Amount | None = None) -> Interval:
    """That number, or one from `low` to `high`."""
    return Interval(low, low if high is None else high, 1)


EMPTY = Interval()
ANY_NUMBER = number(-inf, inf)
NO, YES, YES_OR_NO = number(0), number(1), number(0, 1)


def join(*intervals: Interval) -> Interval:
    """The least interval that includes each of these."""
    return reduce(_joined, intervals, EMPTY)


def _joined(a: Interval, b: Interval) -> Interval:
    if a is EMPTY or a is b:
        return b
    return Interval(min(a.low, b.low), max(a.high, b.high), max(a.most, b.most), a.of | b.of, min(a.least, b.least))


def concatenated(lists: Iterable[Interval]) -> Interval:
    """A list of all that these lists hold."""
    parts = tuple(lists)
    return join(*parts).several(sum(part.most for part in parts), sum(part.least for part in parts))


# ---------------------------------------------------------------- arithmetic


def arithmetic(operator: ir.Operator, a: Interval, b: Interval) -> Interval:
    """`operator` is + - or *."""
    if not (a.is_number and b.is_number):
        return EMPTY
    match operator:
        case "+":
            return number(a.low + b.low, a.high + b.high)
        case "-":
            return number(a.low - b.high, a.high - b.low)
        case _:
            corners = [product(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return number(min(corners), max(corners))


def nearer(name: str, a: Interval, b: Interval) -> Interval:
    """The `smaller` or the `larger` of two numbers."""
    pick = min if name == "smaller" else max
    return number(pick(a.low, b.low), pick(a.high, b.high)) if a.is_number and b.is_number else EMPTY


def quotient(a: Interval, b: Interval, up: bool) -> Interval:
    """A divisor of 0 stops the game, so it is left out where it stands at the end of the range."""
    if not (a.is_number and b.is_number):
        return EMPTY
    low, high = (1 if b.low == 0 else b.low), (-1 if b.high == 0 else b.high)
    if low > high:
        return EMPTY
    if low < 0 < high:
        farthest = max(abs(a.low), abs(a.high))
        return number(-farthest, farthest)
    corners = [_divided(x, y, up) for x in (a.low, a.high) for y in (low, high)]
    return number(min(corners), max(corners))


def _divided(a: Amount, b: Amount, up: bool) -> Amount:
    if isinf(b):
        return 0 if isinf(a) or a == 0 else int((a > 0) is (b > 0)) if up else -int((a > 0) is not (b > 0))
    if isinf(a):
        return a if b > 0 else -a
    return -(-a // b) if up else a // b


def product(a: Amount, b: Amount) -> Amount:
    """A product, in which 0 of what has no end is 0."""
    return 0 if a == 0 or b == 0 else a * b


# ---------------------------------------------------------------- comparison


def compare(operator: ir.Comparison, a: Interval, b: Interval) -> Interval:
    """Whether the comparison holds: yes, no, or either."""
    if not (a.is_number and b.is_number):
        return EMPTY
    match operator:
        case ">" | ">=":
            return compare(TURNED[operator], b, a)
        case "!=":
            return negated(compare("=", a, b))
        case "<":
            always, never = a.high < b.low, a.low >= b.high
        case "<=":
            always, never = a.high <= b.low, a.low > b.high
        case _:
            always, never = a.low == a.high == b.low == b.high, a.misses(b)
    return YES if always else NO if never else YES_OR_NO


def negated(condition: Interval) -> Interval:
    """Yes for no, and no for yes."""
    return number(1 - condition.high, 1 - condition.low)


def conjunction(parts: Iterable[Interval]) -> Interval:
    """Whether all of these hold."""
    lows, highs = zip(*((part.low, part.high) for part in parts), strict=True)
    return number(min(lows), min(highs))


def satisfying(operator: ir.Comparison, bound: int) -> Interval:
    """The numbers that stand to `bound` as the operator says; any number for !=, which leaves no interval out."""
    match operator:
        case "=":
            return number(bound)
        case "<" | "<=":
            return number(-inf, bound - (operator == "<"))
        case ">" | ">=":
            return number(bound + (operator == ">"), inf)
        case _:
            return ANY_NUMBER
