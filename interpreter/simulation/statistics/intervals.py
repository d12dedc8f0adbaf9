"""Intervals for shares, a test of equal shares, and distributions of counts.

Sums over games are whole numbers, exact in whatever order and over however many workers games were played; floating
point begins only when a result is asked for.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt
from operator import mul
from statistics import NormalDist
from typing import Final

from attrs import Factory, define

from dsl.frozen import frozen

_EXACT_BITS: Final = 11
EXACT_BELOW: Final = 1 << _EXACT_BITS


@frozen
class Interval:
    """From `low` to `high`, both included."""

    low: float
    high: float


@frozen
class ChiSquare:
    """The outcome of a chi-square test: `p` is the chance of a `statistic` this large or larger."""

    statistic: float
    degrees: int
    p: float


def wilson(
    successes: float | Fraction, trials: int, confidence: float = 0.95, squares: float | Fraction | None = None
) -> Interval:
    """Wilson's score interval for the share of successes that lies behind `successes` out of `trials`.

    `successes` may be fractional, for a win that several share. Parts vary less than whole wins; with `squares`, the
    sum of the squares of all parts, the interval is that of as many more trials as vary as little. Without
    trials nothing is known: 0 to 1. Raises ValueError when `successes` is not from 0
    to `trials` or `confidence` not between 0 and 1. Source: E. B. Wilson, JASA 22 (1927), 209-212. The ends
    are worked out from their product, since the textbook's difference loses its digits near 0 and 1.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}")
    if trials == 0:
        return Interval(0.0, 1.0)
    squared = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    share, rest = float(successes) / trials, float(trials - successes) / trials
    worth = trials * (1.0 if squares is None else _trials_worth(successes, trials, squares, squared))
    middle = squared / (2 * worth)
    half = sqrt(squared * (share * rest + squared / (4 * worth)) / worth)
    return Interval(share**2 / (share + middle + half), 1 - rest**2 / (rest + middle + half))


def _trials_worth(successes: float | Fraction, trials: int, squares: float | Fraction, doubt: float) -> float:
    """How many trials with whole successes vary as little as one of these.

    The variance is taken from the trials and, as if they were `doubt` more, from whole successes: what has not been
    seen in a few trials may yet come. With whole successes alone it is 1, exactly.
    """
    split = Fraction(successes) - Fraction(squares)
    whole = Fraction(successes) * (trials - Fraction(successes)) / trials
    if not split or not whole:
        return 1.0
    seen = float((whole - split) / whole)  # the part of the variance of whole successes
    return (trials + doubt) / (trials * seen + doubt)


def equal_shares(counts: Sequence[float | Fraction], squares: float | Fraction | None = None) -> ChiSquare:
    """Pearson's chi-square test that what `counts` counts falls to each of its places equally often.

    `squares` is the sum of the squares of all that was counted, for wins that several share: with n wins among k places

        (k - 1) * sum of (count - n / k) ** 2 / (squares - n / k)

    which has the variance that the parts of a win have, if all places are alike; for whole wins `squares` is n, and it
    is Pearson's. A rule of thumb asks for 5 in each place on average. Nothing counted, or all of it always split among
    all, speaks against nothing: `p` is 1. Raises ValueError for fewer than two places or a count below 0.
    """
    if len(counts) < 2:
        raise ValueError("shares are compared between at least two places")
    if min(counts) < 0:
        raise ValueError(f"a count is below 0: {min(counts)}")
    degrees = len(counts) - 1
    shares = [Fraction(count) for count in counts]
    total = sum(shares)
    varied = (total if squares is None else Fraction(squares)) - total / len(shares)
    if varied == 0:
        return ChiSquare(0.0, degrees, 1.0)
    away = sum(share * share for share in shares) - total * total / len(shares)
    statistic = float(degrees * away / varied)
    return ChiSquare(statistic, degrees, chi_square_survival(statistic, degrees))


def chi_square_survival(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable with `degrees` degrees of freedom exceeds `statistic`.

    This is the regularised upper incomplete gamma function Q(degrees / 2, statistic / 2). For halves and
    whole numbers it is a finite sum of positive terms, from Q(1/2, y) = erfc(sqrt(y)) or Q(1, y) = exp(-y)
    by Q(a + 1, y) = Q(a, y) + y**a * exp(-y) / gamma(a + 1): nothing cancels. Source: DLMF 8.4, 8.8.6.
    """
    if degrees < 1:
        raise ValueError(f"a chi-square variable has at least one degree of freedom, not {degrees}")
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    odd = degrees % 2 == 1
    survival = erfc(sqrt(half)) if odd else exp(-half)
    for twice in range(1 if odd else 2, degrees, 2):
        order = twice / 2
        survival += exp(order * log(half) - half - lgamma(order + 1))
    return min(survival, 1.0)


@define
class Distribution:
    """How often whole numbers came up, in bounded memory; two of them merge into one exactly.

    Numbers from -2047 to 2047 are counted one by one. A larger one goes to a bucket with the numbers that
    share its sign, its length in bits and its upper 11 bits, which are within 0.1 % of it. So for numbers of
    64 bits there are never more than about 110,000 buckets, and the buckets depend neither on the order
    nor on the grouping in which numbers came in. `count`, `total`, `squares` (the sum of squares), `minimum`
    and `maximum` are exact for all. `minimum` and `maximum` are 0 while there are no numbers.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    minimum: int = 0
    maximum: int = 0
    buckets: dict[int, int] = Factory(dict)

    def add(self, value: int, times: int = 1) -> None:
        """Count `value` `times` more often; `times` is at least 1."""
        if self.count == 0:
            self.minimum = self.maximum = value
        elif value < self.minimum:
            self.minimum = value
        elif value > self.maximum:
            self.maximum = value
        self.count += times
        self.total += value * times
        self.squares += value * value * times
        bucket = _bucket(value)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + times

    def add_all(self, counts: Mapping[int, int]) -> None:
        """Count each of some numbers as often as is said, at least once."""
        if not counts:
            return
        low, high = min(counts), max(counts)
        buckets = counts
        if low <= -EXACT_BELOW or high >= EXACT_BELOW:
            buckets = Counter()
            for value, times in counts.items():
                buckets[_bucket(value)] += times
        total = sum(map(mul, counts, counts.values()))
        squares = sum(value * value * times for value, times in counts.items())
        self.merge(Distribution(sum(counts.values()), total, squares, low, high, dict(buckets)))

    def merge(self, other: "Distribution") -> None:
        """Take in all that `other` counted; `other` stays as it is."""
        if other.count == 0:
            return
        if self.count == 0:
            self.minimum, self.maximum = other.minimum, other.maximum
        self.minimum = min(self.minimum, other.minimum)
        self.maximum = max(self.maximum, other.maximum)
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        for bucket, times in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + times

    @property
    def mean(self) -> float:
        """The exact mean, rounded once. Raises ValueError while there are no numbers."""
        if self.count == 0:
            raise ValueError("nothing has been counted, so there is no mean")
        return self.total / self.count

    @property
    def variance(self) -> float:
        """The exact sample variance (divisor n - 1), rounded once. Raises ValueError below two numbers."""
        if self.count < 2:
            raise ValueError(f"a variance takes at least two numbers, not {self.count}")
        return (self.count * self.squares - self.total**2) / (self.count * (self.count - 1))

    def percentile(self, percent: int) -> int:
        """The smallest number such that at least `percent` per cent of all are not above it.

        0 gives the minimum, 100 the maximum. Exact where numbers are counted one by one; else the middle of
        a bucket, within 0.05 %. Raises ValueError while there are no numbers, and for a percent that is
        not in 0 to 100.
        """
        if not 0 <= percent <= 100:
            raise ValueError(f"a percentile lies in 0 to 100, not at {percent}")
        if self.count == 0:
            raise ValueError("nothing has been counted, so there are no percentiles")
        missing = max(1, -(-self.count * percent // 100))
        if missing == 1:
            return self.minimum
        if missing == self.count:
            return self.maximum
        for bucket in sorted(self.buckets):
            missing -= self.buckets[bucket]
            if missing <= 0:
                return min(max(_middle(bucket), self.minimum), self.maximum)
        raise AssertionError("the buckets hold fewer numbers than were counted")


def _bucket(value: int) -> int:
    """The number nearest to 0 among those that are counted together with `value`."""
    if -EXACT_BELOW < value < EXACT_BELOW:
        return value
    spare = value.bit_length() - _EXACT_BITS
    return value >> spare << spare if value > 0 else -(-value >> spare << spare)


def _middle(bucket: int) -> int:
    """The middle of the bucket that `_bucket` names so, rounded towards 0."""
    spare = max(0, bucket.bit_length() - _EXACT_BITS)
    offset = (1 << spare) - 1 >> 1
    return bucket + offset if bucket > 0 else bucket - offset
