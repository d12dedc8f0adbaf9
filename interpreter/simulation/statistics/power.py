"""How small a difference so many games would show: the least one that is found in 4 of 5 tries, at 95 %."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import exp, sqrt
from statistics import NormalDist
from typing import Final

from interpreter.simulation.statistics.intervals import Interval, chi_square_survival

#: What is taken for a difference by chance, and how often one that is there is found.
DOUBT: Final = 0.05
POWER: Final = 0.8


def least_advantage(
    games: int, places: int, won: float | Fraction | None = None, squares: float | Fraction | None = None
) -> float | None:
    """The least share of games above its part that one place has, if `equal_shares` finds it in 4 of 5 tries.

    All other places are alike. `won`: games that anybody won (all, if not said), `squares`: the sum of the squares of
    all parts of a win (`won`, if not said). The statistic is then, nearly, a chi-square variable with `places` - 1
    degrees of freedom and the noncentrality, for whole wins and no game without one,

        games * (sum of (share - 1 / places) ** 2 / (1 / places)) = games * advantage ** 2 * places ** 2 / (places - 1)

    and in general games ** 2 * advantage ** 2 * places / (squares - won / places). Source: J. Cohen, Statistical Power
    Analysis for the Behavioral Sciences (1988), 7.2. None without games, and if no advantage would be large enough or
    nothing can vary. Raises ValueError for fewer than two places.
    """
    if places < 2:
        raise ValueError("shares are compared between at least two places")
    if games < 1:
        return None
    total = games if won is None else won
    varied = float((total if squares is None else squares) - total / places)
    advantage = sqrt(noncentrality(places - 1) * varied / places) / games
    return advantage if 0 < advantage <= 1 - 1 / places else None


def least_difference(error: float) -> float:
    """The least difference that is found in 4 of 5 tries if it is measured with this standard error.

    (z of 97.5 % + z of 80 %) * error, nearly: what errs on the wrong side is left out. Source: J. L. Fleiss,
    B. Levin and M. C. Paik, Statistical Methods for Rates and Proportions (2003), 4.2.
    """
    return (NormalDist().inv_cdf(1 - DOUBT / 2) + NormalDist().inv_cdf(POWER)) * error


def least_change_of_share(share: float, games: int) -> float | None:
    """The least change of a share between two runs of so many games each that is found in 4 of 5 tries.

    Its standard error is that of two shares like this one, sqrt(2 * share * (1 - share) / games). None where it would
    be as large as what there is room for, or where nothing varied.
    """
    found = least_difference(sqrt(2 * share * (1 - share) / games)) if games else 0.0
    return found if 0 < found < max(share, 1 - share) else None


def error_of(interval: Interval) -> float:
    """The standard error, nearly, behind an interval of 95 %."""
    return (interval.high - interval.low) / 2 / NormalDist().inv_cdf(1 - DOUBT / 2)


@cache
def noncentrality(degrees: int) -> float:
    """How far a chi-square variable is moved if it passes the bound of the test at 95 % in 4 of 5 tries."""
    bound = _solved(lambda x: 1 - chi_square_survival(x, degrees), 1 - DOUBT)
    return _solved(lambda moved: _survival(bound, degrees, moved), POWER)


def _survival(statistic: float, degrees: int, moved: float) -> float:
    """That a noncentral chi-square variable exceeds it: central ones, mixed by a Poisson variable.

    Source: N. L. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate Distributions 2 (1995), 29.4.
    """
    half, total = moved / 2, 0.0
    weight = exp(-half)
    for times in range(int(half + 12 * sqrt(half + 1) + 20)):
        total += weight * chi_square_survival(statistic, degrees + 2 * times)
        weight *= half / (times + 1)
    return total


def _solved(rising: Callable[[float], float], wanted: float) -> float:
    """Where a function that rises from 0 reaches a value."""
    low, high = 0.0, 1.0
    while rising(high) < wanted:
        high *= 2
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return high
