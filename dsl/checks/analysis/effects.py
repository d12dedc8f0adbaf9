"""Collects the locations that statements may write, also through all that they run."""

from dsl.checks.analysis.rule_set import RuleSet
from dsl.ir.effects import Locations, Resource, writes
from dsl.walk import nodes_in


def changes(statements: tuple[object, ...], rules: RuleSet) -> Locations:
    """Everything that these may write, also through what they run, and through rules that meet what they do."""
    own = {w for node in nodes_in(statements) for w in writes(node, rules.state_names)}
    far = {w for node in rules.through(statements) for w in writes(node, rules.state_names)}
    return frozenset(own | {w for w in far if w[0] is not Resource.SLOT} | rules.answering)
