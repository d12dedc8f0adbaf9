"""The cards of a game in one column: what is printed on each, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.cards import CardText, card_texts
from dsl.ir.prose.nouns import face_of
from dsl.names.state import spoken
from interpreter.rulebook.amounts import copies
from interpreter.rulebook.chapter import About, Chapter
from interpreter.rulebook.components import pieces_of
from interpreter.rulebook.printed import printed_fields, printed_words
from interpreter.rulebook.told import plain
from interpreter.text.labels import capital

#: So many columns of values fit a narrow page, where cards have no text.
_COLUMNS = 3
#: So many stand beside a text.
_BESIDE = 4
#: What a card shows that has a face.
_SHOWS = "shows"
#: So many cards with nothing but a title are named in a sentence, beside others that have a text.
_BLANK = 6
#: Of more than so many titles the first few and the last are named.
_MOST_NAMED, _FIRST = 20, 3


def card_chapters(game: ir.Game, above: Mapping[str, tuple[str, ...]]) -> Iterator[Chapter]:
    """A list of each kind of card under one heading; `above`: what was said of a whole kind."""
    kinds = list(dict.fromkeys(card.card_type for card in game.cards))
    texts = card_texts(game)
    if len(kinds) > 1:
        yield Chapter("Cards", 2, about=About("cards", ""))
    for kind in kinds:
        heading = (capital(pieces_of(game, kind)), 3) if len(kinds) > 1 else ("Cards", 2)
        of_kind = _Kind(game, kind, [card for card in game.cards if card.card_type == kind], texts)
        yield of_kind.chapter(Chapter(*heading, above[kind], about=About("cards", kind)))


def _named(titles: Sequence[str]) -> str:
    between = "; " if any(", " in title for title in titles) else ", "
    if len(titles) <= _MOST_NAMED:
        return between.join(titles)
    return f"{between.join(titles[:_FIRST])} and so on to {titles[-1]}, {len(titles)} different ones"


@frozen
class _Kind:
    """One kind of card. `fields`: those that are printed, and that no title tells."""

    game: ir.Game
    kind: str
    cards: Sequence[ir.Card]
    texts: Mapping[str, CardText]
    fields: Mapping[str, ir.Type] = field(init=False)

    @fields.default
    def _printed(self) -> Mapping[str, ir.Type]:
        types = next((printed_fields(self.game, t) for t in self.game.card_types if t.name == self.kind), {})
        return {
            name: type_
            for name, type_ in types.items()
            if any(name in dict(card.values) and name not in card.in_title for card in self.cards)
        }

    def chapter(self, heading: Chapter) -> Chapter:
        """What stands under the heading; cards with no more than a title are named in a sentence."""
        says = any(self.texts[card.title].paragraphs for card in self.cards)
        if not says and not self.fields:
            return evolve(heading, paragraphs=(*heading.paragraphs, self._named_alone()))
        head, *rows = self._table(says)
        blank = [row[0] for row in rows if not any(row[1:])]
        if len(blank) < _BLANK:
            return evolve(heading, table=(head, *rows))
        named_alone = f"Cards without a text: {_named(blank)}."
        told = tuple(row for row in rows if any(row[1:]))
        return evolve(heading, paragraphs=(*heading.paragraphs, named_alone), table=(head, *told))

    def _named_alone(self) -> str:
        """The titles, with how many there are of each."""
        numbers = [copies(self.game, card) for card in self.cards]
        titles = [card.title for card in self.cards]
        if len(set(numbers)) > 1 or len(titles) == 1:
            pairs = zip(titles, numbers, strict=True)
            return f"{_named([title if number == '1' else f'{title} ({number})' for title, number in pairs])}."
        number, _, for_whom = numbers[0].partition(" ")
        of_each = f"; {number} of each {for_whom}".rstrip() if numbers[0] != "1" else ""
        return f"{_named(titles)}{of_each}."

    def _table(self, says: bool) -> Iterator[tuple[str, ...]]:
        several = len({copies(self.game, card) for card in self.cards}) > 1 or copies(self.game, self.cards[0]) != "1"
        rows = [self._with_face(self._values(card)) for card in self.cards]
        apart = self._apart(rows, says)
        rest = says or any(name not in apart for row in rows for name in row)
        last = ["What it says" if says else "What is printed"] if rest else []
        yield ("Card", *(["Copies"] if several else []), *map(spoken, apart), *last)
        for card, row in zip(self.cards, rows, strict=True):
            in_words = _said({name: words for name, words in row.items() if name not in apart})
            told = " ".join((*in_words, *map(plain, self.texts[card.title].paragraphs)))
            of_copies = [copies(self.game, card)] if several else []
            yield (card.title, *of_copies, *(row.get(name, "") for name in apart), *([told] if rest else []))

    def _apart(self, rows: Sequence[Mapping[str, str]], says: bool) -> list[str]:
        """What has a column of its own: all, if it is little and there is no text; else what each has in a word."""
        names = list(dict.fromkeys(name for row in rows for name in row))
        if not says and len(names) <= _COLUMNS:
            return names
        short = (ir.Kind.VALUE, ir.Kind.NUMBER)
        common = [name for name in names if all(name in row for row in rows)]
        common = [name for name in common if name == _SHOWS or self.fields[name].kind in short]
        return common if len(common) <= _BESIDE else []

    @property
    def face(self) -> str:
        return next((one.face for one in self.game.card_types if one.name == self.kind), "")

    def _with_face(self, values: Mapping[str, str]) -> Mapping[str, str]:
        """What is printed, with the face of the card in the place of the fields that stand in it."""
        rest = {name: words for name, words in values.items() if f"{{{name}}}" not in self.face}
        shown = face_of(self.face, values)
        return {_SHOWS: shown, **rest} if shown else rest

    def _values(self, card: ir.Card) -> Mapping[str, str]:
        """What is printed on a card, in words; nothing where there is none."""
        return printed_words(self.game, self.fields, card.values)


def _said(values: Mapping[str, str]) -> Iterator[str]:
    """`Kind: Skill. Loud.`"""
    for name, words in values.items():
        yield f"{spoken(name)}." if words == "yes" else f"{spoken(name)}: {words.rstrip('.')}."
