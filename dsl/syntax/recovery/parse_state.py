"""Holds a parse with errors: its state so far and what has been reported."""

from collections.abc import Sequence

from attrs import define, field

from dsl.diagnostic import Diagnostic
from dsl.source import Source, Span
from dsl.syntax.reading.layout import mark
from dsl.syntax.reading.lines import LogicalLine, Token
from dsl.syntax.reading.machine import Machine, can_come, expected, runs
from dsl.syntax.reading.vocabulary import Vocabulary

#: What stands in the place of a bad line, by what may be indented under it.
BODIES = (
    *("BAD_LINE", "BAD_NAMES", "BAD_CARDS", "BAD_EDITS", "BAD_SCENES"),
    *("BAD_CASES", "BAD_OPTIONS", "BAD_SETTINGS"),
)


@define
class Reading:
    """`silent` are the lines, by number, about which nothing more is to be said."""

    source: Source
    text: str
    machine: Machine
    words: Vocabulary
    silent: set[int]
    reports: list[Diagnostic] = field(factory=list)

    def report(self, line: LogicalLine, *reports: Diagnostic) -> None:
        """Says it, unless something has been said about the line already."""
        if line.number not in self.silent:
            self.silent.add(line.number)
            self.reports += reports

    def feed(self, tokens: list[Token]) -> None:
        """Takes tokens that are known to fit."""
        failed = self.machine.run(tokens)
        assert failed is None, f"{tokens[failed or 0]} was tried and cannot stand"

    def feed_mark(self, kind: int) -> None:
        """Takes the end of a line, or the start or end of a block."""
        self.feed([mark(kind)])

    def feed_bad(self, kind: str, start: int = -1, end: int = -1) -> None:
        """Takes a token that stands for a whole line."""
        number = self.words.tables.numbers[kind]
        self.feed([Token(number, number, start, end, ""), mark(self.words.marks.newline)])

    def can_come(self, kind: int, states: Sequence[int] | None = None) -> bool:
        """Whether such a token can stand here."""
        return can_come(self.machine.tables, self.machine.states if states is None else states, kind)

    def expected(self, states: Sequence[int] | None = None) -> set[int]:
        """The terminals that can stand here."""
        return expected(self.machine.tables, self.machine.states if states is None else states)

    def fits(self, line: LogicalLine, states: Sequence[int]) -> bool:
        """Whether a line is right in that state, whatever stands under it."""
        return runs(self.machine.tables, list(states), [*line.tokens, mark(self.words.marks.newline)]) is None

    def states_in_and_after_block(self) -> tuple[list[int], list[int]]:
        """The states in the block that must open here, and after it."""
        marks, bad = self.words.marks, self.words.tables.numbers["BAD_LINE"]
        inside = list(self.machine.states)
        runs(self.machine.tables, inside, [mark(marks.indent)])
        after = list(inside)
        runs(self.machine.tables, after, [mark(bad), mark(marks.newline), mark(marks.dedent)])
        return inside, after

    def opens_block(self, line: LogicalLine, before: Sequence[int] | None = None) -> bool:
        """Whether a block can stand under the line, which is right in that state."""
        states = list(self.machine.states if before is None else before)
        runs(self.machine.tables, states, [*line.tokens, mark(self.words.marks.newline)])
        return self.can_come(self.words.marks.indent, states)

    def body_kind(self, body: Sequence[LogicalLine]) -> str | None:
        """The token under which most of these lines are right; None if none of them is under any."""
        first_level = [line for line in body if line.indent <= body[0].indent]
        readable = {kind: self._readable(kind, first_level) for kind in BODIES}
        best = max(BODIES, key=lambda kind: readable[kind])
        return best if readable[best] else None

    def readable_here(self, lines: Sequence[LogicalLine]) -> int:
        """How many of these lines are right in the present state."""
        return sum(self.fits(line, self.machine.states) for line in lines)

    def _readable(self, kind: str, body: Sequence[LogicalLine]) -> int:
        marks = self.words.marks
        states = list(self.machine.states)
        opening = [mark(self.words.tables.numbers[kind]), mark(marks.newline), mark(marks.indent)]
        if runs(self.machine.tables, states, opening) is not None:
            return 0
        return sum(self.fits(line, states) for line in body)


def first_word(source: Source, line: LogicalLine) -> Span:
    """Where a line begins."""
    return Span(source, line.tokens[0].start, line.tokens[0].end)


def body_of(lines: Sequence[LogicalLine], index: int) -> Sequence[LogicalLine]:
    """The lines that are indented under the one of that index."""
    end = index + 1
    while end < len(lines) and lines[end].indent > lines[index].indent:
        end += 1
    return lines[index + 1 : end]
