"""How a game goes: when it is decided, how much it sways, and whether whoever leads runs away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from attrs import evolve

from dsl.listing import count
from interpreter.report.course import NOTES, PARTS, Course, Evidence
from interpreter.report.finding import FEWEST, Finding, Grade, hundredths, mean, more, sentence, unasked
from interpreter.report.picture import Curve, Curves
from interpreter.simulation.statistics.intervals import Interval

#: Who expects so much of the win will hardly lose it.
SAFE: Final = 0.8
#: A game that is decided before this part of it is over is decided early.
EARLY: Final = 0.5
#: Whoever has so much more of the win than the leader of before has taken the lead.
AHEAD: Final = 0.05
#: Whoever leads at half wins so much more often than chance explains.
RUNAWAY: Final = 0.1
#: Each game is played so often again by chance, with the steps of the scores dealt to other seats.
_SHUFFLES: Final = 20
#: Of these so many are drawn.
_DRAWN_WALKS: Final = 4
_DRAWN: Final = 12
_POINTS: Final = 40
#: So many passes tell a chance well enough.
_PASSES: Final = 200
DECIDED, AWAY = "decided", "runaway"
_DECIDED, _AWAY = "Is it decided early?", "Does the leader run away?"


def decided(found: Evidence, who: str, seats: int, think: int) -> Finding:
    """When the winner was safe, by what the players thought of their chances; how much it swayed until then.

    One who thinks little errs much: `think` passes for each decision, and so many decisions together that it does not.
    """
    window = -(-_PASSES // max(think, 1)) // 2
    won = (course for course in found.ended if course.chances and len(course.winners) == 1)
    courses = [evolve(course, chances=_smooth(course.chances, window)) for course in won]
    when = mean([_safe_since(course) for course in courses]) if seats > 1 else None
    if when is None:
        return unasked(DECIDED, _DECIDED, "It takes games of players who think, with one winner each, to tell.")
    when = evolve(when, interval=Interval(max(when.interval.low, 0.0), min(when.interval.high, 1.0)))
    drama = mean([_drama(course) for course in courses])
    changes = mean([float(_changes(course)) for course in courses])
    assert drama is not None and changes is not None, "there are as many games"
    late, games = when.judged(EARLY)
    grade = _turned(late)
    after = f"after {hundredths(when)} of the game the winner is safe, on average"
    first = sentence(grade, "It seems to be decided early", "it is decided early", after, games, when.games)
    low, high = changes.interval.low, changes.interval.high
    second = (
        f"The lead changes {changes.value:.1f} times a game ({max(low, 0):.1f} to {high:.1f}); the sign of suspense, "
        f"how far winners were behind before they won, is {drama.value:.2f} (0 is none, 1 the most)."
    )
    return Finding(
        DECIDED, _DECIDED, grade, (first, second),
        f"Safe is who has a chance of {SAFE:.0%} or more from there to the end, as it seemed to the players. Early is "
        f"before {EARLY:.0%} of the decisions. The lead changes when another's chance is higher by {AHEAD:.0%}. "
        f"Played {who}.",
        grade is Grade.SEEMS, games,
        (_lines(courses, first),),
        {"safe_after": when.plain, "drama": drama.plain, "lead_changes": changes.plain},
    )  # fmt: skip


def _smooth(rows: Sequence[Sequence[int]], window: int) -> list[list[int]]:
    """Each chance as the mean with those of so many decisions before and as many after; at the ends of fewer."""
    smooth = []
    for k, row in enumerate(rows):
        reach = min(window, k, len(rows) - 1 - k)
        near = rows[k - reach : k + reach + 1]
        smooth.append([row[0], *(round(fmean(one[seat] for one in near)) for seat in range(1, len(row)))])
    return smooth


def _turned(grade: Grade) -> Grade:
    """The grade of lying below."""
    return {Grade.SEEMS: Grade.NO_SIGN, Grade.NO_SIGN: Grade.SEEMS}.get(grade, grade)


def _safe_since(course: Course) -> float:
    """After what part of the game the winner's chance was safe for good."""
    winner = course.winners[0]
    unsafe = [row[0] for row in course.chances if row[1 + winner] < SAFE * PARTS]
    return (unsafe[-1] + 1) / course.decisions if unsafe else 0.0


def _drama(course: Course) -> float:
    """How far behind the winner was, on average while behind; after C. Browne, Evolutionary Game Design (2011)."""
    winner = course.winners[0]
    behind = [max(row[1:]) - row[1 + winner] for row in course.chances]
    return fmean([sqrt(one / PARTS) for one in behind if one > 0] or [0.0])


def _changes(course: Course) -> int:
    """How often another seat took the lead."""
    leader, changes = -1, 0
    for row in course.chances:
        chances = row[1:]
        best = max(range(len(chances)), key=lambda seat: chances[seat])
        if leader < 0:
            leader = best
        elif chances[best] - chances[leader] > AHEAD * PARTS:
            leader, changes = best, changes + 1
    return changes


def _lines(courses: Sequence[Course], finding: str) -> Curves:
    """The winner's chance in some of the games."""
    curves = tuple(Curve("", tuple(_chances(course))) for course in courses[:_DRAWN])
    return Curves(
        f"What chance the winner had, in {count(len(curves), 'game')}", finding, curves, SAFE, "safe",
        "course of the game",
    )  # fmt: skip


def _chances(course: Course) -> Iterator[float]:
    winner, rows = course.winners[0], course.chances
    at = 0
    for point in range(_POINTS):
        while at + 1 < len(rows) and rows[at + 1][0] <= course.decisions * point / _POINTS:
            at += 1
        yield rows[at][1 + winner] / PARTS
    yield 1.0


# ---------------------------------------------------------------- running away


def runaway(found: Evidence, who: str, seats: int) -> Finding:
    """Whether whoever leads at half wins more often than if each step of the scores could have been anybody's."""
    courses = [course for course in found.ended if course.scores and course.winners]
    half = NOTES // 2
    seen = [(course, chance) for course in courses if (chance := _of_leader(course, half)) is not None]
    if seats < 2 or len(seen) < FEWEST:
        why = "It takes scores that the end of the game compares, and games in which one player leads at half."
        return unasked(AWAY, _AWAY, why)
    usual = [_shuffled(course, half) for course, _ in seen]
    expected = fmean([one for one in usual if one is not None] or [1 / seats])
    extra = mean([won - (expected if other is None else other) for (_, won), other in zip(seen, usual, strict=True)])
    assert extra is not None, "there are enough games"
    grade, games = extra.judged(RUNAWAY)
    wins = fmean(won for _, won in seen)
    told = f"whoever leads at half wins {wins * 100:.0f} of 100 games, {more(extra)} than chance explains"
    seems, what = "The leader seems to run away", "the leader runs away"
    first = sentence(grade, seems, what, told, games, extra.games)
    real, by_chance = _curves(courses, seats)
    return Finding(
        AWAY, _AWAY, grade, (first,),
        f"A leader runs away with {RUNAWAY * 100:g} wins in a hundred more than where each step of the scores falls to "
        f"any of the players by chance. Played {who}; scores are what the end of the game compares first.",
        grade is Grade.SEEMS, games,
        (Curves("How often whoever leads wins", first, (real, by_chance), 1 / seats, "fair", "course of the game"),),
        {"leader_wins": round(wins, 6), "by_chance": round(expected, 6), "more": extra.plain},
    )  # fmt: skip


def _first(scores: Sequence[int]) -> list[int]:
    """The seats that lead."""
    best = max(scores)
    return [seat for seat, score in enumerate(scores) if score == best]


def _of_leader(course: Course, at: int) -> float | None:
    """The part of the win of whoever leads alone then, if anybody does."""
    leaders = _first(course.scores[at])
    return course.share(leaders[0]) if len(leaders) == 1 else None


def _walks(course: Course) -> Iterator[list[list[int]]]:
    """The same game with each step of the scores dealt to the seats by chance, several times."""
    luck = Random(course.seed)
    steps = [[b - a for a, b in zip(one, other, strict=True)] for one, other in pairwise(course.scores)]
    for _ in range(_SHUFFLES):
        walk = [course.scores[0]]
        for step in steps:
            dealt = luck.sample(step, len(step))
            walk.append([a + b for a, b in zip(walk[-1], dealt, strict=True)])
        yield walk


def _won(walk: Sequence[Sequence[int]], at: int) -> float | None:
    """What part of the win belongs to whoever leads alone then, if the highest scores win."""
    leaders, winners = _first(walk[at]), _first(walk[-1])
    if len(leaders) > 1:
        return None
    return 1 / len(winners) if leaders[0] in winners else 0.0


def _shuffled(course: Course, at: int) -> float | None:
    found = [won for walk in _walks(course) if (won := _won(walk, at)) is not None]
    return fmean(found) if found else None


def _curves(courses: Sequence[Course], seats: int) -> tuple[Curve, Curve]:
    """How often whoever leads wins, at each note; in truth, and by chance."""
    walks = [walk for course in courses for walk in islice(_walks(course), _DRAWN_WALKS)]
    real, chance = list[float](), list[float]()
    for at in range(NOTES + 1):
        of_leader = (_of_leader(course, at) for course in courses)
        for curve, found in ((real, of_leader), (chance, (_won(walk, at) for walk in walks))):
            known = [won for won in found if won is not None]
            curve.append(fmean(known) if len(known) >= FEWEST else 1 / seats)
    return Curve("whoever leads", tuple(real)), Curve("by chance", tuple(chance))
