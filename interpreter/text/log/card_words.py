"""What a card says, below the line of the log in which its text begins to be carried out for the first time.

Only what all can see; and not to whoever had it in hand, as they have read it.
"""

import re
from collections.abc import Iterable, Iterator

from attrs import define, field

from dsl.frozen import frozen
from interpreter.program.model.nodes import MOVE_ENTRIES, Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry

#: Stands before what a card says.
INDENT = "  "


@frozen
class Due:
    """A card whose words are due; `comes`: it has just come to where it lies, so that they are told in any case.

    To those with the bits `to` alone, and of these to nobody who has had the `piece` in hand.
    """

    title: str
    comes: bool
    piece: int
    to: int


@define
class CardWords:
    """By the titles of cards, who has been told their words, by bits; and the pieces that have just come somewhere."""

    words: Words
    told: dict[str, int] = field(factory=dict)
    coming: set[int] = field(factory=set)

    def used(self, piece: int, title: str, to: int) -> Due | None:
        """A card that its owner has kept unseen, and uses now before the eyes of those with the bits `to`."""
        return self._due(piece, title, to, comes=True)

    def after(self, entry: Entry, state: Position, to: int) -> Due | None:
        """The card whose words are due with an entry."""
        _, verb, _, seers, _, *values = entry
        layout = self.words.program.layout
        if verb in _COMING:
            self.coming.add(values[0])
        if verb != Verb.TEXT or seers != layout.everybody:
            return None
        title = layout.kinds[kind_told(state, values[0], known=True)].title
        return self._due(values[0], title, to, comes=values[0] in self.coming)

    def _due(self, piece: int, title: str, to: int, *, comes: bool) -> Due | None:
        told = self.told.get(title, 0)
        self.told[title] = told | to
        return Due(title, comes, piece, to & ~told) if to & ~told else None


_COMING = frozenset((*MOVE_ENTRIES.values(), Verb.DRAW, Verb.REVEAL, Verb.FLIP))


def with_card_words(words: Words, lines: Iterable[str], cards: Iterable[Due]) -> Iterator[str]:
    """Lines with what cards say, each below the first line that names it; above all, if it `comes` and none does."""
    told = list(lines)
    below: dict[int, list[str]] = {}
    for card in cards:
        text = words.card_texts.get(card.title)
        named = re.compile(rf"(?<!\w){re.escape(card.title)}(?!\w)")
        place = next((place for place, line in enumerate(told) if named.search(line)), -1)
        if text is not None and text.paragraphs and (card.comes or place >= 0):
            below.setdefault(place, []).append(f"{INDENT}{card.title}: {text.paragraphs[0]}")
    yield from below.get(-1, ())
    for place, line in enumerate(told):
        yield line
        yield from below.get(place, ())
