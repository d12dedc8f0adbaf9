"""Where cards lie on sheets of paper, and their backs on the other side. Millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from dsl.frozen import frozen

PAPER: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CARD: Final[Mapping[str, tuple[float, float]]] = {
    "poker": (63.5, 88.9), "bridge": (57.15, 88.9), "mini": (44.45, 63.5), "tarot": (69.85, 120.65),
}  # fmt: skip
#: Printers leave so much white at each edge.
_MARGIN: Final = 5.0
_TURNED = {"long": "turn the paper over on its long edge", "short": "turn the paper over on its short edge"}

#: The number of a face, and that of its back.
Card: TypeAlias = tuple[int, int]


@frozen
class Item:
    """A face or back by its number, and where its upper left corner lies."""

    what: int
    back: bool
    x: float
    y: float
    turned: bool = False


@frozen
class Sheet:
    """One side of a sheet. Cards lie in a grid between the lines `across` and `down`; it is folded at a height."""

    size: tuple[float, float]
    items: tuple[Item, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    marks: bool
    fold: float | None
    says: str


def sheets(cards: Sequence[Card], paper: str, card: str, backs: str, title: str) -> tuple[Sheet, ...]:
    """Sides of sheets in the order in which a printer of both sides takes them; `backs` says how it turns the paper.

    `long`, `short`: each front is followed by its backs. `fold`: they lie on one side, to be folded and glued; `none`.
    """
    return tuple((_folded if backs == "fold" else _sides)(cards, paper, card, backs, title))


def _sides(cards: Sequence[Card], paper: str, card: str, backs: str, title: str) -> Iterator[Sheet]:
    (wide, high), (width, height) = PAPER[paper], CARD[card]
    columns, rows = _fit(wide, width), _fit(high, height)
    across, down = _lines(wide, width, columns), _lines(high, height, rows)
    turned = _TURNED.get(backs, "fronts alone")
    pages = [cards[first : first + columns * rows] for first in range(0, len(cards), columns * rows)]
    for number, page in enumerate(pages, start=1):
        places = [(column, row) for row in range(rows) for column in range(columns)][: len(page)]
        says = f"{title}, sheet {number} of {len(pages)}: print at 100 %, {turned}"
        fronts = (Item(face, False, across[x], down[y]) for (face, _), (x, y) in zip(page, places, strict=True))
        yield Sheet((wide, high), tuple(fronts), across, down, True, None, says)
        if backs != "none":
            behind = (
                Item(back, True, across[columns - 1 - x], down[y]) if backs == "long"
                else Item(back, True, across[x], down[rows - 1 - y], True)
                for (_, back), (x, y) in zip(page, places, strict=True)
            )  # fmt: skip
            yield Sheet((wide, high), tuple(behind), across, down, False, None, f"{title}, backs of sheet {number}")


def _folded(cards: Sequence[Card], paper: str, card: str, _: str, title: str) -> Iterator[Sheet]:
    """Fronts above the fold, the back of each below it and head down, on paper that lies as more cards find room."""
    width, height = CARD[card]
    sizes = (PAPER[paper], PAPER[paper][::-1])
    wide, high = max(sizes, key=lambda size: _fit(size[0], width) * _fit_above(size[1], height))
    columns, rows = _fit(wide, width), _fit_above(high, height)
    across, down = _lines(wide, width, columns), _lines(high, height, 2 * rows)
    pages = [cards[first : first + columns * rows] for first in range(0, len(cards), columns * rows)]
    for number, page in enumerate(pages, start=1):
        places = [(column, row) for row in range(rows) for column in range(columns)]
        items = [
            item
            for (face, back), (x, y) in zip(page, places, strict=False)
            for item in (
                Item(face, False, across[x], down[y]),
                Item(back, True, across[x], down[2 * rows - 1 - y], True),
            )
        ]
        says = f"{title}, sheet {number} of {len(pages)}: print at 100 %, fold at the broken line, glue, cut"
        yield Sheet((wide, high), tuple(items), across, down, True, high / 2, says)


def _fit(room: float, size: float) -> int:
    return int((room - 2 * _MARGIN) // size)


def _fit_above(high: float, height: float) -> int:
    return int((high / 2 - _MARGIN) // height)


def _lines(room: float, size: float, number: int) -> tuple[float, ...]:
    """The edges of so many cards side by side in the middle of the paper."""
    first = (room - number * size) / 2
    return tuple(round(first + k * size, 4) for k in range(number + 1))
