"""Decides whether two groups of statements commute: they have nothing in common.

Common is what a game declares and play changes: zones, counters, roles and so on, also by way of the
procedures and definitions that the statements use. In doubt the answer is no.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dsl.syntax import nodes as n
from dsl.variant.rules import Items
from dsl.walk import nodes_in

#: Nodes that end something, decide who goes on, or move pieces between places that they do not name.
_FAR_REACHING = (
    n.Return, n.Decide, n.Stop, n.EndTurn, n.Needs, n.Wins, n.Forfeits, n.Draw, n.Discard, n.TakeActions,
    n.Hook, n.Reaction, n.Lasting, n.Standing,
)  # fmt: skip


def independent(items: Items, left: Sequence[n.Item], right: Sequence[n.Item]) -> bool:
    """Whether it makes no difference which of the two groups comes first, in a game with these items."""
    bodies = dict(_changing(items))
    ours, theirs = _touched(left, bodies), _touched(right, bodies)
    return ours is not None and theirs is not None and ours.isdisjoint(theirs)


def _touched(statements: Iterable[n.Item], bodies: dict[str, Any]) -> set[str] | None:
    """The declared names that statements depend on, or nothing if they reach further than names tell."""
    touched: set[str] = set()
    todo: list[Any] = list(statements)
    while todo:
        for node in nodes_in(todo.pop()):
            if isinstance(node, _FAR_REACHING):
                return None
            if isinstance(node, n.Name) and (name := _declared(node.text, bodies)) and name not in touched:
                touched.add(name)
                todo.append(bodies[name])
    return touched


def _declared(name: str, bodies: dict[str, Any]) -> str | None:
    """The declared name that a name stands for, which may be its plural."""
    return next((known for known in (name, name.removesuffix("s")) if known in bodies), None)


def _changing(items: Items) -> Iterator[tuple[str, Any]]:
    """What play can change or must work out, by name, each with what it depends on in turn."""
    for item in items:
        match item:
            case n.Zone() | n.Role() | n.Remember() | n.Flag() | n.Pawn():
                yield item.name.text, ()
            case n.Define() | n.Procedure():
                yield item.name.text, item
            case n.Counters():
                counters = tuple(entry for entry in item.items if isinstance(entry, n.CounterItem))
                yield from ((counter.name.text, ()) for counter in counters)
                if item.group:
                    yield item.group.text, counters
            case _:
                pass
