"""Finds the headings of the rulebook that a place in a file stands under."""

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.walk import schema


def with_headings(file: n.File, reports: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The reports on a file, each with its heading unless it has one."""
    return [
        report if report.heading else evolve(report, heading=heading(file, report.span.start)) for report in reports
    ]


def heading(file: n.File, offset: int) -> str:
    """The titles around a place, such as `Turn > Going to market`; a title's own line is not under it."""
    titles: list[str] = []
    inside: Any = file
    while inside is not None:
        inside = next((node for node in _parts(inside) if node.span.start <= offset < node.span.end), None)
        if inside is not None and (title := _title(inside)) and _is_below(inside, offset):
            titles.append(title)
    return " > ".join(titles)


def _is_below(node: Any, offset: int) -> bool:
    """Whether a place is not on the first line of what stands there."""
    return "\n" in node.span.source.text[node.span.start : offset]


def _parts(node: Any) -> Iterator[Any]:
    """The nodes right inside a node that stand in the file."""
    kind: Any = type(node)
    for name in schema(kind).said:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if hasattr(part, "span"):
                yield part


def _title(node: Any) -> str:
    match node:
        case n.Setup():
            return "Setup"
        case n.GameEnd():
            return "Game end"
        case n.Flow(title=title) | n.Action(title=title) | n.Reaction(title=title) if title:
            return str(title.text)
        case n.Flow(name=name) | n.Action(name=name) | n.Procedure(name=name):
            return str(name.text)
        case n.Variant(title=title) | n.Scenario(title=title) | n.CardEntry(title=title):
            return str(title.text)
        case _:
            return ""
