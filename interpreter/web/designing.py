"""What only the designer may do at a table: seats, links, the pause, writing a session out, opening another table."""

from __future__ import annotations

import asyncio
from random import randrange
from typing import Any, Final

from interpreter.players.kinds import thinks, why_no_bot
from interpreter.text.redaction import PUBLIC
from interpreter.web import taking_back
from interpreter.web.edited import read
from interpreter.web.house import House
from interpreter.web.kept.played import decisions_of
from interpreter.web.kept.rule_set import rule_set_of
from interpreter.web.reply import Reply
from interpreter.web.session_folder import NotWritten
from interpreter.web.table import HUMAN, ServedTable
from interpreter.web.thinking import BotFailed
from interpreter.web.viewers.seen import DESIGNER, WATCH, viewer_of

#: Seconds of the longest pause.
_LONGEST_PAUSE: Final = 30
#: For so many decisions the page is told how long they took.
_MOST_TIMINGS: Final = 100
PEOPLE: Final = ("human", HUMAN)


async def seat(house: House, table: ServedTable, said: dict[str, Any]) -> Reply:
    """Lets a bot answer once for a seat (`answer`), or puts a bot or a person in it (`sits`)."""
    place = _seat(table, said.get("seat"))
    if place is None:
        return Reply.refused("There is no such seat.", 404)
    kind = said.get("sits", said.get("answer"))
    if not isinstance(kind, str) or len(kind) > 40:
        return Reply.refused("Say who sits there: human, random or think:400.", 422)
    kind = kind.strip().casefold()
    if kind in PEOPLE:
        kind = HUMAN
    elif (why := why_no_bot(kind, ("human",))) is not None:
        return Reply.refused(f"No player is of the kind {kind or 'nothing'}: {why}.", 422)
    if thinks(kind):
        try:
            why = await house.thinking.ready(table.rules, [*table.seats[:place], kind, *table.seats[place + 1 :]])
        except BotFailed as fault:
            why = str(fault)
        if why:
            return Reply.refused(f"Nobody can think so in {table.rules.title}: {why}", 422)
    async with table.lock:
        if "sits" in said:
            await table.sits_there(place, kind)
            return await taking_back.if_all_agree(table) or Reply()
        return await _answers_once(table, place)


async def _answers_once(table: ServedTable, place: int) -> Reply:
    session = table.session
    asked = session.open_questions().get(place)
    if asked is None:
        return Reply.refused(f"{session.words.player(place)} is not asked anything now.", now=True)
    answer = randrange(asked.first_option + len(asked.options))
    note = table.happens(DESIGNER, "a bot answered once", seat=place)
    reply = await table.answered(place, answer, table.question_of(place) or "", "random", note)
    if reply.status == 200:
        table.fault = ""
    return reply


async def link(house: House, table: ServedTable, said: dict[str, Any]) -> Reply:
    """A new link: for a seat, in place of the one that it had; for those who watch, one more."""
    word = said.get("viewer")
    try:
        viewer = viewer_of(word if isinstance(word, str) else "", len(table.seats))
    except ValueError:
        viewer = None
    if viewer is None:
        return Reply.refused("A link is for a seat, by its number from 0, or for `watch`.", 422)
    if viewer != PUBLIC:
        await house.withdraw(table.id, viewer)
    made, name = await house.link(table.id, viewer)
    await table.store.append(table.happens(DESIGNER, "link", opens=word, name=name))
    return Reply(201, {"link": made, "name": name})


async def withdraw(house: House, table: ServedTable, said: dict[str, Any]) -> Reply:
    """Has a link of spectators, by its name, open nothing any more; without a name all of them."""
    name = said.get("name")
    gone = await house.withdraw(table.id, PUBLIC, name if isinstance(name, str) else None)
    if not gone:
        return Reply.refused("There is no such link.", 404)
    await table.store.append(table.happens(DESIGNER, "links withdrawn", opens=WATCH, links=gone))
    return Reply(said={"withdrawn": gone})


async def pause(_: House, table: ServedTable, said: dict[str, Any]) -> Reply:
    """How long everybody waits where somebody could be asked in secret."""
    seconds = said.get("seconds")
    if type(seconds) is not int or not 0 <= seconds <= _LONGEST_PAUSE:
        return Reply.refused(f"A pause is 0 to {_LONGEST_PAUSE} seconds long.", 422)
    async with table.lock:
        await table.store.append(("update tables set pause=? where id=?", [(seconds, table.id)]))
        table.pause = seconds
        table.publish()
    return Reply()


async def export(house: House, table: ServedTable, _: dict[str, Any]) -> Reply:
    """Writes the session out, on this machine's disk."""
    try:
        folder = await house.write_out(table)
    except NotWritten as fault:
        return Reply.refused(f"The session could not be written: {fault}.", 503)
    return Reply(said={"folder": str(folder)})


def timings(table: ServedTable) -> Reply:
    """How long the last decisions took, the newest first."""
    kept = decisions_of(table.store, table.id, table.branches, table.branch)
    names = table.session.table.names
    rows = [
        {"decision": one.number + 1, "name": names[one.seat], "bot": one.by, "step": one.step, "question": one.asked,
         "seconds": round(one.ms / 1000, 1)} for one in kept[: -_MOST_TIMINGS - 1 : -1]
    ]  # fmt: skip
    return Reply(said={"timings": rows})


def listed(house: House) -> Reply:
    """All tables, and those that could not be taken up again."""
    tables = [
        {
            "table": table.id, "game": table.rules.title, "variants": list(table.rules.variants),
            "over": table.session.over, "decisions": len(table.session.history),
            "seats": table.around(PUBLIC)["seats"], "spectator_links": house.spectator_links(table.id),
        }
        for table in house.tables.values()
    ]  # fmt: skip
    game = house.rules.loaded.game
    assert game is not None, "rules with errors are not served"
    return Reply(
        said={
            "title": house.rules.title, "fewest": game.fewest_players, "most": game.most_players, "tables": tables,
            "lost": [{"table": one.id, "why": one.why} for one in house.lost],
        }
    )  # fmt: skip


async def open_table(house: House, said: dict[str, Any]) -> Reply:
    """Begins another game by the rules that the command was given: `seats`, `names` as on the command line, `seed`."""
    seats, names, seed = said.get("seats"), said.get("names"), said.get("seed")
    if not all(one is None or (isinstance(one, str) and len(one) <= 1000) for one in (seats, names)):
        return Reply.refused("Seats and names are words with commas between them.", 422)
    if seed is not None and (type(seed) is not int or not 0 <= seed < 1 << 64):
        return Reply.refused("A seed is a number from 0 on.", 422)
    try:
        who = house.sitting(seats, names)
    except ValueError as fault:
        return Reply.refused(str(fault), 422)
    if len(house.tables) >= house.most_tables:
        return Reply.refused("So many tables are open that no more fit.", 429)
    loaded, errors = await asyncio.to_thread(read, house.rules)  # as they stand in the files by now
    if errors or loaded is None or loaded.game is None:
        return Reply.refused("\n".join(["The rules in the files cannot be played:", *errors]), 422)
    table, links = await house.open_table(who[1], who[0], seed, rule_set_of(loaded, house.rules.game))
    return Reply(201, {"table": table.id, "links": links})


def _seat(table: ServedTable, place: Any) -> int | None:
    return place if type(place) is int and 0 <= place < len(table.seats) else None
