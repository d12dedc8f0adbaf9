"""Prints a merged rule set, each line with its place in a file.

What no edit has touched is printed as it was typed, anything else in the one style.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile
from typing import TypeAlias

from attrs import evolve

from dsl.frozen import frozen
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name
from dsl.syntax.construct import Line
from dsl.syntax.parse import parse
from dsl.syntax.unparse import lines_of
from dsl.walk import nodes_in


@frozen
class MergedLine:
    """A line of the merged rules: what it says and where that stands; an empty line stands nowhere."""

    text: str
    source: Source | None = None
    number: int = 0


#: Tells items that say what stands at their place in a file from those that edits have changed.
AsTyped: TypeAlias = Callable[[n.TopItem], bool]


def printed(items: Sequence[n.TopItem], is_as_typed: AsTyped) -> Iterator[MergedLine]:
    """The lines of the items, with an empty line between those of different files.

    What a library has stands behind `# |`, so that the lines can be loaded; but what edits have changed of it is the
    game's own, and that is said where the library is taken in.
    """
    is_game = any(isinstance(item, n.Game) for item in items)
    libraries = {item.span.source for item in items if isinstance(item, n.Library) and is_game}
    ours = [item for item in items if item.span.source in libraries and not is_as_typed(item)]
    own = tuple(name for item in ours if (name := given_name(item)))
    before: Source | None = None
    for item in items:
        if own and isinstance(item, n.Use):
            item = evolve(item, own=(*item.own, *own))
        lines = list(_typed(item) if is_as_typed(item) else _in_style(item))
        if item.span.source in libraries and item not in ours:
            lines = [evolve(line, text=f"# | {line.text}".rstrip()) for line in lines]
        if before is None or item.span.source is not before:
            lines = list(dropwhile(lambda line: not line.text, lines))
            yield from [MergedLine("")] if before else []
        yield from lines
        before = item.span.source


def as_typed(items: Sequence[n.TopItem]) -> AsTyped:
    """Reads the files again, to compare the items with them."""
    sources = {node.span.source.path: node.span.source for node in nodes_in(items) if hasattr(node, "span")}
    there = {}
    for path, source in sources.items():
        for top in parse(source)[0].items:
            for item in (top, *(top.edits if isinstance(top, n.Variant) else ())):
                there[path, item.span.start] = item
    return lambda item: there.get((item.span.source.path, item.span.start)) == item


def _in_style(item: n.TopItem) -> Iterator[MergedLine]:
    for text, node in lines_of(item):
        yield MergedLine(text, node.span.source, _number(text, node)) if text else MergedLine("")


def _number(text: str, node: Line) -> int:
    """The line of a node, or that of a comment or an `otherwise` beside it."""
    typed = node.span.source.text.split("\n")
    said = text.strip()
    if not said.startswith(("#", "otherwise")):
        return node.span.line
    near = sorted(range(len(typed)), key=lambda place: abs(place + 1 - node.span.line))
    indent = _indent(typed[node.span.line - 1])
    found = [place + 1 for place in near if typed[place].strip() == said]
    return next((place for place in found if _indent(typed[place - 1]) == indent), (*found, node.span.line)[0])


def _typed(item: n.TopItem) -> Iterator[MergedLine]:
    """The whole lines of the item, with the comments above it, moved to the left margin."""
    span: Span = item.span
    first = span.line - len(item.trivia.above)
    outer = _indent(span.source.line_text(span.line))
    last = span.source.position(span.start + len(span.text.rstrip()))[0]
    for number in range(first, last + 1):
        text = span.source.line_text(number).rstrip()
        indent = max(0, _indent(text) - outer) if text else 0
        yield MergedLine(" " * indent + text.lstrip(), span.source, number)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
