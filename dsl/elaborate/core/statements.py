"""Elaborates a block of statements on behalf of any construct."""

from dsl.elaborate.core.context import Context, Statements
from dsl.syntax import nodes as n


def block(c: Context, items: tuple[n.Item, ...]) -> Statements:
    """The statements of a block, in a scope of their own."""
    with c.block():
        return sequence(c, items)


def sequence(c: Context, items: tuple[n.Item, ...]) -> Statements:
    """The statements of a block in the scope that is open already."""
    return c.e.statements_of(c, items)
