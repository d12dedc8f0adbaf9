"""Paired differences against textbooks, brute force and scipy; their intervals against truth that is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt
from statistics import NormalDist, fmean, variance

import pytest

from interpreter.simulation.statistics.paired import Moments, chance, difference, gain, holm, interval

Z = NormalDist().inv_cdf(0.975)


def moments(first: Sequence[int], second: Sequence[int], scale: int = 1, share: bool = False) -> Moments:
    return Moments(
        len(first), sum(first), sum(second), sum(a * a for a in first), sum(b * b for b in second),
        sum(a * b for a, b in zip(first, second, strict=True)), scale, share,
    )  # fmt: skip


def shares(pairs: int, only_first: int, only_second: int) -> Moments:
    """So many pairs, of which so many are won by one side alone; none are won by both."""
    return Moments(pairs, only_first, only_second, only_first, only_second, 0, 1, True)


def some_pairs(seed: int, pairs: int = 40) -> tuple[list[int], list[int]]:
    luck = random.Random(seed)
    first = [luck.randrange(100) for _ in range(pairs)]
    return first, [value + luck.randrange(-5, 30) for value in first]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_means_as_scipy_has_them(seed: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    first, second = some_pairs(seed)
    theirs = stats.ttest_rel(second, first)
    ours = difference(moments(first, second))
    assert ours.interval is not None
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-9)
    between = theirs.confidence_interval(0.95)
    assert (ours.interval.low, ours.interval.high) == pytest.approx((between.low, between.high), rel=1e-9)


def test_a_scale_divides_all_that_is_said() -> None:
    first, second = some_pairs(1)
    whole, parts = difference(moments(first, second)), difference(moments(first, second, scale=4))
    assert whole.interval and parts.interval
    assert (parts.first * 4, parts.second * 4) == pytest.approx((whole.first, whole.second))
    assert parts.interval.low * 4 == pytest.approx(whole.interval.low)
    assert (parts.p, parts.gain) == (whole.p, whole.gain)


def test_a_share_interval_as_the_textbook_has_it() -> None:
    """A. Agresti, Categorical Data Analysis (2002), section 10.1: approval of a prime minister, asked twice.

    With so many pairs the interval there, which is the simple one, has the same two digits.
    """
    found = interval(shares(1600, 150, 86), 0.95)
    assert (found.low, found.high) == pytest.approx((-0.06, -0.02), abs=0.005)


def test_where_no_pair_differs_the_interval_is_wilsons() -> None:
    found = interval(shares(200, 0, 0), 0.95)
    assert (found.low, found.high) == pytest.approx((-Z * Z / (200 + Z * Z), Z * Z / (200 + Z * Z)))


@pytest.mark.parametrize(("pairs", "first", "second"), [(40, 2, 9), (100, 0, 3), (300, 60, 30), (50, 7, 7)])
def test_the_ends_of_a_share_interval_are_where_the_score_test_turns(pairs: int, first: int, second: int) -> None:
    found = interval(shares(pairs, first, second), 0.95)
    assert abs(by_force(pairs, second, first, found.low)) == pytest.approx(Z, rel=1e-3)
    assert abs(by_force(pairs, second, first, found.high)) == pytest.approx(Z, rel=1e-3)


def by_force(pairs: int, more: int, less: int, supposed: float) -> float:
    """The score statistic, with the likelihood made as large as it can be under `supposed` by looking everywhere."""

    def likelihood(rare: float) -> float:
        chances = ((more, rare + supposed), (less, rare), (pairs - more - less, 1 - 2 * rare - supposed))
        return sum(times * log(max(chance_, 1e-12)) for times, chance_ in chances if times)

    low, high = max(0.0, -supposed), (1 - supposed) / 2
    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return (more - less - pairs * supposed) / sqrt(pairs * (2 * low + supposed - supposed**2))


def test_the_chance_of_shares_is_mcnemars() -> None:
    assert chance(shares(100, 20, 5)) == pytest.approx(2 * NormalDist().cdf(-15 / sqrt(25)))
    assert chance(shares(100, 0, 0)) == 1.0


def test_wins_that_are_shared_give_the_interval_of_their_own_mean_and_variance() -> None:
    """Halves for wins: 40 pairs that differ by a half say as much as 10 won by the one side in place of the other."""
    halves = moments([0] * 100, [1] * 20 + [-1] * 20 + [0] * 60, scale=2, share=True)
    whole = shares(100, 5, 5)
    assert interval(halves, 0.95).high == pytest.approx(interval(whole, 0.95).high)


def test_where_every_pair_differs_alike_the_sign_test_judges() -> None:
    found = difference(moments([3] * 20, [4] * 20))
    assert found.p == 2.0**-19
    assert found.interval and (found.interval.low, found.interval.high) == (1.0, 1.0)
    assert found.gain is None


def test_few_pairs_say_nothing() -> None:
    found = difference(moments([1] * 9, list(range(9))))
    assert found.interval is None and found.p is None


def test_gain_is_the_variance_that_pairing_takes_away() -> None:
    first, second = some_pairs(3)
    between = variance([b - a for a, b in zip(first, second, strict=True)])
    assert gain(moments(first, second)) == pytest.approx((variance(first) + variance(second)) / between)


def test_holm_as_in_the_example() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@pytest.mark.parametrize(("both", "first", "second"), [(0.2, 0.05, 0.15), (0.01, 0.01, 0.01), (0.3, 0.2, 0.2)])
def test_share_intervals_hold_the_truth_as_often_as_they_say(both: float, first: float, second: float) -> None:
    """2,000 times 100 pairs; three standard errors are allowed, and more caution than said where hardly any differ."""
    luck = random.Random(7)
    held = 0
    for _ in range(2000):
        more = less = 0
        for _ in range(100):
            x = luck.random()
            more += x < second
            less += second <= x < second + first
        found = interval(shares(100, less, more), 0.95)
        held += found.low <= second - first <= found.high
    assert 0.935 <= held / 2000 <= (0.965 if first > 0.02 else 1.0), both


def test_mean_intervals_hold_the_truth_as_often_as_they_say() -> None:
    luck = random.Random(9)
    held = 0
    for _ in range(2000):
        first = [luck.randrange(6) for _ in range(30)]
        second = [value + luck.randrange(4) for value in first]
        found = interval(moments(first, second), 0.95)
        held += found.low <= fmean(range(4)) <= found.high
    assert 0.935 <= held / 2000 <= 0.965
