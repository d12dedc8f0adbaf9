"""Tries changes to a line against the parse tables.

Only states are tried, nothing is built, so a line can be tried in a hundred spellings before one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.frozen import frozen
from dsl.syntax.reading.layout import Marks, mark
from dsl.syntax.reading.lines import LogicalLine, Scanner, Token
from dsl.syntax.reading.machine import expected, reads, runs
from dsl.syntax.reading.tables import ParseTables

_BEFORE_UNITS = (":", "per", "this", "or")  # behind these, `number` or `round` is no name
_BEFORE_CARDS = ("of", "any", "every", "no")  # behind these, `cards` are those that there are
_DRAWN = ("card", "cards", "token", "tokens", "piece", "pieces")  # what `draw 2 ...` may be said of, and nothing else
_OF_COUNTERS = ("gain", "gains", "lose", "loses", "pay", "pays")  # what is never said of cards


@frozen
class Change:
    """Write `text` instead of what stands from `start` to `end` in the file."""

    start: int
    end: int
    text: str

    def meets(self, other: Change) -> bool:
        """Whether both are about the same characters."""
        return self.start < other.end and other.start < self.end


@frozen
class Trial:
    """A line that may be faulty, in the state that the parse has reached before it.

    `deeper` says whether the next line is indented under it, and `below` is that line.
    """

    tables: ParseTables
    scanner: Scanner
    marks: Marks
    states: tuple[int, ...]
    text: str  # of the whole file
    line: LogicalLine
    below: LogicalLine | None
    reserved: frozenset[str]

    @property
    def whole_end(self) -> int:
        return len(self.text) + 1

    @property
    def deeper(self) -> bool:
        return self.below is not None

    def fails_at(self) -> int | None:
        """The index of the first token that cannot stand where it does; the end is one past the last."""
        return runs(self.tables, list(self.states), [*self.line.tokens, mark(self.marks.newline)])

    def works_with(self, *changes: Change) -> bool:
        """Whether the line is right with these changes, and so is what stands indented under it."""
        return self.works(self.tokens_with(*changes))

    def works(self, tokens: list[Token]) -> bool:
        """Whether the line is right with these tokens, and opens a block just if one stands under it."""
        states = list(self.states)
        if not tokens or runs(self.tables, states, [*tokens, mark(self.marks.newline)]) is not None:
            return False
        if any(self._misread(tokens)):
            return False
        indent = mark(self.marks.indent)
        if self.below is None:
            return expected(self.tables, states) != {self.marks.indent}
        return runs(self.tables, states, [indent, *self.below.tokens[:1]]) is None

    def _misread(self, tokens: list[Token]) -> Iterator[Token]:
        """The words of the language that would be names in such a line, where no unit or type is meant."""
        name = self.tables.numbers["NAME"]
        verb, before = "", ""
        for token, kind in zip(tokens, reads(self.tables, [*self.states], tokens), strict=False):
            drawn = verb in ("draw", "draws") and before != "to"
            counted = token.text == "cards" and (before in _BEFORE_CARDS or drawn or verb in ("top", "bottom"))
            known = before in _BEFORE_UNITS or counted or token.text not in self.reserved
            odd = (drawn and token.text not in _DRAWN) or (verb in _OF_COUNTERS and token.text in _DRAWN)
            if kind == name and (not known or odd):
                yield token
            verb, before = before, token.text

    def tokens_with(self, *changes: Change) -> list[Token]:
        """The line's tokens with these changes made; what is put in stands where it replaces something."""
        tokens: list[Token] = []
        at = self.line.start
        for change in sorted(changes, key=lambda change: change.start):
            tokens += self._scan(at, change.start)
            tokens += self._placed(change)
            at = change.end
        return tokens + self._scan(at, self.line.end)

    def with_change(self, change: Change) -> Trial:
        """The same with a change made."""
        return evolve(self, line=evolve(self.line, tokens=self.tokens_with(change)))

    def place_of(self, index: int) -> int:
        """Where in the file a token stands; that of the line's end is behind everything."""
        return self.line.tokens[index].start if index < len(self.line.tokens) else self.whole_end

    def before(self, index: int) -> list[int]:
        """The states before the token of that index."""
        states = list(self.states)
        runs(self.tables, states, self.line.tokens[:index])
        return states

    def expected_at(self, index: int) -> set[int]:
        """The terminals that can stand where the token of that index does."""
        return expected(self.tables, self.before(index))

    def _scan(self, start: int, end: int) -> list[Token]:
        return [token for token in self.line.tokens if start <= token.start and token.end <= end]

    def _placed(self, change: Change) -> list[Token]:
        tokens, _ = self.scanner.scan(change.text, 0, len(change.text))
        return [token._replace(start=change.start, end=change.end) for token in tokens]
