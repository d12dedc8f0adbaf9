"""When a game is over: another one with the same seats, and all hands for everybody."""

from __future__ import annotations

from interpreter.errors import RuleFault
from interpreter.showing.opened import opened
from interpreter.web.house import House
from interpreter.web.reply import Reply
from interpreter.web.table import ServedTable
from interpreter.web.viewers.seen import DESIGNER, Viewer, word_of

_NOT_OVER = "The game is not over yet."


async def again(house: House, table: ServedTable, viewer: Viewer) -> Reply:
    """Begins another game by the same rules with the same seats, once; each page is told its own link to it."""
    async with table.lock:
        if not table.session.over:
            return Reply.refused(_NOT_OVER)
        if not table.next:
            if len(house.tables) >= house.most_tables:
                return Reply.refused("So many tables are open that no more fit.", 429)
            try:
                new, links = await house.open_table(table.session.table.names, table.seats, None, table.rules)
            except RuleFault as fault:
                return Reply.refused(f"The rules go wrong in the setup: {fault.message}.", 422)
            table.next = {**links, DESIGNER: f"/t/{new.id}/{DESIGNER}"}
            table.publish()
        return Reply(201, {"link": table.next.get(word_of(viewer), "")})


async def hands(table: ServedTable, viewer: Viewer) -> Reply:
    """All that lay hidden with players; from then on nothing of this game is taken back."""
    async with table.lock:
        if not table.session.over:
            return Reply.refused(_NOT_OVER)
        if not table.hands_are_open:
            await table.store.append(table.happens(word_of(viewer), "all hands"))
            table.hands_are_open, table.asking_back = True, None
            table.publish()
        return Reply(said={"hands": opened(table.session)})
