from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("C101")
def unused_zone(subject: Subject) -> Found:
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
