"""Locates text: the text of a file, and spans of it.

Offsets count characters (code points) from 0, as Python strings do; an end is exclusive. Lines and columns
count from 1, as editors show them. Only a line feed ends a line, so that a file written on Windows and one
written elsewhere number their lines alike.
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from weakref import WeakValueDictionary

from attrs import field

from dsl.frozen import frozen


@frozen(eq=False)
class Source:
    """One text with the path it is known by. Two sources are the same only if they are the same object."""

    path: str
    text: str = field(repr=False)

    def __reduce__(self) -> "tuple[Callable[[str, str], Source], tuple[str, str]]":
        """What is taken from the cache speaks of the same sources as what is read today."""
        return source_of, (self.path, self.text)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins; a text always has at least one line."""
        starts = [0]
        at = self.text.find("\n")
        while at != -1:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; one past the end is allowed, as an error may be there."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_start(self, line: int) -> int:
        """The offset of a line's first character."""
        return self.line_starts[line - 1]

    def line_text(self, line: int) -> str:
        """A line as typed, without what ends it."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].removesuffix("\r")


_SOURCES: "WeakValueDictionary[tuple[str, str], Source]" = WeakValueDictionary()


def source_of(path: str, text: str) -> Source:
    """The one source with this path and text, as long as anybody speaks of it."""
    return _SOURCES.setdefault((path, text), Source(path, text))


@frozen
class Span:
    """The characters of `source` from `start` up to, not including, `end`."""

    source: Source
    start: int
    end: int

    def __reduce__(self) -> "tuple[type[Span], tuple[Source, int, int]]":
        """Every third thing that is kept in the cache is one: it is written in as few bytes as can be."""
        return Span, (self.source, self.start, self.end)

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column just after the last character."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def in_file(self) -> bool:
        """Whether there is a place to show, as there is none for what is built in."""
        return self.source.path != BUILT_IN


BUILT_IN = "<built-in>"

#: Stands for the place of what no file says: built-in types, verbs and values.
NO_SPAN = Span(source_of(BUILT_IN, ""), 0, 0)
