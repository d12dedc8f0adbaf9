"""Rewrites the tree around one node: its neighbours, its rule text, and itself."""

from collections.abc import Callable
from typing import TypeAlias, cast

from attrs import evolve, frozen

from dsl.syntax import nodes as n
from dsl.variant.rules import Items

Parts: TypeAlias = tuple[n.TopItem | n.Item, ...]


@frozen
class Siblings:
    """The items of one block, or of all files, seen from a node among them.

    `texts` are the `>` lines right above the node: they are its rule in words.
    """

    before: Parts
    texts: tuple[n.RuleText, ...]
    after: Parts


def rewritten(items: Items, node: object, new: Callable[[Siblings], Parts]) -> Items:
    """The items with the block that holds exactly this node made anew."""
    parts = _rewritten(items, node, new)
    assert parts is not None, "the node is not among these items"
    return cast(Items, parts)


def replaced(items: Items, node: object, *new: n.TopItem | n.Item) -> Items:
    """The items with others in a node's place; the rule text above it stays."""
    return rewritten(items, node, lambda s: (*s.before, *s.texts, *new, *s.after))


def reworded(items: Items, node: object, *new: n.TopItem | n.Item) -> Items:
    """The items with others in place of a node and of the rule text above it."""
    return rewritten(items, node, lambda s: (*s.before, *new, *s.after))


def block_of(items: Parts, node: object) -> Parts:
    """The items of the block that holds exactly this node, or none."""
    if any(item is node for item in items):
        return items
    flows = (item for item in items if isinstance(item, n.Flow))
    return next((found for flow in flows if (found := block_of(flow.body.items, node))), ())


def _rewritten(items: Parts, node: object, new: Callable[[Siblings], Parts]) -> Parts | None:
    for place, item in enumerate(items):
        if item is node:
            return new(_around(items, place))
        if isinstance(item, n.Flow) and (parts := _rewritten(item.body.items, node, new)) is not None:
            flow = evolve(item, body=evolve(item.body, items=cast(tuple[n.Item, ...], parts), inline=False))
            return (*items[:place], flow, *items[place + 1 :])
    return None


def _around(items: Parts, place: int) -> Siblings:
    first = place
    while first > 0 and isinstance(items[first - 1], n.RuleText):
        first -= 1
    texts = cast(tuple[n.RuleText, ...], items[first:place])
    return Siblings(items[:first], texts, items[place + 1 :])
