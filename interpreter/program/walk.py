"""Going through trees of IR nodes: what stands in a node, and the same node with something else in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, get_args

from attrs import fields, has

from dsl.ir import nodes as ir

_N = TypeVar("_N")

EXPRESSIONS: tuple[type, ...] = get_args(ir.Expression)
STATEMENTS: tuple[type, ...] = get_args(ir.Statement)

# Fields of these types hold no nodes that are carried out or worked out.
_EMPTY = {
    "Span", "Type", "int", "str", "bool", "Manner", "str | None", "tuple[str, ...]", "Verb",
    "ir.Choose | ir.TakeActions",
}  # fmt: skip


def children(node: object) -> Iterator[Any]:
    """The nodes that stand directly in `node`, in the order of its fields."""
    kind: Any = type(node)
    for name in _inner_fields(kind):
        yield from _nodes(getattr(node, name))


def nodes_in(node: object) -> Iterator[Any]:
    """`node` and all that stand in it; of a tuple, all that stand in its items."""
    if type(node) is tuple:
        for item in node:
            yield from nodes_in(item)
    elif has(type(node)):
        yield node
        for child in children(node):
            yield from nodes_in(child)


def rebuilt(node: _N, change: Callable[[Any], Any]) -> _N:
    """`node` with `change` done to each node directly in it; a tuple that comes back is spliced in.

    The node itself comes back if nothing in it changed. A tuple of nodes is dealt with item by item.
    """
    kind: Any = type(node)
    if kind is tuple:
        return _changed(node, change)  # type: ignore[no-any-return]
    changes = {}
    for name in _inner_fields(kind):
        before = getattr(node, name)
        after = _changed(before, change)
        if after is not before:
            changes[name] = after
    return with_fields(node, **changes) if changes else node


def with_fields(node: _N, **changes: Any) -> _N:
    """`node` with other values in some fields; as `attrs.evolve`, and faster."""
    kind: Any = type(node)
    made: _N = kind(**{name: changes.get(name, getattr(node, name)) for name in _all_fields(kind)})
    return made


@cache
def _all_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _inner_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if str(field.type) not in _EMPTY)


def _nodes(value: object) -> Iterator[Any]:
    if type(value) is tuple:
        for item in value:
            yield from _nodes(item)
    elif has(type(value)):
        yield value


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if type(value) is not tuple:
        return change(value) if has(type(value)) else value
    after: list[Any] = []
    same = True
    for item in value:
        new = _changed(item, change)
        same = same and new is item
        if type(new) is tuple and type(item) is not tuple:
            after.extend(new)
        else:
            after.append(new)
    return value if same else tuple(after)
