"""Places where cards lie, as data: the cards in them, like ones together, with what is new since an earlier view."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called
from interpreter.runtime.visibility import ORDERED
from interpreter.showing.faces import Faces, marks_on
from interpreter.showing.places import Pieces
from interpreter.showing.rows import player_index
from interpreter.table.view import PieceView, View, ZoneView
from interpreter.text.labels import Words, capital

#: In these each card has a place of its own, also beside one that is the same.
_APART = ("row", "slot", "board")


def place_id(name: str, at: Sequence[int]) -> str:
    """What a place is called in the data: the name that the rules give it, and its indices."""
    return ".".join((name or "out_of_the_game", *map(str, at)))


@frozen
class Lying:
    """A place with the cards in it, and at which position of the view each entry of them begins."""

    told: dict[str, Any]
    begins: tuple[int, ...]

    def entry(self, position: int) -> int:
        """The entry that a position belongs to."""
        return sum(begin <= position for begin in self.begins) - 1


@frozen
class Places:
    """Makes data of the places of a view. `before`: an earlier view, by which it is told what is new."""

    words: Words
    faces: Faces
    seat: int | None
    before: View | None
    spaces: Container[str]

    def of(self, zone: ZoneView, asked: Mapping[str, Container[int]], *, aside: bool) -> Lying:
        """A place. `asked`: by the places in which they are, the positions that answers to the question are about."""
        words, slot = self.words, self.words.program.layout.zones[zone.name]
        declared, at = slot.zone, zone.at
        player = player_index(declared.dimensions)
        owner = None if player is None else at[player]
        others = [(k, index) for k, index in enumerate(declared.dimensions) if k != player]
        on = next((f"{index.name}.{at[k]}" for k, index in others if index.name in self.spaces), None)
        beside = [k for k, index in others if index.name not in self.spaces]
        number = slot.base + sum(one * stride for one, stride in zip(at, slot.strides, strict=True))
        entries = list(self._entries(zone, asked.get(place_id(zone.name, at), ())))
        old = self._before(number)
        told = {
            "id": place_id(zone.name, at),
            "title": capital(called(declared) or "out of the game"),
            "label": capital(words.zone_for(number, self.seat)) if zone.name else "Out of the game",
            "at": [words.index(declared.dimensions[k], at[k]) for k in beside],
            "strip": place_id(zone.name, [] if owner is None else [owner]) if beside and on is None else None,
            "owner": owner,
            "space": on,
            "shape": zone.shape,
            "count": len(zone.pieces),
            "capacity": slot.capacity,
            "aside": aside,
            "new": old is not None and old != zone.pieces,
            "cards": list(self._cards(entries, None if old is None else Counter(old))),
        }
        return Lying(told, tuple(begin for begin, _ in entries))

    def _before(self, number: int) -> Pieces | None:
        return None if self.before is None else self.before.zones[number].pieces

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

    def _cards(self, entries: Sequence[tuple[int, Pieces]], before: Counter[object] | None) -> Iterator[dict[str, Any]]:
        for _, pieces in entries:
            piece = pieces[0]
            is_new = before is not None and before[piece] < len(pieces)
            if before is not None:
                before[piece] -= len(pieces)
            yield {
                "face": self.faces.number(piece) if isinstance(piece, PieceView) else None,
                "number": len(pieces),
                "marks": marks_on(self.words, piece),
                "down": piece.face_down if isinstance(piece, PieceView) else True,
                "new": is_new,
            }


def spaces_of(game: ir.Game) -> frozenset[str]:
    """The kinds of spaces of a game."""
    return frozenset(one.name for one in game.enumerations if one.board)
