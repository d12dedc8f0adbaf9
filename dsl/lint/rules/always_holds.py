from collections.abc import Sequence

from dsl.bounds.bodies import sites_of
from dsl.bounds.declared import Declared
from dsl.bounds.evaluate import NO_SLOTS, Slots, evaluate
from dsl.bounds.interval import Interval, compare
from dsl.bounds.statements import slots_of
from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.names.type_advice import shown


@rule("C122")
def always_holds(subject: Subject) -> Found:
    """A comparison of numbers that their bounds decide; what only asks whether there is somebody is no such."""
    environment, guarded = subject.rules.at_any_table, {both.span for both in subject.all(ir.And)}
    seen: set[int] = set()

    def among(nodes: Sequence[ir.Compare], body: ir.Body | None) -> Found:
        compared = [node for node in nodes if id(node) not in seen and _is_of_numbers(node)]
        seen.update(map(id, compared))
        slots = slots_of(sites_of(body.statements), environment) if compared and body is not None else NO_SLOTS
        for node in compared:
            if node.span not in guarded and (why := _why(node, environment, slots)):
                yield warning(
                    "always-holds", "this always holds", node.span, label=why,
                    help=("ask for something that may be otherwise, or take the condition away",),
                )  # fmt: skip

    for one in subject.in_each_body:
        yield from among(one.nodes_of(ir.Compare), one.body)
    yield from among(subject.all(ir.Compare), None)


def _is_of_numbers(node: ir.Compare) -> bool:
    return node.operator in ("<", "<=", ">", ">=") and node.left.type == node.right.type == ir.NUMBER


def _why(node: ir.Compare, environment: Declared, slots: Slots) -> str:
    """What makes it true whatever happens; nothing, if it may be false."""
    left, right = evaluate(node.left, environment, slots), evaluate(node.right, environment, slots)
    if node.left == node.right or compare(node.operator, left, right).low < 1:
        return ""
    if node.operator.startswith(">"):
        return _least(node.left, left) or _most(node.right, right)
    return _most(node.left, left) or _least(node.right, right)


def _least(side: ir.Expression, its: Interval) -> str:
    return "" if isinstance(side, ir.Constant) else f"`{shown(side.span)}` is never less than {its.low}"


def _most(side: ir.Expression, its: Interval) -> str:
    return "" if isinstance(side, ir.Constant) else f"`{shown(side.span)}` is never more than {its.high}"
