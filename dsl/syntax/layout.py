"""Indentation: line ends with their white space become tokens for the start and end of a block."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.indenter import Indenter


class Layout(Indenter):
    """Makes `_INDENT` and `_DEDENT`; rule text that stands before an `otherwise` becomes `ELSE_TEXT`.

    A parser reads one token ahead, which is not enough to see whether a `>` line belongs to the `otherwise`
    behind it or is a line of its own, so that is settled here.
    """

    NL_type = "_NEWLINE"
    OPEN_PAREN_types = ["LPAR", "LSQB"]
    CLOSE_PAREN_types = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return _mark_else_texts(super().process(stream))


def _mark_else_texts(tokens: Iterator[Token]) -> Iterator[Token]:
    waiting: list[Token] = []
    for token in tokens:
        if token.type == "RULE_TEXT" or (waiting and token.type == "_NEWLINE"):
            waiting.append(token)
            continue
        if waiting:
            yield from _as_else_texts(waiting) if token.type == "OTHERWISE" else waiting
            waiting = []
        yield token
    yield from waiting


def _as_else_texts(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield Token.new_borrow_pos("ELSE_TEXT", str(token), token) if token.type == "RULE_TEXT" else token
