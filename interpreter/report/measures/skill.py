"""Skill or luck: what the deal decides, and what thinking longer is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log10
from typing import Final

from dsl.frozen import frozen
from interpreter.report.course import Course, Evidence
from interpreter.report.finding import (
    FEWEST,
    Estimated,
    Finding,
    Grade,
    hundredths,
    of_100,
    ratio,
    sentence,
    share,
    unasked,
    would_tell,
)
from interpreter.report.picture import Dots, Mark
from interpreter.simulation.statistics.intervals import Interval
from interpreter.text.labels import capital

#: Where the deal decides so much of who wins, skill has little left to do.
DEALT: Final = 0.5
#: A step of the stairs is so high: who stands on the upper one beats who stands on the lower one in 60 of 100 games.
STEP: Final = 70
LUCK, SKILL = "luck", "skill"
_LUCK, _SKILL = "Does luck decide most of it?", "Does thinking pay?"


def luck(groups: Mapping[str, Evidence], twins: Mapping[str, Evidence], seats: int, *, has_luck: bool) -> Finding:
    """What part of who wins is the same when the same deals and dice are played again by the same players."""
    if not has_luck:
        return unasked(LUCK, _LUCK, "There is no luck in these rules: no card is drawn and no die is rolled.")
    pairs = ((who, _same(found.ended, twins[who].ended, seats)) for who, found in groups.items() if who in twins)
    found = {who: one for who, one in pairs if one is not None}
    if not found:
        return unasked(LUCK, _LUCK, "It takes games that were won by different seats, each of them played twice.")
    who, one = next(iter(found.items()))
    grade, games = one.judged(DEALT)
    seems, what = "The deal and the dice seem to decide most of it", "the deal and the dice decide most of it"
    first = sentence(grade, seems, what, f"{hundredths(one)} of who wins is theirs", games, one.games)
    how = (
        "Deals were played twice by equal players with another luck of their own. What comes out the same is put down "
        "to the deal and the dice. Where answers change which dice are thrown, it is more than this shows."
    )
    others = [f"Played {name}, it is {hundredths(other)}." for name, other in found.items() if name != who]
    marks = tuple(Mark(f"Played {name}", o.value, o.interval, k) for k, (name, o) in enumerate(found.items()))
    return Finding(
        LUCK, _LUCK, grade, (first, *others, how), f"Most of it is more than {DEALT:.0%}. Played {who}.",
        grade is Grade.SEEMS, games,
        (Dots("What part of who wins is decided by the deal and the dice", first, marks, DEALT,
              "most of it", unit="part of who wins"),),
        {name: other.plain for name, other in found.items()},
    )  # fmt: skip


def _same(courses: Sequence[Course], twins: Sequence[Course], seats: int) -> Estimated | None:
    """The correlation of the results of two games with the same deals and dice."""
    by_seed = {course.seed: course for course in courses}
    pairs = [(by_seed[twin.seed], twin) for twin in twins if twin.seed in by_seed]
    ways = Counter(tuple(sorted(course.winners)) for pair in pairs for course in pair)
    if len(pairs) < FEWEST or ways.total() - ways.most_common(1)[0][1] < FEWEST:  # all is too much the same to tell
        return None
    whole = [course for pair in pairs for course in pair]
    usual = [sum(course.share(seat) for course in whole) / len(whole) for seat in range(seats)]
    off = [[[course.share(seat) - usual[seat] for seat in range(seats)] for course in pair] for pair in pairs]
    both = [sum(x * y for x, y in zip(one, other, strict=True)) for one, other in off]
    each = [sum(x * x for row in pair for x in row) / 2 for pair in off]
    found = ratio(both, each)
    if found is None:
        return None
    low, value, high = (min(max(one, 0.0), 1.0) for one in (found.interval.low, found.value, found.interval.high))
    return Estimated(value, Interval(low, high), found.games)


# ---------------------------------------------------------------- stairs


@frozen
class Step:
    """Games in which one seat of `seats` thought as `upper` does, and the others as `lower`; `upper` came first.

    The seats move on from game to game, so that the games of all seats count alike.
    """

    upper: str
    lower: str
    seats: int
    evidence: Evidence


def skill(steps: Sequence[Step]) -> Finding:
    """How many steps there are from chance to the best that was tried."""
    known = [(step, one) for step in steps if (one := _won(step)) is not None]
    if not known:
        return unasked(SKILL, _SKILL, "It takes players who think to tell.")
    part = 1 / known[0][0].seats
    high = _share_of(STEP, known[0][0].seats)
    judged = [one.judged(high) for _, one in known]
    grades = [its for its, _ in judged]
    climbed = grades.count(Grade.SEEMS)
    told = [
        f"{capital(step.upper)} wins {of_100(one)} against {step.lower}; without skill it would be {part * 100:.0f}"
        for step, one in known
    ]
    games = None
    if climbed:
        grade = Grade.SEEMS
        first = f"Thinking seems to pay: there {_are(climbed)} of skill, of {len(known)} that were tried."
    elif all(its is Grade.NO_SIGN for its in grades):
        grade = Grade.NO_SIGN
        first = "There is no sign that thinking pays: who thinks more wins hardly more."
    else:
        grade = Grade.UNTOLD
        games = min((n for _, n in judged if n is not None), default=None)
        first = f"Whether thinking pays cannot be told. {would_tell(games, known[0][1].games)}"
    marks = tuple(Mark(f"{capital(step.upper)} against {step.lower}", *_points(one, step.seats)) for step, one in known)
    return Finding(
        SKILL, _SKILL, grade, (first, *(f"{text}." for text in told)),
        f"A step is worth at least {STEP} points of Elo, as where one wins {high * 100:.0f} games of 100 in place of "
        f"{part * 100:.0f}; it counts if that is sure.",
        grade is Grade.NO_SIGN, games,
        (Dots("What thinking more is worth", first, marks, float(STEP), "a step", share=False, unit="points of Elo"),),
        {"steps": climbed, "tried": [{"upper": s.upper, "lower": s.lower, **one.plain} for s, one in known]},
    )  # fmt: skip


def _are(steps: int) -> str:
    return "is one step" if steps == 1 else f"are {steps} steps"


def _won(step: Step) -> Estimated | None:
    """What the one seat won that thought more; it sits one seat further down from game to game."""
    ended = step.evidence.ended
    if len(ended) < FEWEST:
        return None
    parts = [course.share(-course.seed % step.seats) for course in ended]
    return share(sum(parts), len(parts), squares=sum(one * one for one in parts))


def _points(one: Estimated, seats: int) -> tuple[float, Interval]:
    low, high = (elo(end, seats) for end in (one.interval.low, one.interval.high))
    return elo(one.value, seats), Interval(low, high)


def elo(won: float, seats: int) -> float:
    """The advantage in points of who wins such a share against so many equal others; at most some 800."""
    inside = min(max(won, 0.01 / seats), 1 - 0.01 / seats)
    return 400 * log10((seats - 1) * inside / (1 - inside))


def _share_of(points: float, seats: int) -> float:
    """The share that such an advantage wins."""
    odds = 10 ** (points / 400) / (seats - 1)
    return float(odds / (1 + odds))
