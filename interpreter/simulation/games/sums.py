"""Exact sums over games of what was measured in each: of one measure, with as many rule sets as there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import define

from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.observed import Counts
from interpreter.simulation.statistics.paired import Moments


@define
class Sums(Counts):
    """`totals[i]` is the sum of column i, `products[i][j]` that of i times j, j not above i.

    There is a column for each rule set; of a ratio, these are what is divided, and as many by what follow.
    """

    count: int
    totals: list[int]
    products: list[list[int]]

    @classmethod
    def empty(cls, columns: int) -> Sums:
        """Nothing yet."""
        return cls(0, [0] * columns, [[0] * (k + 1) for k in range(columns)])

    def add(self, values: Sequence[int]) -> None:
        """Take in a number for each column."""
        self.count += 1
        for k, value in enumerate(values):
            self.totals[k] += value
            row = self.products[k]
            for j in range(k + 1):
                row[j] += value * values[j]

    def known(self, measure: Measure) -> bool:
        """Whether there is anything to say: some game has it, and of a ratio nothing is divided by 0."""
        return self.count > 0 and (measure.per is None or all(self.totals[len(self.totals) // 2 :]))

    def moments(self, first: int, second: int, measure: Measure) -> Moments:
        """Of two rule sets."""
        if measure.per is None:
            return Moments(
                self.count, self.totals[first], self.totals[second], self._product(first, first),
                self._product(second, second), self._product(first, second), measure.scale, measure.share,
            )  # fmt: skip
        if not self.known(measure):
            return Moments(0, 0, 0, 0, 0, 0)
        one, other = self._linear(first), self._linear(second)
        return Moments(
            self.count, self.count * one[0], self.count * other[0], self._linear_product(one, one),
            self._linear_product(other, other), self._linear_product(one, other),
        )  # fmt: skip

    def _product(self, i: int, j: int) -> int:
        return self.products[max(i, j)][min(i, j)]

    def _linear(self, place: int) -> tuple[Fraction, Mapping[int, Fraction]]:
        """A ratio of means as the mean of numbers, one of each game, that vary as it does: the delta method.

        With R = mean of x / mean of y these are R + (x - R * y) / mean of y; given are R, and the weights of x and y.
        """
        below = place + len(self.totals) // 2
        ratio = Fraction(self.totals[place], self.totals[below])
        unit = Fraction(self.count, self.totals[below])
        return ratio, {place: unit, below: -ratio * unit}

    def _linear_product(
        self, one: tuple[Fraction, Mapping[int, Fraction]], other: tuple[Fraction, Mapping[int, Fraction]]
    ) -> Fraction:
        """The sum of the products of such numbers; what they stray from their means adds up to 0."""
        strayed = sum(a * b * self._product(i, j) for i, a in one[1].items() for j, b in other[1].items())
        return self.count * one[0] * other[0] + strayed
