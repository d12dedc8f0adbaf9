"""Games made up for printing, what is made of them, and what stands where on a page, by PDFium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from attrs import frozen

from dsl.loading import Loaded, load
from interpreter.paper.cards import cards
from interpreter.paper.model import printed
from interpreter.paper.order import Made, Order
from interpreter.paper.settings import Settings, checked

#: Points in a millimetre.
MM = 72 / 25.4
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
POKER = (63.5, 88.9)
#: White inside the cut, in millimetres.
RIM = 2.6

BAKERY = """game "The Bakery":
    players: 2 to 4

enum Kind: bread, cake "Tart or cake", tool
cards Good: kind: Kind, price: number, motto: text, shown "{price}"
cards Order: size: number
cards Helper: speed: number, strength: number, lazy: yes_no
cards Rumour
zone shelf: stack, face down
zone book: stack, face down
zone hand of player: hand
counter point of player

deck Good in shelf:
    4 x "Rye loaf", kind bread, price 2, motto "Keeps for a week"
    3 x "Lemon tart", kind cake, price 5, motto "Gone by noon"
    "Long wooden peel", kind tool, price 12, motto "Mind your head":
        > Before you bake, look at the next order.
        gain 2 points
deck Order in book:
    2 x "A small order", size 4
    "An order for the whole street", size 10
deck Helper in book:
    "Odile", speed 3, strength 1, lazy
    "Bruno", speed 0, strength 4:
        draw 2 cards from book
    2 x "Nobody at all", speed 0, strength 0
deck Rumour in shelf:
    "The mill has burnt down"

setup: shuffle shelf
round day "Day":
    step 1 baking "Baking":
        each player: gain 1 point
game ends after day when round_number >= 3: the player with most points wins
"""


def rules_of(text: str) -> Loaded:
    """Rules that stand in a text alone."""
    path = Path("test.bylaws")
    loaded = load(path, texts={path: text})
    assert loaded.game is not None, loaded.diagnostics
    return loaded


def order_of(
    rules: Loaded, paper: str = "a4", card: str = "poker", backs: str = "long", settings: Settings | None = None,
    folder: Path = Path("/nowhere"),
) -> Order:  # fmt: skip
    """What is asked for of a game."""
    assert rules.game is not None
    said = settings or checked({}, rules.game)
    return Order(
        rules, printed(rules.game, None, {name: deck.text for name, deck in said.decks.items()}), said, folder, paper,
        card, backs, folder,
    )  # fmt: skip


def made(
    rules: Loaded, paper: str = "a4", card: str = "poker", backs: str = "long", settings: Settings | None = None,
    folder: Path = Path("/nowhere"),
) -> Made:  # fmt: skip
    """Its cards."""
    return cards(order_of(rules, paper, card, backs, settings, folder))


@frozen
class Cell:
    """A place for a card on a page: `column` and `row` from the upper left, and the text in it in one line."""

    page: int
    column: int
    row: int
    text: str


def cells(pdf: bytes, paper: tuple[float, float] = A4, card: tuple[float, float] = POKER) -> Iterator[Cell]:
    """Every place on every page of a grid in the middle of the paper, 5 mm from each edge at least."""
    columns, rows = (int((wide - 10) // size) for wide, size in zip(paper, card, strict=True))
    left, top = (paper[0] - columns * card[0]) / 2, (paper[1] - rows * card[1]) / 2
    document = pypdfium2.PdfDocument(pdf)
    for number, page in enumerate(document):
        assert [round(side / MM, 1) for side in page.get_size()] == list(paper)
        text = page.get_textpage()
        for row in range(rows):
            for column in range(columns):
                x, y = left + column * card[0], top + row * card[1]
                found = text.get_text_bounded(
                    left=x * MM, right=(x + card[0]) * MM, top=(paper[1] - y) * MM, bottom=(paper[1] - y - card[1]) * MM
                )
                yield Cell(number, column, row, words(found))


def outside(pdf: bytes, paper: tuple[float, float] = A4, card: tuple[float, float] = POKER) -> list[str]:
    """Texts that leave the frame of a card, but for the line at the head of each page."""
    columns, rows = (int((wide - 10) // size) for wide, size in zip(paper, card, strict=True))
    left, top = (paper[0] - columns * card[0]) / 2, (paper[1] - rows * card[1]) / 2
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for k in range(text.count_rects()):
            x1, y2, x2, y1 = (edge / MM for edge in text.get_rect(k))  # left, bottom, right, top from below
            y1, y2 = paper[1] - y1, paper[1] - y2
            if y2 <= top:
                continue
            column, row = (x1 - left) // card[0], (y1 - top) // card[1]
            x, y = left + column * card[0], top + row * card[1]
            rim = RIM - 0.2  # a font may go beyond the letters in it
            across = x + rim <= x1 and x2 <= x + card[0] - rim
            if not (across and y + rim <= y1 and y2 <= y + card[1] - rim):
                found.append(words(text.get_text_bounded(*text.get_rect(k))))
    return found


def words(text: str) -> str:
    """A text in one line, without the hyphens by which words are parted."""
    return re.sub(r"\s+", " ", re.sub(r"[\ufffe\u00ad\u0002]", "", text)).strip()
