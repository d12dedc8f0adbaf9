"""Makes frozen attrs classes that share one comparison, one hash and one repr; and the base of all nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from dsl.source import NO_SPAN, Span

__all__ = ["Node", "frozen"]

# To have these methods compiled for each class makes up half of what it takes to import hundreds of classes of nodes.
if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(kind: type[Any]) -> type[Any]:
        """As `attrs.frozen`, for classes without settings of their own."""
        kind.__eq__, kind.__hash__, kind.__repr__ = _equal, _hash, _repr
        kind.__getstate__, kind.__setstate__ = _state, _restore
        return attrs.frozen(eq=False, repr=False)(kind)


def _equal(one: Any, other: object) -> Any:
    if other.__class__ is not one.__class__:
        return NotImplemented
    read = _READERS.get(one.__class__) or _reader(one.__class__)
    return read(one) == read(other)


def _hash(one: Any) -> int:
    return hash((_READERS.get(one.__class__) or _reader(one.__class__))(one))


def _repr(one: Any) -> str:
    shown = (each.name for each in attrs.fields(one.__class__) if each.repr)
    name = one.__class__.__qualname__.rpartition(">.")[2]
    return f"{name}({', '.join(f'{field}={getattr(one, field)!r}' for field in shown)})"


def _state(one: Any) -> tuple[Any, ...]:
    """What is kept of it in the cache: the values of its fields, in order."""
    read, _ = _ALL_FIELDS[one.__class__]
    return read(one)


def _restore(one: Any, state: tuple[Any, ...]) -> None:
    for put, value in zip(_ALL_FIELDS[one.__class__][1], state, strict=True):
        put(one, value)


class _AllFields(dict[type[Any], tuple[Callable[[Any], tuple[Any, ...]], Sequence[Callable[[Any, Any], None]]]]):
    """What reads all fields of a kind at once, and what sets each."""

    def __missing__(self, kind: type[Any]) -> Any:
        names = [each.name for each in attrs.fields(kind)]
        read = attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)
        made = self[kind] = read, [getattr(kind, name).__set__ for name in names]
        return made


_ALL_FIELDS = _AllFields()
_READERS: dict[type[Any], Callable[[Any], Any]] = {}


def _reader(kind: type[Any]) -> Callable[[Any], Any]:
    """Reads the fields that make two nodes of a kind equal."""
    names = [each.name for each in attrs.fields(kind) if each.eq]
    read: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: kind
    return _READERS.setdefault(kind, read)


@frozen
class Node:
    """A node with the place in a file that it came from, which takes no part in equality."""

    span: Span = attrs.field(default=NO_SPAN, eq=False, repr=False, kw_only=True)
