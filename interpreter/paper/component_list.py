"""`list.txt`: everything that lies in the box, card by card, to be ticked off when it has been cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.controls import visible_lines
from dsl.listing import count
from interpreter.paper.model import Deck
from interpreter.paper.order import Made, Order
from interpreter.paper.settings import Settings
from interpreter.paper.sheets import CARD
from interpreter.rulebook.components import components

FILE: Final = "list.txt"
_NO_BOUND: Final = "(the rules set no bound: see {})"


def component_list(order: Order) -> Made:
    """The list as a text."""
    size = " x ".join(f"{side:g}" for side in CARD[order.card])
    title, players = order.printed.title, count(order.printed.players, "player")
    blocks = [
        f"{title}, for {players}\n{'=' * (len(title) + len(players) + 6)}\n",
        _decks(f"Cards ({order.card}, {size} mm)", order.printed.decks, order.settings),
        _decks("Tokens", order.printed.tokens, order.settings),
        _table(order),
        _box(components(order.game)),
    ]
    return Made({FILE: visible_lines("\n".join(filter(None, blocks))).encode()}, (FILE,))


def _decks(heading: str, decks: Iterable[Deck], settings: Settings) -> str:
    lines = [line for deck in decks for line in _deck(deck, settings)]
    return "\n".join((heading, *lines, "")) if lines else ""


def _deck(deck: Deck, settings: Settings) -> Iterator[str]:
    copies = [settings.copies(face) for face in deck.faces]
    yield f"  {deck.title}: {sum(copies)}, {len(deck.faces)} different" if len(deck.faces) > 1 else f"  {deck.title}:"
    for face, number in zip(deck.faces, copies, strict=True):
        note = "" if face.bounded else f"  {_NO_BOUND.format('copies in print.toml')}"
        yield f"    [ ] {number:>3} x {face.title}{note}"


def _table(order: Order) -> str:
    """Boards, tracks and markers, and the tokens in which counters are paid."""
    there = order.furniture
    markers: Counter[str] = Counter()
    for one in there.markers:
        markers[one.title] += one.copies
    lines = [f"board {board.title}: {count(len(board.spaces), 'space')}" for board in there.boards]
    for track in there.tracks:
        ends = (track.names[0], track.names[-1]) if track.names else (track.low, track.high)
        lines.append(f"track {track.title}: {' to '.join(map(str, ends))}")
    lines += [f"{number:>3} x {title}" for title, number in markers.items()]
    for coins in there.coins:
        note = "" if coins.bounded else f"  {_NO_BOUND.format('[counter] in print.toml')}"
        lines += [f"{number:>3} x {coins.title} {value}{note}" for value, number in coins.values]
    lines += [f"paper and a pencil for {title}, which can be less than 0" for title in there.written]
    return "\n".join(("On the table", *(f"    [ ] {line}" for line in lines), "")) if lines else ""


def _box(things: Iterable[str]) -> str:
    return "\n".join(("At every number of players", *(f"  {thing}" for thing in things), ""))
