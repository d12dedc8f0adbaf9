"""Elaborates an expression on behalf of any construct, with the type that is wanted there.

`expression(c, node, expected)` is the one door. `expected` helps where a word alone could mean several things
(`support` as a Stance); it is a hint, and whoever needs a type asks `typed` or `Context.expect`. What each kind of
expression means stands one room further, and is given to the elaborator, so that each may have any other inside it.
"""

from dsl.elaborate.core.context import Context, unknown_value
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.core.kinds import all_of
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, PLAYERS, YES_NO, Kind, Type
from dsl.names.symbols import CardTypeSymbol, DieSymbol, singular
from dsl.names.type_names import declared_type
from dsl.source import Span
from dsl.syntax import nodes as n


def expression(c: Context, node: n.Expression, expected: Type | None = None) -> ir.Expression:
    """What is written, as it is meant; `expected` is the type that would fit, if that is known."""
    return c.e.expression_of(c, node, expected)


def typed(c: Context, node: n.Expression, type_: Type, wanted: str = "") -> ir.Expression:
    """An expression of that type, or a report; `wanted` says what stands there: "the amount"."""
    return c.expect(c.e.expression_of(c, node, type_), type_, node.span, wanted)


def condition(c: Context, node: n.Expression) -> ir.Expression:
    """Something that is yes or no."""
    return typed(c, node, YES_NO, "a condition")


def number(c: Context, node: n.Expression, wanted: str = "") -> ir.Expression:
    """Something that is a number."""
    return typed(c, node, NUMBER, wanted)


def player(c: Context, node: n.Expression, wanted: str = "") -> ir.Expression:
    """Something that is one player, or none."""
    return typed(c, node, PLAYER, wanted)


def players(c: Context, node: n.Expression, wanted: str) -> ir.Expression:
    """A player or several, as a list."""
    value = expression(c, node, PLAYER)
    c.expect(value, PLAYERS if value.type.many else PLAYER, node.span, wanted)
    return as_list(value, node.span)


def condition_or_unknown(c: Context, node: n.Expression) -> ir.Expression:
    """The condition; after a report, something that stands for it, so that what depends on it is still read."""
    try:
        return condition(c, node)
    except Reported:
        return unknown_value(node.span)


def list_of(c: Context, node: n.Expression) -> ir.Expression:
    """A list: as it is, or what lies in a zone, or all of a kind, or a single thing as a list of one."""
    if isinstance(node, n.Name) and c.find(node.text) is None and (kind := kind_named(c, node.text)) is not None:
        return all_of(c, node, kind, node.span)
    return as_list(expression(c, node), node.span)


def as_list(value: ir.Expression, span: Span) -> ir.Expression:
    """The value as a list: what lies in a zone, a list as it is, a single thing as a list of one."""
    if value.type.kind is Kind.ZONE:
        return ir.Contents(value, span=span)
    if value.type.many or value.type.kind is Kind.UNKNOWN:
        return value
    return ir.ListOf((value,), value.type.list(), span=span)


def kind_named(c: Context, word: str) -> Type | None:
    """The kind of thing that a noun names: player, card, an enum, a card type, a die."""
    return _kind(c, word) or _kind(c, singular(word))


def _kind(c: Context, text: str) -> Type | None:
    match text:
        case "player":
            return PLAYER
        case "card" | "piece" | "token":
            return ir.PIECE
        case "die" | "dice":
            return Type(Kind.DIE)
        case _:
            return declared_type(c.e.scope, text)


def kinds(c: Context) -> set[str]:
    """The words for kinds of things."""
    scope = c.e.scope
    return {"player", "card", "piece", "die", *scope.enums, *scope.names_of(CardTypeSymbol), *scope.names_of(DieSymbol)}
