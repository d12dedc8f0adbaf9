"""Evaluates constants: what is printed, the values and ranges of parameters."""

from collections.abc import Sequence
from functools import partial
from typing import NoReturn

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator, attempt
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, YES_NO, Type
from dsl.names.type_advice import advice, shown
from dsl.names.types import words
from dsl.syntax import nodes as n


def constant(e: Elaborator, node: n.Expression, type_: Type, wanted: str = "") -> int:
    """A plain number, yes or no, a value of an enum, a text or none, as an int."""
    value = ex.typed(Context(e), node, type_, wanted)
    if not isinstance(value, ir.Constant):
        e.wrong(
            "not-plain", f"{wanted or 'this'} must be known before play", node.span, label="worked out in play",
            help=advice(value.type, type_, node.span, e.scope)
            or (f"write a plain value in place of `{shown(node.span)}`",),
        )  # fmt: skip
    return value.value


def printed(e: Elaborator, a: n.Attribute, type_: Type) -> int:
    """What is printed, as an int. A bare word is a yes."""
    wanted = f"`{a.name.text}`"
    if isinstance(a.value, n.EachValue):
        e.wrong(
            "each-outside-deck", "`each` makes several cards of one line, and this is no card of a deck", a.value.span,
            label="a single value is wanted here", help=("write one value",),
        )  # fmt: skip
    if a.value is not None:
        return constant(e, a.value, type_, wanted)
    if type_ == YES_NO:
        return 1
    example = f", as in `{a.name.text} 2`" if type_ == NUMBER else ""
    e.wrong(
        "value-unsaid", f"{wanted} is {words(type_)}, and none is said here", a.name.span, label="its value is missing",
        help=(f"write the value behind the name{example}",),
    )  # fmt: skip


def check_said_once(e: Elaborator, printed: Sequence[n.Attribute | n.Lasts]) -> None:
    """What is printed on a card, space or value is said once each."""
    first: dict[str, n.Attribute] = {}
    for a in printed:
        if not isinstance(a, n.Attribute):
            continue
        earlier = first.setdefault(a.name.text, a)
        if earlier is not a:
            attempt(partial(_said_twice, e, earlier), a)


def _said_twice(e: Elaborator, before: n.Attribute, again: n.Attribute) -> NoReturn:
    e.wrong(
        "printed-twice", f"`{again.name.text}` is said twice of the same thing", again.span, label="and again",
        labels=(Label(before.span, "said here"),), help=("take one of them away",),
    )  # fmt: skip


def whole_range(e: Elaborator, node: n.Range) -> tuple[int, int]:
    """The two ends, the smaller first."""
    low, high = constant(e, node.low, NUMBER, "the first number"), constant(e, node.high, NUMBER, "the last number")
    if low > high:
        e.wrong(
            "empty-range", f"nothing lies between {low} and {high}", node.span,
            label="the first is larger than the last", help=(f"put the smaller number first: `{high} to {low}`",),
        )  # fmt: skip
    return low, high
