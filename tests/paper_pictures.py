"""The pictures of docs/print.md and of the front page, made anew by `python -m tests.paper_pictures`."""

from __future__ import annotations

from pathlib import Path

from dsl.loading import load
from interpreter.paper.book import laid_book
from interpreter.paper.cards import laid
from interpreter.paper.faces import Drawn, drawn
from interpreter.paper.model import printed
from interpreter.paper.order import Order
from interpreter.paper.pictures import Pictures
from interpreter.paper.settings import Settings
from interpreter.paper.sheets import CARD, Item, Sheet, sheets

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
#: Faces beside each other, and the back of the last: the picture, the game, the size, places in the game, dots an inch.
ROWS = (
    ("printed_faces", "theyre_coming", "poker", (7, 25, 17), 80),
    ("printed_mini", "office_job", "mini", (6, 13, 16, 20), 80),
    ("printed_numbers", "thrown_under_the_bus", "poker", (3, 6, 31), 80),
)
#: Millimetres between them.
GAP = 4.0


def main() -> None:
    """Writes each picture."""
    order, found = ordered("office_job", "poker")
    cards = [(k, face.back) for k, face in enumerate(found.faces) for _ in range(face.copies)]
    page = sheets(cards, "a4", "poker", "none", order.printed.title)[4]
    (FOLDER / "printed_sheet.png").write_bytes(laid(order, found, [page]).pictures(60)[0])
    (FOLDER / "printed_rules.png").write_bytes(laid_book(order)[0].pictures(56)[1])
    for name, game, card, places, dots in ROWS:
        order, found = ordered(game, card)
        wide, high = CARD[card]
        faces = [(place, False) for place in places] + [(found.faces[places[-1]].back, True)]
        row = tuple(Item(what, back, GAP + k * (wide + GAP), GAP) for k, (what, back) in enumerate(faces))
        size = (GAP + len(row) * (wide + GAP), high + 2 * GAP)
        beside = Sheet(size, row, (0.0,), (0.0,), False, None, "")
        (FOLDER / f"{name}.png").write_bytes(laid(order, found, [beside]).pictures(dots)[0])


def ordered(game: str, card: str) -> tuple[Order, Drawn]:
    """The cards of a game that comes along, as they are without any settings."""
    rules = load(game)
    assert rules.game is not None
    order = Order(rules, printed(rules.game), Settings(), FOLDER, "a4", card, "long", FOLDER)
    return order, drawn(order.printed, order.settings, Pictures(FOLDER))


if __name__ == "__main__":
    main()
