"""What a player asks about the rules: what they say here, and why something cannot be chosen."""

from __future__ import annotations

from typing import Any, Final

from interpreter.showing.texts import rulebook
from interpreter.table.decision import Decision
from interpreter.table.why_illegal import why_illegal
from interpreter.web.house import House
from interpreter.web.reply import Reply
from interpreter.web.table import ServedTable
from interpreter.web.viewers.seen import word_of

#: So many questions of one sitting are kept: a disk is not to be filled.
MOST_WHYS: Final = 2000


def rules_of(table: ServedTable) -> Reply:
    """The whole rulebook."""
    return Reply(said={"book": [{"level": line.level, "text": line.text} for line in rulebook(table.session)]})


def looks_of(house: House, table: ServedTable) -> Reply:
    """Colours, icons, images, captions and grids of the game, as far as it has any."""
    game = table.rules.loaded.game
    assert game is not None, "rules with errors are never kept"
    return Reply(said=house.looks_of(table.rules).shown(game)[0])


async def why_not(table: ServedTable, seat: int, what: Any) -> Reply:
    """Why whoever is asked cannot choose something."""
    if not isinstance(what, str) or not what.strip() or len(what) > 200:
        return Reply.refused("Say what you would like to choose.", 422)
    async with table.lock:
        if table.question_of(seat) is None or table.is_held_back(seat):
            return Reply.refused("You are not asked anything now.")
        session = table.session
        asked = session.asked_of(seat)
        assert asked is not None, "the seat is asked something"
        sentence = _said(session.decision_in(asked), what.strip())
        if not sentence:
            reason = why_illegal(session.engine, asked, session.words, what.strip())
            sentence = "That can be chosen." if reason is None else reason.sentence
        table.whys += 1
        if table.whys <= MOST_WHYS:
            await table.store.append(table.happens(word_of(seat), "why not", about=what.strip(), said=sentence))
        return Reply(said={"sentence": sentence})


def _said(asked: Decision, what: str) -> str:
    """That something can be chosen which is named by the number before it, or by some letters of it alone; or nothing.

    `what` is as somebody has written it.
    """
    listed = [option for option in asked.options if option.kind != "pass"]
    if asked.numbers is None and what.isascii() and what.isdigit() and 0 < int(what[:3]) <= len(listed):
        return f"That can be chosen: {listed[int(what[:3]) - 1].words}."
    meant = [option for option in listed if what.casefold() in option.words.casefold()]
    return f"That can be chosen: {meant[0].words}." if len(meant) == 1 and len(what) > 2 else ""
