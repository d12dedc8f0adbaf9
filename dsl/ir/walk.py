"""Going through trees of frozen nodes, whatever they are: the syntax tree and the IR are built alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from attrs import fields, has

N = TypeVar("N")


def nodes_in(tree: object) -> Iterator[Any]:
    """The node and every node within it, in the order of their fields; of a tuple, those of its items."""
    waiting: list[Any] = [tree]
    take, more = waiting.pop, waiting.extend
    while waiting:
        node = take()
        kind = type(node)
        if kind is tuple:
            more(node[::-1])
            continue
        inner = _INNER[kind] if kind in _INNER else _inner_of(kind)
        if inner is not None:
            yield node
            more(inner(node))


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

# Words in the type of a field that holds no nodes.
_PLAIN = {"str", "int", "bool", "None", "tuple"}

_Inner: TypeAlias = "Callable[[Any], Iterable[Any]] | None"
_INNER: dict[type, _Inner] = {}


def _inner_of(kind: Any) -> _Inner:
    """Gives the values of a node's fields that may hold nodes, the last one first; None for what is no node."""
    if kind not in _INNER:
        types = {f.name: str(f.type) for f in fields(kind)} if has(kind) else {}
        names = [name for name in _names_of(kind) or () if set(re.findall(r"\w+", types[name])) - _PLAIN]
        _INNER[kind] = _reader(names[::-1]) if has(kind) else None
    return _INNER[kind]


def _reader(names: Sequence[str]) -> _Inner:
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    only = attrgetter(names[0])
    return lambda node: (only(node),)
