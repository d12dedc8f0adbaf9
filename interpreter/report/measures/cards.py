"""Are there cards that win games, and what is never used?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Final

from dsl.frozen import frozen
from dsl.listing import count, series
from interpreter.report.course import Course, Evidence
from interpreter.report.finding import FEWEST, Estimated, Finding, Grade, Listed, hundred, mean, more, unasked
from interpreter.report.picture import Dots, Mark
from interpreter.simulation.games.measures import rotated
from interpreter.simulation.games.seen import Seen
from interpreter.simulation.reports.summary import Never, never_used
from interpreter.simulation.statistics.intervals import Interval

#: Of all cards that are called strong or weak, so many are by chance at most (Y. Benjamini and Y. Hochberg 1995).
FALSE: Final = 0.05
#: A card that moves the win by less than this is like others.
LIKE_OTHERS: Final = 0.1
_SHOWN: Final = 12
#: So many cards at most one player is kept from using, after A. Jaffe and others (2012).
_KEPT_FROM: Final = 10
_NOTHING: Final[Mapping[str, Estimated]] = MappingProxyType({})
_MAY_USE: Final = "Who may use the card wins so many of 100 games more than who may not, by chance, on the same deals:"
_NOT_A_CAUSE: Final = "A card and the win may go together for a reason of their own: to be sure, change it and compare."
CARDS, UNUSED = "cards", "unused"
_CARDS, _UNUSED = "Are there cards that win or lose games?", "Is there anything that is never used?"


@frozen
class Strength:
    """What having a card is worth, in parts of the win, and the chance of so much if it is worth nothing."""

    title: str
    worth: Estimated
    p: float


def cards(found: Evidence, who: str, seats: int, kept_from: Mapping[str, Estimated] = _NOTHING) -> Finding:
    """By how much more whoever has a card wins than whoever has not, in the same seat.

    That cards matter is no fault; which do, a designer wants to know. `kept_from`: of some of them, how much more a
    player wins who may use it.
    """
    known = _known(found, seats)
    if not known:
        return unasked(CARDS, _CARDS, "There are no cards that some players have and others have not.")
    strong = _sure(known)
    at_most = max(max(abs(one.worth.interval.low), abs(one.worth.interval.high)) for one in known)
    grade = Grade.SEEMS if strong else Grade.NO_SIGN if at_most <= LIKE_OTHERS else Grade.UNTOLD
    if strong:
        one = strong[0]
        seem = f"{len(strong):,} of {count(len(known), 'card')} {'seems' if len(strong) == 1 else 'seem'}"
        most = f"whoever has it wins {more(one.worth)} of 100 games than others in that seat"
        first = f"{seem} to make a difference, most of all {one.title}: {most}."
    elif grade is Grade.NO_SIGN:
        first = f"There is no sign of cards that win or lose games: none of {len(known):,} makes a difference."
    else:
        most = f"one may be worth {at_most * 100:.0f} games of 100"
        each = f"none of {count(len(known), 'card')} stands out, but {most}"
        first = f"Whether there are cards that win or lose games cannot be told: {each}. More games would tell."
    ordered = sorted(known, key=lambda one: (one.p, -abs(one.worth.value), one.title))
    shown = sorted(ordered[:_SHOWN], key=lambda one: -one.worth.value)
    marks = tuple(Mark(one.title, *hundred(one.worth), int(one not in strong)) for one in shown)
    picture = Dots(
        "What it is worth to have a card", first, marks, 0.0, "nothing", kinds=("sure", "not sure"), share=False,
        unit="wins in a hundred games more than without it",
    )  # fmt: skip
    return Finding(
        CARDS, _CARDS, grade, (first, _NOT_A_CAUSE),
        f"Of those that are sure, at most {FALSE:.0%} are so by chance (Benjamini, Hochberg). If none is, and each is "
        f"worth at most {LIKE_OTHERS * 100:g} games in a hundred, there is no sign. Played {who}.",
        pictures=(picture,), lists=_barred(kept_from),
        numbers={
            "cards": [_plain(one, one in strong) for one in ordered],
            "kept_from": [{"card": title, **worth.plain} for title, worth in kept_from.items()],
        },
    )  # fmt: skip


def strongest(found: Evidence, seats: int) -> list[str]:
    """The cards that seem to make most difference, surely; not too many."""
    return [one.title for one in _sure(_known(found, seats))[:_KEPT_FROM]]


def kept_from(free: Evidence, barred: Evidence, seats: int) -> Estimated | None:
    """How much more the first player wins who may use a card than one who may not, in games with the same seeds."""
    before = {course.seed: course for course in free.ended}
    pairs = [(before[course.seed], course) for course in barred.ended if course.seed in before]
    mine = [rotated(range(seats), one.seed).index(0) for one, _ in pairs]
    return mean([one.share(seat) - other.share(seat) for (one, other), seat in zip(pairs, mine, strict=True)])


def _barred(kept_from: Mapping[str, Estimated]) -> tuple[Listed, ...]:
    """What it costs not to use a card."""
    told = tuple(f"{title}: {more(worth)}" for title, worth in kept_from.items())
    return (Listed(_MAY_USE, told),) if told else ()


def _known(found: Evidence, seats: int) -> list[Strength]:
    courses = found.ended
    titles = sorted({title for course in courses for title in course.held})
    return [one for one in (strength(title, courses, seats) for title in titles) if one is not None]


def _plain(one: Strength, sure: bool) -> dict[str, Any]:
    return {"card": one.title, "sure": sure, "p": round(one.p, 6), **one.worth.plain}


def strength(title: str, courses: Sequence[Course], seats: int) -> Strength | None:
    """What having it is worth within each seat; the error allows for the seats of a game that share one win.

    A regression of the win on having the card, less the mean of each seat, with errors by game (K.-Y. Liang and S. L.
    Zeger 1986). None if too few games have it, or have it not.
    """
    games = len(courses)
    held = [[course.held.get(title, 0) >> seat & 1 for seat in range(seats)] for course in courses]
    times = sum(map(sum, held))
    if not FEWEST <= times <= games * seats - FEWEST:
        return None
    usual = [sum(row[seat] for row in held) / games for seat in range(seats)]
    part = [sum(course.share(seat) for course in courses) / games for seat in range(seats)]
    had = [[row[seat] - usual[seat] for seat in range(seats)] for row in held]
    won = [[course.share(seat) - part[seat] for seat in range(seats)] for course in courses]
    varied = sum(x * x for row in had for x in row)
    if varied <= 0:
        return None
    worth = sum(x * y for a, b in zip(had, won, strict=True) for x, y in zip(a, b, strict=True)) / varied
    strays = (sum(x * (y - worth * x) for x, y in zip(a, b, strict=True)) for a, b in zip(had, won, strict=True))
    error = sqrt(sum(one * one for one in strays)) / varied
    if error == 0:
        return None
    normal = NormalDist()
    half = normal.inv_cdf(0.975) * error
    interval = Interval(worth - half, worth + half)
    return Strength(title, Estimated(worth, interval, games), 2 * normal.cdf(-abs(worth) / error))


def _sure(known: Sequence[Strength]) -> list[Strength]:
    """Those that are not like others, the strongest first."""
    ordered = sorted(known, key=lambda one: one.p)
    most = max((k + 1 for k, one in enumerate(ordered) if one.p <= FALSE * (k + 1) / len(ordered)), default=0)
    return sorted(ordered[:most], key=lambda one: -abs(one.worth.value))


# ---------------------------------------------------------------- never used


def unused(seen: Seen | None) -> Finding:
    """What no game used, of all that there were."""
    if seen is None:
        return unasked(UNUSED, _UNUSED, "No game came to its end.")
    never: Never = never_used(seen)
    kinds = (("actions", never.actions), ("cards", never.cards), ("answers", never.answers), ("rules", never.rules))
    named = [(kind, words) for kind, words in kinds if words]
    games = count(seen.games, "game")
    if not named:
        none = f"There is no sign of anything that is never used, in {games}."
        return Finding(UNUSED, _UNUSED, Grade.NO_SIGN, (none,))
    never_ = series(count(len(words), kind.removesuffix("s")) for kind, words in named)
    first = f"In {games}, some things were never used: {never_}."
    lists = tuple(Listed(f"Never used, of the {kind}:", tuple(words)) for kind, words in named)
    sure = bool(never.actions or never.cards)
    return Finding(UNUSED, _UNUSED, Grade.SEEMS, (first,), alarm=sure, lists=lists)
