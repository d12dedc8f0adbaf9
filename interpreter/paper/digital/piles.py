"""What lies on a digital table at the beginning: a pile of all cards that look the same from behind, and of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.frozen import frozen
from dsl.listing import grouped
from interpreter.paper.faces import Drawn, DrawnFace, drawn
from interpreter.paper.order import Order
from interpreter.paper.pictures import Pictures

#: Tokens are shown as cards of this size, whatever that of the cards.
TOKEN = "mini"


@frozen(eq=False)
class Pile:
    """Faces with their copies that lie together, drawn as a card of a size; `back` is the number of theirs."""

    title: str
    card: str
    back: int
    faces: tuple[DrawnFace, ...]
    drawn: Drawn

    @property
    def copies(self) -> int:
        return sum(face.copies for face in self.faces)

    def number(self, face: DrawnFace) -> int:
        """The number of a face among all that are drawn with it."""
        return self.drawn.faces.index(face)


def piles(order: Order) -> tuple[Pile, ...]:
    """All piles in the order of the rules. Raises LoadError for pictures and templates that cannot be read."""
    return tuple(_piles(order, Pictures(order.folder)))


def _piles(order: Order, pictures: Pictures) -> Iterator[Pile]:
    tokens = evolve(order.printed, decks=order.printed.tokens, tokens=())
    for printed, card in ((order.printed, order.card), (tokens, TOKEN)):
        found = drawn(printed, order.settings, pictures)
        backs = {deck.name: deck.back for deck in printed.decks}
        for (back, title), faces in grouped(((one.back, backs[one.face.deck]), one) for one in found.faces).items():
            there = tuple(face for face in faces if face.copies)
            if there:
                yield Pile(title, card, back, there, found)
