"""Taking back: alone while nobody has learnt anything, else when all people at the table agree.

Nothing is lost by it: what was decided stays where it is kept, and play goes on in a branch beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import time
from typing import Any

from attrs import define

from interpreter.program.model.nodes import are_pieces
from interpreter.table.asked.own_at_once import own_at_once, why_not_own_at_once
from interpreter.table.asked.together import last_together
from interpreter.table.session import Moment
from interpreter.text.redaction import PUBLIC, knows
from interpreter.web.kept.played import NO_LONGER_SEALED, SEALED, Branch, answer_in_words, branched, decisions_of
from interpreter.web.kept.store import NotKept, Statement
from interpreter.web.kept.tokens import new_token
from interpreter.web.reply import Reply
from interpreter.web.sealed import Sealed, seal_again
from interpreter.web.table import ServedTable
from interpreter.web.viewers.seen import Viewer, word_of


@define(eq=False, repr=False)
class Request:
    """A seat asks all others whether a decision of its own may be taken back, and all that has followed it."""

    name: str
    by: int
    number: int
    told: int
    table: ServedTable
    willing: set[int]

    def shown_to(self, viewer: Viewer) -> dict[str, Any]:
        """What a viewer is told of it: also how much goes with it, and all that this viewer has been told since."""
        session = self.table.session
        since = [line.text for line in session.log(viewer, self.told) if not line.level]
        takes, question = self._takes(viewer)
        known = {id(one) for one in session.known_history(viewer)}
        return {
            "request": self.name, "by": self.by, "takes": takes, "question": question, "since": since,
            "decisions": sum(id(one) in known for one in session.history[self.number :]),
            "willing": sorted(self.willing), "asked": viewer in self.table.people and viewer not in self.willing,
        }  # fmt: skip

    def _takes(self, viewer: Viewer) -> tuple[str, str]:
        """The answer and the question, if the viewer may know them."""
        session = self.table.session
        moment, later = session.history[self.number], session.history[self.number + 1 :]
        asked, card = session.engine.asked(moment.state), are_pieces(session.engine.asked(moment.state).options)
        after = later[0].state if later else session.state
        is_known = not (asked.secret or asked.secret_options) and (
            not card or moment.code < 0 or any(knows(state, moment.code, viewer) for state in (moment.state, after))
        )
        is_told = is_known or viewer in (self.by, None)
        if not is_told:
            return "an answer that is secret", ""
        return answer_in_words(session, moment), session.decision_in(moment.state).prompt


async def take_back(table: ServedTable, seat: int, question: str | None, ask: bool) -> Reply:
    """Takes the last decision back, or says why not; with `ask`, the others are asked to agree.

    `question` is the one that the page shows, if any: so a second click does not take back more than the first.
    """
    async with table.lock:
        if question is not None and question != (table.question_of(seat) or ""):
            return Reply.refused("The game has gone on since then.", now=True)
        if table.hands_are_open:
            return Reply.refused("All hands have been shown since the game was over.")
        session = table.session
        if (sealed := table.last_sealed(seat)) is not None:
            return await _unsealed(table, sealed)
        at_once = own_at_once(session, seat)
        why = session.why_not_undo(seat) if at_once is None else why_not_own_at_once(session, seat, at_once)
        if why is None and (session.heard_decisions(seat) < len(session.history) or _have_sealed_since(table)):
            why = "Others have decided something since then."
        if why is None:
            last = session.history.index(session.taken_back(seat)[0]) if at_once is None else at_once
            given = [] if at_once is None else _given_since(table, last)
            return await _goes_back(table, last, "taken back", seat, given=given)
        own = _own_last(table, seat)
        if own is None:
            return Reply.refused(why)
        if not ask:
            return Reply.refused(why, others_can_agree=[one for one in table.people if one != seat] != [])
        return await _asked_of_all(table, seat, own, why)


def _have_sealed_since(table: ServedTable) -> bool:
    """Whether an answer waits to a question that was put when all those before had been answered."""
    states = [table.session.state, *(moment.state for moment in table.session.history[-1:])]
    return table.sealed != [] and last_together(table.session.engine, states) < len(states)


def _given_since(table: ServedTable, number: int) -> list[Sealed]:
    """What other people have answered after a decision to questions that were asked of them together with it."""
    kept = decisions_of(table.store, table.id, table.branches, table.branch)[number + 1 :]
    return [Sealed(one.seat, one.question, one.answer, one.at, one.by) for one in kept if one.question]


async def _unsealed(table: ServedTable, sealed: Sealed) -> Reply:
    """An answer that nobody has heard of yet is taken back without a branch."""
    try:
        await table.store.append(
            (NO_LONGER_SEALED, [("withdrawn", table.id, sealed.question)]),
            table.happens(word_of(sealed.seat), "taken back before it counted"),
        )
    except NotKept:
        return Reply.refused("This could not be kept, and does not count. Try again.", 503)
    table.unseal(sealed)
    table.publish()
    return Reply()


def _own_last(table: ServedTable, seat: int) -> int | None:
    """The number of the last decision of a seat that everybody knows of, and in which it had a choice."""
    session = table.session
    known = {id(one) for one in session.known_history(PUBLIC)}
    own = (n for n in range(len(session.history) - 1, -1, -1) if _is_choice(table, session.history[n], seat))
    return next((n for n in own if id(session.history[n]) in known), None)


def _is_choice(table: ServedTable, moment: Moment, seat: int) -> bool:
    return moment.seat == seat and not table.session.decision_in(moment.state).is_forced


async def _asked_of_all(table: ServedTable, seat: int, number: int, why: str) -> Reply:
    session = table.session
    moment = session.history[number]
    others = {one for one in table.people if one != seat}
    if not others:  # whoever plays alone has nobody to ask
        news = "Something was taken back: the game goes on from decision {}."
        return await _goes_back(table, number, "taken back alone, after something was seen", seat, news)
    table.asking_back = Request(new_token()[:8], seat, number, moment.told, table, {seat})
    await table.store.append(table.happens(word_of(seat), "asked to take back", decision=number + 1, why=why))
    table.publish()
    return Reply(202, {"asked": sorted(others)})


async def agree(table: ServedTable, seat: int, request: Any, agrees: Any) -> Reply:
    """One of the others agrees to a request, or refuses it."""
    async with table.lock:
        asked = table.asking_back
        if asked is None or asked.name != request:
            return Reply.refused("Nobody asks for that any more: the game has gone on.", now=True)
        if seat == asked.by and agrees is not False:
            return Reply.refused("The others have to agree.")
        if agrees is not True:
            table.asking_back = None
            kept = [table.happens(word_of(seat), "refused to take back")]
            if seat != asked.by:
                refuses = table.session.words.player(seat)
                table.notices.add(asked.by, f"{refuses} would rather not go back: the game goes on from here.")
                kept.append(table.notices.row(table.id))
            await table.store.append(*kept)
            table.publish()
            return Reply()
        asked.willing.add(seat)
        if (gone_back := await if_all_agree(table)) is not None:
            return gone_back
        await table.store.append(table.happens(word_of(seat), "said yes to taking back"))
        table.publish()
        return Reply()


async def if_all_agree(table: ServedTable) -> Reply | None:
    """Goes back once every person at the table has said yes to it; None if somebody has not yet, or nobody asks."""
    asked = table.asking_back
    if asked is None or not asked.willing >= set(table.people):
        return None
    news = "All have said yes to taking something back: the game goes on from decision {}."
    return await _goes_back(table, asked.number, "taken back, as all said yes to it", asked.by, news)


async def _goes_back(
    table: ServedTable, number: int, why: str, seat: int, news: str = "", given: Sequence[Sealed] = ()
) -> Reply:
    """Play goes on from before a decision, in a branch of its own; of what somebody had learnt, there is `news`.

    `given`: later answers that stay, sealed again.
    """
    moment = table.session.history[number]
    branch = Branch(max(table.branches) + 1, table.branch, number, table.rules.key, why, time())
    session = table.session.fork(number, moment.state)
    waiting = seal_again(session, given) + seal_again(session, table.sealed, table.session)
    note = table.happens(word_of(seat), why, decision=number + 1)
    sealed = (SEALED, [one.row(table.id, branch.number) for one in waiting])
    if not await begin_branch(table, branch, note, sealed):
        return Reply.refused("This could not be kept, and does not count. Try again.", 503)
    await table.goes_elsewhere(session, waiting, news)
    return Reply()


async def begin_branch(table: ServedTable, branch: Branch, *more: Statement) -> bool:
    """Writes a branch down, and counts it as the one that is played."""
    try:
        await table.store.append(*branched(table.id, branch), *more)
    except NotKept:
        return False
    table.branches[branch.number] = branch
    table.branch = branch.number
    return True
