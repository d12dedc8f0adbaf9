"""Walks and rewrites trees of frozen nodes: the syntax tree, the IR, and the lowered program are built alike.

What is in a node is said by the types of its fields, once (`schema`): which fields hold nodes at all, and which hold
blocks of statements. For each kind of node there is a function that knows its fields, made when the first of its kind
is met, since walking is what checks and compiling do most.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from operator import is_not
from typing import Any, Final, Literal, TypeVar, get_origin

from attrs import fields, has

from dsl.frozen import changed, frozen
from dsl.source import Span

N = TypeVar("N")

#: Metadata of a field whose nodes are no part of the node that refers to them.
NO_CHILD: Final = {"no child": True}

# Words in the type of a field that holds no nodes, or none that mean anything by themselves.
_PLAIN = {"str", "int", "bool", "None", "tuple", "Span", "Type", "Slot", "SlotRead"}


@frozen
class Schema:
    """What the fields of one kind of node hold, by their names, in order.

    `said`: all that say what the node is (neither its place in a file nor the comments beside it). `children`: those
    that may hold nodes. `lists`: those of them that hold several. `blocks`: those that hold statements, carried out one
    after another. `filled`: slots of locals that the node puts something into, or binds in its own expressions;
    `slots`: these and those that it reads.
    """

    said: tuple[str, ...]
    children: tuple[str, ...]
    lists: tuple[str, ...]
    blocks: tuple[str, ...]
    filled: tuple[str, ...]
    slots: tuple[str, ...]


def schema(kind: type) -> Schema:
    """Reads the schema of a class of nodes off the types of its fields; of any other class, it is empty."""
    found: Schema = _SCHEMAS[kind]
    return found


class _ByKind(dict[type, Any]):
    """What `make` gives for a kind of value, made once."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, kind: type) -> Any:
        self[kind] = made = self.make(kind)
        return made


def _schema(kind: Any) -> Schema:
    said = [field for field in fields(kind) if field.eq] if has(kind) else []
    words = {field.name: set(re.findall(r"\w+", str(field.type))) for field in said}
    plain = _plain(kind.__module__)
    children = [field.name for field in said if words[field.name] - plain and not field.metadata.get("no child")]
    return Schema(
        said=tuple(words),
        children=tuple(children),
        lists=tuple(name for name in children if "tuple" in words[name]),
        blocks=tuple(name for name in words if words[name] & {"Statement", "Statement_co"}),
        filled=tuple(name for name in words if "Slot" in words[name]),
        slots=tuple(name for name in words if words[name] & {"Slot", "SlotRead"}),
    )


@cache
def _plain(module: str) -> frozenset[str]:
    """The words in types of that module that mean no nodes."""
    return frozenset(_PLAIN | {name for name, one in vars(sys.modules[module]).items() if _is_word(one)})


def _is_word(kind: Any) -> bool:
    """Whether a type has one of a few words."""
    return get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))


_SCHEMAS = _ByKind(_schema)


# ---------------------------------------------------------------- walking


def nodes_in(tree: object) -> list[Any]:
    """Lists a node and all within it, outer before inner, field by field; of a tuple, those of its items."""
    found: list[Any] = []
    if collect := _COLLECTED[type(tree)]:
        collect(found, tree)
    return found


def nodes_in_whole(tree: object) -> tuple[Any, ...]:
    """As `nodes_in`, for a game or all its items, which many look through: those of the last few are kept."""
    return _whole(tree).nodes


def nodes_by_kind(tree: object) -> Mapping[type, Sequence[Any]]:
    """The same nodes by their kinds, those of each kind in order."""
    return _whole(tree).by_kind


def kinds_within(item: object) -> Mapping[type, Sequence[Any]]:
    """The same for an item alone; known if it is in what was looked through lately."""
    return _part(item).by_kind


@frozen(eq=False)
class _Nodes:
    """All nodes in a tree; of a tuple of items, each of which may stand in others too, also by item."""

    tree: object
    nodes: tuple[Any, ...]
    by_kind: Mapping[type, Sequence[Any]]
    parts: Mapping[int, _Nodes]


def _whole(tree: object) -> _Nodes:
    global _WHOLE
    for known in _WHOLE:
        if known.tree is tree:
            return known
    found = _of_items(tree) if isinstance(tree, tuple) else _looked_through(tree)
    _WHOLE = (found, *_WHOLE[: _MOST_WHOLE - 1])
    return found


def _looked_through(tree: object) -> _Nodes:
    nodes = tuple(nodes_in(tree))
    return _Nodes(tree, nodes, by_kind(nodes), {})


def _of_items(items: tuple[Any, ...]) -> _Nodes:
    parts = [_part(item) for item in items]
    kinds: defaultdict[type, list[Any]] = defaultdict(list)
    for part in parts:
        for kind, nodes in part.by_kind.items():
            kinds[kind] += nodes
    return _Nodes(items, tuple(node for part in parts for node in part.nodes), kinds, {id(p.tree): p for p in parts})


def _part(item: object) -> _Nodes:
    at = id(item)
    for known in _WHOLE:
        if (part := known.parts.get(at)) is not None:
            return part
    return _looked_through(item)


_MOST_WHOLE = 8
_WHOLE: tuple[_Nodes, ...] = ()


def by_kind(nodes: Iterable[N]) -> Mapping[type, Sequence[N]]:
    """Nodes by their kinds, those of each kind in order."""
    found: defaultdict[type, list[N]] = defaultdict(list)
    for node in nodes:
        found[node.__class__].append(node)
    return found


def of_kind(nodes: Mapping[type, Sequence[object]], kind: type[N]) -> Sequence[N]:
    """Those of one kind, of nodes by their kinds."""
    return nodes.get(kind, ())  # type: ignore[return-value]


def nodes_of(tree: object, kind: type[N]) -> Iterator[N]:
    """Yields every node of one kind."""
    return (node for node in nodes_in(tree) if isinstance(node, kind))


def statements_in(tree: object) -> list[Any]:
    """Lists a statement and all statements within it; of a tuple, those of its items. Expressions are left out."""
    found: list[Any] = []
    if collect := _STATEMENTS[type(tree)]:
        collect(found, tree)
    return found


def children(node: object) -> list[Any]:
    """Lists the nodes directly within a node, in the order of its fields."""
    found: list[Any] = []
    _OUTERMOST[type(node)](found, node)
    return found


def blocks(statement: object) -> Iterator[tuple[Any, ...]]:
    """Yields the blocks of statements directly within a statement."""
    return (getattr(statement, name) for name in schema(type(statement)).blocks)


# ---------------------------------------------------------------- rewriting


def rebuilt(node: N, change: Callable[[Any], Any]) -> N:
    """The node with `change` done to each node directly in it; a tuple that comes back is spliced in.

    The node itself comes back if nothing in it changed. A tuple of nodes is dealt with item by item.
    """
    return _REBUILT[type(node)](node, change)  # type: ignore[no-any-return]


def rebuilt_around(statement: N, change: Callable[[Any], Any]) -> N:
    """The same, with the change done to statements alone: nothing is looked for in expressions."""
    return _REBUILT_AROUND[type(statement)](statement, change)  # type: ignore[no-any-return]


def rewritten(tree: N, change: Callable[[object], object]) -> N:
    """The node with `change` done to it, which keeps its type; of a tuple, to each of its items."""
    return rebuilt(tree, change) if type(tree) is tuple else change(tree)  # type: ignore[return-value]


def with_fields(node: N, **changes: Any) -> N:
    """The node with other values in some fields, or itself if it has these; as `attrs.evolve`, and faster."""
    for name, value in changes.items():
        if getattr(node, name) is not value:
            return changed(node, **changes)
    return node


def moved(tree: N, place: Callable[[Span], Span]) -> N:
    """The tree, or whatever else is made of frozen values, with another place for each span in it."""
    move = _MOVED[type(tree)]
    return move(tree, place) if move else tree


# ---------------------------------------------------------------- a function for each kind of node


_IS_NODE = _ByKind(has)


def _collectors(fields_of: Callable[[type], Iterable[str]]) -> _ByKind:
    """What puts a node of a kind into a list, with all nodes in these fields of it; None if it is no node."""

    def collector(kind: Any) -> Any:
        if not _IS_NODE[kind]:
            return None
        if not (names := fields_of(kind)):
            return list.append
        each = (
            f"    inner = node.{name}; collect = COLLECTED[inner.__class__]\n    if collect: collect(found, inner)"
            for name in names
        )
        return _function("def collect(found, node):", "    found.append(node)", *each, COLLECTED=collected)

    def collect_items(found: list[Any], items: tuple[Any, ...]) -> None:
        for item in items:
            if collect := collected[item.__class__]:
                collect(found, item)

    collected = _ByKind(collector)
    collected[tuple] = collect_items
    return collected


_COLLECTED = _collectors(lambda kind: schema(kind).children)
_STATEMENTS = _collectors(lambda kind: schema(kind).blocks)


def _outermost(kind: Any) -> Any:
    """What puts the nodes directly within a node of that kind into a list."""
    each = (
        f"    inner = node.{name}; kind = inner.__class__\n"
        "    if IS_NODE[kind]: found.append(inner)\n"
        "    elif kind is tuple: add_items(found, inner)"
        for name in schema(kind).children
    )
    return _function("def add(found, node):", "    pass", *each, IS_NODE=_IS_NODE, add_items=_add_items)


def _add_items(found: list[Any], items: tuple[Any, ...]) -> None:
    for item in items:
        kind = item.__class__
        if _IS_NODE[kind]:
            found.append(item)
        elif kind is tuple:
            _add_items(found, item)


_OUTERMOST = _ByKind(_outermost)


def _rebuilder(kind: Any, names: tuple[str, ...]) -> Any:
    """Gives a node of that kind with each node in these fields changed."""
    if not names:
        return lambda node, _: node
    return _with_changed(
        kind, names, "def rebuild(node, change):",
        "change(OLD) if IS_NODE[kind := OLD.__class__] else changed_items(OLD, change) if kind is tuple else OLD",
        IS_NODE=_IS_NODE, changed_items=_changed_items,
    )  # fmt: skip


def _with_changed(kind: Any, names: Sequence[str], head: str, new: str, **known: Any) -> Any:
    """A function that gives a value of that kind with `new` in each of these fields, where `OLD` was; or itself."""
    each = (f"    old_{name} = node.{name}\n    new_{name} = {new.replace('OLD', f'old_{name}')}" for name in names)
    same = " and ".join(f"new_{name} is old_{name}" for name in names)
    given = (
        f"{f.alias}={f'new_{f.name}' if f.name in names else f'node.{f.name}'}" for f in fields(kind) if f.init
    )
    return _function(head, *each, f"    return node if {same} else Kind({', '.join(given)})", Kind=kind, **known)


def _changed_items(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    after: list[Any] | None = None  # made where the first item becomes something else, which is seldom
    for place, item in enumerate(items):
        kind = item.__class__
        new = change(item) if _IS_NODE[kind] else _changed_items(item, change) if kind is tuple else item
        if after is None:
            if new is item:
                continue
            after = [*items[:place]]
        if new.__class__ is tuple and kind is not tuple:
            after += new
        else:
            after.append(new)
    return items if after is None else tuple(after)


_REBUILT = _ByKind(lambda kind: _rebuilder(kind, schema(kind).children))
_REBUILT_AROUND = _ByKind(lambda kind: _rebuilder(kind, schema(kind).blocks))
_REBUILT[tuple] = _REBUILT_AROUND[tuple] = _changed_items


def _mover(kind: Any) -> Any:
    """Gives a value of that kind with each span in it changed; None if there can be none."""
    given = [field for field in fields(kind) if field.init] if has(kind) else []
    names = [field.name for field in given if set(re.findall(r"\w+", str(field.type))) - _WITHOUT_SPANS]
    new = "move(OLD, place) if (move := MOVED[OLD.__class__]) else OLD"
    return _with_changed(kind, names, "def move(node, place):", new, MOVED=_MOVED) if names else None


def _moved_items(items: tuple[Any, ...], place: Callable[[Span], Span]) -> tuple[Any, ...]:
    after = [move(item, place) if (move := _MOVED[item.__class__]) else item for item in items]
    return tuple(after) if any(map(is_not, after, items)) else items


_WITHOUT_SPANS = {"str", "int", "bool", "None"}
_MOVED = _ByKind(_mover)
_MOVED[tuple] = _moved_items
_MOVED[Span] = lambda span, place: place(span)


def _function(*lines: str, **known: Any) -> Any:
    """The function that these lines define; `known` are the names that they speak of. All names in them are our own."""
    names: dict[str, Any] = {}
    exec("\n".join(lines), known, names)
    return names.popitem()[1]
