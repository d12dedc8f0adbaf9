"""Renders diagnostics for a person: message, place, heading, the line with the fault marked, and what to do.

::

    error[unknown-zone]: no zone is called `hnd`
     --> games/example/game.bylaws:42:30
       |  Play > Draw
    42 |     draw 1 from deck to your hnd
       |                              ^^^ did you mean `hand`?
"""

from collections.abc import Iterator, Sequence

from dsl.diagnostic import Diagnostic, Fix
from dsl.listing import grouped
from dsl.render.concise import place
from dsl.render.excerpt import Mark, excerpt, margin_width
from dsl.render.screen import Style, paint, visible
from dsl.source import Source


def full(diagnostics: Sequence[Diagnostic], colour: bool) -> str:
    """Every diagnostic as a block of lines, with an empty line between two."""
    return "\n".join("".join(f"{line}\n" for line in _block(found, colour)) for found in diagnostics)


def _block(found: Diagnostic, colour: bool) -> Iterator[str]:
    level = paint(f"{found.level}[{found.name}]", Style[found.level.name], colour)
    yield level + paint(f": {visible(found.message)}", Style.STRONG, colour)
    yield from _places(found, colour)
    for advice in found.help:
        yield from _advice("help", advice, colour)
    if found.fix:
        yield from _advice("fix", _how_to_apply(found.fix), colour)


def _places(found: Diagnostic, colour: bool) -> Iterator[str]:
    marks = _marks_by_source(found)
    width = max((margin_width(in_one) for in_one in marks.values()), default=1)
    for source, in_one in marks.items():
        first = source is found.span.source
        arrow = " " * (width - 1) + ("-->" if first else ":::")
        at = place(found) if first else f"{source.path}:{in_one[0].span.line}:{in_one[0].span.column}"
        yield paint(arrow, Style.MARGIN, colour) + f" {visible(at)}"
        heading = f"  {visible(found.heading)}" if first and found.heading else ""
        yield paint(" " * width + " |", Style.MARGIN, colour) + heading
        yield from excerpt(source, in_one, width, colour)


def _marks_by_source(found: Diagnostic) -> dict[Source, list[Mark]]:
    """The primary mark's file first; what is built in stands in no file and is not shown."""
    primary = Mark(found.span, found.label, "^", Style[found.level.name])
    marks = (primary, *(Mark(label.span, label.text, "-", Style.MARGIN) for label in found.labels))
    return grouped((mark.span.source, mark) for mark in marks if mark.span.in_file)


def _advice(kind: str, text: str, colour: bool) -> Iterator[str]:
    first, *rest = text.split("\n")
    yield paint(f"{kind}:", Style.HELP, colour) + f" {visible(first)}"
    for line in rest:
        yield " " * (len(kind) + 2) + visible(line)


def _how_to_apply(fix: Fix) -> str:
    if fix.safe:
        return f"{fix.title} (`bylaws lint --fix` does it)"
    return f"{fix.title} (`bylaws lint --fix --unsafe-fixes` does it; look at the result)"
