"""Expressions: from what is written to what is meant, with a type.

`expression(c, node, expected)` is the one door. `expected` helps where a word alone could mean several things
(`support` as a Stance); it is a hint, and whoever needs a type asks `typed` or `Context.expect`.
"""

from __future__ import annotations

from typing import assert_never

from dsl.checking.symbols import CardTypeSymbol, DieSymbol, singular
from dsl.diagnostic import Edit, Fix
from dsl.ir import nodes as ir
from dsl.ir.elaboration import names, operators, properties, queries
from dsl.ir.elaboration.context import Context, unknown_value
from dsl.ir.elaboration.elaborator import Reported
from dsl.ir.elaboration.kinds import all_of, meant
from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Kind, Type
from dsl.source import Span
from dsl.syntax import nodes as n


def expression(c: Context, node: n.Expression, expected: Type | None = None) -> ir.Expression:
    """What is written, as it is meant; `expected` is the type that would fit, if that is known."""
    match node:
        case n.Number():
            return ir.Constant(_whole(c, node), NUMBER, span=node.span)
        case n.YesNo(yes):
            return ir.Constant(int(yes), YES_NO, span=node.span)
        case n.Nothing():
            return ir.Constant(ir.NONE, ir.NOTHING, span=node.span)
        case n.Text(text):
            return ir.Constant(c.e.text(text), TEXT, span=node.span)
        case n.Name():
            return names.name(c, node, expected)
        case n.Pronoun():
            return names.pronoun(c, node)
        case n.Possessive():
            return names.possessor(c, node)
        case n.Property():
            return properties.property_of(c, node, expected)
        case n.Applied():
            return properties.applied(c, node)
        case n.The():
            return queries.the(c, node)
        case n.PileEnd():
            return _pile_end(c, node)
        case n.Brackets(inner):
            return expression(c, inner, expected)
        case n.ListOf(items):
            return operators.list_of_items(c, items, node.span, expected)
        case n.Binary():
            return operators.binary(c, node)
        case n.Divide():
            return operators.divide(c, node)
        case n.Negative(inner):
            return operators.negative(c, inner, node.span)
        case n.Not(inner):
            return ir.Not(condition(c, inner), span=node.span)
        case n.Compare():
            return operators.compare(c, node)
        case n.IsIn():
            return operators.is_in(c, node)
        case n.IsEmpty():
            return operators.is_empty(c, node)
        case n.Exists(inner):
            return operators.exists(c, inner, node.span)
        case n.Query():
            return queries.query(c, node)
        case n.BestOf():
            return queries.best_of(c, node)
        case _:
            assert_never(node)


def typed(c: Context, node: n.Expression, type_: Type, wanted: str = "") -> ir.Expression:
    """An expression of that type, or a report; `wanted` says what stands there: "the amount"."""
    return c.expect(expression(c, node, type_), type_, node.span, wanted)


def condition(c: Context, node: n.Expression) -> ir.Expression:
    """Something that is yes or no."""
    return typed(c, node, YES_NO, "a condition")


def number(c: Context, node: n.Expression, wanted: str = "") -> ir.Expression:
    """Something that is a number."""
    return typed(c, node, NUMBER, wanted)


def player(c: Context, node: n.Expression, wanted: str = "") -> ir.Expression:
    """Something that is one player, or none."""
    return typed(c, node, PLAYER, wanted)


def condition_or_unknown(c: Context, node: n.Expression) -> ir.Expression:
    """The condition; after a report, something that stands for it, so that what hangs on it is still read."""
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
        case _ if text in c.e.scope.enums:
            return Type(Kind.VALUE, text)
    match c.e.scope.names.get(text):
        case CardTypeSymbol():
            return Type(Kind.PIECE, text)
        case DieSymbol():
            return Type(Kind.DIE, text)
        case _:
            return None


def _whole(c: Context, node: n.Number) -> int:
    if "." in node.text:
        c.e.wrong(
            "not-whole", f"{node.text} is not a whole number", node.span, label="a point in a number",
            help=("all numbers are whole; for a part of something, divide: `(3 * n / 2 rounded down)`",),
        )  # fmt: skip
    return node.value


def _without_article(c: Context, node: n.PileEnd) -> None:
    """`top card of pile`, which lacks its `the`."""
    said = f"the {node.end} card of {node.zone.span.text}"
    c.e.wrong("the-which", f"write `the` before `{node.end} card`", node.span, label=f"write `{said}`",
              fix=Fix(f"write `{said}`", (Edit(node.span, said),), safe=True))  # fmt: skip


def of_any_kind(c: Context, noun: n.Name) -> None:
    """What is taken from the end of a pile is called `card`, or `piece`: it may be of any kind."""
    kind = kind_named(c, noun.text)
    if kind is None:
        c.e.unknown(
            noun, "there is no kind of thing called", queries.kinds(c), "unknown-kind", "the kinds of things are"
        )
    if kind.kind is not Kind.PIECE or (kind.name and meant(c, noun, kind) is not None):
        one, many = singular(noun.text), noun.text != singular(noun.text)
        c.e.wrong("wrong-kind", "from the end of a pile comes what lies there, whatever it is", noun.span,
                  label=f"say `{'cards' if many else 'card'}`",
                  help=(f"to take only these, write `choose a {one} from ...` or `every {one} in ...`",))  # fmt: skip
    meant(c, noun, kind)


def _pile_end(c: Context, node: n.PileEnd) -> ir.Expression:
    if node.noun is not None:
        of_any_kind(c, node.noun)
    elif isinstance(node.amount, n.Name) and node.amount.text in ("card", "cards"):
        _without_article(c, node)
    zone = typed(c, node.zone, ir.ZONE, f"what has a {node.end}")
    if node.amount is None:
        return ir.PileEnd(ir.PileSide(node.end), zone, None, ir.PIECE.or_none(), span=node.span)
    return ir.PileEnd(ir.PileSide(node.end), zone, number(c, node.amount, "how many"), ir.PIECES, span=node.span)
