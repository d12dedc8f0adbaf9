"""Lines on a page: indents, comments, and lines that are too long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import evolve, frozen

from dsl.syntax.nodes import NO_TRIVIA, Trivia

INDENT = 4
WIDTH = 120
# a piece of a line that must stay in one: up to a comma, or up to a word before which the line may go on
_PIECE = re.compile(r'(?:[^",]|"[^"]*")+?(?:, |,$|(?= (?:asking|passing) ")|$)')


@frozen
class Line:
    """One line, `depth` blocks deep, with the comment behind it."""

    text: str
    comment: str = ""
    depth: int = 0


def line(text: str, trivia: Trivia = NO_TRIVIA, under: Iterable[Line] = ()) -> list[Line]:
    """A line with its comments and with what stands in the block under it."""
    above = [Line(comment) for comment in trivia.above]
    below = [Line(comment) for comment in trivia.below]
    return [*above, Line(text, trivia.behind or ""), *deeper([*under, *below])]


def deeper(lines: Iterable[Line]) -> list[Line]:
    """The same lines in a block."""
    return [evolve(each, depth=each.depth + 1) for each in lines]


def page(lines: Iterable[Line], below: Iterable[str]) -> str:
    """All lines as text, ending in a newline unless there are none."""
    whole = [*lines, *map(Line, below)]
    written = [text for run in _runs(whole) for text in _written(run)]
    return "".join(f"{text}\n" for text in written)


def _runs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Neighbouring lines of one block, up to the next blank line; within them, columns are kept."""
    for _, run in groupby(lines, key=lambda each: (each.depth, not each.text)):
        yield _with_column(list(run))


def _with_column(run: list[Line]) -> list[Line]:
    """The shapes of zones stand below each other."""
    zones = [each for each in run if each.text.startswith("zone ")]
    width = max((each.text.index(":") + 1 for each in zones if ":" in each.text), default=0)
    return [evolve(each, text=_widened(each.text, width)) if each in zones else each for each in run]


def _widened(text: str, width: int) -> str:
    head, colon, rest = text.partition(": ")
    return f"{head + colon.rstrip():{width}} {rest}" if colon else text


def _written(run: list[Line]) -> Iterator[str]:
    """The lines as they are written, with the comments behind them below each other."""
    broken = [_broken(each.text, " " * (INDENT * each.depth)) for each in run]
    column = max((len(parts[-1]) for each, parts in zip(run, broken, strict=True) if each.comment), default=0)
    for each, (*parts, last) in zip(run, broken, strict=True):
        yield from parts
        yield f"{last:{column}}  {each.comment}" if each.comment else last


def _broken(text: str, indent: str) -> list[str]:
    """A line in as many as it needs; it goes on further in, and further still if a block stands under it."""
    if not text:
        return [""]
    if len(indent) + len(text) <= WIDTH or text[0] in "#>":
        return [indent + text]
    lines = [indent]
    for piece in _PIECE.findall(text):
        if lines[-1].strip() and len(lines[-1]) + len(piece.rstrip()) > WIDTH:
            lines.append(indent + " " * (INDENT * (2 if text.endswith(":") else 1)))
        lines[-1] += piece if lines[-1].strip() else piece.lstrip()
    return [each.rstrip() for each in lines]
