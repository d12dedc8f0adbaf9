"""Two entries of one kind of card with the same title cannot be told apart by it."""

from collections.abc import Iterator

from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, Label, warning
from dsl.ir import nodes as ir
from dsl.names.types import article


def card_titles(rules: RuleSet) -> Iterator[Diagnostic]:
    """A warning for each entry whose title an earlier one has."""
    first: dict[tuple[str, str], ir.Card] = {}
    for card in rules.game.cards:
        earlier = first.setdefault((card.card_type, card.title), card)
        if earlier is not card:
            yield warning(
                "same-title", f'there is already {article(card.card_type)} {card.card_type} card called "{card.title}"',
                card.span, label="the same title again", labels=(Label(earlier.span, "first listed here"),),
                help=_for_several(earlier, card),
            )  # fmt: skip


def _for_several(one: ir.Card, other: ir.Card) -> tuple[str, ...]:
    match one.copies, other.copies:
        case ir.Constant(first), ir.Constant(second):
            return (f'for several copies, write `{first + second} x "{one.title}"`',)
        case _:
            return ("for several copies, write one line with their number in front of the title",)
