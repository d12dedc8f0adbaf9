"""`images/`: each face and back as a picture of the size that print services take, with colour beyond the cut."""

from __future__ import annotations

from typing import Final

from dsl.disk.find import plain
from dsl.listing import count
from interpreter.paper.digital.drawing import INCH, singles, wrong_with
from interpreter.paper.digital.piles import Pile, piles
from interpreter.paper.order import Made, Order
from interpreter.paper.sheets import CARD

FOLDER: Final = "images"
#: What is cut away at each edge, in millimetres, and points in an inch.
BLEED, DOTS = 3.175, 300


def images(order: Order) -> Made:
    """The pictures; how many copies there are stands in their names. Raises LoadError and TypesetError."""
    files: dict[str, bytes] = {}
    there = piles(order)
    for pile in there:
        wide = CARD[pile.card][0] * DOTS / INCH
        for name, picture in zip(_names(pile), singles(order, pile, wide, BLEED), strict=True):
            files[f"{FOLDER}/{plain(pile.title)}/{name}.png"] = picture
    width, height = (round((side + 2 * BLEED) * DOTS / INCH) for side in CARD[order.card])
    says = f"{FOLDER}: {count(len(files), 'picture')}, cards of {width} x {height} dots; x3 in a name: three copies"
    return Made(files, (says,), wrong_with(order, there))


def _names(pile: Pile) -> list[str]:
    """The names of the pictures of a pile, in its order, and that of its back."""
    long = len(str(len(pile.faces)))
    fronts = [
        f"{number:0{long}}_{plain(one.face.title)[:60]}_x{one.copies}" for number, one in enumerate(pile.faces, start=1)
    ]
    return [*fronts, "back"]
