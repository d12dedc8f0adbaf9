"""A comparison that is true whatever happens, since a number has bounds.

Then there is no need to ask, and what stands under `otherwise` never happens. Often `>=` was to be `>`.

Bad:
    before step evening: each player where coin >= 0 gains 1 fame

Good:
    before step evening: each player where coin > 0 gains 1 fame
"""

from collections.abc import Sequence
from typing import Any

from dsl.checking.advice import shown
from dsl.checking.out_of_bounds import Range
from dsl.ir import nodes as ir
from dsl.lint.ranges import Slots, range_of, slots_of
from dsl.lint.rule import Found, Subject, rule, warning


@rule("C122")
def always_holds(subject: Subject) -> Found:
    """A comparison of numbers that their bounds decide; what only asks whether there is somebody is no such."""
    seen: set[int] = set()
    for _, nodes in subject.in_each_body:
        yield from _among(nodes, subject, slots_of(nodes))
        seen.update(id(node) for node in nodes if isinstance(node, ir.Compare))
    yield from _among([node for node in subject.all(ir.Compare) if id(node) not in seen], subject, {})


def _among(nodes: Sequence[Any], subject: Subject, slots: Slots) -> Found:
    compared = [node for node in nodes if isinstance(node, ir.Compare)]
    guarded = {both.span for both in subject.all(ir.And)} if compared else set()
    for node in compared:
        if node.span not in guarded and node.left != node.right:
            left, right = range_of(node.left, subject, slots), range_of(node.right, subject, slots)
            if why := _why(node, left, right):
                yield warning(
                    "always-holds", "this always holds", node.span, label=why,
                    help=("ask for something that may be otherwise, or take the condition away",),
                )  # fmt: skip


def _why(node: ir.Compare, left: Range, right: Range) -> str:
    """What makes it true whatever happens; nothing, if it may be false."""
    match node.operator:
        case ">" if _less(right.high, left.low):
            return _least(node.left, left) or _most(node.right, right)
        case ">=" if _less(right.high, left.low, or_equal=True):
            return _least(node.left, left) or _most(node.right, right)
        case "<" if _less(left.high, right.low):
            return _most(node.left, left) or _least(node.right, right)
        case "<=" if _less(left.high, right.low, or_equal=True):
            return _most(node.left, left) or _least(node.right, right)
        case _:
            return ""


def _least(side: ir.Expression, its: Range) -> str:
    return "" if isinstance(side, ir.Constant) else f"`{shown(side.span)}` is never less than {its.low}"


def _most(side: ir.Expression, its: Range) -> str:
    return "" if isinstance(side, ir.Constant) else f"`{shown(side.span)}` is never more than {its.high}"


def _less(high: int | None, low: int | None, or_equal: bool = False) -> bool:
    return high is not None and low is not None and (high <= low if or_equal else high < low)
