from itertools import combinations

from dsl.ir import nodes as ir
from dsl.lint.rule import Diagnostic, Found, Subject, rule, warning
from dsl.source import Span

_ALWAYS = ("=", "<=", ">=")


@rule("C115")
def same_on_both_sides(subject: Subject) -> Found:
    """Comparisons, differences, `and` and `or` whose two sides mean the same; nothing in between could change it."""
    for node in subject.all(ir.Compare):
        if node.left == node.right:
            yield _found(node.span, f"so this is always {'yes' if node.operator in _ALWAYS else 'no'}")
    for difference in subject.all(ir.Arithmetic):
        if difference.operator == "-" and difference.left == difference.right:
            yield _found(difference.span, "so this is always 0")
    conditions: list[ir.And | ir.Or] = [*subject.all(ir.And), *subject.all(ir.Or)]
    for condition in conditions:
        if any(a == b for a, b in combinations(condition.parts, 2)):
            yield _found(condition.span, "one condition stands here twice", "both conditions are the same")


def _found(span: Span, label: str, message: str = "both sides are the same") -> Diagnostic:
    return warning(
        "same-on-both-sides", message, span, label=label,
        help=("say something else on one of the sides, or take the line apart",),
    )  # fmt: skip
