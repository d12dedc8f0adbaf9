"""The faces and backs of cards as the templates draw them, with the designer's settings taken in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import face_of
from interpreter.paper.model import Deck, Face, Printed
from interpreter.paper.pictures import Pictures
from interpreter.paper.settings import DeckSettings, Settings
from interpreter.paper.sheets import CARD
from interpreter.paper.typeset import Document

_IN_BRACES = re.compile(r"\{(\w+)\}")

@frozen
class DrawnFace:
    """A face: what the template is told of it, the number of its back, and how many are printed."""

    face: Face
    data: Mapping[str, Any]
    back: int
    copies: int


@frozen(eq=False)
class Drawn:
    """All faces of decks and their backs, as the templates are told of them, and the `pictures` that they use."""

    faces: tuple[DrawnFace, ...]
    backs: tuple[Mapping[str, Any], ...]
    pictures: Pictures

    def data(self, card: str, settings: Settings, **more: Any) -> dict[str, Any]:
        """What every template reads that draws cards of that size."""
        said = [face.data for face in self.faces]
        signs = set("".join(_words((said, self.backs))))
        return {
            "card": CARD[card], "bleed": settings.bleed, "faces": said, "backs": self.backs,
            "characters": sorted(sign for sign in signs if not sign.isspace()), **more,
        }  # fmt: skip


def drawn(printed: Printed, settings: Settings, pictures: Pictures) -> Drawn:
    """The cards of a game as they are drawn. Raises LoadError for pictures and templates that cannot be read."""
    return _Drawing(printed, settings, pictures).drawn()


def told(document: Document) -> Mapping[str, Any]:
    """How each face fits (`fits`), and the characters that no font has (`missing`). Raises TypesetError."""
    (found,) = document.told("told")
    assert isinstance(found, dict)
    return found


@frozen(eq=False)
class _Drawing:
    printed: Printed
    settings: Settings
    pictures: Pictures
    backs: list[Mapping[str, Any]] = field(factory=list, init=False)

    def drawn(self) -> Drawn:
        faces = [
            self._face(number, deck, face) for number, deck in enumerate(self.printed.decks) for face in deck.faces
        ]
        return Drawn(tuple(faces), tuple(self.backs), self.pictures)

    def _face(self, number: int, deck: Deck, face: Face) -> DrawnFace:
        look, mine = self.settings.deck(deck.name), self.settings.of_card(face.title)
        words = {**face.printed, "title": face.title, "kind": face.kind.title if face.kind is not None else ""}
        image = mine.image or look.image
        copies = self.settings.copies(face)
        template = look.template or self.settings.template
        kind = face.kind if face.kind is not None and face.kind.name not in look.hide else None
        big, fields = _big(face, look)
        data = {
            "title": face.title, "number": number, "deck": deck.title,
            "kind": kind and {"title": kind.title, "place": kind.place},
            "colour": look.colours.get(kind.title.casefold() if kind else "") or look.colours.get(""),
            "big": big, "fields": fields, "does": face.does, "remarks": face.remarks,
            "foot": deck.title, "count": f"{copies} in the game", "size": mine.size,
            "image": self.pictures.picture(image, words) if image else None,
            "template": self.pictures.template(template) if template else None,
        }  # fmt: skip
        return DrawnFace(face, data, self._back(deck), copies)

    def _back(self, deck: Deck) -> int:
        """The number of the back of a deck; one with a picture for a deck alone may tell it from others."""
        alike = [one for one in self.printed.decks if one.back == deck.back]
        looks = [self.settings.deck(one.name) for one in (deck, *alike)]
        image = next((look.back for look in looks if look.back), "")
        number = self.printed.decks.index(alike[0])
        colour = next((look.colours[""] for look in looks if "" in look.colours), None)
        picture = self.pictures.picture(image, {}) if image else None
        back = {"game": self.printed.title, "name": deck.back, "number": number, "colour": colour, "image": picture}
        if back not in self.backs:
            self.backs.append(back)
        return self.backs.index(back)


def _big(face: Face, look: DeckSettings) -> tuple[Mapping[str, str] | None, list[dict[str, str]]]:
    """What is set large, and the other fields.

    Large is what the designer or the rules say, else the only number of a card without text, else what its title alone
    tells of it.
    """
    large = look.big and face_of(look.big, face.printed)
    gone = {*look.hide, *(_IN_BRACES.findall(look.big) if large else ())}
    rest = [one for one in face.fields if one.name not in gone]
    numbers = [one for one in rest if one.type is ir.Kind.NUMBER]
    big = {"value": _signed(large or face.shows), "name": ""} if large or face.shows else None
    if big is None and not face.says and len(numbers) == 1:
        big = {"value": _signed(numbers[0].value), "name": numbers[0].title}
        rest.remove(numbers[0])
    by_title = [said for name, said in face.printed.items() if name not in look.hide and name not in _named(face)]
    if big is None and not face.says and not rest and len(by_title) == 1:
        big = {"value": _signed(by_title[0]), "name": ""}
    # a text is read without its name
    fields = [{"name": "" if one.type is ir.Kind.TEXT else one.title, "value": _signed(one.value)} for one in rest]
    return big, fields


def _named(face: Face) -> set[str]:
    """The fields that stand on a face as such: its kind, and those behind their names."""
    return {one.name for one in (*face.fields, *((face.kind,) if face.kind is not None else ()))}


def _signed(value: str) -> str:
    """A number with the sign that is printed for less than nothing."""
    return re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", value)


def _words(said: object) -> Iterator[str]:
    """All texts in what a template is told."""
    match said:
        case str():
            yield said
        case Mapping():
            yield from _words([*said.values()])
        case list() | tuple():
            for one in said:
                yield from _words(one)
