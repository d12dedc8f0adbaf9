"""Words for people: titles, and the rule text that stands in or above a body."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.check.kept import spoken
from dsl.ir import nodes as ir
from dsl.syntax import nodes as n


def title_of(name: n.Name, title: n.Text | None) -> str:
    """The title given, or the name as one says it."""
    return title.text if title is not None else spoken(name.text)


def rule_texts(items: Iterable[object]) -> tuple[ir.RuleText, ...]:
    """The `>` lines among these."""
    return tuple(ir.RuleText(t.words, t.clauses, span=t.span) for t in items if isinstance(t, n.RuleText))
