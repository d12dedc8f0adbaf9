"""Dispatches on the kind of an expression."""

from typing import assert_never

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.expressions import ends, names, operators, properties, queries, titles
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, YES_NO, Type
from dsl.syntax import nodes as n


def meaning(c: Context, node: n.Expression, expected: Type | None) -> ir.Expression:
    """What is written, as it is meant; `expected` is the type that would fit, if that is known."""
    match node:
        case n.Number():
            return ir.Constant(_whole(c, node), NUMBER, span=node.span)
        case n.YesNo(yes):
            return ir.Constant(int(yes), YES_NO, span=node.span)
        case n.Nothing():
            return ir.Constant(ir.NONE, ir.NOTHING, span=node.span)
        case n.Text():
            return titles.text(c, node, expected)
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
            return ends.pile_end(c, node)
        case n.Brackets(inner):
            return meaning(c, inner, expected)
        case n.ListOf(items):
            return operators.list_of_items(c, items, node.span, expected)
        case n.Binary():
            return operators.binary(c, node)
        case n.Divide():
            return operators.divide(c, node)
        case n.Negative(inner):
            return operators.negative(c, inner, node.span)
        case n.Not(inner):
            return ir.Not(ex.condition(c, inner), span=node.span)
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


def _whole(c: Context, node: n.Number) -> int:
    if "." in node.text:
        c.e.wrong(
            "not-whole", f"{node.text} is not a whole number", node.span, label="a point in a number",
            help=("all numbers are whole; for a part of something, divide: `(3 * n / 2 rounded down)`",),
        )  # fmt: skip
    return node.value
