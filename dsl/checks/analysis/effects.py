"""What statements may write, also through all that they run."""

from dsl.checks.analysis.rule_set import RuleSet
from dsl.ir.bodies import BodyKind
from dsl.ir.effects import Location, Locations, Resource, leads_to, writes
from dsl.walk import nodes_in


def changes(statements: tuple[object, ...], rules: RuleSet) -> Locations:
    """Everything that these may write, also through what they run, and through rules that meet what they do."""
    found: set[Location] = set()
    waiting: list[tuple[object, ...]] = [statements]
    waiting += [b.statements for b in rules.bodies if b.kind in (BodyKind.HOOK, BodyKind.WHENEVER)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        block = waiting.pop()
        for node in nodes_in(block):
            found.update(w for w in writes(node, rules.state_names) if block is statements or w[0] is not Resource.SLOT)
            for called in leads_to(node):
                if called not in seen:
                    seen.add(called)
                    waiting += [body.statements for body in rules.called(*called)]
    return frozenset(found)
