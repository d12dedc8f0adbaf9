"""A saved table of Tabletop Simulator: piles of cards, tokens, counters and dice, and a hand for each player.

The program takes pictures of decks as sheets of at most 10 x 7 cards. It keeps each picture that it has loaded by its
address, so that the name of a file tells what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count as numbers
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from attrs import field

from dsl.disk.find import plain
from dsl.frozen import frozen
from dsl.listing import count, listed
from interpreter.paper.board.kept import kept
from interpreter.paper.digital.drawing import Side, side_by_side, wrong_with
from interpreter.paper.digital.piles import Pile, piles
from interpreter.paper.faces import DrawnFace
from interpreter.paper.order import Made, Order
from interpreter.paper.sheets import CARD
from interpreter.rulebook.components import dice

FOLDER: Final = "tabletop_simulator"
#: A sheet has so many columns, and at most so many rows; its last place is what others see of a hand.
COLUMNS, _MOST_ROWS = 10, 7
_MOST_FACES: Final = COLUMNS * _MOST_ROWS - 1
#: Points in the width of a sheet, and of a back.
_SHEET, _BACK = 4096, 512
#: The dice that the program has, from 1 to so many.
_DICE: Final = (4, 6, 8, 10, 12, 20)
_COLOURS: Final = ("White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink")
#: How far things lie apart, and how many lie in a row. A card is two wide and three high.
_APART, _IN_A_ROW = 3.5, 9
_FACE_DOWN: Final = {"rotZ": 180.0}


def tts(order: Order) -> Made:
    """The save and its pictures, which it looks for where they are written. Raises LoadError and TypesetError."""
    table, there = _Table(order), piles(order)
    objects = [*table.piles(there), *table.counters(), *table.dice(), *table.hands()]
    title = order.printed.title
    save = {
        "SaveName": title, "GameMode": title, "Date": "", "VersionNumber": "", "Table": "Table_RPG",
        "Sky": "Sky_Museum", "Note": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "TabStates": {},
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0}, "ObjectStates": objects,
    }  # fmt: skip
    text = json.dumps(save, indent=2, ensure_ascii=False).encode()
    cards = count(sum(pile.copies for pile in there), "card")
    says = f"{FOLDER}: a save for Tabletop Simulator, {cards} in {count(len(there), 'pile')}"
    files = {f"{FOLDER}/{plain(title) or 'game'}.json": text, **table.files}
    return Made(files, (says, *table.missing), wrong_with(order, there))


def on_sheet(pile: Pile, faces: Sequence[DrawnFace]) -> list[Side | None]:
    """What lies in each place of a sheet with some faces of a pile, row by row."""
    fronts = [(pile.number(face), False) for face in faces]
    rows = max(2, -(-(len(faces) + 1) // COLUMNS))
    return [*fronts, *[None] * (rows * COLUMNS - len(faces) - 1), (pile.back, True)]


@frozen(eq=False)
class _Table:
    """Makes the objects of a save. `files` are the pictures, `missing` what the program has no like of."""

    order: Order
    files: dict[str, bytes] = field(factory=dict, init=False)
    missing: list[str] = field(factory=list, init=False)
    _things: Iterator[int] = field(factory=numbers, init=False)
    _sheets: Iterator[int] = field(factory=lambda: numbers(1), init=False)
    _places: Iterator[int] = field(factory=numbers, init=False)

    # ------------------------------------------------------------ cards

    def piles(self, these: Sequence[Pile]) -> Iterator[dict[str, Any]]:
        """A deck for each pile; the program has no deck of one card."""
        for pile in these:
            cards, sheets = self._cards(pile)
            place = {**self._in_the_middle(), **_FACE_DOWN, **_scale(pile)}
            if len(cards) == 1:
                yield {**cards[0], "Transform": place}
                continue
            yield {
                **self._object("DeckCustom", pile.title, place), "SidewaysCard": False,
                "DeckIDs": [card["CardID"] for card in cards], "CustomDeck": sheets, "ContainedObjects": cards,
            }  # fmt: skip

    def _cards(self, pile: Pile) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Every card of a pile, and the sheets that they are on, by their numbers."""
        name, cards, sheets = plain(pile.title), list[dict[str, Any]](), dict[str, Any]()
        back = self._picture(f"{name}_back", side_by_side(self.order, pile, [(pile.back, True)], 1, 1, _BACK))
        for first in range(0, len(pile.faces), _MOST_FACES):
            faces = pile.faces[first : first + _MOST_FACES]
            these = on_sheet(pile, faces)
            rows = len(these) // COLUMNS
            picture = side_by_side(self.order, pile, these, COLUMNS, rows, _SHEET)
            number = next(self._sheets)
            sheets[str(number)] = sheet = {
                "FaceURL": self._picture(f"{name}_{number}", picture), "BackURL": back, "NumWidth": COLUMNS,
                "NumHeight": rows, "BackIsHidden": True, "UniqueBack": False, "Type": 0,
            }  # fmt: skip
            for at, face in enumerate(faces):
                says = " ".join((*face.face.does, *face.face.remarks))
                place = {**_transform(0.0, 0.0), **_FACE_DOWN, **_scale(pile)}
                cards += [
                    {**self._object("Card", face.face.title, place, says), "CardID": number * 100 + at,
                     "SidewaysCard": False, "CustomDeck": {str(number): sheet}}
                    for _ in range(face.copies)
                ]  # fmt: skip
        return cards, sheets

    def _picture(self, name: str, data: bytes) -> str:
        """The address of a picture, which is kept among the files."""
        file = f"{FOLDER}/{name}_{sha256(data).hexdigest()[:12]}.png"
        self.files[file] = data
        return Path(self.order.out, file).absolute().as_uri()

    # ------------------------------------------------------------ what else lies there

    def counters(self) -> Iterator[dict[str, Any]]:
        """The numbers of the table in its middle, those of a player before their hand."""
        before = dict[int, int]()
        for one in kept(self.order.game, self.order.printed.players):
            if one.seat is None or one.seat >= len(_COLOURS):
                place, title = self._in_the_middle(), one.title
            else:
                number = before[one.seat] = before.get(one.seat, -1) + 1
                place, title = _before_hand(one.seat, number), f"{one.title} ({_COLOURS[one.seat]})"
            yield {**self._object("Counter", title, place), "Counter": {"value": one.start}}

    def dice(self) -> Iterator[dict[str, Any]]:
        for one in dice(self.order.game):
            if one.low != 1 or one.high not in _DICE:
                self.missing.append(f"Tabletop Simulator has no die from {one.low} to {one.high}: {listed(one.names)}")
                continue
            for name, _ in zip(cycle(one.names), range(one.number), strict=False):
                yield self._object(f"Die_{one.high}", name, self._in_the_middle())

    def hands(self) -> Iterator[dict[str, Any]]:
        """A zone for the hand of each player, while there are colours."""
        players = self.order.printed.players
        if players > len(_COLOURS):
            self.missing.append(f"Tabletop Simulator has hands for {len(_COLOURS)} players: the others have none")
        for seat in range(min(players, len(_COLOURS))):
            x, z, turned = _seat(seat)
            place = {**_transform(x, z, 4.0), "rotY": turned, "scaleX": 9.0, "scaleY": 6.0, "scaleZ": 4.0}
            yield {**self._object("HandTrigger", "", place), "FogColor": _COLOURS[seat], "Locked": True}

    def _in_the_middle(self) -> dict[str, float]:
        """The next free place in the middle of the table."""
        row, column = divmod(next(self._places), _IN_A_ROW)
        return _transform(_APART * (column - (_IN_A_ROW - 1) / 2), 4.5 - 4.5 * row)

    def _object(self, name: str, title: str, place: Mapping[str, float], says: str = "") -> dict[str, Any]:
        return {"GUID": f"{next(self._things):06x}", "Name": name, "Transform": place, "Nickname": title,
                "Description": says, "LuaScript": "", "LuaScriptState": "", "XmlUI": ""}  # fmt: skip


def _transform(x: float, z: float, y: float = 1.5) -> dict[str, float]:
    """Where something lies, with its head away from whoever sits at the near side."""
    here = {"posX": x, "posY": y, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {**here, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _scale(pile: Pile) -> dict[str, float]:
    """A card of the program is as wide as one of poker."""
    scale = round(CARD[pile.card][0] / CARD["poker"][0], 4)
    return {"scaleX": scale, "scaleZ": scale}


def _seat(seat: int) -> tuple[float, float, float]:
    """Where the hand of a player is, and how it is turned: five at each long side of the table."""
    side, place = divmod(seat, 5)
    return 13.0 * ((place + 1) // 2) * (-1 if place % 2 else 1), (-19.0, 19.0)[side], (0.0, 180.0)[side]


def _before_hand(seat: int, number: int) -> dict[str, float]:
    """The place of so manieth a counter between a hand and the middle."""
    x, z, turned = _seat(seat)
    row, column = divmod(number, 5)
    towards = 1 if z < 0 else -1
    place = _transform(x + towards * 2.2 * (column - 2), z + towards * (4.0 + 2.2 * row))
    return {**place, "rotY": (turned + 180.0) % 360.0}
