"""Renders the marked lines of a file, each as typed, with the marks below it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.listing import grouped
from dsl.render.screen import Style, cells, paint, visible
from dsl.source import Source, Span

# Wide enough for a sentence, narrow enough for a terminal beside an editor.
LINE_WIDTH = 110
KEPT_BEFORE_MARK = 30
ELLIPSIS = "…"


@frozen
class Mark:
    """A span to underline with `sign`, and what to say beside it."""

    span: Span
    text: str
    sign: str
    style: Style


@frozen
class Stroke:
    """The part of a mark that stands on one line: characters `start` up to `end` of the line, from 0."""

    start: int
    end: int
    mark: Mark
    text: str


Strokes: TypeAlias = dict[int, list[Stroke]]


def margin_width(marks: Sequence[Mark]) -> int:
    """The digits of the highest line number that an excerpt of these marks shows."""
    return max(len(str(_last_line(mark.span))) for mark in marks)


def excerpt(source: Source, marks: Sequence[Mark], width: int, colour: bool) -> Iterator[str]:
    """Every marked line in order, with `...` where lines are left out; a single line between two is shown."""
    strokes = _by_line(marks)
    shown = _with_single_gaps(sorted(strokes))
    previous = shown[0] - 1
    for line in shown:
        if line > previous + 1:
            yield paint("...", Style.MARGIN, colour)
        previous = line
        yield from _line(source, line, strokes.get(line, []), width, colour)


def _by_line(marks: Sequence[Mark]) -> Strokes:
    return grouped(stroke for mark in marks for stroke in _strokes(mark))


def _strokes(mark: Mark) -> Iterator[tuple[int, Stroke]]:
    """One stroke on the span's line, or one on its first line and one, with the text, on its last."""
    span, source = mark.span, mark.span.source
    first, last = span.line, _last_line(span)
    start = span.column - 1
    if first == last:
        end = min(span.end, source.line_start(first) + len(source.line_text(first)))
        yield first, Stroke(start, max(start, end - source.line_start(first)), mark, mark.text)
        return
    closing = source.line_text(last)
    end = min(len(closing), span.end - source.line_start(last))
    yield first, Stroke(start, len(source.line_text(first)), mark, "")
    yield last, Stroke(len(closing) - len(closing.lstrip()), end, mark, mark.text)


def _last_line(span: Span) -> int:
    """The line of the last character that can be seen: a block's span often runs up to the next block."""
    seen = span.text.rstrip()
    return span.source.position(span.start + len(seen))[0] if seen else span.line


def _with_single_gaps(lines: list[int]) -> list[int]:
    gaps = [line + 1 for line, after in pairwise(lines) if after == line + 2]
    return sorted([*lines, *gaps])


def _line(source: Source, line: int, strokes: list[Stroke], width: int, colour: bool) -> Iterator[str]:
    shown = cells(source.line_text(line))
    window = _window(shown, min((stroke.start for stroke in strokes), default=0))
    number = paint(f"{line:>{width}} |", Style.MARGIN, colour)
    yield f"{number} {_clipped(shown, window)}".rstrip()
    below = paint(" " * width + " |", Style.MARGIN, colour)
    for stroke in strokes:
        yield f"{below} {_underline(shown, window, stroke, colour)}"


def _window(shown: list[tuple[str, int]], mark: int) -> tuple[int, int]:
    """Which characters of a line to show: all, or as many around the mark as the width allows."""
    if sum(width for _, width in shown) <= LINE_WIDTH:
        return 0, len(shown)
    start, room = mark, KEPT_BEFORE_MARK
    while start > 0 and shown[start - 1][1] <= room:
        start -= 1
        room -= shown[start][1]
    end, room = start, LINE_WIDTH
    while end < len(shown) and shown[end][1] <= room:
        room -= shown[end][1]
        end += 1
    return start, end


def _clipped(shown: list[tuple[str, int]], window: tuple[int, int]) -> str:
    start, end = window
    before = ELLIPSIS if start > 0 else ""
    after = ELLIPSIS if end < len(shown) else ""
    return before + "".join(text for text, _ in shown[start:end]) + after


def _underline(shown: list[tuple[str, int]], window: tuple[int, int], stroke: Stroke, colour: bool) -> str:
    """Blanks up to the stroke, its signs, at least one, and its text; a stroke beyond the window is cut."""
    first, last = window
    start = min(max(stroke.start, first), last)
    end = min(max(stroke.end, start), last)
    indent = sum(width for _, width in shown[first:start]) + (len(ELLIPSIS) if first > 0 else 0)
    length = sum(width for _, width in shown[start:end])
    label = f" {visible(stroke.text)}" if stroke.text else ""
    return " " * indent + paint(stroke.mark.sign * max(1, length) + label, stroke.mark.style, colour)
