"""Faces and backs as PNG: one after another, or side by side on a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from attrs import evolve

from interpreter.paper.cards import laid, wrong_on
from interpreter.paper.digital.piles import Pile
from interpreter.paper.order import Order
from interpreter.paper.sheets import CARD, Item, Sheet
from interpreter.paper.typeset import Document

#: A face or a back of a pile: its number, and whether it is a back.
Side: TypeAlias = tuple[int, bool]

#: Millimetres in an inch.
INCH: Final = 25.4


def sides(pile: Pile) -> list[Side]:
    """All faces of a pile, and its back after them."""
    return [*((pile.number(face), False) for face in pile.faces), (pile.back, True)]


def singles(order: Order, pile: Pile, wide: float, bleed: float = 0.0) -> list[bytes]:
    """A picture of each of its `sides`, so many points wide without the bleed, which is in millimetres.

    Raises TypesetError.
    """
    here = _on_screen(order, pile)
    pages = [{"what": what, "back": back} for what, back in sides(pile)]
    data = pile.drawn.data(here.card, here.settings, pages=pages, bleeding=bleed)
    return Document("singles.typ", data, pile.drawn.pictures.files).pictures(wide * INCH / CARD[here.card][0])


def side_by_side(order: Order, pile: Pile, these: Sequence[Side | None], columns: int, rows: int, wide: float) -> bytes:
    """One picture of so many points in width, with a grid of `these`, row by row. Raises TypesetError."""
    dots = wide * INCH / (columns * CARD[pile.card][0])
    (picture,) = grid(order, pile, these, columns, rows).pictures(dots)
    return picture


def grid(order: Order, pile: Pile, these: Sequence[Side | None], columns: int, rows: int) -> Document:
    """A page with a grid of `these`, row by row."""
    width, height = CARD[pile.card]
    items = tuple(_items(these, columns, width, height))
    sheet = Sheet((columns * width, rows * height), items, (0.0,), (0.0,), False, None, "")
    return laid(_on_screen(order, pile), pile.drawn, (sheet,))


def wrong_with(order: Order, these: Iterable[Pile]) -> tuple[str, ...]:
    """A line for whatever does not come out as it is meant. Raises TypesetError."""
    sets = {id(pile.drawn): pile for pile in these}.values()
    return tuple(dict.fromkeys(line for pile in sets for line in wrong_on(_on_screen(order, pile), pile.drawn)))


def _on_screen(order: Order, pile: Pile) -> Order:
    """On a screen nothing is cut, so that a card is coloured to its edge."""
    return evolve(order, card=pile.card, settings=evolve(order.settings, bleed=True))


def _items(these: Iterable[Side | None], columns: int, width: float, height: float) -> Iterator[Item]:
    for place, side in enumerate(these):
        if side is not None:
            row, column = divmod(place, columns)
            yield Item(*side, column * width, row * height)
