"""Where a node stands, and the usual ways to make one from its children."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import attrs

from dsl.diagnostic import Diagnostic
from dsl.source import Span
from dsl.syntax import nodes as n


class Place(NamedTuple):
    """The span of a node, the comments of the line that begins with it, and where to complain."""

    span: Span
    trivia: n.Trivia
    complaints: list[Diagnostic]


Make: TypeAlias = Callable[[Place, list[Any]], Any]


class Part(NamedTuple):
    """A part of a phrase whose parts come in any order; `kind` is its rule."""

    kind: str
    value: Any


class Otherwise:
    """The `otherwise` of an `if` or a `may`, with the rule text that stands before it."""

    def __init__(self, texts: tuple[n.RuleText, ...], trivia: n.Trivia, body: n.Block | n.If) -> None:
        self.texts = texts
        self.trivia = trivia
        self.body = body

    def items(self) -> tuple[n.Item, ...]:
        """All that stands in it."""
        inside = self.body.items if isinstance(self.body, n.Block) else (self.body,)
        return (*self.texts, *inside)


def node(cls: type[Any], *first: Any, last: tuple[Any, ...] = ()) -> Make:
    """The children are the fields, in order; some that the rule's name fixes stand before or behind them."""
    if _has_trivia(cls):
        return lambda at, children: cls(*first, *children, *last, span=at.span, trivia=at.trivia)
    return lambda at, children: cls(*first, *children, *last, span=at.span)


def head_and_rest(cls: type[Any], head: int) -> Make:
    """The first `head` children are fields of their own, the rest is one tuple."""

    def make(at: Place, children: list[Any]) -> Any:
        rest = tuple(child for child in children[head:] if child is not None)
        return placed(cls, at, *children[:head], rest)

    return make


def named(cls: type[Any], *names: str, **fixed: Any) -> Make:
    """The children are the fields of these names; others are fixed by the rule's name."""

    def make(at: Place, children: list[Any]) -> Any:
        return placed(cls, at, **fixed, **dict(zip(names, children, strict=True)))

    return make


def placed(cls: type[Any], at: Place, *fields: Any, **named_fields: Any) -> Any:
    """A node that stands there, with the line's comments if it can have any."""
    if _has_trivia(cls):
        return cls(*fields, **named_fields, span=at.span, trivia=at.trivia)
    return cls(*fields, **named_fields, span=at.span)


def only(at: Place, children: list[Any]) -> Any:
    """A rule that only wraps its one child."""
    return children[0]


def all_of(at: Place, children: list[Any]) -> tuple[Any, ...]:
    """A rule that is a list."""
    return tuple(child for child in children if child is not None)


def yes(at: Place, children: list[Any]) -> bool:
    """A rule that says no more than that it is there."""
    return True


def constant(value: Any) -> Make:
    """A rule that always means the same."""
    return lambda at, children: value


def trivia(at: Place, children: list[Any]) -> n.Trivia:
    """The first word of a line that goes on with the node above it: the line's comments."""
    return at.trivia


def part(kind: str) -> Make:
    """One of several parts that come in any order."""
    return lambda at, children: Part(kind, children[0])


def value_of(child: Any) -> Any:
    """What a part says, where its place alone tells which it is."""
    return child.value if isinstance(child, Part) else child


_WITH_TRIVIA: dict[type[Any], bool] = {}


def _has_trivia(cls: type[Any]) -> bool:
    if cls not in _WITH_TRIVIA:
        _WITH_TRIVIA[cls] = any(field.name == "trivia" for field in attrs.fields(cls))
    return _WITH_TRIVIA[cls]
