"""A zone is refilled from another one, and from one that can be found."""

from collections.abc import Iterator

from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, Label, error


def refills(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each zone that is refilled from itself, or from one of several without saying which."""
    for zone in rules.zones.values():
        source = rules.zones.get(zone.refill)
        if source is zone:
            yield error(
                "refilled-from-itself", f"`{zone.name}` is refilled from itself", zone.span,
                label="nothing can come from there when it is empty",
                help=("name the zone that its cards come back from, such as a discard pile",),
            )  # fmt: skip
        elif source is not None and source.dimensions not in ((), zone.dimensions):
            yield error(
                "refilled-from-whose", f"whose `{source.name}` is `{zone.name}` refilled from?", zone.span,
                label="there is one of this", labels=(Label(source.span, "there are several of that"),),
                help=(f"declare both of player, or let `{source.name}` be one for all",),
            )  # fmt: skip
