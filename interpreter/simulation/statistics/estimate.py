"""Estimates of a mean from sums over games: where the true one lies, and how far single games stray from it."""

from fractions import Fraction
from math import sqrt
from typing import Final

from dsl.frozen import frozen
from interpreter.simulation.statistics.intervals import Interval, wilson
from interpreter.simulation.statistics.paired import FEWEST_PAIRS, Moments
from interpreter.simulation.statistics.student import quantile, standard_error

CONFIDENCE: Final = 0.95


@frozen
class Estimate:
    """A mean over games, where the true one lies, and the standard deviation of a game.

    `interval` is None for fewer than ten games, `spread` for a share and for fewer than two games.
    """

    mean: float
    interval: Interval | None
    spread: float | None = None


def estimate(found: Moments) -> Estimate:
    """The estimate of the first of two. Raises ValueError without games."""
    count, total, scale = found.pairs, found.first, found.scale
    if count == 0:
        raise ValueError("without games there is no mean")
    mean = float(total / count / scale)
    if found.share:
        squares = Fraction(found.first_squares, scale * scale)
        enough = count >= FEWEST_PAIRS
        return Estimate(mean, wilson(Fraction(total, scale), count, CONFIDENCE, squares) if enough else None)
    if count < 2:
        return Estimate(mean, None)
    error = standard_error(count, total, found.first_squares) / scale
    half = quantile(CONFIDENCE, count - 1) * error
    return Estimate(mean, Interval(mean - half, mean + half) if count >= FEWEST_PAIRS else None, error * sqrt(count))
