"""All errors of a text in one pass, and what can be read of it.

Lines are taken one by one. A line that fails is reported; it is then read as it was probably meant, or a
`BAD_...` token stands in its place, for which the grammar has a rule in every list of lines. So whatever
follows is read in the state that it would have been read in anyway: one error does not bring forth another.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.source import Source, Span
from dsl.syntax.fault import Fault, fault_report
from dsl.syntax.layout import mark
from dsl.syntax.lines import Line, Token
from dsl.syntax.machine import Machine, expected, runs
from dsl.syntax.repair import repair
from dsl.syntax.trial import Change, Trial
from dsl.syntax.vocabulary import Vocabulary

MOST_REPAIRS = 50  # in one file; a file with more errors than that is not a rule file
LONGEST_LINE = 400  # tokens
DEEPEST_BRACKETS = 30
DEEPEST_BLOCKS = 40

_BY_FIRST_WORD = {
    "game": "BAD_SETTINGS",
    **dict.fromkeys(("counters", "enum", "spaces", "track"), "BAD_NAMES"),
    "define": "BAD_CASES",
    "deck": "BAD_CARDS",
    "variant": "BAD_EDITS",
    "scenario": "BAD_SCENES",
    "given": "BAD_GIVEN",
    "when": "BAD_WHEN",
    "then": "BAD_THEN",
    "and": "BAD_AND",
}
_BODIES = (
    "BAD_LINE",
    "BAD_NAMES",
    "BAD_CARDS",
    "BAD_EDITS",
    "BAD_SCENES",
    "BAD_CASES",
    "BAD_OPTIONS",
    "BAD_SETTINGS",
)


@define
class Level:
    """Lines that are indented alike; `real` if the parse knows of the block, `header` is the line above."""

    indent: int
    real: bool
    header: Line | None


class Recovery:
    """Reads one text whose lines are not all good; `reports` is what was found."""

    def __init__(
        self, source: Source, text: str, machine: Machine, words: Vocabulary, silent: set[int]
    ) -> None:
        self.source = source
        self.text = text
        self.machine = machine
        self.words = words
        self.marks = words.marks
        self.silent = silent  # lines (by number) that have been complained about
        self.reports: list[Diagnostic] = []
        self.levels = [Level(0, True, None)]
        self.repairs = 0

    def read(self, lines: Sequence[Line]) -> None:
        """Takes all lines; the machine's result is then the whole file."""
        index = 0
        while index < len(lines):
            self._enter(lines[index], lines[index - 1] if index else None)
            index = self._read(lines, index)
        while len(self.levels) > 1:
            self._close()
        self._feed([mark(self.marks.end)])

    # ------------------------------------------------------------ indentation

    def _enter(self, line: Line, above: Line | None) -> None:
        """Opens and closes blocks so that the line stands in the right one."""
        if line.indent > self.levels[-1].indent:
            self._open(line, above)
            return
        while line.indent < self.levels[-1].indent:
            outer = self.levels[-2].indent
            if line.indent > outer:
                self._uneven(line, outer)
                return
            self._close()

    def _open(self, line: Line, above: Line | None) -> None:
        real = len(self.levels) < DEEPEST_BLOCKS and self.marks.indent in expected(
            self.machine.tables, self.machine.states
        )
        if real:
            self._feed([mark(self.marks.indent)])
        else:
            self._unexpected_indent(line, above)
        self.levels.append(Level(line.indent, real, above if real else self.levels[-1].header))

    def _close(self) -> None:
        if self.levels.pop().real:
            if self.marks.dedent not in expected(self.machine.tables, self.machine.states):
                self._feed_bad("BAD_LINE", -1, -1)
            self._feed([mark(self.marks.dedent)])

    def _uneven(self, line: Line, outer: int) -> None:
        """A line between two levels belongs to the nearer one."""
        inner = self.levels[-1].indent
        nearer = inner if inner - line.indent <= line.indent - outer else outer
        self._report(
            line,
            error(
                "uneven-indent",
                f"this line is indented by {line.indent}, but the lines around it by {outer} or {inner}",
                self._first_word(line),
                help=(
                    "lines of one block are indented alike, by four spaces more than the line that opens it",
                ),
                fix=self._indent_fix(line, nearer),
            ),
        )
        if nearer == outer:
            self._close()
        else:
            self.levels[-1].indent = line.indent

    def _unexpected_indent(self, line: Line, above: Line | None) -> None:
        level = self.levels[-1].indent
        label = (Label(self._first_word(above), "this line opens no block"),) if above else ()
        if len(self.levels) >= DEEPEST_BLOCKS:
            report = error("too-deep", "blocks are nested too deep here", self._first_word(line))
        else:
            report = error(
                "unexpected-indent",
                "this line is indented further than the one above, which opens no block"
                if above
                else "the first line is indented, but there is nothing above that it could belong to",
                self._first_word(line),
                labels=label,
                help=(
                    "indent it as far as the line above; a long line goes on in the next only after a comma",
                ),
                fix=self._indent_fix(line, level),
            )
        self._report(line, report)

    def _indent_fix(self, line: Line, indent: int) -> Fix:
        start = self.source.line_start(line.number)
        edit = Edit(Span(self.source, start, line.start), " " * indent)
        return Fix(f"indent it by {indent}" if indent else "move it to the left margin", (edit,), safe=False)

    # ------------------------------------------------------------ lines

    def _read(self, lines: Sequence[Line], index: int) -> int:
        """Takes one line; the index of the next to take."""
        line = lines[index]
        below = lines[index + 1] if index + 1 < len(lines) and lines[index + 1].indent > line.indent else None
        trial = Trial(
            self.words.tables,
            self.words.scanner,
            self.marks,
            tuple(self.machine.states),
            self.text,
            line,
            below,
        )
        if (too_much := self._too_much(line)) is not None:
            self._report(line, too_much)
            return self._swallow(lines, index)
        failing = trial.fails_at()
        if failing is not None:
            return self._read_faulty(trial, failing, lines, index)
        if below and not self._opens(trial, line.tokens):
            self._read_without_colon(trial)
        else:
            self._feed([*line.tokens, mark(self.marks.newline)])
            self._demand_block(line, below)
        return index + 1

    def _read_faulty(self, trial: Trial, failing: int, lines: Sequence[Line], index: int) -> int:
        line = trial.line
        found = repair(trial, failing, self.words) if self._may_repair(line) else None
        header = self.levels[-1].header
        fault = Fault(self.source, self.words, trial, failing, header.tokens[0].text if header else "")
        self._report(line, fault_report(fault, found))
        if found:
            self._feed([*trial.tokens_with(found.change), mark(self.marks.newline)])
            return index + 1
        return self._swallow(lines, index)

    def _may_repair(self, line: Line) -> bool:
        self.repairs += 1
        return self.repairs <= MOST_REPAIRS and line.number not in self.silent

    def _read_without_colon(self, trial: Trial) -> None:
        """A whole sentence with lines indented under it: perhaps it lacks only the colon."""
        line = trial.line
        colon = Change(line.end, line.end, ":")
        tokens = trial.tokens_with(colon)
        if trial.works(tokens):
            end = Span(self.source, line.end, line.end)
            fix = Fix("put a colon at the end of the line", (Edit(end, ":"),), safe=True)
            message = "this line has lines indented under it, so it ends in a colon"
            self._report(line, error("missing-colon", message, end, label="`:` belongs here", fix=fix))
            self._feed([*tokens, mark(self.marks.newline)])
        else:
            self._feed([*line.tokens, mark(self.marks.newline)])

    def _opens(self, trial: Trial, tokens: list[Token]) -> bool:
        states = list(trial.states)
        runs(trial.tables, states, [*tokens, mark(self.marks.newline)])
        return self.marks.indent in expected(trial.tables, states)

    def _demand_block(self, line: Line, below: Line | None) -> None:
        """After a line that opens a block, there must be one."""
        if below or expected(self.machine.tables, self.machine.states) != {self.marks.indent}:
            return
        self._report(
            line,
            error(
                "missing-block",
                "nothing is indented under this line, which opens a block",
                Span(self.source, line.start, line.end),
                label="what belongs to it?",
                help=("indent the lines that belong to it by four spaces more than this one",),
            ),
        )
        self._feed([mark(self.marks.indent)])
        self._feed_bad("BAD_LINE", -1, -1)
        self._feed([mark(self.marks.dedent)])

    def _too_much(self, line: Line) -> Diagnostic | None:
        if len(line.tokens) > LONGEST_LINE:
            return error("too-long", "this line is too long for one rule", self._first_word(line))
        depth = deepest = 0
        for token in line.tokens:
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            deepest = max(deepest, depth)
        if deepest > DEEPEST_BRACKETS:
            return error("too-deep", "brackets are nested too deep here", self._first_word(line))
        return None

    # ------------------------------------------------------------ lines that stay bad

    def _swallow(self, lines: Sequence[Line], index: int) -> int:
        """Puts a BAD token in the line's place; what is indented under it is read as what it probably is."""
        line = lines[index]
        end = index + 1
        while end < len(lines) and lines[end].indent > line.indent:
            end += 1
        body = lines[index + 1 : end]
        kind = self._kind_of_bad(line, body)
        if kind is None:
            self._feed_bad("BAD_LINE", line.start, line.end)
            return end
        self._feed_bad(kind, line.start, line.end)
        return index + 1

    def _kind_of_bad(self, line: Line, body: Sequence[Line]) -> str | None:
        """Which BAD token makes most of what stands under it; None if none makes anything of it."""
        known = _BY_FIRST_WORD.get(line.tokens[0].text)
        possible = expected(self.machine.tables, self.machine.states)
        if known and self.words.tables.numbers[known] in possible:
            return known
        if not body:
            return "BAD_LINE"
        first_level = [each for each in body if each.indent <= body[0].indent]
        readable = {kind: self._readable(kind, first_level) for kind in _BODIES}
        best = max(_BODIES, key=lambda kind: readable[kind])
        if line.tokens[0].text in self.words.line_words:
            return best if readable[best] else "BAD_LINE"
        return best if readable[best] else None

    def _readable(self, kind: str, body: Sequence[Line]) -> int:
        """How many of these lines could stand under that BAD token."""
        states = list(self.machine.states)
        number = self.words.tables.numbers[kind]
        opening = [mark(number), mark(self.marks.newline), mark(self.marks.indent)]
        if runs(self.machine.tables, states, opening) is not None:
            return 0
        newline = mark(self.marks.newline)
        return sum(runs(self.machine.tables, list(states), [*line.tokens, newline]) is None for line in body)

    def _feed_bad(self, kind: str, start: int, end: int) -> None:
        number = self.words.tables.numbers[kind]
        self._feed([Token(number, number, start, end, ""), mark(self.marks.newline)])

    def _feed(self, tokens: list[Token]) -> None:
        failed = self.machine.run(tokens)
        assert failed is None, f"{tokens[failed or 0]} was tried and cannot stand"

    def _report(self, line: Line, report: Diagnostic) -> None:
        if line.number not in self.silent:
            self.silent.add(line.number)
            self.reports.append(report)

    def _first_word(self, line: Line) -> Span:
        return Span(self.source, line.tokens[0].start, line.tokens[0].end)
