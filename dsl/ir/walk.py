"""Going through trees of frozen nodes, whatever they are: the syntax tree and the IR are built alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from attrs import fields, has

N = TypeVar("N")


def nodes_in(tree: object) -> Iterator[Any]:
    """The node and every node within it, in the order of their fields; of a tuple, those of its items."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is tuple:
            waiting.extend(node[::-1])  # type: ignore[index]
            continue
        names = _names_of(kind)
        if names is not None:
            yield node
            waiting.extend([getattr(node, name) for name in reversed(names)])


def children(tree: Any) -> Iterator[Any]:
    """The nodes directly within this one."""
    for name in field_names(type(tree)):
        yield from _roots(getattr(tree, name))


def _roots(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _roots(item)
    elif _names_of(type(value)) is not None:
        yield value


def nodes_of(tree: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind."""
    return (node for node in nodes_in(tree) if isinstance(node, kind))


def field_names(kind: type) -> tuple[str, ...]:
    """The fields that say what a node is: all but its place in a file and the comments beside it."""
    return _names_of(kind) or ()


def _names_of(kind: type) -> tuple[str, ...] | None:
    """The names of a node's fields; None for what is no node."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.eq) if has(kind) else None
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...] | None] = {}
