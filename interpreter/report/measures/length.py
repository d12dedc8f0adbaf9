"""Does it come to an end, and how long does it take?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dsl.listing import count
from interpreter.report.course import Course, End, Evidence
from interpreter.report.finding import FEWEST, Finding, Grade, sentence, share, unasked
from interpreter.report.picture import Bars
from interpreter.simulation.statistics.intervals import Distribution

#: So many games without an end are too many.
ENDLESS: Final = 0.01
_BARS: Final = 16
FINITE, LENGTH = "finite", "length"
_FINITE, _LENGTH = "Are there endless games?", "How long does it take?"


def finite(groups: Mapping[str, Evidence], limit: int) -> Finding:
    """Whether games come to their end, of all players together that were worth the wait."""
    courses = [course for found in groups.values() for course in found.courses]
    if not courses:
        return unasked(FINITE, _FINITE, "No game was played.")
    endless = [course for course in courses if course.end == End.LIMIT]
    faults = [course for course in courses if course.end == End.FAULT]
    one = share(len(endless), len(courses))
    grade, games = one.judged(ENDLESS)
    after = f"after {limit:,} decisions"
    all_ended = f"all {count(len(courses), 'game')} ended"
    still = f"{len(endless):,} of {count(len(courses), 'game')} were still going on {after}" if endless else all_ended
    told = [sentence(grade, "Some games seem to be endless", "some games are endless", still, games, one.games)]
    if faults:
        first = f"the first has the seed {faults[0].seed}: {faults[0].message}"
        told.append(f"In {count(len(faults), 'game')} the rules could not go on; {first}.")
    return Finding(
        FINITE, _FINITE, grade, tuple(told),
        f"More than {ENDLESS * 100:g} game in a hundred that goes on {after} is too many.",
        grade is Grade.SEEMS or bool(faults), games,
        numbers={"at_the_limit": len(endless), "faults": len(faults), "limit": limit, **one.plain},
    )  # fmt: skip


def length(groups: Mapping[str, Evidence], seconds: float) -> Finding:
    """Rounds, decisions and minutes of the games of those who play best."""
    who, found = next(((who, one) for who, one in groups.items() if len(one.ended) >= FEWEST), ("", Evidence()))
    if not found.ended:
        return unasked(LENGTH, _LENGTH, "Too few games came to their end to tell.")
    rounds, decisions, real = (_distribution(found.ended, name) for name in ("rounds", "decisions", "real"))
    told = " and ".join((*([_range(rounds, "round")] if rounds.maximum else ()), _range(decisions, "decision")))
    minutes = [real.percentile(p) * seconds / 60 for p in (5, 50, 95)]
    first = f"A game takes {told}."
    second = (
        f"With {seconds:g} seconds for each decision that has more than one answer, one after another, that is "
        f"{_minutes(minutes)}."
    )
    return Finding(
        LENGTH, _LENGTH, Grade.MEASURED, (first, second),
        f"Numbers in brackets hold nine of ten games here. --seconds says how long a decision takes. Played {who}.",
        pictures=(_histogram(real, first),),
        numbers={
            "played": who, "seconds_a_decision": seconds, "rounds": _cuts(rounds), "decisions": _cuts(decisions),
            "real_choices": _cuts(real), "minutes": [round(one, 1) for one in minutes],
        },
    )  # fmt: skip


def _distribution(courses: Sequence[Course], name: str) -> Distribution:
    found = Distribution()
    for course in courses:
        found.add(course.decisions - course.forced if name == "real" else getattr(course, name))
    return found


def _cuts(found: Distribution) -> dict[str, Any]:
    return {"mean": round(found.mean, 3), **{f"p{p}": found.percentile(p) for p in (5, 50, 95)}}


def _range(found: Distribution, noun: str) -> str:
    low, middle, high = (found.percentile(p) for p in (5, 50, 95))
    return count(middle, noun) if low == high else f"{count(middle, noun)} ({low:,} to {high:,})"


def _minutes(minutes: Sequence[float]) -> str:
    """The middle of three, and the others if they differ."""
    short = minutes[-1] < 2
    low, middle, high = (round(one * 60 if short else one) for one in minutes)
    told = count(middle, "second" if short else "minute")
    return f"{told} ({low:,} to {high:,} in nine of ten games)" if low < high else told


def _histogram(real: Distribution, finding: str) -> Bars:
    low, high = real.minimum, real.maximum
    step = max(1, -(-(high - low + 1) // _BARS))
    counts = [0] * (-(-(high - low + 1) // step))
    for number, times in real.buckets.items():
        counts[min(max((number - low) // step, 0), len(counts) - 1)] += times
    labels = tuple(f"{low + k * step:,}" for k in range(len(counts)))
    title = "How many decisions with more than one answer a game takes"
    unit = "decisions" if step == 1 else f"decisions, from here to {step - 1} more"
    return Bars(title, finding, labels, tuple(counts), unit)
