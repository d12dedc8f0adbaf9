from collections import defaultdict

from dsl.ir import nodes as ir
from dsl.ir.effects import zones_in
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("F102")
def never_shuffled(subject: Subject) -> Found:
    """A stack that does not lie open, with a deck of several titles, whose top is taken, and which no rule shuffles."""
    shuffled = {zone for node in subject.all(ir.Shuffle) for zone in zones_in(node.zone)}
    if any(not zones_in(node.zone) for node in subject.all(ir.Shuffle)):
        return  # which one is shuffled is known in play alone
    taken = {zone for node in subject.all(ir.Draw) for zone in zones_in(node.source)}
    taken |= {zone for node in subject.all(ir.PileEnd) for zone in zones_in(node.zone)}
    titles: dict[str, set[str]] = defaultdict(set)
    for card in subject.game.cards:
        titles[card.zone.zone].add(card.title)
    for zone in subject.game.zones:
        hidden = zone.shape == "stack" and zone.seen is not ir.Seen.EVERYBODY
        if hidden and len(titles[zone.name]) > 1 and zone.name in taken and zone.name not in shuffled:
            yield warning(
                "never-shuffled", f"nothing ever shuffles `{zone.name}`", first_line(zone.span),
                label="its cards come in the order in which they are written",
                help=(f"write `shuffle {zone.name}` in the setup",),
            )  # fmt: skip
