"""What a viewer is sent of a game: a seat, PUBLIC for those who only watch, None for who sees all.

Everything that reaches a browser about a game comes from here, so that nothing hidden can come from anywhere else.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from interpreter.showing.payload import payload
from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC

Viewer: TypeAlias = int | None

WATCH: Final = "watch"
DESIGNER: Final = "designer"


def seen(session: Session, viewer: Viewer, known_lines: int = 0) -> dict[str, Any]:
    """The table, the question and the log, of which so many lines are known, as `docs/table-json.md` says."""
    return payload(session, viewer, known_lines)


def viewer_of(word: str, players: int) -> Viewer:
    """Who is meant by the word in a link. Raises ValueError."""
    if word == WATCH:
        return PUBLIC
    if word == DESIGNER:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) < players):
        raise ValueError(word)
    return int(word)


def word_of(viewer: Viewer) -> str:
    """The word for somebody in a link: the number of a seat from 0, `watch` or `designer`."""
    return DESIGNER if viewer is None else WATCH if viewer == PUBLIC else str(viewer)
