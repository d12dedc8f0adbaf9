"""What a viewer is sent of a game: a seat, PUBLIC for those who only watch, None for who sees all.

Everything that reaches a browser about a game comes from here, so that nothing hidden can come from anywhere else.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from attrs import asdict

from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC

Viewer: TypeAlias = int | None

WATCH: Final = "watch"
DESIGNER: Final = "designer"


def seen(session: Session, viewer: Viewer) -> dict[str, Any]:
    """The table, the question and the log as plain data."""
    question = None if viewer is None else session.question(viewer)
    return {
        "version": 0,
        "title": session.engine.rules.title,
        "names": list(session.table.names),
        "view": session.view(viewer).plain(),
        "question": None if question is None else asdict(question),
        "log": [[line.level, line.text] for line in session.log(viewer)],
    }


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
