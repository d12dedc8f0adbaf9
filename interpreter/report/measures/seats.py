"""Is it fair? Does the team win as often as it should? Does good play settle who wins?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from dsl.listing import count, series
from interpreter.report.course import Course, Evidence
from interpreter.report.finding import (
    CONFIDENCE,
    FEWEST,
    Estimated,
    Finding,
    Grade,
    most_of,
    of_100,
    sentence,
    share,
    unasked,
    would_tell,
)
from interpreter.report.picture import Dots, Mark
from interpreter.simulation.statistics.intervals import Interval, equal_shares
from interpreter.text.labels import capital

#: A seat that wins so much more or less than its part is favoured, or is kept back.
FAVOURED: Final = 0.03
#: A team should win so often; so far from it is near enough.
NEAR: Final = 0.05
#: If so many games end in the same way, the rules say who wins.
SETTLED: Final = 0.9

FAIR, TEAM, SOLVED = "fair", "team", "solved"
_FAIR, _TEAM, _SOLVED = "Is a seat favoured?", "Is it too easy or too hard?", "Do the rules settle who wins?"


def wins_together(groups: Mapping[str, Evidence], seats: int) -> bool:
    """Whether all who play have won together, whenever anybody has."""
    won = [course.winners for found in groups.values() for course in found.ended if course.winners]
    return bool(won) and all(len(winners) == seats for winners in won)


def fair(groups: Mapping[str, Evidence], seats: int) -> Finding:
    """Whether some seat wins more than its part; by the players that come first, the others stand beside them."""
    known = {who: _shares(found.ended, seats) for who, found in groups.items() if len(found.ended) >= FEWEST * seats}
    known = {who: shares for who, shares in known.items() if any(one.value for one in shares)}
    if not known:
        return unasked(FAIR, _FAIR, "Too few games were won to tell.")
    who, shares = next(iter(known.items()))
    part = sum(one.value for one in shares) / seats
    judged = [one.judged(part + FAVOURED, part - FAVOURED) for one in shares]
    grades = [its for its, _ in judged]
    grade = next((its for its in (Grade.SEEMS, Grade.UNTOLD) if its in grades), Grade.NO_SIGN)
    games = most_of(games for its, games in judged if its is Grade.UNTOLD) if grade is Grade.UNTOLD else None
    first = _said(shares, grades, grade, part, games)
    others = [_beside(name, found) for name, found in known.items() if name != who]
    return Finding(
        FAIR, _FAIR, grade, (first, *others),
        f"A seat counts as favoured if it wins at least {FAVOURED * 100:g} games in a hundred more than its part, "
        f"and as kept back if it wins as many fewer; the {seats} intervals together are 95 % sure. Played {who}.",
        grade is Grade.SEEMS, games, (_picture(known, part, first),),
        {
            "part": round(part, 6), **_test(groups[who].ended, seats),
            "seats": {name: [one.plain for one in found] for name, found in known.items()},
        },
    )  # fmt: skip


def _shares(courses: Sequence[Course], seats: int) -> list[Estimated]:
    """What each seat wins; so sure that all intervals together are 95 % sure."""
    confidence = 1 - (1 - CONFIDENCE) / seats
    return [
        share(sum(c.share(seat) for c in courses), len(courses), confidence, sum(c.share(seat) ** 2 for c in courses))
        for seat in range(seats)
    ]


def _said(
    shares: Sequence[Estimated], grades: Sequence[Grade], grade: Grade, part: float, games: int | None
) -> str:  # fmt: skip
    fair_ = f"fair is {part * 100:.0f}"
    if grade is Grade.SEEMS:
        told = [
            f"seat {seat + 1} seems {'favoured' if one.value > part else 'kept back'} and wins {of_100(one)}"
            for seat, (one, its) in enumerate(zip(shares, grades, strict=True))
            if its is Grade.SEEMS
        ]
        return f"{capital(series(told))}; {fair_}."
    if grade is Grade.NO_SIGN:
        low, high = (f"{pick(one.value for one in shares) * 100:.0f}" for pick in (min, max))
        each = low if low == high else f"{low} to {high}"
        return f"There is no sign of a favoured seat: each wins {each} of 100 games; {fair_}."
    seat, one = max(enumerate(shares), key=lambda found: abs(found[1].value - part))
    far = f"farthest off is seat {seat + 1}, which wins {of_100(one)}; {fair_}"
    games_played = count(one.games, "game")
    return f"Whether a seat is favoured cannot be told from {games_played}: {far}. {would_tell(games, one.games)}"


def _beside(who: str, shares: Sequence[Estimated]) -> str:
    return f"Played {who}, the seats win {series(f'{one.value * 100:.0f}' for one in shares)} of 100 games."


def _test(courses: Sequence[Course], seats: int) -> dict[str, Any]:
    wins = [sum(c.share(seat) for c in courses) for seat in range(seats)]
    test = equal_shares(wins, sum(c.share(seat) ** 2 for c in courses for seat in range(seats)))
    return {"chi_square": round(test.statistic, 3), "degrees": test.degrees, "p": round(test.p, 4)}


def _picture(known: Mapping[str, Sequence[Estimated]], part: float, finding: str) -> Dots:
    seats = len(next(iter(known.values())))
    marks = tuple(
        Mark(f"Seat {seat + 1}", shares[seat].value, shares[seat].interval, kind)
        for seat in range(seats)
        for kind, shares in enumerate(known.values())
    )
    band = Interval(max(part - FAVOURED, 0), min(part + FAVOURED, 1))
    return Dots("What each seat wins", finding, marks, part, "fair", band, tuple(known), unit="share of the wins")


# ---------------------------------------------------------------- a team, and what is settled


def team(groups: Mapping[str, Evidence], target: float | None) -> Finding:
    """How often all win together, and whether that is what was aimed at."""
    known = {
        who: share(sum(bool(course.winners) for course in found.ended), len(found.ended))
        for who, found in groups.items()
        if len(found.ended) >= FEWEST
    }
    if not known:
        return unasked(TEAM, _TEAM, "Too few games came to their end to tell.")
    numbers = {"target": target, "wins": {who: one.plain for who, one in known.items()}}
    told = [f"played {who}, the team wins {of_100(one)}" for who, one in known.items()]
    marks = tuple(Mark(capital(who), one.value, one.interval, kind) for kind, (who, one) in enumerate(known.items()))
    aim, band = "", None
    if target is not None:
        aim, band = f"; the target is {target * 100:g}", Interval(max(target - NEAR, 0), min(target + NEAR, 1))
    pictures = (
        Dots("How often the team wins", f"{capital(told[0])}{aim}.", marks, target, "target", band,
             unit="share of the games that the team wins"),
    )  # fmt: skip
    if target is None:
        more = "To be told whether that is as it should be, say --target 40 for 40 games of 100."
        first = f"{capital(series(told))}."
        return Finding(TEAM, _TEAM, Grade.MEASURED, (first, more), pictures=pictures, numbers=numbers)
    one = next(iter(known.values()))
    grade, games = one.judged(target + NEAR, target - NEAR)
    easy = f"It seems too {'easy' if one.value > target else 'hard'}"
    first = sentence(grade, easy, "it is too easy or too hard", f"{told[0]}{aim}", games, one.games)
    return Finding(
        TEAM, _TEAM, grade, (first, *(f"{capital(text)}." for text in told[1:])),
        f"Up to {NEAR * 100:g} games in a hundred above or below the target are near enough.",
        grade is Grade.SEEMS, games, pictures, numbers,
    )  # fmt: skip


def solved(found: Evidence, who: str) -> Finding:
    """Whether players who think end the game in the same way nearly always."""
    ways = Counter(tuple(sorted(course.winners)) for course in found.ended)
    if len(found.ended) < FEWEST:
        return unasked(SOLVED, _SOLVED, "It takes players who think to tell.")
    winners, times = ways.most_common(1)[0]
    one = share(times, len(found.ended))
    grade, games = one.judged(SETTLED)
    way = f"the most frequent end is that {_way(winners)}, in {of_100(one)}"
    first = sentence(grade, "The rules seem to settle who wins", "the rules settle who wins", way, games, one.games)
    return Finding(
        SOLVED, _SOLVED, grade, (first,),
        f"More than {SETTLED * 100:g} games of a hundred that end in the same way count as settled. Played {who}.",
        grade is Grade.SEEMS, games, numbers=one.plain,
    )  # fmt: skip


def _way(winners: Sequence[int]) -> str:
    if len(winners) == 1:
        return f"seat {winners[0] + 1} wins"
    return f"seats {series(str(seat + 1) for seat in winners)} win together" if winners else "nobody wins"
