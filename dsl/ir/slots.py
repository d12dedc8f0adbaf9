"""Finds what reads a local of a body."""

from dsl.ir import nodes as ir
from dsl.walk import nodes_in


def mentions(node: object, slot: int) -> bool:
    """Whether something reads a local."""
    return any(isinstance(inner, ir.Local) and inner.slot == slot for inner in nodes_in(node))
