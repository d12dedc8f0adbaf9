"""Sums a comparison or a sweep up in a few sentences: what differs, how sure that is, and what could have been seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import asdict

from dsl.frozen import frozen
from dsl.ir.prose.nouns import is_plural
from dsl.listing import listed
from interpreter.simulation.comparison import Comparison, Row
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.reports.report import evidence
from interpreter.simulation.reports.said import digits_of, said
from interpreter.simulation.reports.summary import IN_FOUR_OF_FIVE, SURENESS
from interpreter.simulation.statistics.intervals import Interval
from interpreter.simulation.statistics.paired import FEWEST_PAIRS, difference
from interpreter.simulation.statistics.power import error_of, least_difference
from interpreter.simulation.statistics.sequential import Verdict
from interpreter.simulation.sweep import Sweep, label_of

#: So many measures are named in one sentence, and so many of a sweep are spoken of.
MOST_NAMED, MOST_MEASURES = 3, 2


@frozen
class Differences:
    """`sentences` say it. `least`: for each measure the least difference that shows in 4 of 5 such runs."""

    sentences: tuple[str, ...]
    least: Mapping[str, float]

    def plain(self) -> dict[str, Any]:
        """The summary as JSON takes it."""
        return {**asdict(self), "least": {name: float(f"{value:.3g}") for name, value in self.least.items()}}


def compared(result: Comparison) -> Differences:
    """Sums up a comparison of two rule sets."""
    varied = [row for row in result.rows if not row.found.nowhere]
    if result.found.together < FEWEST_PAIRS:
        return Differences((), {})
    least = {row.measure.name: _least(row.found.interval) for row in varied if row.found.interval is not None}
    return Differences(tuple(_of_rows(varied, result, least)), least)


def _of_rows(varied: Sequence[Row], result: Comparison, least: Mapping[str, float]) -> Iterator[str]:
    games = f"{result.found.together:,} games each way"
    if not varied:
        yield f"In {games}, no pair of games differs in anything that was looked at."
        return
    known = False
    for strength, sureness in {**SURENESS, "settled": "surely"}.items():
        rows = [row for row in varied if row.verdict in _WAYS and _strength(row) == strength]
        if rows:
            known = True
            word = sureness[:1].upper() + sureness[1:]
            yield f"{word} different: {listed(map(_changed, rows), most=MOST_NAMED)}."
    if not known and not any(row.verdict is Verdict.ALIKE for row in varied):
        yield f"Nothing differs, as far as {games} tell."
    alike = [row.measure.name for row in varied if row.verdict is Verdict.ALIKE]
    if alike:
        yield f"Surely alike: {listed(alike)}."
    if (first := varied[0].measure).name in least and result.watch is None:
        size = _size(first, least[first.name])
        yield f"A difference of {size} in {first.name} {IN_FOUR_OF_FIVE}."


_WAYS = (Verdict.HIGHER, Verdict.LOWER)


def _strength(row: Row) -> str:
    return "settled" if row.chance is None else evidence(row.chance)


def _changed(row: Row) -> str:
    values = row.found.first, row.found.second
    digits = digits_of(row.measure, values)
    first, second = (said(row.measure, value, digits) for value in values)
    return f"{row.measure.name} ({first} in A, {second} in B)"


def _least(interval: Interval) -> float:
    return least_difference(error_of(interval))


def _size(measure: Measure, least: float) -> str:
    """How large a difference is: of shares, in games of a hundred."""
    return f"{100 * least:.2g} games in a hundred" if measure.share else f"{least:.2g}"


def swept(found: Sweep, measures: Sequence[Measure]) -> Differences:
    """Sums up a sweep: of each of the first measures between which values it differs most."""
    sentences, least = [], {}
    if found.found.together < FEWEST_PAIRS:
        return Differences((), {})
    spoken_of = [measure for measure in measures if found.sums(measure).known(measure)][:MOST_MEASURES]
    for measure in spoken_of:
        means = [one.mean for one in found.estimates(measure)]
        low, high = means.index(min(means)), means.index(max(means))
        sums = found.sums(measure).moments(low, high, measure)
        apart = difference(sums)
        if apart.interval is not None and not apart.nowhere:
            least[measure.name] = _least(apart.interval)
        sentences.append(f"{_between(found, measure, (low, high), apart.p)}.")
    shown = next((measure for measure in spoken_of if measure.name in least), None)
    if shown is not None:
        what = f"A difference of {_size(shown, least[shown.name])} in {shown.name} between two of them"
        sentences.append(f"{what} {IN_FOUR_OF_FIVE}.")
    return Differences(tuple(sentences), least)


def _between(found: Sweep, measure: Measure, ends: tuple[int, int], chance: float | None) -> str:
    """Where it is lowest and where highest; of as many pairs as there are, these differ most."""
    name = measure.name[:1].upper() + measure.name[1:]
    pairs = len(found.points) * (len(found.points) - 1) // 2
    strength = evidence(min(1.0, (1.0 if chance is None else chance) * max(pairs, 1)))
    low, high = (one for k in ends if (one := found.estimate(measure, k)) is not None)
    digits = digits_of(measure, (low.mean, high.mean))
    if strength == "none":
        return f"{name}: no value makes a difference, as far as {found.found.together:,} games of each tell"
    values = [(k, said(measure, one.mean, digits)) for k, one in zip(ends, (low, high), strict=True)]
    (first, begins), (last, comes) = sorted(values)
    way = ("rise" if first == ends[0] else "fall") + ("" if is_plural(name) else "s")
    with_first, with_last = (label_of(found.points[k]) for k in (first, last))
    return f"{name} {way} from {begins} with {with_first} to {comes} with {with_last}, {SURENESS[strength]} no chance"
