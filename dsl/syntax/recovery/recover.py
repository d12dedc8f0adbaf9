"""Recovers from all errors of a text in one pass, and reads what can be read of it.

Lines are taken one by one. A line that fails is reported; it is then read as it was probably meant, or a
`BAD_...` token stands in its place, for which the grammar has a rule in every list of lines. So whatever
follows is read in the state that it would have been read in anyway: one error does not bring forth another.
"""

from collections.abc import Sequence

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.source import Span
from dsl.syntax.advice.fault import fault_reports
from dsl.syntax.advice.faulty_line import FaultyLine
from dsl.syntax.advice.matching import other_way
from dsl.syntax.advice.repair import meant_beginning, repairs
from dsl.syntax.advice.slips import Repair
from dsl.syntax.reading.layout import DEEPEST_BLOCKS, LONGEST_CHAIN, mark, too_deep
from dsl.syntax.reading.lines import LogicalLine, Token
from dsl.syntax.reading.trial import Change, Trial
from dsl.syntax.recovery.blocks import Blocks
from dsl.syntax.recovery.parse_state import Reading, body_of, first_word

MOST_REPAIRS = 50  # in one file; a file with more errors than that is not a rule file
LONGEST_LINE = 400  # tokens
DEEPER = ("give a part of it a name of its own, with `define` or `procedure`",)
INDENT = 4
MANY = 5  # lines that begin like none of ours; if they are most of a text, it is no rule file at all

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


def read_all(reading: Reading, lines: Sequence[LogicalLine]) -> None:
    """Takes all lines of a text and its end, whatever they say; the reports then tell what is wrong."""
    recovery = _Recovery(reading)
    index = 0
    while index < len(lines):
        recovery.blocks.enter(lines, index)
        index = recovery.take(lines, index)
    while len(recovery.blocks.levels) > 1:
        recovery.blocks.close()
    reading.feed_mark(reading.words.marks.end)
    if recovery.bad_lines >= MANY and recovery.bad_lines * 2 > len(lines):
        reading.reports[:] = [_no_rules(reading, lines[0], recovery.bad_lines, len(lines))]


def read_up_to_last(reading: Reading, lines: Sequence[LogicalLine]) -> bool:
    """Takes all lines but the last, whatever they say, and opens or closes blocks so that this one stands in the right.

    Whether it can: not if that line stands below one of which nobody knows what it opens.
    """
    recovery = _Recovery(reading)
    index = 0
    while index < len(lines) - 1:
        recovery.blocks.enter(lines, index)
        index = recovery.take(lines, index)
    if index == len(lines) - 1:
        recovery.blocks.enter(lines, index)
    return index == len(lines) - 1


def _no_rules(reading: Reading, first: LogicalLine, bad: int, all_lines: int) -> Diagnostic:
    """One report instead of one for each line of a letter or a poem."""
    return error(
        "no-rules",
        f"this does not read like rules: {bad} of {all_lines} lines cannot be read",
        first_word(reading.source, first),
        help=('a rule file has lines such as `game "Harvest Moon":` and `zone hand of player: hand`',),
    )


class _Recovery:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.marks = reading.words.marks
        self.blocks = Blocks(reading)
        self.repairs = 0
        self.last_bad: LogicalLine | None = None
        self.bad_lines = 0

    def take(self, lines: Sequence[LogicalLine], index: int) -> int:
        """Takes one line; the index of the next to take."""
        line = lines[index]
        if found := self._too_much(line):
            if line.chain > LONGEST_CHAIN + 1:
                self.reading.silent.add(line.number)  # it is said of the one before
            self.reading.report(line, found)
            return self._leave_bad(lines, index)
        if (body := body_of(lines, index)) and len(self.blocks.levels) >= DEEPEST_BLOCKS:
            message = f"more than {DEEPEST_BLOCKS} blocks stand in one another here"
            place = first_word(self.reading.source, body[0])
            self.reading.report(line, error("too-deep", message, place, help=DEEPER))
            self.reading.feed_bad("BAD_LINE", line.start, line.end)
            return index + 1 + len(body)
        trial = self._trial(lines, index)
        failing = trial.fails_at()
        if failing is not None:
            return self._take_faulty(trial, failing, lines, index)
        if trial.below and not self.reading.opens_block(line):
            self._take_without_colon(trial)
        else:
            self.reading.feed([*line.tokens, mark(self.marks.newline)])
            self._demand_block(lines, index)
        return index + 1

    def _trial(self, lines: Sequence[LogicalLine], index: int) -> Trial:
        words = self.reading.words
        body = body_of(lines, index)
        states = tuple(self.reading.machine.states)
        below = body[0] if body else None
        return Trial(
            words.tables, words.scanner, words.marks, states, self.reading.text, lines[index], below, words.reserved,
        )  # fmt: skip

    def _take_faulty(self, trial: Trial, failing: int, lines: Sequence[LogicalLine], index: int) -> int:
        line, source = trial.line, self.reading.source
        above = lines[index - 1] if index else None
        if failing == 0 and line.tokens[0].text == "and" and above is not None and above is self.last_bad:
            self.reading.silent.add(line.number)  # nobody knows what it goes on with
        header = self.blocks.header
        fault = FaultyLine(source, self.reading.words, trial, failing, header.tokens[0].text if header else "", above)
        found, tokens = self._repairs(fault)
        self.reading.report(line, *fault_reports(fault, found, bool(tokens)))
        if tokens:
            self.reading.feed([*tokens, mark(self.marks.newline)])
            return index + 1
        return self._leave_bad(lines, index)

    def _repairs(self, fault: FaultyLine) -> tuple[list[Repair], list[Token]]:
        """What the line was probably meant to be; nothing for one that would be right elsewhere."""
        self.repairs += 1
        silent = fault.trial.line.number in self.reading.silent
        if self.repairs > MOST_REPAIRS or silent or fault.is_right_elsewhere() or fault.is_cut_off():
            return [], []
        if other_way(fault):
            return [], []
        return repairs(fault.trial, fault.failing, self.reading.words)

    # ------------------------------------------------------------ lines that open blocks

    def _take_without_colon(self, trial: Trial) -> None:
        """A whole sentence with lines indented under it: perhaps it lacks only the colon."""
        line = trial.line
        tokens = trial.tokens_with(Change(line.end, line.end, ":"))
        if trial.works(tokens):
            end = Span(self.reading.source, line.end, line.end)
            fix = Fix("put a colon at the end of the line", (Edit(end, ":"),), safe=True)
            message = "this line has lines indented under it, so it ends in a colon"
            self.reading.report(line, error("missing-colon", message, end, label="`:` belongs here", fix=fix))
        else:
            tokens = line.tokens
        self.reading.feed([*tokens, mark(self.marks.newline)])

    def _demand_block(self, lines: Sequence[LogicalLine], index: int) -> None:
        """After a line that opens a block, there must be one; perhaps its lines are only not indented."""
        line = lines[index]
        if body_of(lines, index) or not self.reading.can_come(self.marks.indent):
            return
        if self.reading.expected() != {self.marks.indent}:
            return
        body = self._unindented_body(lines, index)
        following = lines[index + 1 + len(body)] if index + 1 + len(body) < len(lines) else line
        further = following.indent - line.indent if following.indent > line.indent else INDENT
        for each in body:
            each.indent += further
        self.reading.report(line, self._missing_block(line, body))
        if not body:
            self.reading.feed_mark(self.marks.indent)
            self.reading.feed_bad("BAD_LINE")
            self.reading.feed_mark(self.marks.dedent)

    def _unindented_body(self, lines: Sequence[LogicalLine], index: int) -> list[LogicalLine]:
        """The lines after a header that can stand under it but not beside it, with what is under them."""
        inside, beside = self.reading.states_in_and_after_block()
        body: list[LogicalLine] = []
        may_be_deeper = False
        for line in lines[index + 1 :]:
            if line.indent == lines[index].indent:
                if not self.reading.fits(line, inside) or self.reading.fits(line, beside):
                    break
                may_be_deeper = self.reading.opens_block(line, inside)
            elif line.indent < lines[index].indent or not may_be_deeper:
                break
            body.append(line)
        return body

    def _missing_block(self, line: LogicalLine, body: Sequence[LogicalLine]) -> Diagnostic:
        source = self.reading.source
        place = Span(source, line.start, line.end)
        if not body:
            return error(
                "missing-block", "nothing is indented under this line, which opens a block", place,
                label="what belongs to it?",
                help=("indent the lines that belong to it by four spaces more than this one",),
            )  # fmt: skip
        edits = tuple(Edit(Span(source, each.start, each.start), " " * INDENT) for each in body)
        return error(
            "missing-block", "the lines under this one belong to it, but are not indented", place,
            labels=(Label(first_word(source, body[0]), "indent this by four spaces"),),
            help=("what belongs to a line stands under it, indented by four spaces more",),
            fix=Fix(f"indent {len(body)} {'line' if len(body) == 1 else 'lines'}", edits, safe=False),
        )  # fmt: skip

    # ------------------------------------------------------------ lines that stay bad

    def _leave_bad(self, lines: Sequence[LogicalLine], index: int) -> int:
        """Puts a BAD token in the line's place; what is indented under it is read as what it probably is."""
        line = lines[index]
        self.last_bad = line
        self.bad_lines += line.tokens[0].text not in self.reading.words.line_words
        body = body_of(lines, index)
        if self._must_be_otherwise():
            self._take_otherwise(self._trial(lines, index))
            return index + 1 + len(body)
        kind = self._bad_kind(line, body, meant_beginning(self._trial(lines, index), self.reading.words))
        self.reading.feed_bad(kind or "BAD_LINE", line.start, line.end)
        return index + 1 if kind else index + 1 + len(body)

    def _must_be_otherwise(self) -> bool:
        """Whether nothing but `otherwise` can stand here, since `>` lines that belong to it stand above."""
        return not self.reading.can_come(self.reading.words.tables.numbers["BAD_LINE"]) and self.reading.can_come(
            self.marks.otherwise
        )

    def _take_otherwise(self, trial: Trial) -> None:
        """Reads the line as `otherwise:`, with something below it that nobody can read."""
        line = trial.line
        tokens = trial.tokens_with(Change(line.start, line.end, "otherwise:"))
        self.reading.feed([*tokens, mark(self.marks.newline)])
        self.reading.feed_mark(self.marks.indent)
        self.reading.feed_bad("BAD_LINE", line.start, line.end)
        self.reading.feed_mark(self.marks.dedent)

    def _bad_kind(self, line: LogicalLine, body: Sequence[LogicalLine], meant: str) -> str | None:
        """Which token makes most of what stands under the line; None if none makes anything of it."""
        words = self.reading.words
        first = line.tokens[0].text
        ends = [token.text for token in line.tokens[:2]] == ["game", "ends"]
        known = None if ends else _BY_FIRST_WORD.get(first) or _BY_FIRST_WORD.get(meant)
        if known and self.reading.can_come(words.tables.numbers[known]):
            return known
        if not body:
            return "BAD_LINE"
        return self.reading.body_kind(body) or ("BAD_LINE" if first in words.line_words else None)

    def _too_much(self, line: LogicalLine) -> Diagnostic | None:
        """What is more about a line than a rule can need, if anything is."""
        place = first_word(self.reading.source, line)
        if message := too_deep(line):
            return error("too-deep", message, place, help=DEEPER)
        if len(line.tokens) > LONGEST_LINE:
            return error("too-much", "this line is too long for one rule", place)
        return None
