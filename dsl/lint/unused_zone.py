"""A zone that no rule speaks of.

Players lay out a place on the table that the game never uses. Either it is left over, or a rule is missing that
should put something there.

Bad:
    zone attic: stack, face down

Good:
    zone attic: stack, face down
    after step evening: move every card in stall to attic
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.rule_set import first_line
from dsl.diagnostic import Diagnostic, warning
from dsl.ir import nodes as ir
from dsl.lint.rule import Category, rule
from dsl.lint.subject import Subject


@rule("C101", Category.CORRECTNESS)
def unused_zone(subject: Subject) -> Iterator[Diagnostic]:
    """A zone in whose name no place is ever meant; being refilled from counts as use."""
    game = subject.game
    used = {node.zone for node in subject.all(ir.ZoneAt)} | {node.zone for node in subject.all(ir.Zones)}
    used |= {zone.refill for zone in game.zones}
    for zone in game.zones:
        if zone.name not in used:
            yield warning(
                "unused-zone", f"no rule uses the zone `{zone.name}`", first_line(zone.span), label="never used",
                help=("take it away, or say what comes to lie there",),
            )  # fmt: skip
