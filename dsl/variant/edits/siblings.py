"""Rewrites the tree around one node: its neighbours, its rule text, and itself."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, cast

from attrs import evolve

from dsl.frozen import frozen
from dsl.syntax import nodes as n
from dsl.variant.rules import Items
from dsl.walk import nodes_in, rebuilt, schema

Parts: TypeAlias = tuple[n.TopItem | n.Item, ...]


@frozen
class Siblings:
    """The items of one block, or of all files, seen from a node among them.

    `texts` are the `>` lines right above the node: they are its rule in words. Those that open a block are about
    all of it, and stand in `before`.
    """

    before: Parts
    texts: tuple[n.RuleText, ...]
    after: Parts


def rewritten(items: Items, node: object, new: Callable[[Siblings], Parts]) -> Items:
    """The items with the block that holds exactly this node made anew."""
    if (place := _place(items, node)) is not None:
        return cast(Items, new(_around(items, place, opening=0)))

    def change(part: Any) -> Any:
        for name, parts in _lists(part):
            if (place := _place(parts, node)) is not None:
                after = new(_around(parts, place))
                return evolve(part, **{name: after, **({"inline": not after} if isinstance(part, n.Block) else {})})
        return rebuilt(part, change)

    return tuple(change(item) if any(one is node for one in nodes_in(item)) else item for item in items)


def replaced(items: Items, node: object, *new: n.TopItem | n.Item) -> Items:
    """The items with others in a node's place; the rule text above it stays."""
    return rewritten(items, node, lambda s: (*s.before, *s.texts, *new, *s.after))


def reworded(items: Items, node: object, *new: n.TopItem | n.Item) -> Items:
    """The items with others in place of a node and of the rule text above it."""
    return rewritten(items, node, lambda s: (*s.before, *new, *s.after))


def block_of(items: Items, node: object) -> Parts:
    """The items of the block that holds exactly this node, or none."""
    return next((block for block in blocks(items) if _place(block, node) is not None), ())


def blocks(items: object) -> Iterator[Parts]:
    """Every list of nodes in a tree, outer before inner; that of a file is the tree itself."""
    if isinstance(items, tuple):
        yield items
    for node in nodes_in(items):
        for name in schema(node.__class__).lists:
            yield getattr(node, name)


def _lists(node: object) -> Iterator[tuple[str, Parts]]:
    for name in schema(type(node)).lists:
        yield name, getattr(node, name)


def _place(items: Parts, node: object) -> int | None:
    return next((place for place, item in enumerate(items) if item is node), None)


def _around(items: Parts, place: int, opening: int = 1) -> Siblings:
    first = place
    while first > 0 and isinstance(items[first - 1], n.RuleText):
        first -= 1
    first = first if first >= opening else place
    texts = cast(tuple[n.RuleText, ...], items[first:place])
    return Siblings(items[:first], texts, items[place + 1 :])
