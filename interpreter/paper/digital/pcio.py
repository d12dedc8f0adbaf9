"""A room of playingcards.io: a zip of `widgets.json`, the number of its schema, and pictures, each of which it keeps.

A room is 1600 x 1000 large. Cards lie in holders, the hand of whoever looks is at the lower edge. Of the schema: since
its sixth version what holds cards is a `holder`.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from itertools import count as numbers
from typing import Any, Final

from attrs import field

from dsl.disk.find import plain
from dsl.frozen import frozen
from dsl.listing import count
from interpreter.paper.board.kept import kept
from interpreter.paper.digital.drawing import Side, sides, singles, wrong_with
from interpreter.paper.digital.piles import Pile, piles
from interpreter.paper.order import Made, Order
from interpreter.paper.sheets import CARD
from interpreter.paper.typeset import Document
from interpreter.rulebook.components import Dice, dice

_SCHEMA: Final = 6
#: The width of a card of poker in the room, and of its picture.
_CARD, _PICTURE = 103, 500
_LEFT, _TOP, _RIGHT, _HAND = 40, 50, 1560, 820
#: From one thing to the next, with room for what is written above it.
_GAP, _LABEL = 24, 44
_COUNTER, _DIE = (140, 44), 70
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


def pcio(order: Order) -> Made:
    """The room as one file. Raises LoadError and TypesetError."""
    room, there = _Room(order), piles(order)
    for pile in there:
        room.pile(pile)
    for one in dice(order.game):
        room.dice(one)
    room.counters()
    name = f"{plain(order.printed.title) or 'game'}.pcio"
    cards = count(sum(pile.copies for pile in there), "card")
    left = (f"{name}: no room was found for {count(room.left_out, 'counter')}",) if room.left_out else ()
    says = f"{name}: a room for playingcards.io, {cards}"
    return Made({name: room.zipped()}, (says, *left), wrong_with(order, there))


@frozen(eq=False)
class _Room:
    order: Order
    widgets: list[dict[str, Any]] = field(factory=list, init=False)
    files: dict[str, bytes] = field(factory=dict, init=False)
    _numbers: Iterator[int] = field(factory=lambda: numbers(1), init=False)
    _free: list[int] = field(factory=lambda: [_LEFT, _TOP, 0], init=False)  # from the left, the top, height of the row
    _left_out: list[str] = field(factory=list, init=False)

    @property
    def left_out(self) -> int:
        """For how many counters there was no room."""
        return len(self._left_out)

    # ------------------------------------------------------------ what lies there

    def pile(self, pile: Pile) -> None:
        """A holder with all cards of a pile, face down."""
        number = next(self._numbers)
        wide, high = CARD[pile.card]
        width = round(_CARD * wide / CARD["poker"][0])
        height = round(width * high / wide)
        x, y = self._place(width + 8, height + 8)
        holder, deck = f"holder{number}", f"deck{number}"
        of = dict(zip(sides(pile), singles(self.order, pile, _PICTURE * width / _CARD), strict=True))
        types = {f"c{pile.number(one)}": {"label": one.face.title, "image": self._picture(of[pile.number(one), False])}
                 for one in pile.faces}  # fmt: skip
        back: Side = (pile.back, True)
        self.widgets.extend((
            {"id": holder, "type": "holder", "x": x, "y": y, "z": number, "width": width + 8, "height": height + 8,
             "label": pile.title, "hasShuffleButton": True},
            {"id": deck, "type": "cardDeck", "parent": holder, "x": x + 4, "y": y + 4, "z": number,
             "cardWidth": width, "cardHeight": height, "enlarge": True, "cardTypes": types,
             "faceTemplate": _drawn("dynamic", "image", width, height),
             "backTemplate": _drawn("static", self._picture(of[back]), width, height)},
            *({"id": f"{deck}-{at}", "type": "card", "deck": deck, "cardType": f"c{pile.number(one)}",
               "parent": holder, "x": x + 4, "y": y + 4, "z": at + 1, "faceup": False}
              for at, one in enumerate(one for one in pile.faces for _ in range(one.copies))),
        ))  # fmt: skip

    def dice(self, these: Dice) -> None:
        """Dice with the numbers of the rules on their faces."""
        deck = f"dice{next(self._numbers)}"
        values = range(these.low, these.high + 1)
        faces = Document("dice.typ", {"values": list(values)}).pictures(144)
        types = {f"v{value}": {"label": str(value), "image": self._picture(face)}
                 for value, face in zip(values, faces, strict=True)}  # fmt: skip
        at = {"x": _LEFT, "y": _TOP}
        self.widgets.append(
            {"id": deck, "type": "cardDeck", "collectionType": "dice", **at, "z": 1, "cardWidth": _DIE,
             "cardHeight": _DIE, "cardTypes": types, "faceTemplate": _drawn("dynamic", "image", _DIE, _DIE)}
        )  # fmt: skip
        for number in range(these.number):
            x, y = self._place(_DIE, _DIE)
            self.widgets.append({"id": f"{deck}-{number}", "type": "dice", "deck": deck, "x": x, "y": y, "z": 1,
                                 "diceValue": f"v{these.low}"})  # fmt: skip

    def counters(self) -> None:
        """The numbers of the table, then those of the players, each with its bounds."""
        there = kept(self.order.game, self.order.printed.players)
        for one in sorted(there, key=lambda one: -1 if one.seat is None else one.seat):
            whose = "" if one.seat is None else f" {one.seat + 1}"
            x, y = self._place(*_COUNTER)
            if y + _COUNTER[1] > _HAND - _GAP:
                self._left_out.append(one.title)
                continue
            number = next(self._numbers)
            bounds = {"counterMin": one.low, "counterMax": one.high}
            within = {name: bound for name, bound in bounds.items() if bound is not None}
            self.widgets.append({"id": f"counter{number}", "type": "counter", "x": x, "y": y, "z": number,
                                 "label": f"{one.title}{whose}", "counterValue": one.start, **within})  # fmt: skip

    def _place(self, width: int, height: int) -> tuple[int, int]:
        """The next free place that is so large, row by row."""
        x, y, high = self._free
        if x + width > _RIGHT:
            x, y, high = _LEFT, y + high + _GAP, 0
        self._free[:] = x + width + _GAP, y, max(high, _LABEL + height + 2 * _GAP)
        return x, y + _LABEL

    # ------------------------------------------------------------ the file

    def zipped(self) -> bytes:
        """The room as it is loaded; equal rooms give equal bytes."""
        hand = {"id": "hand", "type": "hand", "x": 50, "y": _HAND, "z": 1, "enabled": True}
        text = json.dumps([hand, *self.widgets], ensure_ascii=False).encode()
        made = BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            members = {"widgets.json": text, "schemaVersion": str(_SCHEMA).encode(), **dict(sorted(self.files.items()))}
            for name, data in members.items():
                archive.writestr(zipfile.ZipInfo(name, _NO_TIME), data, zipfile.ZIP_DEFLATED)
        return made.getvalue()

    def _picture(self, data: bytes) -> str:
        """How a widget names a picture; the same picture is kept once."""
        name = f"userassets/{sha256(data).hexdigest()[:24]}.png"
        self.files[name] = data
        return f"package://{name}"


def _drawn(kind: str, value: str, width: int, height: int) -> dict[str, Any]:
    """How a side of a card is drawn: one picture over all of it."""
    picture = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "white", "valueType": kind,
               "value": value}  # fmt: skip
    return {"includeBorder": False, "includeRadius": True, "objects": [picture]}
