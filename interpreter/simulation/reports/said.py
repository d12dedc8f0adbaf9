"""Values of measures as one writes them: shares in per cent, numbers with as many digits as say something."""

from interpreter.simulation.games.measures import Measure
from interpreter.simulation.statistics.intervals import Interval


def said(measure: Measure, value: float) -> str:
    """A value: `25.3%`, `8.02`, `571.9`."""
    return f"{value:.1%}" if measure.share else _number(value)


def said_change(measure: Measure, value: float) -> str:
    """A difference, with its sign; that of shares in percentage points."""
    text = f"{value * 100:+.1f}" if measure.share else _number(value, "+")
    return text.replace("-0.00", "0.00").replace("+0.00", "0.00") if float(text.replace(",", "")) == 0 else text


def said_with_error(measure: Measure, value: float, away: float, digits: int) -> str:
    """A value and how far from it the true one may be, with as many digits: `571.9 ±4.2`, `25.3% ±1.9`."""
    if measure.share:
        return f"{said(measure, value)} ±{away * 100:.1f}"
    return f"{value:,.{digits}f} ±{away:,.{digits}f}"


def said_between(measure: Measure, interval: Interval | None, change: bool = False) -> str:
    """From where to where a value, or a difference, lies."""
    if interval is None:
        return "too few games"
    write = said_change if change else said
    return f"{write(measure, interval.low)} to {write(measure, interval.high)}"


def _number(value: float, sign: str = "") -> str:
    return f"{value:{sign},.1f}" if abs(value) >= 100 else f"{value:{sign}.2f}"
