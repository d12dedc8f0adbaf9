"""Going through trees of IR nodes: what stands in a node, and the same node with something else in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, get_args

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


def children(node: object) -> list[Any]:
    """The nodes that stand directly in `node`, in the order of its fields."""
    fields_of = _reader(type(node))
    return [] if fields_of is None else _in_order(list(fields_of(node)), deep=False)


def nodes_in(node: object) -> list[Any]:
    """`node` and all that stand in it, outer before inner; of a tuple, all that stand in its items."""
    return _in_order([node], deep=True)


def works_out(node: object, *functions: str) -> bool:
    """Whether one of these functions is worked out somewhere in `node`."""
    return any(isinstance(inner, ir.Function) and inner.name in functions for inner in nodes_in(node))


def _in_order(values: list[object], deep: bool) -> list[Any]:
    found: list[Any] = []
    waiting = values[::-1]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is tuple:
            waiting.extend(value[::-1])  # type: ignore[index]
            continue
        fields_of = _READERS[kind] if kind in _READERS else _reader(kind)
        if fields_of is not None:
            found.append(value)
            if deep:
                waiting.extend(fields_of(value)[::-1])
    return found


_Reader: TypeAlias = "Callable[[Any], tuple[Any, ...]] | None"
_READERS: dict[type, _Reader] = {}


def _reader(kind: Any) -> _Reader:
    """Takes out of a node the values of those fields that may hold nodes; None for what is no node."""
    if kind not in _READERS:
        names = _inner_fields(kind) if has(kind) else ()
        _READERS[kind] = _fields_reader(names) if has(kind) else None
    return _READERS[kind]


def _fields_reader(names: tuple[str, ...]) -> _Reader:
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    name = names[0]
    return lambda node: (getattr(node, name),)


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


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if type(value) is not tuple:
        return value if _reader(type(value)) is None else change(value)
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
