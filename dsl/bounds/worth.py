"""What an expression can come to, whatever happens in play: a range of numbers, how many things, which things."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import inf, isinf

from attrs import evolve, frozen

#: A whole number, or `inf` for what has no end.
Amount = int | float


@frozen
class Worth:
    """`low` and `high` of a number, or of each item of a list; `most` things in the list, of one thing 1.

    `of` names what it may be: kinds of pieces by their number, zones and counters by their names. Nothing at all, which
    can be of what is never worked out, has a `low` above its `high`.
    """

    low: Amount = inf
    high: Amount = -inf
    most: Amount = 0
    of: frozenset[int | str] = frozenset()

    @property
    def is_number(self) -> bool:
        """Whether there is any number that it can be."""
        return self.low <= self.high

    @property
    def one(self) -> Worth:
        """One item of the list."""
        return evolve(self, most=1)

    @property
    def or_none(self) -> Worth:
        return evolve(self, low=min(self.low, -1), high=max(self.high, -1))

    @property
    def or_zero(self) -> Worth:
        return evolve(self, low=min(self.low, 0), high=max(self.high, 0))

    def several(self, most: Amount) -> Worth:
        """A list of so many of these at most."""
        return evolve(self, most=max(0, most))


NEVER = Worth()
ANY_NUMBER = Worth(-inf, inf, 1)


def number(low: Amount, high: Amount | None = None) -> Worth:
    """That number, or one from `low` to `high`."""
    return Worth(low, low if high is None else high, 1)


def either(*worths: Worth) -> Worth:
    """What is one of these."""
    return reduce(_joined, worths, NEVER)


def _joined(a: Worth, b: Worth) -> Worth:
    return Worth(min(a.low, b.low), max(a.high, b.high), max(a.most, b.most), a.of | b.of)


def put_together(worths: Iterable[Worth]) -> Worth:
    """A list of all these."""
    parts = tuple(worths)
    return either(*parts).several(sum(part.most for part in parts))


def summed(operator: str, a: Worth, b: Worth) -> Worth:
    """`operator` is + - or *."""
    if not (a.is_number and b.is_number):
        return NEVER
    match operator:
        case "+":
            return number(a.low + b.low, a.high + b.high)
        case "-":
            return number(a.low - b.high, a.high - b.low)
        case _:
            corners = [times(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return number(min(corners), max(corners))


def divided(a: Worth, b: Worth, up: bool) -> Worth:
    """A divisor of 0 stops the game, so it is left out where it stands at the end of the range."""
    if not (a.is_number and b.is_number):
        return NEVER
    low, high = (1 if b.low == 0 else b.low), (-1 if b.high == 0 else b.high)
    if low > high:
        return NEVER
    if low < 0 < high:
        farthest = max(abs(a.low), abs(a.high))
        return number(-farthest, farthest)
    corners = [_quotient(x, y, up) for x in (a.low, a.high) for y in (low, high)]
    return number(min(corners), max(corners))


def _quotient(a: Amount, b: Amount, up: bool) -> Amount:
    if isinf(b):
        small = 0 if isinf(a) or a == 0 else int((a > 0) is (b > 0)) if up else -int((a > 0) is not (b > 0))
        return small
    if isinf(a):
        return a if b > 0 else -a
    return -(-a // b) if up else a // b


def times(a: Amount, b: Amount) -> Amount:
    """A product, in which 0 of what has no end is 0."""
    return 0 if a == 0 or b == 0 else a * b


def whole(amount: Amount) -> int | None:
    """The number, or None for what has no end."""
    return None if isinf(amount) else int(amount)
