"""Elaborates titles: what stands at the head of a card, or for a value of an enum; where it is wanted, as a value."""

from dsl.elaborate.core.context import Context
from dsl.elaborate.core.titles import title_of_value
from dsl.ir import nodes as ir
from dsl.ir.nodes import PIECE, TEXT, Kind, Type
from dsl.listing import joined
from dsl.names.symbols import EnumSymbol
from dsl.names.title_values import called, kinds_titled, titled
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n


def text(c: Context, node: n.Text, expected: Type | None) -> ir.Expression:
    """A text; where a value of an enum of titles is wanted, the one that is called so."""
    enum = titled(c.e.scope, expected)
    if enum is None:
        return ir.Constant(c.e.text(node.text), TEXT, span=node.span)
    place = enum.place(called(node.text))
    if place is None:
        name = n.Name(called(node.text), span=node.span)
        said = f"there is no {enum.name} called"
        c.e.unknown(name, said, enum.value_names(), "unknown-value", f"a {enum.name} is one of")
    return ir.Constant(place, Type(Kind.VALUE, enum.name), span=node.span)


def title(c: Context, thing: ir.Expression, at: Span, span: Span, expected: Type | None = None) -> ir.Expression:
    """What is printed at the head of a card, or stands for a value of an enum."""
    if thing.type.kind is Kind.VALUE and thing.type.name in c.e.scope.enums and not thing.type.many:
        return title_of_value(c.e, thing, span)
    piece = c.expect(thing, PIECE, at, "what `title` is taken of")
    said = ir.Function("title", (piece,), TEXT, span=span)
    enum = titled(c.e.scope, expected)
    return said if enum is None else _as_value(c, enum, said, piece.type, span)


def _as_value(c: Context, enum: EnumSymbol, said: ir.Expression, piece: Type, span: Span) -> ir.Expression:
    """The value that stands for the title of a card; none for a card whose title is no value."""
    kinds = kinds_titled(c.e.scope, enum)
    if piece.name and piece.name not in kinds:
        c.e.wrong(
            "wrong-kind", f"the title of {words(piece)} is no {enum.name}", span, label=f"this is {words(piece)}",
            help=(f"a {enum.name} is the title of one of the {joined(kinds, 'or')} cards",),
        )  # fmt: skip
    kind = Type(Kind.VALUE, enum.name)
    cases = tuple(
        (ir.Compare("=", said, ir.Constant(c.e.text(value.title.text), TEXT), span=span), ir.Constant(place, kind))
        for place, value in enumerate(enum.values)
        if value.title is not None and value.name.text == called(value.title.text)
    )
    return ir.Cases(cases, ir.Constant(ir.NONE, kind), kind, span=span)
