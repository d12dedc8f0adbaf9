"""Prints a merged rule set: every line as it was typed, with its place in a file.

What no edit has touched is printed line by line. Where edits have changed something, its heading comes from
one place and its lines from others; what is then put together anew still names the line that it comes from.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import Any, TypeAlias

from attrs import frozen

from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.unparse import text_lines
from dsl.variant.edits.parameters import written
from dsl.variant.provenance import Provenance
from dsl.variant.rules import head, kind_of, name_of
from dsl.walk import nodes_in

STEP = 4


@frozen
class MergedLine:
    """A line of the merged rules: what it says and where that stands; an empty line stands nowhere."""

    text: str
    source: Source | None = None
    number: int = 0


Bodied: TypeAlias = n.Flow | n.Setup | n.Procedure | n.Action | n.Reaction


def printed(items: Sequence[n.TopItem], provenance: Provenance) -> Iterator[MergedLine]:
    """The lines of the items, with an empty line between those of different files."""
    printer = _Printer(provenance)
    before: Source | None = None
    for item in items:
        lines = list(printer.node(item, 0))
        if before is None or item.span.source is not before:
            lines = list(dropwhile(lambda line: not line.text, lines))
            yield from [MergedLine("")] if before else []
        yield from lines
        before = item.span.source


@frozen
class _Printer:
    """Prints nodes; the provenance knows what a changed node was like before."""

    provenance: Provenance

    def node(self, node: Any, indent: int) -> Iterator[MergedLine]:
        """A top item, or a line of a body, with all that is in it and the comments around it."""
        yield from _comments(node, indent)
        match node:
            case n.Parameter():
                yield from self._parameter(node)
            case _ if is_as_typed(node, self.provenance):
                yield from _as_typed(node, indent)
            case n.Flow() | n.Setup() | n.Procedure() | n.Action() | n.Reaction():
                yield from _text(self._heading(node), node.span, indent)
                yield from self._inside(node.body.items, indent + STEP)
            case n.Deck():
                yield from _text(head(node.span).text, node.span, indent)
                yield from self._inside(node.entries, indent + STEP)
            case n.Game():
                yield from _text(head(node.span).text, node.span, indent)
                yield from self._inside(node.settings, indent + STEP)
            case n.Enum(inline=False):
                yield from _text(f"enum {node.name.text}{', ring' if node.ring else ''}:", node.span, indent)
                yield from self._inside(node.values, indent + STEP)
            case n.CardEntry(copies, title):
                count = "" if copies is None else f"{_text_of(copies)} x "
                yield from _text(count + _between(title.span.start, node.span.end, node.span), node.span, indent)
            case n.Define():
                yield from self._define(node)
            case _:
                yield from _text("\n".join(text_lines(node)), node.span, indent)

    def _inside(self, items: Sequence[Any], indent: int) -> Iterator[MergedLine]:
        for item in items:
            yield from self.node(item, indent)

    def _heading(self, node: Bodied) -> str:
        if isinstance(node, n.Setup) and _is_edit(node):
            return "setup:"
        typed = heading(node, self.provenance)
        if isinstance(node, n.Flow) and node.number and _is_edit(node):
            return f"{node.kind} {typed[node.number.span.start - node.span.start :]}"
        return typed

    def _parameter(self, node: n.Parameter) -> Iterator[MergedLine]:
        changes = self.provenance.changes_to("parameter", node.name.text)
        values = [node.value, *(c.was.value for c in changes if isinstance(c.was, n.Parameter))]
        place = next(value.span for value in values if _within(value.span, node.span))
        before = _between(node.span.start, place.start, node.span)
        after = _between(place.end, node.span.end, node.span)
        yield from _text(f"{before}{written(node.value)}{after}", node.span, 0)

    def _define(self, node: n.Define) -> Iterator[MergedLine]:
        was = next((was for was in _earlier(node, self.provenance) if is_as_typed(was, self.provenance)), None)
        first = was and (was.value or was.cases[0])
        if first is None or node.value is None:
            yield from _text("\n".join(text_lines(node)), node.span, 0)
            return
        heading = _between(node.span.start, first.span.start, node.span).rstrip()
        yield from _text(f"{heading} {node.value.span.text}", node.span, 0)


def heading(node: Bodied, provenance: Provenance) -> str:
    """What was typed before the body that came with it, without comments on lines of their own."""
    bodies: list[n.Block] = [node.body, *(was.body for was in _earlier(node, provenance))]
    end = next((body.span.start for body in bodies if _within(body.span, node.span)), head(node.span).end)
    lines = _between(node.span.start, end, node.span).split("\n")
    while not lines[-1].strip() or lines[-1].lstrip().startswith("#"):
        lines.pop()
    return "\n".join(lines)


def _earlier(node: Any, provenance: Provenance) -> Iterator[Any]:
    """The node as it was before each edit, the first edit first."""
    changes = provenance.changes_to(kind_of(node), name_of(node))
    return (change.was for change in changes if change.was is not None)


def is_as_typed(node: Any, provenance: Provenance) -> bool:
    """Whether everything in the node was written there as it is now, and nothing has been taken out."""
    if _is_edit(node) or any(_within(was.span, node.span) for was in _gone(provenance)):
        return False
    parts = (part.span for part in nodes_in(node) if isinstance(getattr(part, "span", None), Span))
    return all(_within(span, node.span) for span in parts)


def _gone(provenance: Provenance) -> Iterator[n.TopItem | n.CardEntry]:
    return (change.was for change in provenance.changes if change.how == "removed" and change.was is not None)


def _is_edit(node: Any) -> bool:
    """Whether the node was made by an edit, so that its text begins with the word of the edit."""
    return isinstance(node, n.Flow | n.Setup) and not node.span.text.startswith(kind_of(node))


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _between(start: int, end: int, span: Span) -> str:
    return span.source.text[start:end]


def _text_of(copies: n.Number | n.Name) -> str:
    return copies.text


def _comments(node: Any, indent: int) -> Iterator[MergedLine]:
    """The comments and empty lines above a node."""
    trivia: n.Trivia = getattr(node, "trivia", n.NO_TRIVIA)
    first = node.span.line - len(trivia.above)
    for number, comment in enumerate(trivia.above, start=first):
        yield MergedLine(" " * indent + comment if comment else "", node.span.source, number)


def _as_typed(node: Any, indent: int) -> Iterator[MergedLine]:
    """The whole lines of the node, with comments, unless something else stands on its first line."""
    span: Span = node.span
    line_start = span.source.line_start(span.line)
    if span.source.text[line_start : span.start].strip():
        yield from _text(span.text, span, indent)
        return
    last = span.source.position(span.start + len(span.text.rstrip()))[0]
    end = span.source.line_start(last) + len(span.source.line_text(last))
    yield from _text(span.source.text[span.start : end], span, indent)


def _text(text: str, span: Span, indent: int) -> Iterator[MergedLine]:
    """The lines of a text that begins where the span does, moved to another indent."""
    first, *others = text.rstrip().split("\n")
    typed = span.source.line_text(span.line)
    outer = len(typed) - len(typed.lstrip())
    yield MergedLine(" " * indent + first.rstrip(), span.source, span.line)
    for number, line in enumerate(others, start=span.line + 1):
        own = len(line) - len(line.lstrip())
        moved = max(0, own - outer) + indent
        yield MergedLine((" " * moved + line.strip()) if line.strip() else "", span.source, number)
