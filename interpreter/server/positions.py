"""Turns places in a text into those of the Language Server Protocol and back.

There, lines count from 0 and end with `\\n`, `\\r\\n` or `\\r`; within a line, units of an encoding are counted.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from attrs import field

from dsl.frozen import frozen
from dsl.source import Span

#: The encodings in which we can count, the best first, with the bytes of a unit.
UNITS: Mapping[str, int] = {"utf-32": 4, "utf-16": 2, "utf-8": 1}
#: What an editor counts in that says nothing.
USUAL = "utf-16"

_LINE_END = re.compile(r"\r\n|\n|\r")


@frozen
class Places:
    """The places of one text, counted in the units of an encoding."""

    text: str = field(repr=False)
    encoding: str = USUAL
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "starts", (0, *(found.end() for found in _LINE_END.finditer(self.text))))

    def position(self, offset: int) -> dict[str, int]:
        """The position of an offset in characters; of one behind the end of the text, its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return {"line": line, "character": self._units(self.text[self.starts[line] : offset])}

    def offset(self, position: Mapping[str, Any]) -> int:
        """The offset of a position; of one behind the end of a line or of the text, that end."""
        line, units = int(position["line"]), int(position["character"])
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[max(line, 0)]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        words = self.text[start:end].rstrip("\r\n") if line + 1 < len(self.starts) else self.text[start:end]
        if self.encoding == "utf-32" or words.isascii():
            return start + min(max(units, 0), len(words))
        return start + self._characters(words, units)

    def range(self, start: int, end: int) -> dict[str, Any]:
        """The range from one offset to another."""
        return {"start": self.position(start), "end": self.position(end)}

    def range_of(self, span: Span) -> dict[str, Any]:
        """The range of a span of this text."""
        return self.range(span.start, span.end)

    def _units(self, text: str) -> int:
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        return len(text.encode(f"{self.encoding}-le" if self.encoding != "utf-8" else "utf-8", "surrogatepass")) // (
            UNITS[self.encoding]
        )

    def _characters(self, words: str, units: int) -> int:
        """How many characters take so many units; a character is never cut in two."""
        for number, character in enumerate(words):
            units -= self._units(character)
            if units < 0:
                return number
        return len(words)
