"""`table.pdf`: boards, tracks, tokens and aids of a game, to be printed and cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import asdict

from dsl.ir.prose.nouns import plural
from dsl.listing import count, series
from interpreter.paper.board.aid import aid
from interpreter.paper.order import Made, Order
from interpreter.paper.typeset import Document

FILE: Final = "table.pdf"


def table(order: Order) -> Made:
    """Its pages. Raises TypesetError."""
    found, discs = order.furniture, list(_discs(order))
    document = Document("table.typ", {
        "title": order.printed.title, "paper": order.paper, "players": order.printed.players,
        "boards": [asdict(one) for one in found.boards], "tracks": [asdict(one) for one in found.tracks],
        "discs": discs, "aids": aid(order.game, order.chapters),
    })  # fmt: skip
    told = document.told("table")[0]
    tokens = sum(disc["copies"] for disc in discs)
    numbers = {"board": len(found.boards), "track": len(found.tracks), "token": tokens}
    things = [count(number, word) for word, number in numbers.items() if number]
    says = f"{FILE}: {series([*things, plural('aid')])} on {count(told['pages'], 'page')}"
    wrong = [f"board-too-full: “{title}” does not fit into its space of the board" for title in told["full"]]
    return Made({FILE: document.pdf()}, (says,), tuple(wrong))


def _discs(order: Order) -> Iterator[dict[str, Any]]:
    """All that is cut out as a small round piece, each with its words and how many there are of it."""
    for deck in order.printed.tokens:
        for number, face in enumerate(deck.faces):
            says = " ".join(filter(None, (face.shows, *(f"{one.title} {one.value}".strip() for one in face.fields))))
            copies, seats = order.settings.copies(face), range(order.printed.players) if deck.personal else (None,)
            for seat in seats:
                yield {"title": face.title, "says": says, "hue": number, "copies": copies // len(seats), "seat": seat}
    for marker in order.furniture.markers:
        yield {"title": marker.title, "says": "", "hue": 0, "copies": marker.copies, "seat": marker.seat}
    for number, coins in enumerate(order.furniture.coins):
        for value, copies in coins.values:
            yield {"title": coins.title, "says": str(value), "hue": number + 3, "copies": copies, "seat": None}
