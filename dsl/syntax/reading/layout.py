"""Makes tokens of lines: the ends of lines and of indented blocks become tokens too."""

from __future__ import annotations

from attrs import frozen

from dsl.syntax.reading.lines import LogicalLine, Token
from dsl.syntax.reading.tables import ParseTables


@frozen
class Marks:
    """The terminals that no character stands for, by number."""

    newline: int
    indent: int
    dedent: int
    end: int
    rule_text: int
    else_text: int
    otherwise: int

    @staticmethod
    def of(tables: ParseTables) -> Marks:
        names = ("_NEWLINE", "_INDENT", "_DEDENT", "$END", "RULE_TEXT", "ELSE_TEXT", "OTHERWISE")
        return Marks(*(tables.numbers[name] for name in names))


def flat_tokens(lines: list[LogicalLine], marks: Marks) -> list[Token] | None:
    """All tokens of a text with good indentation, or None if some line stands at no level that is open."""
    tokens: list[Token] = []
    levels = [0]
    newline = mark(marks.newline)
    for line in lines:
        if line.indent > levels[-1]:
            tokens.append(mark(marks.indent))
            levels.append(line.indent)
        while line.indent < levels[-1]:
            tokens.append(mark(marks.dedent))
            levels.pop()
        if line.indent != levels[-1]:
            return None
        tokens += line.tokens
        tokens.append(newline)
    return tokens + [mark(marks.dedent)] * (len(levels) - 1)


def mark(kind: int) -> Token:
    """A token without characters: it has no place, and a node's span does not reach over it."""
    return Token(kind, kind, -1, -1, "")


def mark_else_texts(lines: list[LogicalLine], marks: Marks) -> None:
    """Rule text that stands right before an `otherwise` is part of it.

    A parser reads one token ahead, which is not enough to see whether a `>` line belongs to the `otherwise`
    behind it or is a line of its own, so that is settled here.
    """
    for k, line in enumerate(lines):
        if line.tokens[0].kind == marks.otherwise:
            while k > 0 and lines[k - 1].tokens[0].kind == marks.rule_text and lines[k - 1].indent == line.indent:
                k -= 1
                kind = marks.else_text
                lines[k].tokens = [lines[k].tokens[0]._replace(kind=kind, shape=kind)]
