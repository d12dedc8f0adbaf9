"""Variants of any edits: what commutes gives the same rules in both orders, the rest is a conflict."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dsl.expand.printed import as_typed, printed
from dsl.syntax import nodes as n
from dsl.variant import compose
from dsl.variant.edits.apply import apply
from dsl.variant.rules import Rules
from dsl.walk import nodes_in
from tests.unit.dsl.variant.shop import SHOP, in_blocks, read, variant

BASE = read(SHOP)
EDITS = [
    "set parameter price = 3",
    "set parameter price = 4",
    "set parameter open_late = yes",
    "replace step opening: shuffle box",
    "replace step selling: shuffle box",
    "replace phase evening: shuffle box",
    "replace procedure count_up: shuffle box",
    "replace define wealth: 1",
    'replace "Sofa", size 2',
    "remove step opening",
    "remove procedure richest",
    "remove phase evening",
    'remove "Lamp"',
    'add "Lamp"',
    'add "Bed", size 2',
    "extend step opening: shuffle box",
    "extend step selling: shuffle events",
    "extend setup: shuffle box",
    "extend setup: shuffle events",
    "extend step cleaning: shuffle box",
    "insert after step opening as 1.1 first: shuffle box",
    "insert after step opening as 1.2 second: shuffle box",
    "insert before step selling as 1.3 third: shuffle box",
    "extend step first: shuffle events",
    "parameter mood = 1",
    "forbid action haggle",
    "exception to wealth: previous + 1",
]

edits = st.lists(st.sampled_from(EDITS), min_size=1, max_size=4, unique=True)


@st.composite
def variants(draw: st.DrawFn, title: str) -> n.Variant:
    return variant("\n".join(draw(edits)), title)


@pytest.mark.slow
@given(variants("Left"), variants("Right"))
def test_the_order_of_asking_means_nothing(left: n.Variant, right: n.Variant) -> None:
    assert compose(BASE, [left, right]) == compose(BASE, [right, left])


@pytest.mark.slow
@given(variants("Left"), variants("Right"))
def test_without_a_conflict_both_orders_give_the_same_rules(left: n.Variant, right: n.Variant) -> None:
    one, other = _both_orders(left, right)
    found = compose(BASE, [left, right]).diagnostics
    if not found:
        assert _unordered(one) == _unordered(other)


@pytest.mark.slow
@given(variants("Left"), variants("Right"))
def test_with_a_conflict_the_orders_differ_and_both_edits_are_named(left: n.Variant, right: n.Variant) -> None:
    found = [d for d in compose(BASE, [left, right]).diagnostics if d.name == "variant-conflict"]
    if found:
        (conflict,) = found
        one, other = _both_orders(left, right)
        assert one != other or one[1]
        assert conflict.span.source is right.span.source
        assert [label.span.source for label in conflict.labels] == [left.span.source]
        assert conflict.help


@pytest.mark.slow
@given(variants("Left"), variants("Right"))
def test_over_settles_every_conflict_that_can_be_settled(left: n.Variant, right: n.Variant) -> None:
    result = compose(BASE, [left, evolve(right, over=(left.title,))])
    assert not any(found.name == "variant-conflict" for found in result.diagnostics)
    rules, faults = _in_order(left, right)
    assert result.items == rules
    assert len(result.diagnostics) == len(faults)


@given(variants("Left"), variants("Right"))
def test_everything_merged_comes_from_the_base_or_from_a_variant(left: n.Variant, right: n.Variant) -> None:
    result = compose(BASE, [left, evolve(right, over=(left.title,))])
    titles = {BASE[0].span.source: "", left.span.source: "Left", right.span.source: "Right"}
    for node in nodes_in(result.items):
        assert not hasattr(node, "span") or (result.provenance.variant_at(node.span) == titles[node.span.source])
    edits_made = len(left.edits) + len(right.edits) - len(result.diagnostics)
    assert len(result.provenance.changes) == edits_made


@pytest.mark.slow
@given(variants("Left"), variants("Right"))
def test_merged_rules_are_printed_as_what_they_are(left: n.Variant, right: n.Variant) -> None:
    result = compose(BASE, [left, evolve(right, over=(left.title,))])
    lines = list(printed(result.items, as_typed(result.items)))
    again = read("\n".join(line.text for line in lines) + "\n")
    assert in_blocks(again) == in_blocks(result.items)
    for line in lines:
        if line.source and line.text:
            assert line.text.strip()[:5].split()[0] in line.source.text


def _in_order(*order: n.Variant) -> tuple[Any, list[str]]:
    rules, faults = Rules(BASE), []
    for one in order:
        rules, found = apply(rules, one)
        faults += [fault.message for fault in found]
    return rules.items, faults


def _both_orders(left: n.Variant, right: n.Variant) -> tuple[Any, Any]:
    return _in_order(left, right), _in_order(right, left)


def _unordered(outcome: tuple[Any, list[str]]) -> tuple[list[str], list[str]]:
    """Every line of the merged rules, and every fault, in an order of its own."""
    items, faults = outcome
    lines = [f"{owner}: {line!r}" for owner, line in _lines(items, "")]
    return sorted(lines), sorted(faults)


def _lines(items: Any, owner: str) -> Any:
    for item in items:
        inside = item.body.items if hasattr(item, "body") and hasattr(item.body, "items") else ()
        inside = item.entries if isinstance(item, n.Deck) else inside
        head = evolve(item, body=n.Block(())) if isinstance(item, n.Flow | n.Setup | n.Procedure | n.Action) else item
        head = evolve(head, entries=()) if isinstance(head, n.Deck) else head
        yield owner, head
        yield from _lines(inside, f"{owner}/{type(item).__name__}{getattr(item, 'name', '')}")
