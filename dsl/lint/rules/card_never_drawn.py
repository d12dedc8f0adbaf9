from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import mentions
from dsl.syntax import nodes as n


@rule("C113")
def card_never_drawn(subject: Subject) -> Found:
    """A deck in a zone that only decks name, of cards that no rule looks for everywhere."""
    if subject.rules.is_library:
        return
    named = mentions(subject)
    for card in subject.game.cards:
        named[card.zone.zone] -= 1
    refilling = {zone.refill for zone in subject.game.zones}
    everywhere = {node.of.name for node in subject.all(ir.AllOf) if node.of.kind is ir.Kind.PIECE}
    zones = {card.span: card.zone.zone for card in subject.game.cards}
    for deck in subject.syntax(n.Deck):
        zone = next((zones[entry.span] for entry in deck.entries if entry.span in zones), "")
        if zone and named[zone] <= 0 and zone not in refilling and not everywhere & {"", deck.card_type.text}:
            yield warning(
                "card-never-drawn", f"no rule uses the cards in `{zone}`", first_line(deck.span),
                label="they stay where they are",
                help=(f"say what happens with them, as in `draw 1 from {zone}`, or take the deck away",),
            )  # fmt: skip
