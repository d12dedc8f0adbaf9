"""Numbers along an axis: from where to where it goes, and where it is marked."""

from collections.abc import Iterable
from math import ceil, log10

from dsl.frozen import frozen
from interpreter.simulation.games.measures import Measure


@frozen
class Axis:
    """From `low` to `high`, with a mark at each of `ticks`."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def place(self, value: float) -> float:
        """Where a value lies, from 0 for `low` to 1 for `high`."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def axis(values: Iterable[float], measure: Measure, most: int = 6) -> Axis:
    """An axis with round ends and some `most` marks; of shares from 0 to 1, with 0 on it if that is near."""
    found = list(values)
    low, high = min(found), max(found)
    if 0 <= low <= high / 2:
        low = 0.0
    if low == high:
        low, high = low - 0.5 * (abs(low) or 1), high + 0.5 * (abs(high) or 1)
    if measure.share:
        low, high = max(low, 0.0), min(high, 1.0)
    size = (high - low) / most
    step = next(s for s in (10.0 ** _power(size) * k for k in (1, 2, 5, 10)) if s >= size * (1 - 1e-9))
    first, last = int((low / step + 1e-9) // 1), ceil(high / step - 1e-9)
    return Axis(first * step, last * step, tuple(k * step for k in range(first, last + 1)))


def tick_words(measure: Measure, at: Axis) -> list[str]:
    """Labels of the ticks, with as many digits as it takes to tell them apart."""
    step = at.ticks[1] - at.ticks[0]
    scale, sign = (100, "%") if measure.share else (1, "")
    digits = max(0, -_power(step * scale))
    return [f"{tick * scale + 0.0:,.{digits}f}{sign}" for tick in at.ticks]


def _power(size: float) -> int:
    """The power of ten that is not above `size`."""
    return int((log10(size) + 1e-9) // 1)
