"""Steps are played in the order written; their numbers should say the same."""

from collections.abc import Iterable, Iterator

from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, Label, warning
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


def step_numbers(rules: RuleSet) -> Iterator[Diagnostic]:
    """A warning for each step or phase whose number is not higher than that of the one before it."""
    yield from _in_order(rules.items)
    for flow in nodes_of(tuple(item for item in rules.items if isinstance(item, n.Flow)), n.Flow):
        yield from _in_order(flow.body.items)


def _in_order(items: Iterable[object]) -> Iterator[Diagnostic]:
    before: dict[str, n.Flow] = {}
    for item in items:
        if not isinstance(item, n.Flow) or item.number is None:
            continue
        earlier = before.get(item.kind)
        if earlier is not None and _parts(item) <= _parts(earlier):
            yield _wrong_order(item, earlier)
        before[item.kind] = item


def _parts(flow: n.Flow) -> list[int]:
    """2.10 comes after 2.9."""
    return [int(part) for part in flow.number.text.split(".")] if flow.number else []


def _wrong_order(flow: n.Flow, earlier: n.Flow) -> Diagnostic:
    assert flow.number is not None and earlier.number is not None
    labels = (Label(earlier.number.span, "and this one before it"),)
    if flow.number.text == earlier.number.text:
        message, help_ = f"there are two {flow.kind}s {flow.number.text}", "give each its own number"
    else:
        message = f"{flow.kind} {flow.number.text} comes after {flow.kind} {earlier.number.text}"
        help_ = "they are played in the order written: put them in the order of their numbers, or renumber them"
    return warning("step-order", message, flow.number.span, label=f"this {flow.kind}", labels=labels, help=(help_,))
