"""Prints the merged rules of a game and its variants, each line with its source and the rules that meet it."""

from collections.abc import Iterator
from itertools import pairwise

from dsl.expand.notes import Note, notes, removed
from dsl.expand.printed import MergedLine, as_typed, printed
from dsl.frozen import frozen
from dsl.loading import Loaded
from dsl.source import Span


@frozen
class Expanded:
    """A line of the rules, or (`is_note`) a remark on the line above it.

    `path` and `line` are where the text stands, or that of which the remark speaks; `variant` is the title of
    the variant that it belongs to. What stands nowhere has no path, and the line 0.
    """

    text: str
    path: str
    line: int
    variant: str
    is_note: bool = False


def expand(loaded: Loaded) -> list[Expanded]:
    """Legible rules in the order in which they are merged; a remark is indented like the line it is on."""
    return list(_expanded(loaded))


def _expanded(loaded: Loaded) -> Iterator[Expanded]:
    is_as_typed = as_typed(loaded.items)
    waiting = notes(loaded, is_as_typed)
    lines = [*printed(loaded.items, is_as_typed), MergedLine("")]
    for line, below in pairwise(lines):
        yield _rule(line, loaded)
        goes_on = (line.source, line.number) == (below.source, below.number) and not line.text.endswith(":")
        if line.source is not None and not goes_on:
            for note in waiting.pop((line.source, line.number), ()):
                yield _remark(note, len(line.text) - len(line.text.lstrip()), loaded)
    for note in removed(loaded):
        yield _remark(note, 0, loaded)


def _rule(line: MergedLine, loaded: Loaded) -> Expanded:
    if line.source is None:
        return Expanded("", "", 0, "")
    start = line.source.line_start(line.number)
    variant = loaded.provenance.variant_at(Span(line.source, start, start))
    return Expanded(line.text, line.source.path, line.number, variant)


def _remark(note: Note, indent: int, loaded: Loaded) -> Expanded:
    text = " " * indent + f"# {note.text}"
    if note.place is None:
        return Expanded(text, "", 0, "", is_note=True)
    variant = loaded.provenance.variant_at(note.place)
    return Expanded(text, note.place.source.path, note.place.line, variant, is_note=True)
