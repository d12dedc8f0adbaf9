"""Makes tokens of lines: the ends of lines and of indented blocks become tokens too.

How deep a rule may go is limited here, so that whatever comes after can go down as deep as that.
"""

from __future__ import annotations

from typing import Final

from dsl.frozen import frozen
from dsl.syntax.reading.lines import LogicalLine, Token
from dsl.syntax.reading.tables import ParseTables

DEEPEST_BLOCKS: Final = 20
DEEPEST_BRACKETS: Final = 30
#: So many words that join or apply to values may stand in one another, as in `not not x` and `a + b + c`.
MOST_JOINED: Final = 100
LONGEST_CHAIN: Final = 200
_JOINING = frozenset(("+", "-", "*", "/", "not", "and", "or", "of", "'s", "if", "where", "without"))


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


def too_deep(line: LogicalLine) -> str:
    """What about a line goes deeper than a rule may; empty if nothing does."""
    if line.chain > LONGEST_CHAIN:
        return f"this is more than {LONGEST_CHAIN} times `otherwise` in one chain"
    if len(line.tokens) <= DEEPEST_BRACKETS:
        return ""
    joined = [0]  # in each bracket that is open, since the last comma
    for token in line.tokens:
        match token.text:
            case "(" | "[":
                joined.append(0)
            case ")" | "]" if len(joined) > 1:
                joined.pop()
            case "," | ":":
                joined[-1] = 0
            case word if word in _JOINING:
                joined[-1] += 1
                if sum(joined) > MOST_JOINED:
                    return f"more than {MOST_JOINED} values are joined in one here"
        if len(joined) > DEEPEST_BRACKETS + 1:
            return f"more than {DEEPEST_BRACKETS} brackets stand in one another here"
    return ""


def flat_tokens(lines: list[LogicalLine], marks: Marks) -> list[Token] | None:
    """All tokens of a text with good indentation, or None if some line stands at no level that is open."""
    tokens: list[Token] = []
    levels = [0]
    newline = mark(marks.newline)
    for line in lines:
        if line.indent > levels[-1]:
            tokens.append(mark(marks.indent))
            levels.append(line.indent)
        if len(levels) > DEEPEST_BLOCKS or too_deep(line):
            return None
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
    behind it or is a line of its own, so that is settled here; and how many stand in one chain.
    """
    chains: list[tuple[int, int]] = []  # indent and length of those that are open
    for k, line in enumerate(lines):
        if line.tokens[0].kind == marks.rule_text:
            continue
        while chains and chains[-1][0] > line.indent:
            chains.pop()
        before = chains.pop()[1] if chains and chains[-1][0] == line.indent else 0
        line.chain = before + 1 if line.tokens[0].kind == marks.otherwise else 0
        chains.append((line.indent, line.chain))
        if line.chain:
            while k > 0 and lines[k - 1].tokens[0].kind == marks.rule_text and lines[k - 1].indent == line.indent:
                k -= 1
                kind = marks.else_text
                lines[k].tokens = [lines[k].tokens[0]._replace(kind=kind, shape=kind)]
