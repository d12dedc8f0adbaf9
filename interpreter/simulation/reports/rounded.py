"""Estimates as numbers for JSON, with six digits behind the point."""

from interpreter.simulation.statistics.intervals import Interval


def rounded(value: float | None) -> float | None:
    """A number, if there is one."""
    return None if value is None else round(value, 6)


def ends(interval: Interval | None) -> dict[str, float | None]:
    """The ends of an interval, null where there is none."""
    low, high = (interval.low, interval.high) if interval is not None else (None, None)
    return {"low": rounded(low), "high": rounded(high)}
