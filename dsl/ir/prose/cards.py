"""Says what a card does."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.effects import rules_of
from dsl.ir.prose.nouns import YOU, Noun, sentence
from dsl.ir.prose.statements import Writer, named_often
from dsl.ir.prose.values import Lexicon, Values, Wordless

THIS = Noun("this card")


def card_words(lexicon: Lexicon, card: ir.Card) -> tuple[str, ...]:
    """The sentences of what a card says, made from its meaning; none if it says nothing. Raises `Wordless`."""
    said: list[str] = []
    if card.effect is not None:
        said += body_words(lexicon, card.effect)
    for part in card.parts:
        raise Wordless(part, "what a card says on a call of the rules")
    for effect in card.standing:
        said.append(_standing(lexicon, effect))
    return tuple(said)


def body_words(lexicon: Lexicon, body: ir.Body) -> list[str]:
    """The sentences of a card's text."""
    writer = Writer(Values(lexicon, {0: YOU, 1: THIS}, {}), body.slots, named_often(body))
    return [sentence(words) for words in writer.clauses(body.statements)]


def _standing(lexicon: Lexicon, number: int) -> str:
    """What holds as long as a card lies where its text says."""
    effect = lexicon.game.effects[number]
    if effect.condition is None:
        raise Wordless(effect, "how long it holds")
    while_so = clause(Values(lexicon, {}, {0: YOU, 1: THIS}), effect.condition)
    return sentence(f"as long as {while_so}, {'; '.join(rules_of(lexicon, number, {0: YOU, 1: THIS}))}")

