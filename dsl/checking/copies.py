"""How many copies of a card there are must be known before play."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.before_play import Table, known
from dsl.checking.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, error


def copies(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each number of copies that hangs on what happens in play."""
    table = Table(rules, rules.game.fewest_players, {})
    for card in rules.game.cards:
        if known(card.copies, table) is None:
            yield error(
                "copies-unknown", f'how many "{card.title}" there are must be known before play', card.copies.span,
                label="this changes in play",
                help=("work it out from parameters and the number of players, or write a number",),
            )  # fmt: skip
