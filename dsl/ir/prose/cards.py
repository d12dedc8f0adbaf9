"""Says what each card does: in the designer's own words, or in words made from its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.effects import rules_of
from dsl.ir.prose.nouns import YOU, Noun, sentence, spelt
from dsl.ir.prose.statements import Writer, named_often
from dsl.ir.prose.values import Lexicon, Values, Wordless

THIS = Noun("this card")

_ENDS = (".", "!", "?", ":", ";", ")", '"')
#: Where so many in a hundred of the cards of a type that do something have words of their own, those are the text.
_MOSTLY = 90


@frozen
class CardText:
    """The text of a card: sentences that say what it does, then the designer's remarks on that.

    `wordless`: why there are no words for what it does, though it has no others.
    """

    does: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    wordless: Wordless | None = None

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The whole text, what it does in one paragraph, the remarks in another."""
        return tuple(" ".join(part) for part in (self.does, self.remarks) if part)


def card_texts(game: ir.Game) -> Mapping[str, CardText]:
    """The text of every card, by its title."""
    lexicons = Lexicon(game), Lexicon(game, plain=True)
    own_words = {kind.name: _has_own_words(game, kind.name) for kind in game.card_types}
    return {card.title: _text(lexicons, card, own_words.get(card.card_type, False)) for card in game.cards}


def _has_own_words(game: ir.Game, card_type: str) -> bool:
    """Whether the designer writes the texts of cards of that type."""
    doing = [card for card in game.cards if card.card_type == card_type and does_something(card)]
    return 100 * sum(bool(card.rule_text) for card in doing) >= _MOSTLY * len(doing)


def does_something(card: ir.Card) -> bool:
    """Whether the rules say anything on the card."""
    return bool((card.effect and card.effect.statements) or card.parts or card.standing)


def _text(lexicons: tuple[Lexicon, Lexicon], card: ir.Card, own_words: bool) -> CardText:
    remarks = tuple(whole_sentences(card.rule_text))
    if own_words and remarks:
        return CardText(remarks)
    try:
        return CardText(card_words(lexicons[bool(remarks)], card), remarks)
    except Wordless as why:
        return CardText(remarks) if remarks else CardText(wordless=why)


def whole_sentences(lines: Iterable[str]) -> list[str]:
    """The lines, one that goes on in another joined with it: in the next, or behind sentences that stand between."""
    whole: list[str] = []
    waiting = list(lines)
    going_on = -1
    for number, words in enumerate(waiting):
        later = any(other[:1].islower() for other in waiting[number + 1 :])
        if going_on >= 0 and not (words[:1].isupper() and words.endswith(_ENDS) and later):
            whole[going_on] += f" {words}"
        else:
            whole.append(words)
            if going_on >= 0:
                continue
            going_on = len(whole) - 1
        if whole[going_on].endswith(_ENDS):
            going_on = -1
    return whole


def card_words(lexicon: Lexicon, card: ir.Card) -> tuple[str, ...]:
    """The sentences of what a card says, made from its meaning; none if it says nothing. Raises `Wordless`."""
    said: list[str] = []
    if card.effect is not None:
        said += body_words(lexicon, card.effect)
    for effect in card.standing:
        said.append(_standing(lexicon, effect))
    for part in card.parts:
        if words := body_words(lexicon, part.body):
            said += [sentence(f"when {spelt(part.name)}: {words[0][:1].lower()}{words[0][1:]}"), *words[1:]]
    return tuple(said)


def body_words(lexicon: Lexicon, body: ir.Body) -> list[str]:
    """The sentences of a card's text. Raises `Wordless`."""
    writer = Writer(Values(lexicon, {0: YOU, 1: THIS}, {}), body.slots, named_often(body))
    return [sentence(words) for words in writer.clauses(body.statements)]


def _standing(lexicon: Lexicon, number: int) -> str:
    """What holds as long as a card lies where its text says."""
    effect = lexicon.game.effects[number]
    if effect.condition is None:
        raise Wordless(effect, "how long it holds")
    held = {0: YOU, 1: THIS}
    while_so = clause(Values(lexicon, {}, held), effect.condition)
    return sentence(f"as long as {while_so}, {'; '.join(rules_of(lexicon, number, held))}")
