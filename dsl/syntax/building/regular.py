"""Builds a node from the children of a grammar rule, by the form that it is declared with."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from attrs import NOTHING, fields

from dsl.diagnostic import Diagnostic
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.construct import Construct, Form, Line, Slot, template


class Position(NamedTuple):
    """The span of a node, the comments of the line that begins with it, and where to complain."""

    span: Span
    trivia: n.Trivia
    complaints: list[Diagnostic]


Make: TypeAlias = Callable[[Position, list[Any]], Any]


class TaggedChild(NamedTuple):
    """A part of a phrase whose parts come in any order; `kind` is its rule."""

    kind: str
    value: Any


def built(cls: type[Construct], form: Form) -> Make:
    """Builds nodes of one form: its slots are the children, in order."""
    slots = [slot for slot in template(form.template).slots if slot.name not in form.fixed]
    listed = next((index for index, slot in enumerate(slots) if slot.mark in ("*", "/")), None)
    others = {**_absent(cls), **form.fixed}
    names = [slot.name for slot in slots]
    marked = [slot for slot in slots if slot.mark in (",", "?", "=")]
    behind = len(slots) - 1 - listed if listed is not None else 0
    has_trivia = issubclass(cls, Line)

    def make(at: Position, children: list[Any]) -> Any:
        given = [child.value if type(child) is TaggedChild else child for child in children]
        if listed is not None:
            end = len(given) - behind
            given[listed:end] = [tuple(child for child in given[listed:end] if child is not None)]
        values = {**others, **dict(zip(names, given, strict=False))}
        for slot in marked:
            values[slot.name] = _read(slot, values[slot.name])
        if has_trivia:
            values["trivia"] = at.trivia
        return cls(span=at.span, **values)

    return make


def _read(slot: Slot, child: Any) -> Any:
    match slot.mark:
        case ",":
            return child or ()
        case "?":
            return child is not None
        case _:
            return child == slot.rest.partition("|")[0]


def _absent(cls: type[Construct]) -> dict[str, Any]:
    """What fields without a default are when a form says nothing of them."""
    required = [field for field in fields(cls) if field.default is NOTHING]
    return {field.name: () if str(field.type).startswith("tuple") else None for field in required}


def placed(cls: type[Any], at: Position, *values: Any, **named: Any) -> Any:
    """A node that stands there, with the line's comments if it can have any."""
    if issubclass(cls, Line):
        return cls(*values, **named, span=at.span, trivia=at.trivia)
    return cls(*values, **named, span=at.span)


def only(at: Position, children: list[Any]) -> Any:
    """A rule that only wraps its one child."""
    return children[0]


def all_of(at: Position, children: list[Any]) -> tuple[Any, ...]:
    """A rule that is a list."""
    return tuple(child for child in children if child is not None)


def yes(at: Position, children: list[Any]) -> bool:
    """A rule that says no more than that it is there."""
    return True


def constant(value: Any) -> Make:
    """A rule that always means the same."""
    return lambda at, children: value


def trivia(at: Position, children: list[Any]) -> n.Trivia:
    """The first word of a line that goes on with the node above it: the line's comments."""
    return at.trivia


def part(kind: str) -> Make:
    """One of several parts that come in any order."""
    return lambda at, children: TaggedChild(kind, children[0])
