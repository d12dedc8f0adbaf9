"""Differences between two rule sets that were played on the same luck, pair by pair.

What two games have in common drops out, so the mean difference is known better than from unpaired games; the gain is
told. Sums are exact whole numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf, sqrt
from statistics import NormalDist
from typing import TypeAlias

from attrs import evolve

from dsl.frozen import frozen
from interpreter.simulation.statistics.intervals import Interval
from interpreter.simulation.statistics.student import quantile, standard_error, two_sided

#: Fewer pairs than this say nothing that an interval could honestly say.
FEWEST_PAIRS = 10
_STEPS = 60


Exact: TypeAlias = int | Fraction


@frozen
class Moments:
    """Sums over pairs of exact numbers, each `scale` times what is meant; of a `share`, that is from 0 to 1."""

    pairs: int
    first: Exact
    second: Exact
    first_squares: Exact
    second_squares: Exact
    products: Exact
    scale: int = 1
    share: bool = False

    @property
    def turned(self) -> Moments:
        """The same of the second and the first."""
        return evolve(
            self, first=self.second, second=self.first, first_squares=self.second_squares,
            second_squares=self.first_squares,
        )  # fmt: skip

    @property
    def total(self) -> Exact:
        """The sum of the differences, second less first."""
        return self.second - self.first

    @property
    def squares(self) -> Exact:
        """The sum of their squares."""
        return self.first_squares - 2 * self.products + self.second_squares


@frozen
class Difference:
    """Two means, and where the true difference between them lies.

    `p`: the chance of such a difference, or a larger one, if there is none in truth.
    `gain`: so many times as many games with luck of their own would say as much; None if that cannot be told.
    `interval` and `p` are None for fewer than ten pairs.
    """

    first: float
    second: float
    difference: float
    interval: Interval | None
    p: float | None
    gain: float | None

    @property
    def nowhere(self) -> bool:
        """Whether no pair differs at all."""
        return self.gain is None and self.difference == 0


def difference(moments: Moments, confidence: float = 0.95) -> Difference:
    """Estimates the difference from pairs. Raises ValueError without any."""
    if moments.pairs == 0:
        raise ValueError("without pairs there is no difference")
    unit = moments.pairs * moments.scale
    enough = moments.pairs >= FEWEST_PAIRS
    return Difference(
        float(moments.first / unit), float(moments.second / unit), float(moments.total / unit),
        interval(moments, confidence) if enough else None, chance(moments) if enough else None, gain(moments),
    )  # fmt: skip


def interval(moments: Moments, confidence: float) -> Interval:
    """Where the true difference lies, with this confidence."""
    return _share_interval(moments, confidence) if moments.share else _mean_interval(moments, confidence)


def chance(moments: Moments) -> float:
    """How likely a difference as large as this, or larger, is between rules that do not differ in it.

    For shares McNemar's test without a correction, else the paired t test. If every pair differs by the same amount,
    which a t test cannot judge, the sign test.
    """
    if moments.total == 0:
        return 1.0
    if moments.share:
        total = abs(float(moments.total))
        z = total / sqrt(max(float(moments.squares), total * moments.scale))
        return min(1.0, 2 * NormalDist().cdf(-z))
    error = standard_error(moments.pairs, moments.total, moments.squares)
    if error == 0:
        return float(2.0 ** (1 - moments.pairs))
    return two_sided(float(moments.total / moments.pairs) / error, moments.pairs - 1)


def gain(moments: Moments) -> float | None:
    """The variance that the difference would have between games with luck of their own, against that which it has."""
    n = moments.pairs
    apart = n * (moments.first_squares + moments.second_squares) - moments.first**2 - moments.second**2
    together = n * moments.squares - moments.total**2
    return float(apart / together) if together else None


def holm(chances: list[float]) -> list[float]:
    """Chances corrected for how many there are: all that stay below 5 % are wrong, together, in at most 5 % of cases.

    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
    """
    corrected = [1.0] * len(chances)
    worst = 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = worst
    return corrected


def _mean_interval(moments: Moments, confidence: float) -> Interval:
    """Student's interval for the mean of the differences."""
    middle = float(moments.total / moments.pairs)
    half = quantile(confidence, moments.pairs - 1) * standard_error(moments.pairs, moments.total, moments.squares)
    return Interval((middle - half) / moments.scale, (middle + half) / moments.scale)


def _share_interval(moments: Moments, confidence: float) -> Interval:
    """The score interval for the difference of two shares of the same pairs.

    Source: T. Tango, Statistics in Medicine 17 (1998), 891-908. It stands where a share is near 0 and hardly any pair
    differs, when the usual interval would shrink to nothing. Its two counts, of the pairs won by one side alone, are
    taken from the sums; for wins that several share these are the counts with the same mean and variance.
    """
    total = float(moments.total / moments.scale)
    differing = max(float(moments.squares / moments.scale**2), abs(total))
    more = (differing + total) / 2
    less = (differing - total) / 2
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return Interval(_lower(moments.pairs, more, less, z), -_lower(moments.pairs, less, more, z))


def _lower(n: int, more: float, less: float, z: float) -> float:
    """The smallest difference that the score test does not refuse: its statistic falls as the difference grows."""
    low, high = -1.0, (more - less) / n
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _score(n, more, less, middle) > z:
            low = middle
        else:
            high = middle
    return low


def _score(n: int, more: float, less: float, supposed: float) -> float:
    """How many standard errors the found difference lies above the supposed one, if that is true."""
    b = -more - less + (2 * n - more + less) * supposed
    c = -less * supposed * (1 - supposed)
    rare = (sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * rare + supposed * (1 - supposed))
    away = more - less - n * supposed
    return away / sqrt(variance) if variance > 0 else copysign(inf, away) if away else 0.0
