"""Frozen tree nodes: the base class of the syntax tree's nodes, with what attrs would else compile for each class."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from dsl.source import NO_SPAN, Span

__all__ = ["Node", "node"]

# One comparison, hash and repr for all nodes take a third of the time to import that generated ones do.
if TYPE_CHECKING:
    from attrs import frozen as node
else:
    node = partial(frozen, eq=False, repr=False)


@node
class Node:
    """A frozen value with the place in a file that it came from, which takes no part in equality."""

    span: Span = field(default=NO_SPAN, eq=False, repr=False, kw_only=True)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        values = _reader(self.__class__)
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        return hash((self.__class__, _reader(self.__class__)(self)))

    def __repr__(self) -> str:
        shown = (each.name for each in fields(self.__class__) if each.repr)
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


_READERS: dict[type[Any], Callable[[Any], Any]] = {}


def _reader(kind: type[Any]) -> Callable[[Any], Any]:
    """Reads the fields that make two nodes of a kind equal."""
    if kind not in _READERS:
        names = [each.name for each in fields(kind) if each.eq]
        _READERS[kind] = attrgetter(*names) if names else lambda _: ()
    return _READERS[kind]
