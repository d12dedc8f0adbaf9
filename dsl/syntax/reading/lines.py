"""Splits a text into logical lines: their tokens, their indent, and the comments that go with them.

A line here is a rule's whole line: one that ends in a comma, has an open bracket or is followed by `asking`
or `passing`, or further in by `and` or `or`, goes on in the next. Words are not yet keywords or names; which of
the two, only the place in a sentence tells, so a token carries both readings.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from attrs import mutable

from dsl.frozen import frozen
from dsl.syntax.construct import Trivia
from dsl.syntax.reading.tables import ParseTables

TAB_WIDTHS = (4, 8, 2)  # the first that makes a text well indented is taken
_UNKNOWN = -1
_GO_ON = ("asking", "passing")
_GOES_ON_BEFORE = re.compile(r"[ \t]*(asking|passing)\b")
_JOINED = re.compile(r"[ \t]*(?:(and|or|if)\b|[-+*/](?=[ \t]))")
_LISTED_WITH_AND = ("given", "when", "then", "and")  # in scenarios, `and` begins a line of its own
_BEFORE_CLAUSES = ("ruling", "scenario", "replace ruling", "remove ruling")


class Token(NamedTuple):
    """`kind` is the terminal where such a word may stand as a keyword, `shape` the one it is elsewhere."""

    kind: int
    shape: int
    start: int
    end: int
    text: str


@mutable
class LogicalLine:
    """One line with all that it goes on with; `indent` counts columns from 0, `number` lines from 1."""

    number: int
    indent: int
    tokens: list[Token]
    depth: int = 0  # brackets still open at the end of what has been read
    chain: int = 0  # which `otherwise` of a chain it begins with

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


@frozen
class Document:
    """A whole text as lines; `trivia` by the offset at which a line starts, `below` follows the last one."""

    tab_width: int
    text: str
    lines: list[LogicalLine]
    trivia: dict[int, Trivia]
    below: tuple[str, ...]


def read_lines(
    text: str, scanner: Scanner, tab_width: int = TAB_WIDTHS[0], part: tuple[int, int] | None = None
) -> Document:
    """Any text at all can be read so; what is no token has the kind -1. Of a part alone, from one place to another."""
    begins = 1 if text.startswith("\ufeff") else 0
    return _Reader(text, scanner, tab_width).read(*(part or (begins, len(text))))


class Scanner:
    """Finds tokens; made from the grammar's own terminals."""

    def __init__(self, tables: ParseTables) -> None:
        self.tables = tables
        patterns = tables.patterns
        signs = sorted((re.escape(s) for s in tables.literals if not s.isalpha()), key=len, reverse=True)
        self.rule_text = tables.numbers["RULE_TEXT"]
        self.comma = tables.numbers["_COMMA"]
        self.string = tables.numbers["STRING"]
        self.deeper = {tables.literals["("], tables.literals["["]}
        self.shallower = {tables.literals[")"], tables.literals["]"]}
        shapes = {
            **{name: patterns[name] for name in ("FROM_THE_GAME", "_FORWARD_BY", "_BACK_BY")},
            "NAME": r"[^\W\d]\w*",
            "NUMBER": patterns["NUMBER"],
            "COMPARE": patterns["COMPARE"],
            "STRING": patterns["STRING"] + r'|"[^\n]*',
            "_COMMA": ",",
            "SIGN": "|".join(signs),
            "COMMENT": r"#[^\n]*",
            "OTHER": r"\S",
        }
        named = "|".join(f"(?P<{name}>{shape})" for name, shape in shapes.items())
        self.pattern = re.compile(rf"[ \t\r]*(?:{named})")
        self.shapes = {name: tables.numbers.get(name, _UNKNOWN) for name in shapes}
        self.clause = re.compile(patterns["CLAUSE"])
        self.clause_kind = tables.numbers["CLAUSE"]

    def scan(self, text: str, start: int, end: int) -> tuple[list[Token], str | None]:
        """The tokens of a piece of text without line ends, and the comment behind them."""
        tokens: list[Token] = []
        literals, shapes = self.tables.literals, self.shapes
        for match in self.pattern.finditer(text, start, end):
            name = match.lastgroup or ""
            begin, stop = match.span(name)
            if name == "COMMENT":
                return tokens, text[begin:stop]
            shape = shapes[name]
            word = text[begin:stop]
            if shape == self.string and (len(word) == 1 or word[-1] != '"'):
                shape = _UNKNOWN  # a text that is never closed
            tokens.append(Token(literals.get(word, shape), shape, begin, stop, word))
        return tokens, None

    def with_clauses(self, text: str, tokens: list[Token], line: list[Token]) -> list[Token]:
        """`rules-R22` is one word on the lines that begin as those where clauses are named, and three elsewhere."""
        words = [token.text for token in line[:2]]
        if not any(" ".join(words[:count]) in _BEFORE_CLAUSES for count in (1, 2)):
            return tokens
        joined: list[Token] = []
        for token in tokens:
            if joined and token.start < joined[-1].end:
                continue
            found = self.clause.match(text, token.start) if token.shape != self.string else None
            kind = self.clause_kind
            joined.append(Token(kind, kind, *found.span(), found.group()) if found else token)
        return joined


class _Reader:
    """Goes through the text once; `pending` are comments and blank lines that wait for their line."""

    def __init__(self, text: str, scanner: Scanner, tab_width: int) -> None:
        self.text = text
        self.scanner = scanner
        self.tab_width = tab_width
        self.first = 1
        self.lines: list[LogicalLine] = []
        self.pending: list[tuple[int, str]] = []
        self.above: dict[int, list[str]] = {}
        self.behind: dict[int, str] = {}
        self.below: dict[int, list[str]] = {}
        self.open: list[int] = []  # the lines, by index, whose blocks are open here, then the last line

    def read(self, start: int, end: int) -> Document:
        self.first = self.text.count("\n", 0, start) + 1
        for number, raw in enumerate(self.text[start:end].split("\n"), start=self.first):
            self._physical_line(number, raw, start)
            start += len(raw) + 1
        rest = self._split_pending(0)
        while rest and not rest[-1]:
            rest.pop()
        return Document(self.tab_width, self.text, self.lines, self._trivia(), tuple(rest))

    def _physical_line(self, number: int, raw: str, start: int) -> None:
        content = raw.strip()
        white = raw[: len(raw) - len(raw.lstrip())]
        indent = len(white.expandtabs(self.tab_width))
        if not content or content[0] == "#":
            self.pending.append((indent, _tidy(content)))
        elif self._goes_on(raw, indent):
            self._add(self.lines[-1], start, raw)
        elif content[0] == ">":
            begin = start + raw.index(">")
            kind = self.scanner.rule_text
            self._new_line(LogicalLine(number, indent, [Token(kind, kind, begin, begin + len(content), content)]))
        else:
            line = LogicalLine(number, indent, [])
            self._add(line, start, raw)
            self._new_line(line)

    def _goes_on(self, raw: str, indent: int) -> bool:
        """Whether this belongs to the line above."""
        if not self.lines:
            return False
        above = self.lines[-1]
        last = above.tokens[-1]
        unfinished = (above.depth > 0 and last.text != ":") or last.kind == self.scanner.comma
        further = indent > above.indent
        return (further and (unfinished or self._is_joined(above, raw))) or bool(_GOES_ON_BEFORE.match(raw))

    def _is_joined(self, above: LogicalLine, raw: str) -> bool:
        """Whether `and`, `or`, a sign or the `if` of an option begins what is further in, and nothing opens a block."""
        found = _JOINED.match(raw)
        first, last = above.tokens[0], above.tokens[-1]
        if found is None or last.text == ":" or first.kind == self.scanner.rule_text:
            return False
        return first.text == "option" if found[1] == "if" else found[1] != "and" or first.text not in _LISTED_WITH_AND

    def _add(self, line: LogicalLine, start: int, raw: str) -> None:
        tokens, comment = self.scanner.scan(self.text, start, start + len(raw.rstrip()))
        tokens = self.scanner.with_clauses(self.text, tokens, line.tokens or tokens)
        held_up = [text for _, text in self.pending if text] if line.tokens else []
        line.tokens = self._without_commas_before_going_on(line.tokens + tokens)
        for token in tokens:
            line.depth += (token.kind in self.scanner.deeper) - (token.kind in self.scanner.shallower)
        if held_up:
            self.pending = []
            self.above.setdefault(line.start, []).extend(held_up)
        if comment:
            self._comment_behind(line, _tidy(comment))

    def _without_commas_before_going_on(self, tokens: list[Token]) -> list[Token]:
        """`as bid, asking "Bid"` may have a comma, wherever the line breaks; it says nothing."""
        if not any(token.text in _GO_ON for token in tokens):
            return tokens
        following = [*(token.text for token in tokens[1:]), ""]
        pairs = zip(tokens, following, strict=True)
        return [t for t, after in pairs if t.kind != self.scanner.comma or after not in _GO_ON]

    def _comment_behind(self, line: LogicalLine, comment: str) -> None:
        if line.start in self.behind:
            self.above.setdefault(line.start, []).append(self.behind[line.start])
        self.behind[line.start] = comment

    def _new_line(self, line: LogicalLine) -> None:
        above = self._split_pending(line.indent)
        if self.first == 1 and not self.lines and above and not above[0]:
            del above[0]
        if above:
            self.above[line.start] = above + self.above.get(line.start, [])
        while self.open and self.lines[self.open[-1]].indent >= line.indent:
            self.open.pop()
        self.open.append(len(self.lines))
        self.lines.append(line)

    def _split_pending(self, indent: int) -> list[str]:
        """What stands above a line of that indent; deeper comments close the blocks that end before it."""
        count = 0
        while count < len(self.pending) and (self.pending[count][0] > indent or not self.pending[count][1]):
            count += 1
        deeper, above = self.pending[:count], [text for _, text in self.pending[count:]]
        self.pending = []
        kept: list[str] = []
        for column, text in deeper:
            owner = self._block_around(column) if text else None
            if owner is not None:
                self.below.setdefault(self.lines[owner].start, []).append(text)
                kept = []
            else:
                kept.append(text)
        return _single_blanks(kept + above)

    def _block_around(self, column: int) -> int | None:
        return next((k for k in reversed(self.open[:-1]) if self.lines[k].indent < column), None)

    def _trivia(self) -> dict[int, Trivia]:
        starts = {*self.above, *self.behind, *self.below}
        return {
            start: Trivia(tuple(self.above.get(start, ())), self.behind.get(start), tuple(self.below.get(start, ())))
            for start in starts
        }


def _tidy(comment: str) -> str:
    comment = comment.strip()
    return f"# {comment[1:]}" if comment[1:2].isalnum() else comment


def _single_blanks(texts: list[str]) -> list[str]:
    return [text for k, text in enumerate(texts) if text or k == 0 or texts[k - 1]]
