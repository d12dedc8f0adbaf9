"""The cards of a game in one column: what is printed on each, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import CardText, card_texts
from dsl.ir.prose.nouns import face_of
from dsl.names.state import spoken
from interpreter.rulebook.amounts import copies
from interpreter.rulebook.chapter import Chapter
from interpreter.rulebook.told import plain

#: So many columns of values fit a narrow page, where cards have no text.
_COLUMNS = 3


def card_chapters(game: ir.Game, above: Mapping[str, tuple[str, ...]]) -> Iterator[Chapter]:
    """A list of each kind of card under one heading; `above`: what was said of a whole kind."""
    kinds = list(dict.fromkeys(card.card_type for card in game.cards))
    texts = card_texts(game)
    if len(kinds) > 1:
        yield Chapter("Cards", 2)
    for kind in kinds:
        heading = (f"{kind} cards", 3) if len(kinds) > 1 else ("Cards", 2)
        of_kind = _Kind(game, kind, [card for card in game.cards if card.card_type == kind], texts)
        yield of_kind.chapter(Chapter(*heading, above[kind]))


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
        set_in_play = {v.field for v in self.game.variables if v.is_mark}
        types = {f.name: f.type for t in self.game.card_types if t.name == self.kind for f in t.fields}
        return {
            name: type_
            for name, type_ in types.items()
            if name not in set_in_play
            and any(name in dict(card.values) and name not in card.in_title for card in self.cards)
        }

    def chapter(self, heading: Chapter) -> Chapter:
        """What stands under the heading; cards with no more than a title are named in a sentence."""
        says = any(self.texts[card.title].paragraphs for card in self.cards)
        if not says and not self.fields:
            named_alone = f"{', '.join(map(self._with_copies, self.cards))}."
            return evolve(heading, paragraphs=(*heading.paragraphs, named_alone))
        return evolve(heading, table=tuple(self._table(says)))

    def _with_copies(self, card: ir.Card) -> str:
        number = copies(self.game, card)
        return card.title if number == "1" else f"{card.title} ({number})"

    def _table(self, says: bool) -> Iterator[tuple[str, ...]]:
        several = len({copies(self.game, card) for card in self.cards}) > 1 or copies(self.game, self.cards[0]) != "1"
        apart = not says and len(self.fields) <= _COLUMNS and not self.face
        columns = [spoken(name) for name in self.fields] if apart else ["What it says" if says else "What is printed"]
        yield ("Card", *(["Copies"] if several else []), *columns)
        for card in self.cards:
            values = self._values(card)
            if apart:
                told = [values.get(name, "") for name in self.fields]
            else:
                told = [" ".join((*_said(self._with_face(values)), *map(plain, self.texts[card.title].paragraphs)))]
            yield (card.title, *([copies(self.game, card)] if several else []), *told)

    @property
    def face(self) -> str:
        return next((one.face for one in self.game.card_types if one.name == self.kind), "")

    def _with_face(self, values: Mapping[str, str]) -> Mapping[str, str]:
        """What is printed, with the face of the card in the place of the fields that stand in it."""
        rest = {name: words for name, words in values.items() if f"{{{name}}}" not in self.face}
        shown = face_of(self.face, values)
        return {"shows": shown, **rest} if shown else rest

    def _values(self, card: ir.Card) -> Mapping[str, str]:
        """What is printed on a card, in words; nothing where there is none."""
        printed = dict(card.values)
        found = {name: self._value(printed[name], self.fields[name]) for name in self.fields if name in printed}
        return {name: words for name, words in found.items() if words}

    def _value(self, value: int, type_: ir.Type) -> str:
        match type_.kind:
            case ir.Kind.TEXT:
                return self.game.texts[value] if value >= 0 else ""
            case ir.Kind.YES_NO:
                return "yes" if value else ""
            case ir.Kind.VALUE if value >= 0:
                return next(e for e in self.game.enumerations if e.name == type_.name).values[value].title
            case ir.Kind.NUMBER:
                return str(value)
            case _:
                return ""


def _said(values: Mapping[str, str]) -> Iterator[str]:
    """`Kind: Skill. Loud.`"""
    for name, words in values.items():
        yield f"{spoken(name)}." if words == "yes" else f"{spoken(name)}: {words.rstrip('.')}."
