"""Faces and backs as PNG: one after another, or side by side on a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from attrs import asdict, evolve

from interpreter.paper.digital.piles import Pile
from interpreter.paper.order import Order
from interpreter.paper.sheets import CARD, Item, Sheet
from interpreter.paper.typeset import Document

#: A face or a back of a pile: its number, and whether it is a back.
Side: TypeAlias = tuple[int, bool]

_INCH: Final = 25.4


def sides(pile: Pile) -> list[Side]:
    """All faces of a pile, and its back after them."""
    return [*((pile.number(face), False) for face in pile.faces), (pile.back, True)]


def singles(order: Order, pile: Pile, wide: float, bleed: float = 0.0) -> list[bytes]:
    """A picture of each of its `sides`, so many points wide without the bleed, which is in millimetres.

    Raises TypesetError.
    """
    width, _ = CARD[pile.card]
    pages = [{"what": what, "back": back} for what, back in sides(pile)]
    data = _data(order, pile, pages=pages, bleeding=bleed)
    return Document("singles.typ", data, pile.drawn.pictures.files).pictures(wide * _INCH / width)


def side_by_side(order: Order, pile: Pile, these: Sequence[Side | None], columns: int, rows: int, wide: float) -> bytes:
    """One picture of so many points in width, with a grid of `these`, row by row. Raises TypesetError."""
    dots = wide * _INCH / (columns * CARD[pile.card][0])
    (picture,) = grid(order, pile, these, columns, rows).pictures(dots)
    return picture


def grid(order: Order, pile: Pile, these: Sequence[Side | None], columns: int, rows: int) -> Document:
    """A page with a grid of `these`, row by row."""
    width, height = CARD[pile.card]
    items = tuple(_items(these, columns, width, height))
    sheet = Sheet((columns * width, rows * height), items, (0.0,), (0.0,), False, None, "")
    return Document("sheets.typ", _data(order, pile, sheets=[asdict(sheet)], title=""), pile.drawn.pictures.files)


def _data(order: Order, pile: Pile, **more: Any) -> dict[str, Any]:
    """On a screen nothing is cut, so that a card is coloured to its edge."""
    return pile.drawn.data(pile.card, evolve(order.settings, bleed=True), **more)


def _items(these: Iterable[Side | None], columns: int, width: float, height: float) -> Iterable[Item]:
    for place, side in enumerate(these):
        if side is not None:
            row, column = divmod(place, columns)
            yield Item(*side, column * width, row * height)
