"""How a game is printed: `print.toml` beside its rules. No rule reads it, and the game is the same without it.

What the game does not have, and what cannot be meant, is told and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from attrs import field

from dsl.disk.beside import settings_beside
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import series
from dsl.names.state import spoken
from dsl.nearest import nearest
from interpreter.paper.model import Face, Said, plain_title

FILE: Final = "print.toml"
PAPERS: Final = ("a4", "letter")
CARDS: Final = ("poker", "bridge", "mini", "tarot")
#: How the paper is turned for the backs.
BACKS: Final = ("long", "short", "fold", "none")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_IN_BRACES = re.compile(r"\{([^{}]*)\}")
#: Points that text on a card may be set in.
_SMALLEST, _LARGEST = 5, 40
_MOST_COPIES = 1000


@frozen
class DeckSettings:
    """Those of a deck: `colours` by the kinds of its cards in small letters, that of all cards under nothing."""

    colours: Mapping[str, str] = field(factory=dict)
    image: str = ""
    big: str = ""
    hide: tuple[str, ...] = ()
    back: str = ""
    text: Said = Said.BOTH
    template: str = ""


@frozen
class CardSettings:
    """Those of a card; `size` of its text in points."""

    size: float | None = None
    image: str = ""
    copies: int | None = None


@frozen
class CounterSettings:
    """The tokens in which a counter is paid: what they are worth, and how many there are of each."""

    values: tuple[int, ...] = ()
    count: int | None = None


@frozen
class Settings:
    """All of the file; `wrong` says in sentences what was left out, and why."""

    paper: str = "a4"
    format: str = "poker"
    backs: str = "long"
    bleed: bool = False
    template: str = ""
    decks: Mapping[str, DeckSettings] = field(factory=dict)
    cards: Mapping[str, CardSettings] = field(factory=dict)
    counters: Mapping[str, CounterSettings] = field(factory=dict)
    examples: tuple[str, ...] = ()
    """Titles of scenarios that the rulebook tells as examples."""
    wrong: tuple[str, ...] = ()

    def deck(self, name: str) -> DeckSettings:
        """Those of a deck, which may have none of its own."""
        return self.decks.get(name, DeckSettings())

    def copies(self, face: Face) -> int:
        """How many of a face are printed."""
        wanted = self.of_card(face.title).copies
        return face.copies if wanted is None else wanted

    def of_card(self, title: str) -> CardSettings:
        """Those of a card."""
        return self.cards.get(title, CardSettings())


def settings_of(folder: Path, game: ir.Game) -> Settings:
    """What stands in the file in the folder of a game. Raises LoadError if it cannot be read."""
    return checked(settings_beside(folder / FILE), game)


def checked(given: Mapping[str, Any], game: ir.Game) -> Settings:
    """What such a file says, held against the rules."""
    reading = _Reading(game)
    top = reading.table("", given, {**_TOP, **dict.fromkeys(_PARTS, _table)})
    parts = {part: reading.part(part, top.pop(part, {})) for part in _PARTS}
    book = reading.table("[rulebook]", parts["rulebook"], {"examples": _texts})
    decks = {name: reading.deck(name, said) for name, said in parts["deck"].items()}
    cards = {
        name: CardSettings(**reading.table(f'[card."{name}"]', said, _CARD)) for name, said in parts["card"].items()
    }
    counters = {
        name: CounterSettings(**reading.table(f"[counter.{name}]", said, _COUNTER))
        for name, said in parts["counter"].items()
    }
    return Settings(**top, **book, decks=decks, cards=cards, counters=counters, wrong=tuple(reading.wrong))


#: Takes a value of a setting as it is meant. Raises ValueError, which says how it is written.
_Take: TypeAlias = Callable[[Any], Any]
_PARTS = {"deck": "deck", "card": "card", "counter": "counter", "rulebook": "part of the rulebook"}


@frozen
class _Reading:
    game: ir.Game
    wrong: list[str] = field(factory=list)

    def table(self, where: str, given: Any, keys: Mapping[str, _Take]) -> dict[str, Any]:
        """The settings in a table that there are and that make sense."""
        place, taken = f"{FILE}, {where}: " if where else f"{FILE}: ", {}
        if not isinstance(given, dict):
            self.wrong.append(f"{place}write [...] above its lines")
            return {}
        for key, value in given.items():
            if key not in keys:
                self.wrong.append(f"{place}{_unknown('setting', key, keys)}; there are {series(keys)}")
                continue
            try:
                taken[key] = keys[key](value)
            except ValueError as why:
                self.wrong.append(f"{place}{key} is {why}")
        return taken

    def part(self, part: str, given: dict[str, Any]) -> dict[str, Any]:
        """The tables in a part, by names as the rules have them."""
        if part == "rulebook":
            return given
        known = self._known(part)
        found = {}
        for name, value in given.items():
            if name.casefold() in known:
                found[known[name.casefold()]] = value
            elif nearest(name, known.values()) or not self.game.variants:
                # what the game has and a variant has not is no mistake
                self.wrong.append(f"{FILE}, [{part}]: {_unknown(_PARTS[part], name, known.values())}")
        return found

    def _known(self, part: str) -> dict[str, str]:
        match part:
            case "deck":
                named = [(one.name, one.name) for one in self.game.card_types]
                named += [(plain_title(one.name), one.name) for one in self.game.card_types]
            case "card":
                named = [(card.title, card.title) for card in self.game.cards]
            case _:
                numbers = [one for one in self.game.variables if one.type.kind is ir.Kind.NUMBER]
                named = [(one.name, one.name) for one in numbers]
        return {name.casefold(): meant for name, meant in named}

    def deck(self, name: str, given: Any) -> DeckSettings:
        """What is said of a deck, with its fields and kinds held against the rules."""
        where = f"[deck.{name}]"
        taken = self.table(where, given, _DECK)
        card_type = next(one for one in self.game.card_types if one.name == name)
        fields = [one.name for one in card_type.fields]
        for key, named in (("hide", taken.get("hide", ())), ("big", _IN_BRACES.findall(taken.get("big", "")))):
            if unknown := [one for one in named if one not in fields]:
                self.wrong.append(f"{FILE}, {where}, {key}: {_unknown('field', unknown[0], fields)}")
                del taken[key]
        enums = {one.type.name for one in card_type.fields if one.type.kind is ir.Kind.VALUE}
        values = [value for enum in self.game.enumerations if enum.name in enums for value in enum.values]
        kinds = {word.casefold(): value.title for value in values for word in (value.name, value.title)}
        kinds[""] = ""
        colours = taken.pop("colour", {})
        for kind in [kind for kind in colours if kind.casefold() not in kinds]:
            self.wrong.append(f"{FILE}, {where}, colour: {_unknown('kind', kind, kinds)}")
            del colours[kind]
        known = {spoken(kinds[kind.casefold()]).casefold(): colour for kind, colour in colours.items()}
        return DeckSettings(colours=known, **taken)


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    return f"there is no {kind} {name}" + (f"; did you mean {near[0]}?" if near else "")


def _one_of(*words: str) -> _Take:
    def take(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {series(words)}")
        return str(value)

    return take


def _whole(low: int, high: int) -> _Take:
    def take(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"a number from {low} to {high}")
        return value

    return take


def _size(value: Any) -> float:
    if type(value) not in (int, float) or not _SMALLEST <= value <= _LARGEST:
        raise ValueError(f"a number of points from {_SMALLEST} to {_LARGEST}")
    return float(value)


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("a part of its own: [deck.NAME] above the lines for a deck, and so on")
    return value


def _yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise ValueError('a text in quotes, such as "art/{title}.png"')
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError('a list, such as ["one", "another"]')
    return tuple(map(_text, value))


def _numbers(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("a list of numbers, such as [1, 5, 20]")
    return tuple(map(_whole(1, _MOST_COPIES), value))


def _colours(value: Any) -> dict[str, str]:
    """One for all, or one for each kind."""
    named = {"": value} if isinstance(value, str) else value
    right = isinstance(named, dict) and all(isinstance(one, str) and _COLOUR.fullmatch(one) for one in named.values())
    if not right:
        raise ValueError('written like "#1f6f8b", or colour.KIND = "#1f6f8b" for each kind')
    return cast(dict[str, str], named)


_TOP: Mapping[str, _Take] = {
    "paper": _one_of(*PAPERS), "format": _one_of(*CARDS), "backs": _one_of(*BACKS), "bleed": _yes_no, "template": _text,
}  # fmt: skip
_DECK: Mapping[str, _Take] = {
    "colour": _colours, "image": _text, "big": _text, "hide": _texts, "back": _text, "template": _text,
    "text": lambda value: Said(_one_of(*Said)(value)),
}  # fmt: skip
_CARD: Mapping[str, _Take] = {"size": _size, "image": _text, "copies": _whole(0, _MOST_COPIES)}
_COUNTER: Mapping[str, _Take] = {"values": _numbers, "count": _whole(1, _MOST_COPIES)}
