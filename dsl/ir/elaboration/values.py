"""Values that are known before play: what is printed, the values and ranges of parameters."""

from __future__ import annotations

from dsl.check.advice import advice, shown
from dsl.ir import nodes as ir
from dsl.ir.elaboration import expressions as ex
from dsl.ir.elaboration.context import Context
from dsl.ir.elaboration.elaborator import Elaborator
from dsl.ir.nodes import NUMBER, Type
from dsl.syntax import nodes as n


def constant(e: Elaborator, node: n.Expression, type_: Type, wanted: str = "") -> int:
    """A plain number, yes or no, a value of an enum, a text or none, as an int."""
    value = ex.typed(Context(e), node, type_, wanted)
    if not isinstance(value, ir.Constant):
        e.wrong(
            "not-plain",
            f"{wanted or 'this'} must be known before play",
            node.span,
            label="worked out in play",
            help=advice(value.type, type_, node.span, e.scope)
            or (f"write a plain value in place of `{shown(node.span)}`",),
        )
    return value.value


def printed(e: Elaborator, node: n.Expression | None, type_: Type, wanted: str) -> int:
    """What is printed, as an int. A bare word is a yes."""
    if node is None:
        return 1
    return constant(e, node, type_, wanted)


def whole_range(e: Elaborator, node: n.Range) -> tuple[int, int]:
    """The two ends, the smaller first."""
    low, high = constant(e, node.low, NUMBER, "the first number"), constant(e, node.high, NUMBER, "the last number")
    if low > high:
        e.wrong(
            "empty-range",
            f"nothing lies between {low} and {high}",
            node.span,
            label="the first is larger than the last",
            help=(f"put the smaller number first: `{high} to {low}`",),
        )
    return low, high
