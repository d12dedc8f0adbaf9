"""Student's t distribution: how likely a mean strays so far from the truth, if its spread was measured as well."""

from fractions import Fraction
from functools import cache
from math import exp, lgamma, log, log1p, sqrt
from typing import Final

_TINY: Final = 1e-300
_EXACT: Final = 1e-15
_MOST_TERMS: Final = 10_000


def two_sided(t: float, degrees: int) -> float:
    """The chance that a t variable lies at least as far from 0 as `t`, on either side.

    It is the regularised incomplete beta function I_x(degrees / 2, 1 / 2) at x = degrees / (degrees + t * t);
    DLMF 8.17. Raises ValueError for less than one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"a t variable has at least one degree of freedom, not {degrees}")
    square = t * t
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square))


@cache
def quantile(confidence: float, degrees: int) -> float:
    """How far from 0 a t variable lies at most, with this confidence. Raises ValueError outside 0 to 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}")
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > 1 - confidence:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if two_sided(middle, degrees) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """I_x(a, b), where `rest` is 1 - x: told apart, so that neither loses its digits."""
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * _log(x, rest) + b * _log(rest, x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _log(part: float, rest: float) -> float:
    return log1p(-rest) if rest < 0.5 else log(part)


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of DLMF 8.17.22, worked out from the front by Lentz's method."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < _EXACT:
            return value
    raise AssertionError("the fraction converges within some sqrt(a) terms")


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def standard_error(count: int, total: int | Fraction, squares: int | Fraction) -> float:
    """Of the mean of `count` numbers (two at least) with this sum and sum of squares."""
    return sqrt((count * squares - total * total) / (count * count * (count - 1)))
