"""Which colour each word of a text has: what the parser reads it as, also in a text with lines that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache

from attrs import define, frozen

from dsl.source import Source
from dsl.syntax.reading.characters import read_plainly
from dsl.syntax.reading.layout import mark, mark_else_texts
from dsl.syntax.reading.lines import LogicalLine, Token, read_lines
from dsl.syntax.reading.machine import reads, runs
from dsl.syntax.reading.phrases import CONTEXTS
from dsl.syntax.reading.tables import ParseTables
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.syntax.reading.white_space import usual_line_ends


class Colour(Enum):
    """What a word is to whoever reads it."""

    KEYWORD = "keyword"
    NAME = "name"
    NUMBER = "number"
    TITLE = "title"  # a text in quotes
    SIGN = "sign"
    RULE = "rule"  # a `>` line
    CLAUSE = "clause"  # the id of a clause of the rulebook
    COMMENT = "comment"


@frozen
class Coloured:
    """The characters from `start` to before `end`."""

    start: int
    end: int
    colour: Colour


_SHAPES = {
    "NAME": Colour.NAME,
    "NUMBER": Colour.NUMBER,
    "STRING": Colour.TITLE,
    "CLAUSE": Colour.CLAUSE,
    "COMPARE": Colour.SIGN,
    "_COMMA": Colour.SIGN,
    "RULE_TEXT": Colour.RULE,
    "ELSE_TEXT": Colour.RULE,
}
_COMMENT = re.compile(r"#[^\n]*")


def colours(text: str) -> tuple[Coloured, ...]:
    """The words, signs and comments of a text that have a colour, in order."""
    text, _ = read_plainly(Source("", text), usual_line_ends(text))
    words = vocabulary()
    lines = read_lines(text, words.scanner).lines
    mark_else_texts(lines, words.marks)
    return tuple(_with_comments(text, list(_of_lines(lines))))


def colour_of(tables: ParseTables, kind: int) -> Colour | None:
    """The colour of a terminal."""
    if kind < 0:
        return None
    name = tables.terminals[kind]
    if name in _SHAPES:
        return _SHAPES[name]
    spelt = next((word for word, number in tables.literals.items() if number == kind), "a")
    return Colour.KEYWORD if spelt.isalpha() else Colour.SIGN


def _with_comments(text: str, found: Sequence[Coloured]) -> Iterator[Coloured]:
    """Between the words of lines stand nothing but comments."""
    at = 0
    for one in [*found, Coloured(len(text), len(text), Colour.SIGN)]:
        for comment in _COMMENT.finditer(text, at, one.start):
            yield Coloured(comment.start(), comment.start() + len(comment.group().rstrip()), Colour.COMMENT)
        if one.start < one.end:
            yield one
        at = one.end


# ---------------------------------------------------------------- line by line


@define
class _Block:
    """Lines that are indented alike; `states` are those of the parse before the next of them.

    `opened` says whether the parse knows of the block, which it does not if the line above could not be read.
    """

    indent: int
    states: list[int]
    opened: bool = False


def _of_lines(lines: Sequence[LogicalLine]) -> Iterator[Coloured]:
    tables, marks = vocabulary().tables, vocabulary().marks
    blocks = [_Block(0, [tables.first_state])]
    for line in lines:
        while len(blocks) > 1 and line.indent < blocks[-1].indent:
            inner = blocks.pop()
            if inner.opened and runs(tables, inner.states, [mark(marks.dedent)]) is None:
                blocks[-1].states = inner.states
        if line.indent > blocks[-1].indent:
            inside = [*blocks[-1].states]
            opened = runs(tables, inside, [mark(marks.indent)]) is None
            blocks.append(_Block(line.indent, inside if opened else [*blocks[-1].states], opened))
        kinds, blocks[-1].states = _read(line, blocks[-1].states)
        for token, kind in zip(line.tokens, kinds, strict=True):
            yield from _of_token(token, _colours_of_kinds()[kind])


def _read(line: LogicalLine, states: list[int]) -> tuple[list[int], list[int]]:
    """What the words of a line are, and the states behind it.

    What cannot stand where it does is perhaps part of a text that is shown without the rest, as on a page: then it is
    read as in the first other place where it can stand, or else as far as it can be read anywhere.
    """
    words = vocabulary()
    tokens = [*line.tokens, mark(words.marks.newline)]
    best: list[int] = []
    for place in [states, *_elsewhere()]:
        after = [*place]
        kinds = reads(words.tables, after, tokens)
        if len(kinds) == len(tokens):
            return kinds[:-1], after
        best = max(best, kinds, key=len)
    rest = [token.kind if token.text in words.reserved else token.shape for token in line.tokens[len(best) :]]
    return best + rest, states


@cache
def _elsewhere() -> list[list[int]]:
    return [vocabulary().states_in(context) for context in CONTEXTS]


@cache
def _colours_of_kinds() -> dict[int, Colour | None]:
    tables = vocabulary().tables
    return {kind: colour_of(tables, kind) for kind in (-1, *range(len(tables.terminals)))}


def _of_token(token: Token, colour: Colour | None) -> Iterator[Coloured]:
    """A word, or a `>` line in pieces, as ids of clauses in it are coloured otherwise."""
    if colour is None:
        return
    at = token.start
    if colour is Colour.RULE:
        for found in _clause_in_brackets().finditer(token.text):
            start, end = (token.start + each for each in found.span(1))
            yield Coloured(at, start, colour)
            yield Coloured(start, end, Colour.CLAUSE)
            at = end
    if at < token.end:
        yield Coloured(at, token.end, colour)


@cache
def _clause_in_brackets() -> re.Pattern[str]:
    return re.compile(rf"\[({vocabulary().tables.patterns['CLAUSE']})\]")
