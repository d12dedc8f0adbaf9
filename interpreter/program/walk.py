"""Going through trees of IR nodes: what stands in a node, and the same node with something else in it."""

from __future__ import annotations

from collections.abc import Callable
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


def children(node: object) -> list[Any]:
    """The nodes that stand directly in `node`, in the order of its fields."""
    found: list[Any] = []
    kind: Any = type(node)
    for name in _inner_fields(kind) if _IS_NODE[kind] else ():
        _add_outermost(getattr(node, name), found)
    return found


def _add_outermost(value: object, found: list[Any]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _add_outermost(item, found)
    elif _IS_NODE[type(value)]:
        found.append(value)


def nodes_in(node: object) -> list[Any]:
    """`node` and all that stand in it, outer before inner; of a tuple, all that stand in its items."""
    found: list[Any] = []
    _COLLECTED[type(node)](node, found)
    return found


def statements_in(statement: object) -> list[Any]:
    """A statement and all statements that stand in it; of a tuple, those in its items. Expressions are left out."""
    found: list[Any] = []
    _STATEMENTS[type(statement)](statement, found)
    return found


def works_out(node: object, *functions: str) -> bool:
    """Whether one of these functions is worked out somewhere in `node`."""
    return any(isinstance(inner, ir.Function) and inner.name in functions for inner in nodes_in(node))


def rebuilt(node: _N, change: Callable[[Any], Any]) -> _N:
    """`node` with `change` done to each node directly in it; a tuple that comes back is spliced in.

    The node itself comes back if nothing in it changed. A tuple of nodes is dealt with item by item.
    """
    return _REBUILT[type(node)](node, change)  # type: ignore[no-any-return]


def rebuilt_around(statement: _N, change: Callable[[Any], Any]) -> _N:
    """The same, with the change done to statements alone: nothing is looked for in expressions."""
    return _REBUILT_AROUND[type(statement)](statement, change)  # type: ignore[no-any-return]


def with_fields(node: _N, **changes: Any) -> _N:
    """`node` with other values in some fields; as `attrs.evolve`, and faster."""
    kind: Any = type(node)
    made: _N = kind(**{name: changes[name] if name in changes else getattr(node, name) for name in _all_fields(kind)})
    return made


@cache
def _all_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _inner_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if str(field.type) not in _EMPTY)


@cache
def _bodies(kind: type) -> tuple[str, ...]:
    """The fields that hold statements."""
    return tuple(field.name for field in fields(kind) if "Statement" in str(field.type))


# ---------------------------------------------------------------- for each kind of value

# Compiling goes through nodes more than it does anything else. So for each kind of node there is a function that
# knows its fields, written when the first of its kind is met.


class _ByKind(dict[type, Any]):
    """What `make` gives for a kind of value, made once."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, kind: type) -> Any:
        self[kind] = made = self.make(kind)
        return made


_IS_NODE = _ByKind(has)


def _collectors(fields_of: Callable[[Any], tuple[str, ...]]) -> _ByKind:
    """What puts a value of a kind into a list, if it is a node, with all nodes that stand in these fields of it."""

    def collector(kind: Any) -> Any:
        if not _IS_NODE[kind]:
            return lambda _, __: None
        if not (names := fields_of(kind)):
            return lambda node, found: found.append(node)
        each = (f"    inner = node.{name}; COLLECTED[inner.__class__](inner, found)" for name in names)
        return _function("def collect(node, found):", "    found.append(node)", *each, COLLECTED=collected)

    def collect_items(items: tuple[Any, ...], found: list[Any]) -> None:
        for item in items:
            collected[item.__class__](item, found)

    collected = _ByKind(collector)
    collected[tuple] = collect_items
    return collected


_COLLECTED, _STATEMENTS = _collectors(_inner_fields), _collectors(_bodies)


def _rebuilder(kind: Any, names: tuple[str, ...]) -> Any:
    """Gives a node of that kind with each node in these fields changed."""
    if not names:
        return lambda node, _: node
    each = (
        f"    old_{name} = node.{name}; kind = old_{name}.__class__\n"
        f"    new_{name} = change(old_{name}) if IS_NODE[kind] else "
        f"changed_items(old_{name}, change) if kind is tuple else old_{name}"
        for name in names
    )
    same = " and ".join(f"new_{name} is old_{name}" for name in names)
    given = (f"{f.alias}={f'new_{f.name}' if f.name in names else f'node.{f.name}'}" for f in fields(kind))
    made = f"Kind({', '.join(given)})"
    known = {"Kind": kind, "IS_NODE": _IS_NODE, "changed_items": _changed_items}
    return _function("def rebuild(node, change):", *each, f"    return node if {same} else {made}", **known)


def _changed_items(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    after: list[Any] = []
    same = True
    for item in items:
        kind = item.__class__
        new = change(item) if _IS_NODE[kind] else _changed_items(item, change) if kind is tuple else item
        same = same and new is item
        if new.__class__ is tuple and kind is not tuple:
            after.extend(new)
        else:
            after.append(new)
    return items if same else tuple(after)


_REBUILT = _ByKind(lambda kind: _rebuilder(kind, _inner_fields(kind)))
_REBUILT_AROUND = _ByKind(lambda kind: _rebuilder(kind, _bodies(kind)))
_REBUILT[tuple] = _REBUILT_AROUND[tuple] = _changed_items


def _function(*lines: str, **known: Any) -> Any:
    """The function that these lines define; `known` are the names that they speak of."""
    names: dict[str, Any] = {}
    exec("\n".join(lines), known, names)
    return names.popitem()[1]
