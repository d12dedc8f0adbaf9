"""Pictures of a report as SVG that stands in a page: drawn in the colour of the text, told apart by shape.

Each says in words what it shows, and has its numbers as a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final, Protocol

from dsl.frozen import frozen
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.reports.axis import Axis, axis, tick_words
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.statistics.intervals import Interval

WIDTH: Final = 360
_ALONE: Final = f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" '
_LEFT, _RIGHT, _ROW, _AGAIN = 10, 12, 34, 16
_SHARES: Final = Measure("", lambda game: None, share=True)
_NUMBERS: Final = Measure("", lambda game: None)
#: How kinds of marks and lines are told apart.
SHAPES: Final = ("disc", "ring", "square", "diamond")
DASHES: Final = ("", "6 4", "2 3", "9 3 2 3")

#: How the parts of pictures look, on a page of any colours.
STYLE: Final = """
svg text { fill: currentColor; font-size: 11px; paint-order: stroke; stroke: var(--paper, #fff); stroke-width: 3px }
svg .label { font-size: 12px }
svg .middle { text-anchor: middle }
svg .end { text-anchor: end }
svg .note { fill-opacity: .75 }
svg .grid { stroke: currentColor; stroke-opacity: .16 }
svg .frame { stroke: currentColor; stroke-opacity: .6 }
svg .goal { stroke: currentColor; stroke-dasharray: 5 4; stroke-opacity: .8 }
svg .band { fill: currentColor; fill-opacity: .1 }
svg .bar { fill: currentColor; fill-opacity: .6 }
svg .mark { fill: currentColor }
svg .hollow { fill: var(--paper, #fff); stroke: currentColor; stroke-width: 1.6 }
svg .range { stroke: currentColor; fill: none; stroke-width: 1.4 }
svg .curve { stroke: currentColor; fill: none; stroke-width: 1.6 }
"""


class Picture(Protocol):
    """What can be drawn, and be told as a table."""

    @property
    def title(self) -> str: ...
    @property
    def finding(self) -> str: ...
    def svg(self) -> str: ...
    @property
    def table(self) -> Sequence[Sequence[str]]: ...
    @property
    def plain(self) -> dict[str, Any]: ...


@frozen
class Mark:
    """A value with the interval that the true one lies in; `kind` says whose it is."""

    label: str
    value: float
    interval: Interval | None
    kind: int = 0


@frozen
class Dots:
    """Marks below each other along one axis, with a line at `goal` and a `band`; a key tells whose `kinds` of marks."""

    title: str
    finding: str
    marks: tuple[Mark, ...]
    goal: float | None = None
    goal_words: str = ""
    band: Interval | None = None
    kinds: tuple[str, ...] = ()
    share: bool = True
    unit: str = ""

    def svg(self) -> str:
        return _svg(self.title, self.finding, self._height, self._lines())

    @property
    def _key(self) -> int:
        return 20 if len(self.kinds) > 1 else 0

    @property
    def _height(self) -> int:
        return self._key + 18 + sum(map(self._room, range(len(self.marks)))) + 40

    def _room(self, number: int) -> int:
        """How high a mark is: one of the same thing as that above it has no label."""
        return _ROW if not number or self.marks[number - 1].label != self.marks[number].label else _AGAIN

    def _lines(self) -> Iterator[str]:
        values = [end for mark in self.marks for end in (*_ends(mark.interval), mark.value)]
        values += [self.goal] if self.goal is not None else []
        values += _ends(self.band)
        along = axis(values, _SHARES if self.share else _NUMBERS, 5)
        top, bottom = self._key + 18, self._height - 40
        if self._key:
            yield from _key(self.kinds, 12)
        if self.band is not None:
            low, high = (_x(along, end) for end in _ends(self.band))
            yield f'<rect x="{low:g}" y="{top}" width="{max(high - low, 1):.1f}" height="{bottom - top}" class="band"/>'
        for tick, words in zip(along.ticks, tick_words(_SHARES if self.share else _NUMBERS, along), strict=True):
            yield _line(_x(along, tick), top, _x(along, tick), bottom, "grid")
            yield _text(_x(along, tick), bottom + 15, words, _anchor(_x(along, tick)))
        if self.goal is not None:
            yield _line(_x(along, self.goal), top - 4, _x(along, self.goal), bottom, "goal")
            yield _text(_x(along, self.goal), top - 7, self.goal_words, _anchor(_x(along, self.goal), 60))
        y = top
        for number, mark in enumerate(self.marks):
            room = self._room(number)
            if room == _ROW:
                yield _text(_LEFT, y + 12, mark.label, "label")
            yield from _whisker(along, mark, y + room - 11)
            y += room
        yield _line(_LEFT, bottom, WIDTH - _RIGHT, bottom, "frame")
        yield _text(WIDTH / 2, bottom + 32, self.unit, "middle note")

    @property
    def table(self) -> Sequence[Sequence[str]]:
        """A row for each mark."""
        rows = [["", "value", "95 % sure between"]]
        for mark in self.marks:
            between = " to ".join(_said(end, self.share) for end in _ends(mark.interval)) or "-"
            named = f"{mark.label} ({self.kinds[mark.kind]})" if len(self.kinds) > 1 else mark.label
            rows.append([named, _said(mark.value, self.share), between])
        return rows

    @property
    def plain(self) -> dict[str, Any]:
        marks = [{
            "label": mark.label, "of": self.kinds[mark.kind] if self.kinds else None, "value": rounded(mark.value),
            **ends(mark.interval),
        } for mark in self.marks]  # fmt: skip
        return {"title": self.title, "finding": self.finding, "goal": rounded(self.goal), "marks": marks}


@frozen
class Curve:
    """A line through values at even distances; `shares` of 0 to 1."""

    label: str
    values: tuple[float, ...]


@frozen
class Curves:
    """Lines over the course of a game, from its beginning to its end, with a line at `goal`."""

    title: str
    finding: str
    curves: tuple[Curve, ...]
    goal: float | None = None
    goal_words: str = ""
    unit: str = ""

    def svg(self) -> str:
        return _svg(self.title, self.finding, 252, self._lines())

    def _lines(self) -> Iterator[str]:
        up = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))
        top, bottom, left = 34, 200, 44
        named = [curve.label for curve in self.curves if curve.label]
        if named:
            x = 10.0
            for number, label in enumerate(named):
                yield f'<path d="M{x:g} 12h26" class="curve" stroke-dasharray="{DASHES[number % 4]}"/>'
                yield _text(x + 32, 16, label)
                x += 46 + 6.2 * len(label)
        for tick in up.ticks:
            y = bottom - (bottom - top) * tick
            yield _line(left, y, WIDTH - _RIGHT, y, "grid")
            yield _text(left - 6, y + 4, f"{tick:.0%}", "end")
        if self.goal is not None:
            y = bottom - (bottom - top) * self.goal
            yield _line(left, y, WIDTH - _RIGHT, y, "goal")
            yield _text(WIDTH - _RIGHT, y - 4, self.goal_words, "end note")
        for number, curve in enumerate(self.curves):
            last = max(1, len(curve.values) - 1)
            at = (
                f"{left + (WIDTH - _RIGHT - left) * k / last:.1f},{bottom - (bottom - top) * value:.1f}"
                for k, value in enumerate(curve.values)
            )
            dash = DASHES[number % 4] if named else ""
            faint = "" if named else ' stroke-opacity="0.45"'
            yield f'<polyline points="{" ".join(at)}" class="curve" stroke-dasharray="{dash}"{faint}/>'
        for words, x, kind in (("beginning", left, ""), ("half", (left + WIDTH - _RIGHT) / 2, "middle"),
                               ("end", WIDTH - _RIGHT, "end")):  # fmt: skip
            yield _text(x, bottom + 16, words, kind)
        yield _text((left + WIDTH) / 2, bottom + 38, self.unit, "middle note")

    @property
    def table(self) -> Sequence[Sequence[str]]:
        """A row for each tenth of the game, a column for each line that has a name, or all lines in short."""
        curves = [curve for curve in self.curves if curve.values]
        rows = [["part of the game", *(curve.label or str(k + 1) for k, curve in enumerate(curves))]]
        for tenth in range(11):
            cells = [f"{c.values[round(tenth * (len(c.values) - 1) / 10)]:.0%}" for c in curves]
            rows.append([f"{tenth * 10} %", *cells])
        return rows

    @property
    def plain(self) -> dict[str, Any]:
        curves = [{"label": c.label or None, "values": [rounded(value) for value in c.values]} for c in self.curves]
        return {"title": self.title, "finding": self.finding, "goal": rounded(self.goal), "curves": curves}


@frozen
class Bars:
    """Bars beside each other, of how often numbers came up; `labels` has one for each bar."""

    title: str
    finding: str
    labels: tuple[str, ...]
    counts: tuple[int, ...]
    unit: str

    def svg(self) -> str:
        return _svg(self.title, self.finding, 200, self._lines())

    def _lines(self) -> Iterator[str]:
        top, bottom = 22, 154
        most = max((*self.counts, 1))
        wide = (WIDTH - _LEFT - _RIGHT) / max(1, len(self.counts))
        every = -(-len(self.labels) * max(map(len, self.labels), default=1) * 8 // (WIDTH - _LEFT - _RIGHT))
        for k, (label, count) in enumerate(zip(self.labels, self.counts, strict=True)):
            x, high = _LEFT + k * wide, (bottom - top) * count / most
            if count:
                yield (
                    f'<rect x="{x + 1:.1f}" y="{bottom - high:.1f}" width="{max(wide - 2, 1):.1f}" '
                    f'height="{max(high, 1):.1f}" class="bar"/>'
                )
            if k % max(1, every) == 0:
                yield _text(x + wide / 2, bottom + 15, label, "middle")
        yield _text(_LEFT, top - 8, f"the highest bar: {most:,} games", "note")
        yield _line(_LEFT, bottom, WIDTH - _RIGHT, bottom, "frame")
        yield _text(WIDTH / 2, bottom + 36, self.unit, "middle note")

    @property
    def table(self) -> Sequence[Sequence[str]]:
        """A row for each bar."""
        return [[self.unit, "games"], *([a, f"{n:,}"] for a, n in zip(self.labels, self.counts, strict=True) if n)]

    @property
    def plain(self) -> dict[str, Any]:
        bars = [{"from": label, "games": n} for label, n in zip(self.labels, self.counts, strict=True)]
        return {"title": self.title, "finding": self.finding, "unit": self.unit, "bars": bars}


def alone(picture: Picture) -> str:
    """A picture as a file of its own, on white."""
    style = f"<style>svg {{ background: #fff; color: #1a1a1a; font-family: Arial, sans-serif }}{STYLE}</style>"
    head, rest = picture.svg().split("\n", 1)
    return f'{head.replace("<svg ", _ALONE)}\n{style}\n{rest}\n'


# ---------------------------------------------------------------- parts


def _svg(title: str, finding: str, height: int, lines: Iterator[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img">'
    return "\n".join((head, f"<title>{escape(title)}</title>", f"<desc>{escape(finding)}</desc>", *lines, "</svg>"))


def _key(kinds: Sequence[str], y: int) -> Iterator[str]:
    x = _LEFT + 5.0
    for kind, words in enumerate(kinds):
        yield _shape(x, y, kind)
        yield _text(x + 10, y + 4, words)
        x += 26 + 6.2 * len(words)


def _whisker(along: Axis, mark: Mark, y: float) -> Iterator[str]:
    if mark.interval is not None:
        low, high = (_x(along, end) for end in _ends(mark.interval))
        yield f'<path d="M{low:.1f} {y:g}H{high:.1f}M{low:.1f} {y - 4:g}v8M{high:.1f} {y - 4:g}v8" class="range"/>'
    yield _shape(_x(along, mark.value), y, mark.kind)


def _shape(x: float, y: float, kind: int) -> str:
    match SHAPES[kind % len(SHAPES)]:
        case "disc":
            return f'<circle cx="{x:.1f}" cy="{y:g}" r="4.5" class="mark"/>'
        case "ring":
            return f'<circle cx="{x:.1f}" cy="{y:g}" r="4.5" class="hollow"/>'
        case "square":
            return f'<rect x="{x - 4:.1f}" y="{y - 4:g}" width="8" height="8" class="mark"/>'
        case _:
            return f'<path d="M{x:.1f} {y - 6:g}l6 6l-6 6l-6 -6z" class="hollow"/>'


def _x(along: Axis, value: float) -> float:
    return round(_LEFT + 6 + along.place(value) * (WIDTH - _LEFT - _RIGHT - 12), 1)


def _anchor(x: float, room: float = 18) -> str:
    return "" if x < _LEFT + room else "end" if x > WIDTH - _RIGHT - room else "middle"


def _ends(interval: Interval | None) -> list[float]:
    return [interval.low, interval.high] if interval is not None else []


def _said(value: float, share: bool) -> str:
    return f"{value:.1%}" if share else f"{value:,.2f}"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{kind}"/>'


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(words)}</text>'
