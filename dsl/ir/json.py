"""Serialises the IR as JSON and reads it back, exactly; `docs/ir.md` describes the form.

A node is an object: `node` names its kind, `span` is its place in a rule file, and its fields follow by name.
Fields that are as they are by default are left out. Tuples are arrays, enumerations are their words.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_type_hints

import attrs

from dsl.ir import nodes as ir
from dsl.node import Node
from dsl.source import NO_SPAN, Source, Span

VERSION = 2

#: Every kind of node by its name.
NODES: dict[str, type] = {
    name: kind for name, kind in vars(ir).items() if isinstance(kind, type) and attrs.has(kind) and kind is not Node
}


class BadIr(Exception):
    """This is not the IR of a game, or of a version that is not known here."""


def to_json(game: ir.Game) -> dict[str, Any]:
    """The game as plain data, for `json.dumps`."""
    texts: dict[str, str] = {}
    return {"version": VERSION, "game": _written(game, texts), "sources": texts}


def from_json(data: Mapping[str, Any]) -> ir.Game:
    """The game that `to_json` was given."""
    if data.get("version") != VERSION:
        raise BadIr(f"this is version {data.get('version')} of the IR; known is version {VERSION}")
    sources = {path: Source(path, text) for path, text in data.get("sources", {}).items()}
    game = _read(data.get("game"), sources)
    if not isinstance(game, ir.Game):
        raise BadIr("there is no game in this")
    return game


# ---------------------------------------------------------------- writing


def _written(value: Any, texts: dict[str, str]) -> Any:
    match value:
        case tuple():
            return [_written(item, texts) for item in value]
        case StrEnum():
            return str(value)
        case None | bool() | int() | str():
            return value
        case _:
            return _written_node(value, texts)


def _written_node(node: Any, texts: dict[str, str]) -> dict[str, Any]:
    kind = type(node)
    done: dict[str, Any] = {"node": kind.__name__}
    for field in attrs.fields(kind):
        if field.eq and (value := getattr(node, field.name)) != field.default:
            done[field.name] = _written(value, texts)
    if (span := getattr(node, "span", NO_SPAN)).in_file:
        texts[span.source.path] = span.source.text
        done["span"] = _place(span)
    return done


def _place(span: Span) -> dict[str, Any]:
    return {
        "path": span.source.path, "line": span.line, "column": span.column, "start": span.start, "end": span.end
    }  # fmt: skip


# ---------------------------------------------------------------- reading


def _read(value: Any, sources: Mapping[str, Source]) -> Any:
    match value:
        case list():
            return tuple(_read(item, sources) for item in value)
        case dict():
            return _read_node(value, sources)
        case _:
            return value


def _read_node(data: dict[str, Any], sources: Mapping[str, Source]) -> Any:
    kind = NODES.get(data.get("node", ""))
    if kind is None:
        raise BadIr(f"there is no kind of node called `{data.get('node')}`")
    words = _enumerations(kind)
    given: dict[str, Any] = {}
    for name, value in data.items():
        if name == "span":
            given["span"] = _span(value, sources)
        elif name in words and value is not None:
            given[name] = _word(words[name], value)
        elif name != "node":
            given[name] = _read(value, sources)
    try:
        return kind(**given)
    except TypeError as problem:
        raise BadIr(f"a {kind.__name__} has other fields than these: {', '.join(sorted(given))}") from problem


def _word(kind: type[StrEnum], value: Any) -> StrEnum:
    try:
        return kind(value)
    except ValueError as problem:
        raise BadIr(f"`{value}` is no {kind.__name__}") from problem


def _span(place: Mapping[str, Any], sources: Mapping[str, Source]) -> Span:
    try:
        return Span(sources[place["path"]], place["start"], place["end"])
    except KeyError as problem:
        raise BadIr(
            f"a place without {problem}: its file is not among the sources, or a number is missing"
        ) from problem


@cache
def _enumerations(kind: Any) -> dict[str, type[StrEnum]]:
    """The fields that hold a word of an enumeration."""
    kinds = {
        name: [one for one in (hint, *get_args(hint)) if isinstance(one, type) and issubclass(one, StrEnum)]
        for name, hint in get_type_hints(kind, {**vars(ir), "Span": Span}).items()
    }
    return {name: found[0] for name, found in kinds.items() if found}
