from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.syntax import nodes as n


@rule("C109")
def no_cards_of_a_kind(subject: Subject) -> Found:
    """A card type that is in no deck and is never created."""
    if subject.rules.is_library:
        return
    there = {card.card_type for card in subject.game.cards} | {made.card_type for made in subject.all(ir.Create)}
    kinds: list[n.Cards | n.Tokens] = [*subject.syntax(n.Cards), *subject.syntax(n.Tokens)]
    for kind in kinds:
        name = kind.name.text
        if name not in there:
            some = f"deck {name} in ZONE:" if isinstance(kind, n.Cards) else f"create 3 {name} in ZONE"
            yield warning(
                "no-cards-of-a-kind", f"there is never any {name}", first_line(kind.span), label="none in the game",
                help=(f"say where some are, as in `{some}`, or take the kind away",),
            )  # fmt: skip
