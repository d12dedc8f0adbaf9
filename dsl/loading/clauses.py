"""Collects the clauses that the `>` lines of a rule set carry."""

from dsl.loading.loaded import Loaded
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_in


def clauses(loaded: Loaded) -> dict[str, Span]:
    """Each clause of the merged rules, with the first line that carries it."""
    found: dict[str, Span] = {}
    for node in nodes_in(loaded.items):
        if isinstance(node, n.RuleText):
            for clause in node.clauses:
                found.setdefault(clause, node.span)
    return found
