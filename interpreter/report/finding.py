"""Findings: the answer to one question about a game, how sure it is, and the words and pictures for it.

There are three grades, by where the interval lies that holds the true value in 95 of 100 cases: beyond a threshold that
is said, on this side of it, or on both sides, when nothing can be told, but how many games would tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from math import ceil, sqrt
from typing import Any, Final

from attrs import Factory

from dsl.frozen import frozen
from interpreter.report.course import PARTS, Sample
from interpreter.report.picture import Picture
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.reports.said import digits_for
from interpreter.simulation.statistics.intervals import Interval, wilson
from interpreter.simulation.statistics.student import quantile, standard_error

CONFIDENCE: Final = 0.95
#: Fewer games say nothing that an interval could honestly say.
FEWEST: Final = 10
#: Nobody plays more games than this to be told one thing more.
MOST_GAMES: Final = 1_000_000


class Grade(Enum):
    """How sure a finding is; or that it is a number alone, with no threshold, or could not be asked."""

    SEEMS = "seems"
    UNTOLD = "cannot be told"
    NO_SIGN = "no sign of"
    MEASURED = "measured"
    UNASKED = "not asked"


@frozen
class Estimated:
    """A value, the interval that the true one lies in, and the number of games that say so."""

    value: float
    interval: Interval
    games: int

    def grade(self, threshold: float, least: float | None = None) -> Grade:
        """Whether it lies above the threshold; with `least` also below that, when it has to lie between both."""
        if self.interval.low > threshold or (least is not None and self.interval.high < least):
            return Grade.SEEMS
        within = self.interval.high <= threshold and (least is None or self.interval.low >= least)
        return Grade.NO_SIGN if within else Grade.UNTOLD

    def judged(self, threshold: float, least: float | None = None) -> tuple[Grade, int | None]:
        """The same, and how many games would tell where it cannot be told."""
        grade = self.grade(threshold, least)
        thresholds = [one for one in (least, threshold) if one is not None]
        return grade, self.games_to_tell(*thresholds) if grade is Grade.UNTOLD else None

    def games_to_tell(self, *thresholds: float) -> int | None:
        """How many games would tell on which side of each threshold it lies, if it is what it seems to be.

        None if that would be too many.
        """
        low, high = self.value - self.interval.low, self.interval.high - self.value
        times = 0.0
        for threshold in thresholds:
            reach, away = (high, threshold - self.value) if threshold > self.value else (low, self.value - threshold)
            if away * sqrt(MOST_GAMES) <= reach * sqrt(self.games):
                return None
            times = max(times, (reach / away) ** 2)
        return round_up(self.games * times)

    @property
    def plain(self) -> dict[str, Any]:
        """As data."""
        return {"value": rounded(self.value), **ends(self.interval), "games": self.games}


def share(successes: float, games: int, confidence: float = CONFIDENCE, squares: float | None = None) -> Estimated:
    """The share of games in which something happened, by Wilson."""
    return Estimated(successes / games if games else 0.0, wilson(successes, games, confidence, squares), games)


def mean(values: Sequence[float]) -> Estimated | None:
    """The mean of one number of each game; None of too few. Numbers are counted in parts, so that sums are exact."""
    sample = Sample()
    for value in values:
        sample.add(value)
    return mean_of(sample)


def mean_of(sample: Sample, confidence: float = CONFIDENCE) -> Estimated | None:
    """The mean of a sample; None of too few."""
    if sample.count < FEWEST:
        return None
    half = quantile(confidence, sample.count - 1) * standard_error(sample.count, sample.total, sample.squares) / PARTS
    middle = sample.total / sample.count / PARTS
    return Estimated(middle, Interval(middle - half, middle + half), sample.count)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimated | None:
    """The ratio of two means, of numbers that belong to the same games: the delta method."""
    below = sum(bottoms)
    if len(tops) < FEWEST or not below:
        return None
    found = sum(tops) / below
    strayed = mean([(top - found * bottom) * len(tops) / below for top, bottom in zip(tops, bottoms, strict=True)])
    assert strayed is not None, "there are as many"
    half = (strayed.interval.high - strayed.interval.low) / 2
    return Estimated(found, Interval(found - half, found + half), len(tops))


def round_up(games: float) -> int:
    """A number of games to two digits."""
    whole = ceil(games)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // unit) * unit


@frozen
class Listed:
    """Things that a finding names, under a heading."""

    heading: str
    items: tuple[str, ...]


@frozen
class Finding:
    """What was found for one question. `alarm`: it is what a designer would want to mend.

    The first of the `sentences` says it; `threshold` says from where on. `games`: how many would tell.
    """

    key: str
    question: str
    grade: Grade
    sentences: tuple[str, ...]
    threshold: str = ""
    alarm: bool = False
    games: int | None = None
    pictures: tuple[Picture, ...] = ()
    numbers: Mapping[str, Any] = Factory(dict)
    lists: tuple[Listed, ...] = ()

    @property
    def plain(self) -> dict[str, Any]:
        """As JSON takes it."""
        told: dict[str, Any] = {
            "question": self.question, "grade": self.grade.value, "alarm": self.alarm,
            "sentences": list(self.sentences), "threshold": self.threshold or None, "games_to_tell": self.games,
        }  # fmt: skip
        told["lists"] = [{"heading": one.heading, "items": list(one.items)} for one in self.lists]
        return {**told, "numbers": dict(self.numbers), "pictures": [picture.plain for picture in self.pictures]}


# ---------------------------------------------------------------- words


def of_100(found: Estimated) -> str:
    """A share in games of a hundred: `31 of 100 games (29 to 33)`."""
    digits = _digits(found)
    return f"{found.value * 100:.{digits}f} of 100 games{_between(found, digits)}"


def hundredths(found: Estimated) -> str:
    """A share as such: `31% (29 to 33)`."""
    digits = _digits(found)
    return f"{found.value * 100:.{digits}f}%{_between(found, digits)}"


def more(found: Estimated) -> str:
    """A difference of shares, in games of a hundred: `3 more (1 to 5)`, `1 fewer (2 fewer to 1 more)`."""
    digits = _digits(found)
    ends_ = (found.value, found.interval.low, found.interval.high)
    value, low, high = (f"{abs(end) * 100:.{digits}f}" for end in ends_)
    if found.interval.low >= 0:
        return f"{value} more ({low} to {high})"
    if found.interval.high <= 0:
        return f"{value} fewer ({high} to {low})"
    return f"{value} {'more' if found.value >= 0 else 'fewer'} ({low} fewer to {high} more)"


def hundred(found: Estimated) -> tuple[float, Interval]:
    """A difference of shares and its interval, in games of a hundred."""
    return found.value * 100, Interval(found.interval.low * 100, found.interval.high * 100)


def _between(found: Estimated, digits: int) -> str:
    """The ends of the interval of a share, in hundredths, if they differ."""
    low, high = (f"{end * 100:.{digits}f}" for end in (found.interval.low, found.interval.high))
    return f" ({low} to {high})" if low != high else ""


def _digits(found: Estimated) -> int:
    return min(digits_for((found.interval.high - found.interval.low) * 50), 1)


def would_tell(games: int | None, played: int) -> str:
    """How many games it would take."""
    if games is None:
        return "It lies so near the threshold that no number of games would soon tell."
    return f"About {max(games, played + 1):,} such games would tell."


def sentence(grade: Grade, seems: str, what: str, told: str, games: int | None, played: int) -> str:
    """The first sentence of a finding: `seems` or else whether `what`, and what is `told` of it."""
    match grade:
        case Grade.SEEMS:
            return f"{seems}: {told}."
        case Grade.NO_SIGN:
            return f"There is no sign that {what}: {told}."
        case _:
            return f"Whether {what} cannot be told: {told}. {would_tell(games, played)}"


def unasked(key: str, question: str, why: str) -> Finding:
    """A question that these games say nothing about."""
    return Finding(key, question, Grade.UNASKED, (why,))


def most_of(found: Iterable[int | None]) -> int | None:
    """The largest number of games; None if one is too many."""
    known = list(found)
    numbers = [one for one in known if one is not None]
    return max(numbers) if numbers and len(numbers) == len(known) else None
