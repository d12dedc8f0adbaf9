from collections import Counter

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import mentions
from dsl.walk import nodes_in


@rule("C112")
def zone_never_filled(subject: Subject) -> Found:
    """A zone that is named where something is taken or looked at, and nowhere else."""
    named, looked_at = mentions(subject), _looked_at(subject)
    for zone in subject.game.zones:
        if not zone.refill and 0 < named[zone.name] == looked_at[zone.name]:
            yield warning(
                "zone-never-filled", f"nothing ever comes into the zone `{zone.name}`", first_line(zone.span),
                label="always empty",
                help=(f"say what lies there at first, as in `deck KIND in {zone.name}:`, or move something there",),
            )  # fmt: skip


def _looked_at(subject: Subject) -> Counter[str]:
    """How often each zone is named in order to take from it, to look into it or to shuffle it."""
    seen: dict[int, str] = {}
    for place in (
        *(node.zone for node in subject.all(ir.Contents)),
        *(node.zone for node in subject.all(ir.PileEnd)),
        *(node.zone for node in subject.all(ir.Shuffle)),
        *(node.source for node in subject.all(ir.Draw)),
    ):
        seen.update((id(node), node.zone) for node in nodes_in(place) if isinstance(node, ir.ZoneAt | ir.Zones))
    return Counter(seen.values())
