"""Edits of whole lines in the text of a deck, with the indentation and the line ends that it has."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.editing.rename import Edit
from dsl.frozen import frozen
from dsl.node import Node
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.tables.texts import Group, lines

STEP = "    "


@frozen
class Place:
    """A place in a text, and the indentation of the line in which it is."""

    source: Source
    at: int
    indent: str

    @staticmethod
    def of(node: Node) -> Place:
        """Where a node begins."""
        span = node.span
        line = span.source.line_text(span.line)
        return Place(span.source, span.start, line[: len(line) - len(line.lstrip())])

    @property
    def inside(self) -> str:
        """The indentation of what stands below the line."""
        return self.indent + STEP

    def replace(self, group: Group, paragraphs: Sequence[str]) -> Edit:
        """Other `>` lines in the place of these; none in the place of all."""
        if not paragraphs:
            return self.without(group[0], group[-1])
        text = self._newline.join(lines(paragraphs, self.indent))
        return Edit(Span(self.source, group[0].span.start, group[-1].span.end), text.removeprefix(self.indent))

    def without(self, first: Node, last: Node) -> Edit:
        """Takes whole lines away, with what ends them."""
        return Edit(Span(self.source, self._line_start(first.span.start), self._next_line(last.span.end)), "")

    def below(self, entry: n.CardEntry, texts: Sequence[str]) -> Edit:
        """New entries below one, apart from it by an empty line if the next is."""
        end = self._line_end(entry.span.end)
        blank = "\n" if self.source.text.startswith(self._newline * 2, end) else ""
        new = "".join(f"\n{blank}{text}" for text in texts)
        return Edit(Span(self.source, end, end), new.replace("\n", self._newline))

    def above(self, texts: Sequence[str]) -> Edit:
        """New entries above the line."""
        start = self._line_start(self.at)
        new = "".join(f"{text}\n" for text in texts)
        return Edit(Span(self.source, start, start), new.replace("\n", self._newline))

    def first_inside(self, entry: n.CardEntry, new: Sequence[str]) -> tuple[Edit, ...]:
        """New lines below the first line of an entry."""
        head = _head_end(entry)
        end = self._line_end(head)
        put = Edit(Span(self.source, end, end), "".join(self._newline + line for line in new))
        return (put,) if entry.body else (Edit(Span(self.source, head, head), ":"), put)

    def closing(self, entry: n.CardEntry) -> tuple[Edit, ...]:
        """Takes the colon away from an entry below which nothing stands any more."""
        if not entry.body:
            return ()
        colon = self.source.text.index(":", _head_end(entry))
        return (Edit(Span(self.source, colon, colon + 1), ""),)

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.source.text else "\n"

    def _line_start(self, at: int) -> int:
        return self.source.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        end = self.source.text.find("\n", at)
        if end < 0:
            return len(self.source.text)
        return end - 1 if self.source.text.startswith("\r", end - 1) and end > at else end

    def _next_line(self, at: int) -> int:
        end = self.source.text.find("\n", at)
        return len(self.source.text) if end < 0 else end + 1


def _head_end(entry: n.CardEntry) -> int:
    last = entry.attributes[-1] if entry.attributes else entry.title
    return last.span.end
