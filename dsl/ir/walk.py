"""Going through trees of frozen nodes, whatever they are: the syntax tree and the IR are built alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from attrs import fields, has

N = TypeVar("N")


def nodes_in(tree: object) -> Iterator[Any]:
    """The node and every node within it, in the order of their fields; of a tuple, those of its items."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from nodes_in(item)
    elif has(type(tree)):
        yield tree
        yield from nodes_below(tree)


def nodes_below(tree: Any) -> Iterator[Any]:
    """Every node within this one, without itself."""
    for name in field_names(type(tree)):
        yield from nodes_in(getattr(tree, name))


def children(tree: Any) -> Iterator[Any]:
    """The nodes directly within this one."""
    for name in field_names(type(tree)):
        yield from _roots(getattr(tree, name))


def _roots(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _roots(item)
    elif has(type(value)):
        yield value


def nodes_of(tree: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind."""
    return (node for node in nodes_in(tree) if isinstance(node, kind))


def field_names(kind: type) -> tuple[str, ...]:
    """The fields that say what a node is: all but its place in a file and the comments beside it."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.eq)
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}
