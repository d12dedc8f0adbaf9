"""What a game has that is printed, as plain values: cards and tokens with what stands on each, and how many there are.

Nothing here knows of paper: pages, pictures for digital tables and the list of components are made of the same values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from math import inf

from attrs import evolve, field

from dsl.bounds.declared import as_set
from dsl.bounds.interval import Amount
from dsl.bounds.report import bounds
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.prose.cards import CardText, card_texts, card_words, whole_sentences
from dsl.ir.prose.nouns import face_of, spelt
from dsl.ir.prose.values import Lexicon, Wordless
from dsl.names.state import spoken
from dsl.walk import nodes_of
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.setting import Setting, setting
from interpreter.rulebook.printed import printed_fields, printed_words
from interpreter.rulebook.told import plain


class Said(StrEnum):
    """Which words stand on the cards of a deck."""

    BOTH = "both"  # what the rules say in words and the designer's own below, or these alone where they say it all
    RULES = "rules"
    SAID = "said"


@frozen
class Kind:
    """What cards of a deck differ by at a glance: the value of an enum in a field, at a `place` among its values."""

    name: str
    title: str
    place: int


@frozen
class Field:
    """What is printed as a field: `Size`, `4`. A property that a card has or has not has no value, the title alone."""

    name: str
    value: str
    type: ir.Kind

    @property
    def title(self) -> str:
        return spoken(self.name)


@frozen
class Face:
    """The front of a card or token. `shows`: what the rules say it looks like, in place of the fields told so.

    `does`: what it says, and `remarks` below that, in sentences. `bounded`: whether the rules say how many `copies`
    there are; if not, it is the number to begin with, or 1. `printed`: the words in each field, by its name, also
    in those that the title, the kind and `shows` tell.
    """

    deck: str
    title: str
    kind: Kind | None
    fields: tuple[Field, ...]
    shows: str
    does: tuple[str, ...]
    remarks: tuple[str, ...]
    copies: int
    bounded: bool
    printed: Mapping[str, str] = field(factory=dict, eq=False, repr=False)

    @property
    def says(self) -> bool:
        """Whether there is any text on it."""
        return bool(self.does or self.remarks)


@frozen
class Deck:
    """All faces of one type of card or token, in the order in which they are written.

    `name` is that of the type in the rules. All whose `back` is the same look the same from behind.
    `personal`: tokens of which each player has some in their colour.
    """

    name: str
    title: str
    faces: tuple[Face, ...]
    back: str = ""
    personal: bool = False

    @property
    def copies(self) -> int:
        """How many pieces there are, all in all."""
        return sum(face.copies for face in self.faces)


@frozen
class Printed:
    """All of a game that is printed, for so many players."""

    title: str
    players: int
    decks: tuple[Deck, ...]
    tokens: tuple[Deck, ...]


def printed(game: ir.Game, players: int | None = None, said: Mapping[str, Said] | None = None) -> Printed:
    """What is printed of a game for so many players, the most unless another number is given.

    `said` chooses the words of decks by their names. What is made in play is counted by `dsl.bounds`.
    """
    return _Pieces(game, players or game.most_players, said or {}).printed()


@frozen(eq=False, slots=False)
class _Pieces(Declarations):
    players: int
    said: Mapping[str, Said]

    def printed(self) -> Printed:
        decks = [deck for one in self.game.card_types if (deck := self._deck(one)).faces]
        backs = self._backs()
        decks = [evolve(one, back=backs[one.name]) for one in decks]
        tokens = {one.name for one in self.game.card_types if one.token or one.personal}
        return Printed(
            self.game.title, self.players,
            tuple(one for one in decks if one.name not in tokens), tuple(one for one in decks if one.name in tokens),
        )  # fmt: skip

    def _deck(self, card_type: ir.CardType) -> Deck:
        cards = [card for card in self.game.cards if card.card_type == card_type.name]
        faces = [self._card(card_type, card) for card in cards] + list(self._made(card_type))
        title = plain_title(card_type.name)
        there = tuple(face for face in faces if face.copies or not face.bounded)
        return Deck(card_type.name, title, there, personal=card_type.personal)

    # ------------------------------------------------------------ faces

    def _card(self, card_type: ir.CardType, card: ir.Card) -> Face:
        copies: Amount = (constant(card.copies, self._setting) or 0) * (self.players if card.each_player else 1)
        if card_type.name in self._multiplied:
            copies = max(copies, self._most.get((card_type.name, card.title), 0))
        text = self._text(card)
        return self._face(card_type, card.title, dict(card.values), copies, text, card.in_title)

    def _made(self, card_type: ir.CardType) -> Iterator[Face]:
        """Those that only rules make, of each value of an enum or all alike."""
        makes = (one for one in self._creates if one.like is None and one.card_type == card_type.name)
        for of_each in dict.fromkeys(one.of_each for one in makes):
            values = self.enumerations[of_each].values if of_each is not None else ()
            names = [one.name for one in card_type.fields if one.type.name == of_each]
            for place, value in enumerate(values):
                title = value.title or value.name
                copies = self._most.get((card_type.name, title), 0)
                yield self._face(card_type, title, dict.fromkeys(names[:1], place), copies, CardText(), names[:1])
            if of_each is None:
                copies = self._most.get((card_type.name, card_type.name), 0)
                yield self._face(card_type, plain_title(card_type.name), {}, copies, CardText(), ())

    def _face(
        self, card_type: ir.CardType, title: str, values: Mapping[str, int], copies: Amount, text: CardText,
        in_title: Iterable[str],
    ) -> Face:  # fmt: skip
        types = printed_fields(self.game, card_type)
        words = printed_words(self.game, types, values.items())
        shows = face_of(card_type.face, words)
        apart = {name for name in words if shows and f"{{{name}}}" in card_type.face}
        kind = _kind_field(types)
        told = {name for name in in_title if types[name].kind is not ir.Kind.NUMBER} | apart
        rest = {name: said for name, said in words.items() if name not in told and name != kind}
        return Face(
            card_type.name, title,
            Kind(kind, spoken(words[kind]), values[kind]) if kind is not None and kind in words else None,
            tuple(_field(types[name], name, said) for name, said in rest.items()), shows,
            tuple(map(plain, text.does)), tuple(map(plain, text.remarks)),
            int(copies) if copies != inf else 1, copies != inf, words,
        )  # fmt: skip

    def _text(self, card: ir.Card) -> CardText:
        remarks = tuple(whole_sentences(card.rule_text))
        match self.said.get(card.card_type, Said.BOTH):
            case Said.SAID if remarks:
                return CardText(remarks)
            case Said.RULES:
                try:
                    return CardText(card_words(self._lexicon, card))
                except Wordless:
                    return CardText(remarks)
            case _:
                return self._texts[card.title]

    # ------------------------------------------------------------ how many

    @cached_property
    def _setting(self) -> Setting:
        return setting(self.game, self.players, {})

    @cached_property
    def _texts(self) -> Mapping[str, CardText]:
        return card_texts(self.game)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.game)

    @cached_property
    def _creates(self) -> tuple[ir.Create, ...]:
        return tuple(nodes_of(self.game, ir.Create))

    @cached_property
    def _multiplied(self) -> frozenset[str]:
        """The types of which cards may be copied in play; of what may be any card, all of them."""
        alike = [one.like.type.name for one in self._creates if one.like is not None]
        return frozenset(one.name for one in self.game.card_types if one.name in alike or "" in alike)

    @cached_property
    def _most(self) -> Mapping[tuple[str, str], Amount]:
        """How many pieces there are at most, by type and title."""
        found: dict[tuple[str, str], Amount] = {}
        for zone in bounds(self.game, self.players, as_set(self.game)).zones:
            for kind in zone.kinds:
                key = (kind.card_type, kind.title)
                found[key] = max(found.get(key, 0), kind.most)
        return found

    # ------------------------------------------------------------ backs

    def _backs(self) -> Mapping[str, str]:
        """For each type what its back is called: those that start in one zone share it, else the back would tell."""
        zones: dict[str, set[str]] = {one.name: set() for one in self.game.card_types}
        for card in self.game.cards:
            zones[card.card_type].add(card.zone.zone)
        for made in self._creates:
            if isinstance(made.zone, ir.ZoneAt):
                zones[made.card_type].add(made.zone.zone)
        backs: dict[str, str] = {}
        for name in zones:
            group = _reached(name, zones)
            backs[name] = " or ".join(map(plain_title, group))
        return backs


def plain_title(name: str) -> str:
    """What a type of pieces is called: `Dividend`, `Trial token`."""
    return spoken(spelt(name))


def _kind_field(types: Mapping[str, ir.Type]) -> str | None:
    """The first field with a value of an enum; not one of several with the same, none of which is what a card is."""
    enums = [type_.name for type_ in types.values() if type_.kind is ir.Kind.VALUE]
    apart = (name for name, type_ in types.items() if type_.kind is ir.Kind.VALUE and enums.count(type_.name) == 1)
    return next(apart, None)


def _field(type_: ir.Type, name: str, said: str) -> Field:
    return Field(name, "" if type_.kind is ir.Kind.YES_NO else said, type_.kind)


def _reached(name: str, zones: Mapping[str, set[str]]) -> list[str]:
    """All types that start where one does, directly or through others, in the order of the rules."""
    found, places = {name}, set(zones[name])
    while more := {other for other in zones if other not in found and places & zones[other]}:
        found |= more
        places |= {place for other in more for place in zones[other]}
    return [other for other in zones if other in found]
