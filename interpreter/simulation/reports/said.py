"""Values of measures as one writes them: shares in per cent, numbers with as many digits as say something."""

from collections.abc import Iterable
from math import log10
from typing import Final

from interpreter.simulation.games.measures import Measure
from interpreter.simulation.statistics.intervals import Interval

_MOST_DIGITS: Final = 6


def digits_of(measure: Measure, values: Iterable[float], intervals: Iterable[Interval | None] = ()) -> int:
    """How many digits behind the point all of them have: one of shares, one or two of numbers, more if known well."""
    least = 1 if measure.share or any(abs(value) >= 100 for value in values) else 2
    scale = 100 if measure.share else 1
    known = (digits_for((one.high - one.low) / 2 * scale) for one in intervals if one is not None)
    return min(max((least, *known)), _MOST_DIGITS)


def digits_for(away: float) -> int:
    """The digits behind the point by which a number that may be off by so much is told from one that may not."""
    return max(0, -int(log10(away) // 1)) if away > 0 else 0


def said(measure: Measure, value: float, digits: int | None = None) -> str:
    """A value: `25.3%`, `8.02`, `571.9`."""
    places = digits_of(measure, [value]) if digits is None else digits
    return f"{value:.{places}%}" if measure.share else f"{value:,.{places}f}"


def said_change(measure: Measure, value: float, digits: int | None = None) -> str:
    """A difference, with its sign; that of shares in percentage points."""
    places = digits_of(measure, [value]) if digits is None else digits
    text = f"{value * 100 if measure.share else value:+,.{places}f}"
    return text if float(text.replace(",", "")) else text[1:]


def said_with_error(measure: Measure, value: float, away: float, digits: int) -> str:
    """A value and how far from it the true one may be, with as many digits: `571.9 ±4.2`, `25.3% ±1.9`."""
    return f"{said(measure, value, digits)} ±{away * 100 if measure.share else away:,.{digits}f}"


def said_between(measure: Measure, interval: Interval | None, digits: int | None = None, change: bool = False) -> str:
    """From where to where a value, or a difference, lies."""
    if interval is None:
        return "too few games"
    write = said_change if change else said
    places = digits_of(measure, (interval.low, interval.high), (interval,)) if digits is None else digits
    return f"{write(measure, interval.low, places)} to {write(measure, interval.high, places)}"
