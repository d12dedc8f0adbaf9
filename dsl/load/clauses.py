"""The clauses that a rule set's words carry, wherever a `>` line stands."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields, has

from dsl.load.loaded import Loaded
from dsl.source import Span
from dsl.syntax import nodes as n


def clauses(loaded: Loaded) -> dict[str, Span]:
    """Each clause of the merged rules, with the first line that carries it."""
    found: dict[str, Span] = {}
    for text in _texts(loaded.items):
        for clause in text.clauses:
            found.setdefault(clause, text.span)
    return found


def _texts(part: object) -> Iterator[n.RuleText]:
    if isinstance(part, n.RuleText):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _texts(item)
    elif has(type(part)):
        for field in fields(type(part)):
            if field.eq:
                yield from _texts(getattr(part, field.name))
