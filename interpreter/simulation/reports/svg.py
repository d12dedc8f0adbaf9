"""A picture of a sweep as SVG: one panel for each measure, in one file that needs nothing else."""

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from dsl.frozen import frozen
from dsl.listing import grouped
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.reports.axis import Axis, axis, tick_words
from interpreter.simulation.reports.said import said
from interpreter.simulation.statistics.estimate import Estimate
from interpreter.simulation.sweep import Crossing, Point, Sweep, Target, label_of, whole_numbers

#: Colours that people who confuse red and green can tell apart (M. Okabe and K. Ito 2008).
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
MOST_SERIES: Final = len(COLOURS)

_WIDTH, _HEIGHT, _HEAD, _FOOT = 440, 300, 52, 34
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 40, 54


@frozen
class Series:
    """The points in which all parameters but the first have these values, by their places in the sweep."""

    words: str
    points: tuple[int, ...]


def picture(
    found: Sweep, measures: Sequence[Measure], title: str, note: str, target: Target | None, crossing: Crossing | None
) -> str:
    """The whole file. Measures that no game has are left out."""
    shown = [measure for measure in measures if found.sums(measure).known(measure)]
    columns = min(2, max(1, len(shown)))
    rows = -(-len(shown) // columns)
    lines = series(found.points)
    key = 24 if len(lines) > 1 else 0
    width, height = columns * _WIDTH, _HEAD + key + rows * _HEIGHT + _FOOT
    body = [*_head(title, width, height), *(_key(lines) if key else ())]
    for k, measure in enumerate(shown):
        left, top = k % columns * _WIDTH, _HEAD + key + k // columns * _HEIGHT
        here = target if target and target.measure is measure else None
        body.append(f'<g transform="translate({left} {top})">')
        alike = [one for one in shown if one.share] if measure.share else [measure]
        body += _Panel(found, measure, alike, lines, here, crossing if here else None).lines()
        body.append("</g>")
    body.append(_text(_LEFT, height - 14, note, "note"))
    return "\n".join([*body, "</svg>", ""])


def series(points: Sequence[Point]) -> tuple[Series, ...]:
    """The points, sorted by all parameters but the first."""
    found = grouped((label_of(dict([*point.items()][1:])), k) for k, point in enumerate(points))
    return tuple(Series(words, tuple(places)) for words, places in found.items())


def _head(title: str, width: int, height: int) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">'
    )
    yield f"<title>{escape(title)}</title>"
    yield (
        "<style>text{fill:#222}.title{font-size:17px;font-weight:bold}.name{font-size:14px;font-weight:bold}"
        ".note{fill:#666}.end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#e2e2e2}.frame{stroke:#888}"
        ".goal{stroke:#444;stroke-dasharray:5 4}.aim{fill:#444;text-anchor:end}</style>"
    )
    yield f'<rect width="{width}" height="{height}" fill="#fff"/>'
    yield _text(_LEFT, 32, title, "title")


def _key(lines: Sequence[Series]) -> Iterator[str]:
    """What the colours stand for."""
    x = _LEFT
    for colour, one in zip(COLOURS, lines, strict=False):
        yield f'<circle cx="{x}" cy="{_HEAD + 8}" r="4" fill="{colour}"/>'
        yield _text(x + 9, _HEAD + 12, one.words)
        x += 26 + 7 * len(one.words)


@frozen
class _Panel:
    """The picture of one measure, on the same axis as the others that are `alike`."""

    found: Sweep
    measure: Measure
    alike: Sequence[Measure]
    series: tuple[Series, ...]
    target: Target | None
    crossing: Crossing | None

    def lines(self) -> Iterator[str]:
        up = axis(self._values(), self.measure)
        yield _text(_LEFT, 22, self.measure.name, "name")
        yield from self._frame(up)
        if self.target is not None:
            yield from self._goal(up, self.target)
        for number, (colour, one) in enumerate(zip(COLOURS, self.series, strict=False)):
            yield from self._one(up, one, colour, (number - (len(self.series) - 1) / 2) * 4)

    def _values(self) -> Iterator[float]:
        for estimate in (one for measure in self.alike for one in self.found.estimates(measure)):
            yield from (estimate.mean, *_ends(estimate))
        if self.target is not None:
            yield self.target.wanted

    def _frame(self, up: Axis) -> Iterator[str]:
        for tick, words in zip(up.ticks, tick_words(self.measure, up), strict=True):
            y = self._y(up, tick)
            yield f'<line x1="{_LEFT}" y1="{y}" x2="{_WIDTH - _RIGHT}" y2="{y}" class="grid"/>'
            yield _text(_LEFT - 8, y + 4, words, "end")
        bottom = _HEIGHT - _BOTTOM
        yield f'<line x1="{_LEFT}" y1="{bottom}" x2="{_WIDTH - _RIGHT}" y2="{bottom}" class="frame"/>'
        values = self._along()
        every = -(-len(values) * max(len(value) for value in values) * 8 // (_WIDTH - _LEFT - _RIGHT))
        for k, value in list(enumerate(values))[:: max(1, every)]:
            yield _text(self._x(k), bottom + 18, value, "middle")
        name = next(iter(self.found.points[0]))
        yield _text((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 38, name, "middle note")

    def _goal(self, up: Axis, target: Target) -> Iterator[str]:
        """The line of the target, and, where it is known, between which values it is met."""
        y = self._y(up, target.wanted)
        if self.crossing is not None:
            low, high = (self._between(end) for end in (self.crossing.interval.low, self.crossing.interval.high))
            yield (
                f'<rect x="{low}" y="{_TOP}" width="{max(high - low, 1):.1f}" height="{_HEIGHT - _TOP - _BOTTOM}" '
                'fill="#444" fill-opacity="0.09"/>'
            )
        yield f'<line x1="{_LEFT}" y1="{y}" x2="{_WIDTH - _RIGHT}" y2="{y}" class="goal"/>'
        yield _text(_WIDTH - _RIGHT, y - 6, f"target {said(self.measure, target.wanted)}", "aim")

    def _one(self, up: Axis, one: Series, colour: str, aside: float) -> Iterator[str]:
        """A line through the means of one series, each with its interval; drawn a little aside of the others."""
        along = self._along()
        places = []
        for k in one.points:
            estimate = self.found.estimate(self.measure, k)
            assert estimate is not None, "measures that no game has are left out"
            x = self._x(along.index(_first(self.found.points[k]))) + aside
            y = self._y(up, estimate.mean)
            places.append(f"{x:.1f},{y:.1f}")
            yield from self._mark(x, y, [self._y(up, end) for end in _ends(estimate)], colour)
        yield f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-opacity="0.45"/>'

    def _mark(self, x: float, y: float, ends: Sequence[float], colour: str) -> Iterator[str]:
        if ends:
            low, high = ends
            yield (
                f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 5:.1f} {low:.1f}h10M{x - 5:.1f} {high:.1f}h10" '
                f'stroke="{colour}" fill="none"/>'
            )
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'

    def _along(self) -> list[str]:
        """The values of the first parameter."""
        return list(dict.fromkeys(_first(point) for point in self.found.points))

    def _x(self, k: int) -> float:
        """Where value k lies: numbers as far apart as they are, words evenly."""
        values = self._along()
        found = whole_numbers(values)
        return self._across((found[k] - found[0]) / (found[-1] - found[0]) if found else k / max(1, len(values) - 1))

    def _between(self, value: float) -> float:
        found = whole_numbers(self._along())
        assert found is not None, "only numbers have something between them"
        return self._across((value - found[0]) / (found[-1] - found[0]))

    def _across(self, part: float) -> float:
        return round(_LEFT + 24 + part * (_WIDTH - _LEFT - _RIGHT - 48), 1)

    def _y(self, up: Axis, value: float) -> float:
        return round(_TOP + (1 - up.place(value)) * (_HEIGHT - _TOP - _BOTTOM), 1)


def _ends(estimate: Estimate) -> tuple[float, ...]:
    return (estimate.interval.low, estimate.interval.high) if estimate.interval is not None else ()


def _first(point: Point) -> str:
    return next(iter(point.values()))


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(words)}</text>'
