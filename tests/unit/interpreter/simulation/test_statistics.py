"""Intervals, tests and distributions, against printed tables, closed forms and exact arithmetic."""

import statistics
from fractions import Fraction
from math import ceil, comb, exp, gamma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.runtime.chance import below, mix
from interpreter.simulation.statistics.intervals import (
    EXACT_BELOW,
    Distribution,
    Interval,
    chi_square_survival,
    equal_shares,
    wilson,
)

WHOLE = st.integers(-(2**63), 2**63 - 1) | st.integers(-3000, 3000)

# R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]

# Printed tables of critical values: degrees of freedom, upper tail, value.
CRITICAL = [
    (1, 0.05, 3.841),
    (1, 0.01, 6.635),
    (1, 0.001, 10.828),
    (2, 0.05, 5.991),
    (2, 0.01, 9.210),
    (3, 0.05, 7.815),
    (3, 0.001, 16.266),
    (5, 0.05, 11.070),
    (5, 0.01, 15.086),
    (10, 0.95, 3.940),
    (10, 0.05, 18.307),
    (10, 0.001, 29.588),
    (30, 0.95, 18.493),
    (30, 0.01, 50.892),
    (100, 0.95, 77.929),
    (100, 0.05, 124.342),
    (100, 0.001, 149.449),
]


def counted(values: list[int]) -> Distribution:
    distribution = Distribution()
    for value in values:
        distribution.add(value)
    return distribution


@pytest.mark.parametrize(("successes", "trials", "low", "high"), NEWCOMBE)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert interval.low == pytest.approx(low, abs=0.00005)
    assert interval.high == pytest.approx(high, abs=0.00005)


@given(
    st.integers(1, 10**6),
    st.fractions(0, 1),
    st.sampled_from([(0.95, 1.959963984540054), (0.99, 2.5758293035489)]),
)
def test_wilson_ends_lie_z_standard_errors_away(trials: int, share: Fraction, level: tuple[float, float]) -> None:
    """The definition: each end is a share from which the observed one is z standard errors away."""
    confidence, z = level
    interval = wilson(share * trials, trials, confidence)
    assert 0 <= interval.low <= share <= interval.high <= 1
    for end in (interval.low, interval.high):
        if 0 < end < 1:
            spread = z**2 * end * (1 - end) / trials
            assert (float(share) - end) ** 2 == pytest.approx(spread, rel=1e-6, abs=1e-14)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_wilson_covers_as_often_as_it_says(share: float) -> None:
    """The exact chance, over all binomial outcomes, that the interval holds the true share."""
    trials, covered = 400, 0.0
    for successes in range(trials + 1):
        interval = wilson(successes, trials)
        if interval.low <= share <= interval.high:
            covered += comb(trials, successes) * share**successes * (1 - share) ** (trials - successes)
    assert covered == pytest.approx(0.95, abs=0.012)


def test_without_trials_everything_is_possible() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


def test_wilson_reaches_the_ends() -> None:
    assert wilson(0, 7).low == 0.0
    assert wilson(7, 7).high == 1.0
    assert wilson(0, 7).high == pytest.approx(1 - wilson(7, 7).low)


@pytest.mark.parametrize(("successes", "trials", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_wilson_refuses_nonsense(successes: int, trials: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"successes|confidence"):
        wilson(successes, trials, confidence)


@pytest.mark.parametrize(("degrees", "tail", "value"), CRITICAL)
def test_chi_square_tables(degrees: int, tail: float, value: float) -> None:
    assert chi_square_survival(value, degrees) == pytest.approx(tail, rel=1e-3)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7, 12])
def test_chi_square_is_the_area_under_its_density(degrees: int) -> None:
    """Simpson's rule over the density from `start` on; beyond 200 nothing is left that counts."""
    start, steps = 1.5, 20_000
    width = (200 - start) / steps

    def density(x: float) -> float:
        return float(x ** (degrees / 2 - 1)) * exp(-x / 2) / (2 ** (degrees / 2) * gamma(degrees / 2))

    weights = (1 if i in (0, steps) else 4 if i % 2 else 2 for i in range(steps + 1))
    area = sum(weight * density(start + i * width) for i, weight in enumerate(weights)) * width / 3
    assert chi_square_survival(start, degrees) == pytest.approx(area, rel=1e-9)


def test_chi_square_ends() -> None:
    assert chi_square_survival(0.0, 3) == 1.0
    assert chi_square_survival(1e-9, 400) == 1.0
    assert chi_square_survival(5000.0, 3) == 0.0
    assert chi_square_survival(3000.0, 3000) == pytest.approx(0.5, abs=0.005)
    with pytest.raises(ValueError, match="degree"):
        chi_square_survival(1.0, 0)


def test_chi_square_as_scipy_has_it() -> None:
    stats = pytest.importorskip("scipy.stats")
    for degrees in (1, 2, 5, 24, 119, 2651):
        for factor in (0.01, 0.5, 1.0, 1.3, 3.0):
            expected = stats.chi2.sf(degrees * factor, degrees)
            assert chi_square_survival(degrees * factor, degrees) == pytest.approx(expected, rel=1e-10, abs=1e-300)


@given(
    st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.sampled_from([0.9, 0.95, 0.99]),
)
def test_wilson_as_scipy_has_it(counts: tuple[int, int], confidence: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    expected = stats.binomtest(*counts).proportion_ci(confidence, method="wilson")
    found = wilson(*counts, confidence)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_with_squares_is_wilsons_where_nothing_is_shared(counts: tuple[int, int]) -> None:
    assert wilson(*counts, squares=counts[0]) == wilson(*counts)


@pytest.mark.parametrize("games", [10, 30, 200])
def test_wilson_with_squares_holds_the_share_of_games_with_one_loser(games: int) -> None:
    """One of four loses, and three share the win. A seat's share is 1/4; the interval is a third as wide as without."""

    def interval(lost: int) -> Interval:
        return wilson(Fraction(games - lost, 3), games, squares=Fraction(games - lost, 9))

    def chance(lost: int) -> float:
        return comb(games, lost) * 0.25**lost * 0.75 ** (games - lost)

    held = sum(chance(k) for k in range(games + 1) if interval(k).low <= 0.25 <= interval(k).high)
    assert 0.93 < held <= (1 if games == 10 else 0.99)  # few games are not quite believed
    ends, plain = interval(games // 4), wilson(Fraction(games - games // 4, 3), games)
    assert (ends.high - ends.low) / (plain.high - plain.low) < (0.8 if games == 10 else 0.55)


def test_wilson_does_not_say_that_it_is_sure_of_what_it_has_seen_in_few_games() -> None:
    found = wilson(Fraction(5), 10, squares=Fraction(5, 2))  # ten games that two have shared
    assert found.low < 0.42 and found.high > 0.58


@given(st.lists(st.integers(0, 10**5), min_size=2, max_size=12).filter(any))
def test_equal_shares_as_scipy_has_it(counts: list[int]) -> None:
    stats = pytest.importorskip("scipy.stats")
    expected = stats.chisquare(counts)
    found = equal_shares(counts)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9, abs=1e-9)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-7, abs=1e-300)


def test_equal_shares_of_a_die() -> None:
    """(0 + 4 + 9 + 4 + 1 + 16) / 20 = 1.7; the p-value is that of printed calculators for 5 degrees."""
    result = equal_shares([20, 22, 17, 18, 19, 24])
    assert result.statistic == pytest.approx(1.7)
    assert result.degrees == 5
    assert result.p == pytest.approx(0.8889, abs=0.0001)


def test_equal_shares_of_shared_wins() -> None:
    """Thirds add up exactly: 1/3 away on either side of 10 is (1/9 + 1/9) / 10."""
    result = equal_shares([Fraction(31, 3), Fraction(29, 3)])
    assert result.statistic == pytest.approx(2 / 90)


@given(st.lists(st.integers(0, 10**4), min_size=3, max_size=8).filter(any))
def test_equal_shares_of_games_with_one_loser(losses: list[int]) -> None:
    """All but one share each win: who loses more often than others is as sure as if losses were counted."""
    games, others = sum(losses), len(losses) - 1
    found = equal_shares([Fraction(games - lost, others) for lost in losses], Fraction(games, others))
    counted = equal_shares(losses)
    assert found.statistic == pytest.approx(counted.statistic)
    assert found.p == pytest.approx(counted.p)


def test_equal_shares_if_all_always_win() -> None:
    assert equal_shares([Fraction(10), Fraction(10)], Fraction(10)).p == 1.0


def test_equal_shares_without_games() -> None:
    assert equal_shares([0, 0, 0]).p == 1.0


@pytest.mark.parametrize("counts", [[], [5], [5, -1]])
def test_equal_shares_refuses_nonsense(counts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"two places|below 0"):
        equal_shares(counts)


def test_equal_shares_raises_false_alarms_as_often_as_it_says() -> None:
    """2,000 fair contests of 200 games among 4: about 5 % lie below p = 0.05, within 4 standard errors."""
    state, alarms = mix(1), 0
    for _ in range(2000):
        wins = [0, 0, 0, 0]
        for _ in range(200):
            state, seat = below(state, 4)
            wins[seat] += 1
        alarms += equal_shares(wins).p < 0.05
    assert alarms / 2000 == pytest.approx(0.05, abs=0.02)


@given(st.lists(WHOLE, min_size=2))
def test_sums_are_exact(values: list[int]) -> None:
    distribution = counted(values)
    fractions = [Fraction(value) for value in values]
    assert distribution.count == len(values)
    assert distribution.mean == float(statistics.mean(fractions))
    assert distribution.variance == float(statistics.variance(fractions))
    assert (distribution.minimum, distribution.maximum) == (min(values), max(values))


@given(st.lists(st.tuples(WHOLE, st.integers(0, 3))), st.permutations(range(4)))
def test_grouping_and_order_do_not_matter(values: list[tuple[int, int]], order: list[int]) -> None:
    """Each value goes to one of four workers, whose parts come back in any order."""
    parts = [Distribution() for _ in range(4)]
    for value, worker in values:
        parts[worker].add(value)
    merged = Distribution()
    for worker in order:
        merged.merge(parts[worker])
    assert merged == counted([value for value, _ in reversed(values)])


def test_merging_leaves_the_other_alone() -> None:
    one, other = counted([1, 2]), counted([2, 3])
    one.merge(other)
    one.add(3)
    assert other == counted([2, 3])
    assert one == counted([1, 2, 2, 3, 3])


@given(WHOLE, st.integers(1, 50))
def test_many_of_a_kind(value: int, times: int) -> None:
    distribution = Distribution()
    distribution.add(value, times)
    assert distribution == counted([value] * times)


@given(st.lists(st.integers(1 - EXACT_BELOW, EXACT_BELOW - 1), min_size=1), st.integers(0, 100))
def test_percentiles_of_small_numbers_are_exact(values: list[int], percent: int) -> None:
    rank = max(1, ceil(Fraction(percent * len(values), 100)))
    assert counted(values).percentile(percent) == sorted(values)[rank - 1]


@given(st.lists(WHOLE, min_size=1), st.integers(0, 100))
def test_percentiles_of_large_numbers_are_near(values: list[int], percent: int) -> None:
    rank = max(1, ceil(Fraction(percent * len(values), 100)))
    exact = sorted(values)[rank - 1]
    assert abs(counted(values).percentile(percent) - exact) <= abs(exact) / 2000


@given(st.lists(WHOLE, min_size=1))
def test_percentiles_rise_from_the_minimum_to_the_maximum(values: list[int]) -> None:
    found = [counted(values).percentile(percent) for percent in range(101)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (min(values), max(values))


def test_memory_is_bounded() -> None:
    """200,000 different numbers up to a thousand million leave a tenth as many buckets."""
    distribution = counted(list(range(0, 10**9, 5000)))
    assert distribution.count == 200_000
    assert len(distribution.buckets) < 21_000
    assert distribution.percentile(50) == pytest.approx(5 * 10**8, rel=0.0005)


def test_nothing_counted_has_no_numbers() -> None:
    with pytest.raises(ValueError, match="nothing has been counted"):
        _ = Distribution().mean
    with pytest.raises(ValueError, match="nothing has been counted"):
        Distribution().percentile(50)
    with pytest.raises(ValueError, match="at least two"):
        _ = counted([5]).variance


@pytest.mark.parametrize("percent", [-1, 101])
def test_percentiles_stay_in_the_hundred(percent: int) -> None:
    with pytest.raises(ValueError, match=str(percent)):
        counted([1]).percentile(percent)
