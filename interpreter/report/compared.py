"""Two reports beside each other, and what differs between their games, pair by pair, on the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any, Final

from dsl.frozen import frozen
from interpreter.report.course import PARTS, Course
from interpreter.report.finding import FEWEST, Grade
from interpreter.report.report import Played, Report
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.statistics.paired import Difference, Moments, difference, holm

#: What can be said of one game as a number.
_Of: Final[tuple[tuple[str, Callable[[Course], float]], ...]] = (
    ("rounds", lambda course: course.rounds),
    ("decisions", lambda course: course.decisions),
    ("decisions with one answer", lambda course: course.forced),
    ("games that nobody wins", lambda course: float(not course.winners)),
)


@frozen
class Row:
    """A difference between games with the same luck, and how far both go together."""

    name: str
    found: Difference
    correlation: float | None


@frozen
class Compared:
    """Two reports; `names` say what each is."""

    first: Report
    second: Report
    names: tuple[str, str]
    differences: tuple[Row, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is told from chance, and which findings changed."""
        return (*_changed(self), *_surely(self.differences)) or ("Nothing that was measured is told from chance.",)

    @property
    def rows(self) -> Sequence[Sequence[str]]:
        """The differences as a table."""
        head = ["a game", "A", "B", "B - A", "95 % sure between", "together"]
        return [head, *map(_cells, self.differences)] if self.differences else []

    @property
    def plain(self) -> dict[str, Any]:
        """The documented object."""
        return {
            "a": self.first.plain, "b": self.second.plain, "names": list(self.names),
            "differences": [
                {
                    "measure": row.name, "a": rounded(row.found.first), "b": rounded(row.found.second),
                    "difference": rounded(row.found.difference), **(ends(row.found.interval)),
                    "correlation": rounded(row.correlation),
                }
                for row in self.differences
            ],
        }  # fmt: skip


def compared(first: Report, second: Report, names: tuple[str, str], played: tuple[Played, Played]) -> Compared:
    """Pairs the games with the same seed of those who play best."""
    for name in ("thinkers", "chance"):
        here, there = ({c.seed: c for c in one.evidence[name].ended} if name in one.evidence else {} for one in played)
        pairs = [(here[seed], there[seed]) for seed in here if seed in there]
        if len(pairs) >= FEWEST:
            return Compared(first, second, names, tuple(_rows(pairs, first.wanted.players)))
    return Compared(first, second, names, ())


def _rows(pairs: Sequence[tuple[Course, Course]], seats: int) -> Iterator[Row]:
    wins = [(f"seat {seat + 1} wins", lambda c, seat=seat: c.share(seat)) for seat in range(seats)] if seats > 1 else []
    for name, of in (*_Of, *wins):
        both = [(round(of(a) * PARTS), round(of(b) * PARTS)) for a, b in pairs]
        moments = Moments(
            len(both), sum(a for a, _ in both), sum(b for _, b in both), sum(a * a for a, _ in both),
            sum(b * b for _, b in both), sum(a * b for a, b in both), PARTS,
        )  # fmt: skip
        if any(a or b for a, b in both):
            yield Row(name, difference(moments), _correlation(both))


def _correlation(both: Sequence[tuple[int, int]]) -> float | None:
    number = len(both)
    first, second = (sum(pair[k] for pair in both) / number for k in range(2))
    with_each = sum((a - first) * (b - second) for a, b in both)
    spread = sqrt(sum((a - first) ** 2 for a, _ in both) * sum((b - second) ** 2 for _, b in both))
    return with_each / spread if spread else None


def _changed(found: Compared) -> Iterator[str]:
    others = {one.key: one for one in found.second.findings}
    for one in found.first.findings:
        other = others.get(one.key)
        if other is not None and other.alarm != one.alarm and Grade.UNASKED not in (one.grade, other.grade):
            yield f"{one.question} A: {one.sentences[0]} B: {other.sentences[0]}"


def _surely(rows: Sequence[Row]) -> Iterator[str]:
    """One comparison in twenty at most calls anything different that is not."""
    tested = sorted(((row.found.p, row) for row in rows if row.found.p is not None), key=lambda one: one[0])
    for corrected, (_, row) in zip(holm([p for p, _ in tested]), tested, strict=True):
        if corrected >= 0.05:
            return
        more = "more" if row.found.difference > 0 else "fewer"
        interval = row.found.interval
        between = f" ({interval.low:+,.2f} to {interval.high:+,.2f})" if interval is not None else ""
        means = f"{row.found.first:,.2f} in A, {row.found.second:,.2f} in B{between}"
        yield f"There are {more} of “{row.name}” in B: {means}."


def _cells(row: Row) -> list[str]:
    interval = row.found.interval
    between = f"{interval.low:+,.2f} to {interval.high:+,.2f}" if interval is not None else "-"
    together = "-" if row.correlation is None else f"{row.correlation:.2f}"
    values = (f"{row.found.first:,.2f}", f"{row.found.second:,.2f}", f"{row.found.difference:+,.2f}")
    return [row.name, *values, between, together]
