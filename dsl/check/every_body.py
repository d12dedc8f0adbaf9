"""The bodies of a rule set, those of the parts of cards too."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.rule_set import BodyOf, RuleSet
from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies


def every_body(rules: RuleSet) -> Iterator[BodyOf]:
    """Every body, each once; what a card says under `when PART:` stands under the card's title."""
    yield from rules.bodies
    known = {id(body.body) for body in rules.bodies}
    for one in bodies(rules.game):
        if isinstance(one.owner, ir.CardPart) and id(one.body) not in known:
            title = rules.game.cards[one.id.number].title
            yield BodyOf("card", title, one.body, title, one.span, True)
