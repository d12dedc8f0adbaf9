"""Every card that a person knows, place by place: what `look` shows."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from dsl.ir.prose.nouns import called
from dsl.nearest import nearest
from interpreter.showing.places import back, cards, described
from interpreter.showing.texts import card_text
from interpreter.table.session import Session
from interpreter.table.view import PieceView, ZoneView
from interpreter.text.labels import capital
from interpreter.text.log.journal import LogLine

_LITTLE_WORDS = frozenset(("the", "of", "in", "at"))
_OWN = frozenset(("my", "your", "own", "mine"))


def cards_page(session: Session, seat: int | None, place: str) -> list[LogLine]:
    """Every place that holds cards, or those that `place` names: `hand of ben`, `discard`, `my hand`."""
    zones = session.view(seat).zones
    if not place:
        held = [number for number, zone in enumerate(zones) if zone.pieces]
        return list(pages_of(session, seat, zones, held)) or [LogLine("No cards lie anywhere.")]
    wanted = _parts(place, seat, session)
    named = [_parts(session.words.zone(number), seat, session) for number in range(len(zones))]
    found = [k for k, parts in enumerate(named) if wanted and all(any(p.startswith(w) for p in parts) for w in wanted)]
    if found:
        return list(pages_of(session, seat, zones, found))
    names = [called(zone) for zone in session.engine.program.game.zones]
    near = nearest(place.casefold(), names)
    there = f"There are: {', '.join(names)}." if names else "This game has no places where cards lie."
    advice = f"Did you mean {near[0]}?" if near else there
    return [LogLine(f"No place is called {place}. {advice}")]


def pages_of(
    session: Session, seat: int | None, zones: Sequence[ZoneView], numbers: Sequence[int]
) -> Iterator[LogLine]:
    """Lists the contents of these places, empty ones last."""
    for number in numbers:
        if zones[number].pieces:
            yield LogLine(capital(session.words.zone_for(number, seat)), 1)
            yield from (LogLine(f"  {line}") for line in _cards(session, zones[number]))
    for number in numbers:
        if not zones[number].pieces:
            yield LogLine(f"{capital(session.words.zone_for(number, seat))} is empty.")


def _cards(session: Session, zone: ZoneView) -> Iterator[str]:
    """The known cards, those of a pile from the top, and how many more there are, with the marks on them."""
    pieces = tuple(reversed(zone.pieces)) if zone.shape == "stack" else zone.pieces
    for piece, alike in groupby(pieces):
        like = list(alike)
        if isinstance(piece, PieceView):
            for _ in like:
                yield described(session.words, piece)
                yield from card_text(session, piece.title)
        else:
            yield f"{cards(len(like))} that you do not know{back(session.words, piece)}"


# ---------------------------------------------------------------- which place is meant


def _parts(name: str, seat: int | None, session: Session) -> list[str]:
    """The words of a name that say which place it is."""
    words = re.findall(r"[^\W_]+", re.sub(r"['\u2019]s?\b", " ", name.casefold()))
    own = session.words.player(seat).casefold() if seat is not None else ""
    return [own if word in _OWN and own else word for word in words if word not in _LITTLE_WORDS]
