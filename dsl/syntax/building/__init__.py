"""Builds the syntax tree: one function for each rule of the grammar, found by the rule's name.

The machine calls it from the leaves up, with the values of the rule's children: nodes, words, and None for an
optional part that is not there.
"""

from collections.abc import Callable, Mapping
from typing import Any
from unicodedata import normalize

from dsl.diagnostic import Diagnostic, error
from dsl.ir.limits import LARGEST_NUMBER
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.building.irregular import IRREGULAR
from dsl.syntax.building.regular import Make, Position, built
from dsl.syntax.building.reserved import given_name, reserved_word
from dsl.syntax.construct import Construct
from dsl.syntax.reading.lines import Document, Token
from dsl.syntax.reading.tables import ParseTables

RULES: Mapping[str, Make] = {
    **{
        rule: built(kind, form)
        for kind in vars(n).values()
        if isinstance(kind, type) and issubclass(kind, Construct)
        for rule, form in kind.forms.rules.items()
    },
    **IRREGULAR,
}


class Builder:
    """Makes the nodes of one file. `complaints` is what only becomes plain when a node is put together."""

    def __init__(self, tables: ParseTables, reserved: frozenset[str], document: Document, source: Source) -> None:
        self.reserved = reserved
        self.trivia = document.trivia
        self.source = source
        self.complaints: list[Diagnostic] = []
        self.words = {number: text for text, number in tables.literals.items()}
        self.shaped: dict[int, Callable[[str, Span], Any]] = {
            tables.numbers["NAME"]: _name,
            tables.numbers["CLAUSE"]: _name,
            tables.numbers["STRING"]: _text,
            tables.numbers["NUMBER"]: _number,
        }

    def token(self, kind: int, token: Token) -> Any:
        """A node for a name, a text or a number; else the characters themselves."""
        if (word := self.words.get(kind)) is not None:
            return word
        make = self.shaped.get(kind)
        made = make(token.text, Span(self.source, token.start, token.end)) if make else token.text
        if isinstance(made, n.Number) and max(made.parts) > LARGEST_NUMBER:
            self.complaints.append(_too_large(made))
        return made

    def rule(self, name: str, start: int, end: int, children: list[Any]) -> Any:
        """What the rule of that name makes of its children, which stand from `start` to `end`."""
        trivia = self.trivia.get(start, n.NO_TRIVIA)
        place = Position(Span(self.source, max(start, 0), max(end, 0)), trivia, self.complaints)
        node = RULES[name](place, children)
        given = given_name(node)
        if given is not None and given.text in self.reserved:
            self.complaints.append(reserved_word(node, given))
        return node


def _too_large(number: n.Number) -> Diagnostic:
    return error(
        "too-large", f"numbers go up to {LARGEST_NUMBER:,}", number.span, label="this is more",
        help=("write a number that can be counted in play",),
    )  # fmt: skip


def _name(text: str, span: Span) -> n.Name:
    return n.Name(text, span=span)


def _text(text: str, span: Span) -> n.Text:
    return n.Text(normalize("NFC", text[1:].removesuffix('"')), span=span)


def _number(text: str, span: Span) -> n.Number:
    return n.Number(text, span=span)
