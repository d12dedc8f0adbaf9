"""Going through a syntax tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields, has


def nodes_in(tree: object) -> Iterator[Any]:
    """The node and every node within it, in the order of their fields; of a tuple, those of its items."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from nodes_in(item)
    elif has(type(tree)):
        yield tree
        kind: Any = type(tree)
        for name in field_names(kind):
            yield from nodes_in(getattr(tree, name))


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """The fields that say what a node is: all but its place in a file and the comments beside it."""
    return tuple(field.name for field in fields(kind) if field.eq)
