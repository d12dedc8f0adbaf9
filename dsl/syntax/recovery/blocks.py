"""Finds the block of a line when not all lines are indented as they should be."""

from collections.abc import Sequence

from attrs import define, field

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.source import Span
from dsl.syntax.reading.layout import mark
from dsl.syntax.reading.lines import LogicalLine
from dsl.syntax.reading.machine import runs
from dsl.syntax.recovery.parse_state import Reading, body_of, first_word


@define
class Level:
    """Lines that are indented alike; a block to the parse as well if `real`, and `header` is the line above.

    `odd` are other widths that have been reported once and count as this one.
    """

    indent: int
    real: bool
    header: LogicalLine | None
    odd: set[int] = field(factory=set)


class Blocks:
    """The blocks that are open while a text is read line by line."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.marks = reading.words.marks
        self.levels = [Level(0, True, None)]

    @property
    def header(self) -> LogicalLine | None:
        """The line that the present block stands under."""
        return self.levels[-1].header

    def enter(self, lines: Sequence[LogicalLine], index: int) -> None:
        """Opens and closes blocks so that the line of that index stands in the right one.

        Its indent is set to what it should have been, so that one slip is reported once.
        """
        line = lines[index]
        following = lines[index + 1] if index + 1 < len(lines) else None
        if line.indent in self.levels[-1].odd and not self.reading.can_come(self.marks.indent):
            self._move(lines, index)
        if line.indent > self.levels[-1].indent:
            self._open(lines, index)
        elif line.indent < self.levels[-1].indent:
            wanted = self._level_of(line, following)
            self._report_uneven(line, wanted)
            while len(self.levels) - 1 > wanted:
                self.close()
            self._move(lines, index)

    def _move(self, lines: Sequence[LogicalLine], index: int) -> None:
        """Reads a line as indented like its block; if its own block would not be deeper then, that moves too."""
        line, body = lines[index], body_of(lines, index)
        further = self.levels[-1].indent - line.indent
        line.indent += further
        if body and body[0].indent <= line.indent and self.reading.opens_block(line):
            for each in body:
                each.indent += further

    def close(self) -> None:
        """Ends the innermost block."""
        if self.levels.pop().real:
            if not self.reading.can_come(self.marks.dedent):
                self.reading.feed_bad("BAD_LINE")
            self.reading.feed_mark(self.marks.dedent)

    # ------------------------------------------------------------ deeper

    def _open(self, lines: Sequence[LogicalLine], index: int) -> None:
        line, above = lines[index], lines[index - 1] if index else None
        if self.reading.can_come(self.marks.indent):
            self.reading.feed_mark(self.marks.indent)
            self.levels.append(Level(line.indent, True, above))
        else:
            self.reading.report(line, self._unexpected(line, above))
            self._open_unexpected(lines, index, above)

    def _open_unexpected(self, lines: Sequence[LogicalLine], index: int, above: LogicalLine | None) -> None:
        """Lines under one that opens no block: they belong beside it, or a line is missing between."""
        body = [lines[index], *_down_to(lines, index)]
        first_level = [line for line in body if line.indent <= body[0].indent]
        kind = self.reading.body_kind(body)
        if kind is None or self.reading.readable_here(first_level) == len(first_level):
            self.levels.append(Level(lines[index].indent, False, self.header))
            return
        self.reading.feed_bad(kind)
        self.reading.feed_mark(self.marks.indent)
        self.levels.append(Level(lines[index].indent, True, above))

    def _unexpected(self, line: LogicalLine, above: LogicalLine | None) -> Diagnostic:
        if above is None:
            message = "the first line is indented, but there is nothing above that it could belong to"
        else:
            message = "this line is indented further than the one above, which opens no block"
        return error(
            "unexpected-indent", message, self._place(line),
            labels=(Label(self._place(above), "this line opens no block"),) if above else (),
            help=(
                "indent it as far as the line above; a long line goes on after a comma, or before `and`, `or` or a "
                "sign such as `+`",
            ),
            fix=self._fix(line, self.levels[-1].indent),
        )  # fmt: skip

    # ------------------------------------------------------------ less deep

    def _level_of(self, line: LogicalLine, following: LogicalLine | None) -> int:
        """The level, by its number, that a line belongs to which is indented less than the present block."""
        exact = next((k for k, level in enumerate(self.levels) if self._is_at(line, level)), None)
        goes_on = following is not None and following.indent > line.indent
        if exact is not None and (not goes_on or self._fits(line, exact)):
            return exact
        for number in range(len(self.levels) - 1, 0, -1):
            inner = self.levels[number].indent
            if not goes_on or inner <= line.indent or (following and following.indent < inner):
                continue
            if self._fits(line, number):
                return number
        return exact if exact is not None else self._nearest(line)

    def _is_at(self, line: LogicalLine, level: Level) -> bool:
        return line.indent == level.indent or line.indent in level.odd

    def _nearest(self, line: LogicalLine) -> int:
        """The level of the nearest width; of two as near, one where the line is right, or the inner one."""
        numbers = range(len(self.levels))
        distance = {number: abs(self.levels[number].indent - line.indent) for number in numbers}
        return min(numbers, key=lambda k: (distance[k], not self._fits(line, k), -k))

    def _fits(self, line: LogicalLine, number: int) -> bool:
        """Whether the line would be right with all blocks closed that are deeper than that level."""
        states = list(self.reading.machine.states)
        closing = [mark(self.marks.dedent) for level in self.levels[number + 1 :] if level.real]
        closed = runs(self.reading.machine.tables, states, closing) is None
        return closed and self.reading.fits(line, states)

    def _report_uneven(self, line: LogicalLine, wanted: int) -> None:
        level = self.levels[wanted]
        if self._is_at(line, level):
            return
        if not any(line.indent == each.indent for each in self.levels):
            level.odd.add(line.indent)
        report = error(
            "uneven-indent",
            f"this line is indented by {_spaces(line.indent)}, but those it belongs to by {level.indent}",
            self._place(line),
            help=("lines of one block are indented alike, by four spaces more than the line that opens it",),
            fix=self._fix(line, level.indent),
        )
        self.reading.report(line, report)

    def _place(self, line: LogicalLine) -> Span:
        return first_word(self.reading.source, line)

    def _fix(self, line: LogicalLine, indent: int) -> Fix:
        source = self.reading.source
        start = source.text.rfind("\n", 0, line.start) + 1
        edit = Edit(Span(source, start, line.start), " " * indent)
        return Fix(f"indent it by {indent}" if indent else "move it to the left margin", (edit,), safe=False)


def _down_to(lines: Sequence[LogicalLine], index: int) -> Sequence[LogicalLine]:
    """The lines after this one that are indented at least as far."""
    end = index + 1
    while end < len(lines) and lines[end].indent >= lines[index].indent:
        end += 1
    return lines[index + 1 : end]


def _spaces(count: int) -> str:
    return f"{count} space" if count == 1 else f"{count} spaces"
