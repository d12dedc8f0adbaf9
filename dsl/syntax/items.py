"""Parses a text of which most has been parsed before: item by item, and only those that are new.

An item is a line at the left margin with all that is indented under it and the comments above it. Alone it reads as it
does in its file, unless there is something wrong with it: then it is read with the item on either side, as what is said
of a line may depend on these; and if that is not enough, the file is read whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from attrs import define, field

from dsl.diagnostic import Diagnostic
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.parse import Part, fine_part, parse, parse_part
from dsl.syntax.reading.characters import read_plainly
from dsl.walk import moved

Parse: TypeAlias = tuple[tuple[n.TopItem, ...], tuple[Diagnostic, ...]]

#: With so many reports, what is said depends on the whole file.
_MANY = 5
#: White space of other editors, which a whole file is looked through for.
_ODD = re.compile(r"[^\S \n]|\A\ufeff")
_BEGINS = re.compile(r"^((?: *(?:#.*)?\n)*)(?!(?:asking|passing)\b)[^\s#]", re.MULTILINE)
#: Of what stands above an item, what closes a block of the item before.
_BELOW = re.compile(r"(?: *\n| +#.*\n)* +#.*\n")


@define(eq=False)
class Items:
    """The items of a file as it was last parsed, by their texts and whether they begin it."""

    known: dict[tuple[str, bool], Part] = field(factory=dict)


def parse_again(source: Source, before: Items) -> Parse:
    """What stands in a text and all that is wrong with its spelling, as `parse` finds it; `before` takes its items."""
    found = None if _ODD.search(source.text) else _by_items(source, before)
    if found is None:
        tree, reports = parse(source)
        return tree.items, reports
    return found


def _by_items(source: Source, before: Items) -> Parse | None:
    """The same item by item; None if the whole file tells how something is read."""
    bounds = list(pairwise((*_starts(source.text), len(source.text))))
    known, before.known = before.known, {}
    parts: list[Part | None] = []
    for start, end in bounds:
        at = source.text[start:end], start == 0
        part = _moved(known[at], source, start) if at in known else fine_part(source, start, end)
        parts.append(part)
        if part is not None:
            before.known[at] = part
    faulty = [at for at, part in enumerate(parts) if part is None]
    if faulty and (len(faulty) > _MANY or read_plainly(source, source.text)[1]):
        return None
    for first, last in reversed(list(_with_neighbours(faulty, len(parts) - 1))):
        several = parse_part(source, bounds[first][0], bounds[last][1])
        if not _reads_alike(several, parts[first], parts[last]):
            return None
        parts[first : last + 1] = [several]
    read = [part for part in parts if part is not None]
    reports = tuple(report for part in read for report in part.reports)
    if len(reports) > _MANY or any(report.name == "no-rules" for report in reports) or any(p.below for p in read[:-1]):
        return None
    return tuple(item for part in read for item in part.items), reports


def _starts(text: str) -> Iterator[int]:
    """Where each item begins."""
    yield 0
    for found in _BEGINS.finditer(text):
        below = _BELOW.match(found[1])
        if start := found.start() + (below.end() if below else 0):
            yield start


def _moved(part: Part, source: Source, start: int) -> Part:
    """The same part where it stands in another text."""
    before, by = part.source, start - part.start

    def place(span: Span) -> Span:
        if span.source is not before:
            return span
        return Span(source, span.start + by, span.end + by) if span.end else Span(source, 0, 0)  # that is nowhere

    return Part(source, start, moved(part.items, place), part.reports, part.below)


def _with_neighbours(faulty: Sequence[int], last: int) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of items that are read together."""
    run: tuple[int, int] | None = None
    for at in faulty:
        first, end = max(at - 1, 0), min(at + 1, last)
        if run is not None and first > run[1]:
            yield run
            run = None
        run = (run[0] if run else first, end)
    if run is not None:
        yield run


def _reads_alike(several: Part, first: Part | None, last: Part | None) -> bool:
    """Whether the outer ones of several items are read there as they are alone, if there is nothing wrong with them."""
    before = first is None or several.items[: len(first.items)] == first.items
    return before and (last is None or several.items[len(several.items) - len(last.items) :] == last.items)
