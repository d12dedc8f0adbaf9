"""Places where cards lie, as data: the cards in them, like ones together, with what is new since an earlier view."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, product
from typing import Any, TypeAlias

from attrs import frozen

from dsl.ir.prose.nouns import called
from interpreter.program.model.layout import ZoneSlot
from interpreter.runtime.visibility import ORDERED
from interpreter.showing.boards import space_id
from interpreter.showing.faces import Faces, face_of_piece, marks_on
from interpreter.showing.part import Part
from interpreter.showing.places import Pieces
from interpreter.showing.rows import player_index
from interpreter.table.common import Common, Parts
from interpreter.table.view import PieceView, View, ZoneView
from interpreter.text.labels import Words, capital
from interpreter.text.of_words import of_words

#: Cards that are shown as one, with the position of the first.
_Entries: TypeAlias = "Sequence[tuple[int, Pieces]]"
#: The place, what answers are about there, what lay there, whether it is put aside, and the numbers of the faces.
_MadeOf: TypeAlias = "tuple[ZoneView, Container[int], Pieces | None, bool, Sequence[int | None]]"

#: In these each card has a place of its own, also beside one that is the same.
_APART = ("row", "slot", "board")


def place_id(name: str, at: Sequence[int]) -> str:
    """What a place is called in the data: the name that the rules give it, and its indices."""
    return ".".join((name or "out_of_the_game", *map(str, at)))


@frozen
class Lying:
    """A place with the cards in it, and at which position of the view each entry of them begins.

    Their `faces`, None for one that is not known, if any is; and what this was made `of`, first the view of the place.
    """

    told: Part
    begins: tuple[int, ...]
    faces: Sequence[int | None]
    of: tuple[object, ...]

    def entry(self, position: int) -> int:
        """The entry that a position belongs to."""
        return sum(begin <= position for begin in self.begins) - 1


@frozen(slots=False)
class Places:
    """Makes data of the places of a view, out of `parts` and what there was `last` where nothing has changed.

    `common`: parts for all viewers. `before`: an earlier view, by which it is told what is new.
    """

    words: Words
    faces: Faces
    parts: Parts
    common: Common
    last: dict[int, Lying]
    seat: int | None
    before: View | None

    @cached_property
    def _fixed(self) -> Mapping[tuple[str, tuple[int, ...]], tuple[dict[str, Any], int]]:
        return _fixed(self.words, self.seat)

    def of(self, zone: ZoneView, asked: Mapping[str, Container[int]], *, aside: bool) -> Lying:
        """A place. `asked`: by the places in which they are, the positions that answers to the question are about."""
        fixed, number = self._fixed[zone.name, zone.at]
        before = None if self.before is None else self.before.zones[number]
        about = asked.get(fixed["id"], ()) if asked else ()
        last = self.last.get(number)
        faces = last.faces if last is not None and last.of[0] is zone else self._faces(zone)
        numbers = tuple([None if face is None else self.faces.number(face) for face in faces]) if faces else ()
        of = zone, before, about, aside, numbers
        if last is None or last.of != of:
            old = None if before is None or before.pieces == zone.pieces else before.pieces
            made_of = zone, about, old, aside, numbers
            told, begins = self.parts.part(number, made_of, self._as_others, number, fixed, made_of)
            last = self.last[number] = Lying(told, begins, faces, of)
        return last

    def _as_others(self, number: int, fixed: dict[str, Any], of: _MadeOf) -> tuple[Part, tuple[int, ...]]:
        """The same for all who call the place alike and see the same there."""
        return self.common.part(("lying", number), (fixed["label"], of), self._lying, fixed, *of)

    def _lying(
        self, fixed: dict[str, Any], zone: ZoneView, about: Container[int], old: Pieces | None, aside: bool,
        numbers: Sequence[int | None],
    ) -> tuple[Part, tuple[int, ...]]:  # fmt: skip
        entries = list(self._entries(zone, about))
        before: Counter[object] | None = None if old is None else Counter(old)
        cards = list(self._cards(entries, before, numbers))
        told = Part(fixed, count=len(zone.pieces), aside=aside, new=old is not None, cards=cards)
        return told, tuple(begin for begin, _ in entries)

    def _faces(self, zone: ZoneView) -> tuple[int | None, ...]:
        """The face of each card, None of one that is not known; nothing if none is."""
        if not any(isinstance(piece, PieceView) for piece in zone.pieces):
            return ()
        words = self.words
        return tuple(face_of_piece(words, one) if isinstance(one, PieceView) else None for one in zone.pieces)

    def _entries(self, zone: ZoneView, asked: Container[int]) -> Iterator[tuple[int, Pieces]]:
        """Cards that are shown as one, with the position of the first."""
        if zone.shape in _APART:
            yield from ((k, zone.pieces[k : k + 1]) for k in range(len(zone.pieces)))
            return
        apart = zone.shape in ORDERED
        begin = 0
        for _, alike in groupby(enumerate(zone.pieces), lambda one: (one[1], apart and one[0] in asked and one[0])):
            number = len(list(alike))
            yield begin, zone.pieces[begin : begin + number]
            begin += number

    def _cards(
        self, entries: _Entries, before: Counter[object] | None, numbers: Sequence[int | None]
    ) -> Iterator[dict[str, Any]]:
        for begin, pieces in entries:
            piece = pieces[0]
            is_new = before is not None and before[piece] < len(pieces)
            if before is not None:
                before[piece] -= len(pieces)
            yield {
                "face": numbers[begin] if numbers else None,
                "number": len(pieces),
                "marks": marks_on(self.words, piece),
                "down": piece.face_down if isinstance(piece, PieceView) else True,
                "new": is_new,
            }


@of_words
def _fixed(words: Words, seat: int | None) -> Mapping[tuple[str, tuple[int, ...]], tuple[dict[str, Any], int]]:
    """What never changes of each place, as a viewer calls it, and the number of the place."""
    slots = words.program.layout.zones.items()
    places = ((name, slot, at) for name, slot in slots for at in product(*map(range, slot.sizes)))
    return {(name, at): (_fixed_of(words, seat, slot, at, k), k) for k, (name, slot, at) in enumerate(places)}


def _fixed_of(words: Words, seat: int | None, slot: ZoneSlot, at: tuple[int, ...], number: int) -> dict[str, Any]:
    declared, spaces = slot.zone, {one.name for one in words.program.game.enumerations if one.board}
    player = player_index(declared.dimensions)
    owner = None if player is None else at[player]
    others = [(k, index) for k, index in enumerate(declared.dimensions) if k != player]
    on = next((space_id(index.name, at[k]) for k, index in others if index.name in spaces), None)
    beside = [k for k, index in others if index.name not in spaces]
    return {
        "id": place_id(declared.name, at),
        "title": capital(called(declared) or "out of the game"),
        "label": capital(words.zone_for(number, seat)) if declared.name else "Out of the game",
        "at": [words.index(declared.dimensions[k], at[k]) for k in beside],
        "strip": place_id(declared.name, [] if owner is None else [owner]) if beside and on is None else None,
        "owner": owner,
        "space": on,
        "shape": declared.shape.value,
        "capacity": slot.capacity,
    }
