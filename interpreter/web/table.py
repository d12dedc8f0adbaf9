"""One table while it is played: one thing at a time, written down before anybody hears of it.

Whatever changes a table goes through its lock: it is done, written, and only then acknowledged and shown. If it cannot
be written it is taken back, as though it had never been.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from time import monotonic, time
from typing import Any, Final

from attrs import define, evolve, field

from interpreter.errors import RuleFault, fault_words
from interpreter.our_fault import our_fault
from interpreter.players.bots import Bots
from interpreter.players.uniform import BOTS
from interpreter.program.cfg.unheard import before_unheard
from interpreter.showing.part import text
from interpreter.table.decision import NoSuchAnswer, is_announced
from interpreter.table.session import Moment, Session, replayed
from interpreter.text.redaction import PUBLIC
from interpreter.web.kept.played import (
    DECISION,
    NO_LONGER_SEALED,
    SEALED,
    Branch,
    Kept,
    answer_in_words,
    happened,
    step_in,
)
from interpreter.web.kept.rule_set import RuleSet
from interpreter.web.kept.store import NotKept, Statement, Store
from interpreter.web.kept.tokens import question_name
from interpreter.web.reply import Reply
from interpreter.web.sealed import Sealed, seal_again
from interpreter.web.thinking import BotFailed, Thinking
from interpreter.web.viewers.attendance import Attendance
from interpreter.web.viewers.audience import Audience
from interpreter.web.viewers.encoded import Encoder
from interpreter.web.viewers.notices import Notices
from interpreter.web.viewers.seen import Viewer, seen, word_of

#: A person in a seat.
HUMAN: Final = "you"
#: So many answers of bots that choose by chance are given before others have their turn.
_AT_ONCE: Final = 25
#: Seconds between decisions where bots play among themselves.
_AMONG_BOTS: Final = 1.0
#: Seconds in which the designer's page, opened again by the same link, counts as the same look.
SAME_LOOK: Final = 600.0

@define(eq=False, repr=False)
class ServedTable:
    """A table. `given` has the answer to every question that a person was asked, by seat and name of the question.

    `decided_at` has the time of each decision in the history, and at its beginning when the game began.
    """

    id: str
    store: Store
    rules: RuleSet
    session: Session
    key: bytes
    branches: dict[int, Branch]
    branch: int
    given: dict[tuple[int, str], int]
    decided_at: list[float]
    thinking: Thinking
    pause: float = 0.0
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    audience: Audience = field(factory=Audience)
    attendance: Attendance = field(init=False)
    fault: str = ""
    notices: Notices = field(factory=Notices)
    unwritten: str = ""  # why its folder could not be written
    asking_back: Any = None  # a request of `taking_back`, while it waits for the others
    edited: dict[str, Any] = field(factory=dict)
    tried: RuleSet | None = None  # edited rules, as they were tried last
    tried_at: tuple[int, int] = (0, 0)  # the branch, and after how many decisions, `edited` was found out
    next: dict[str, str] = field(factory=dict)  # links to the game that comes after this one, by viewer
    hands_are_open: bool = False  # whether somebody has seen all hands, as it was over
    looks: int = 0
    looked_at: dict[bytes, float] = field(factory=dict)  # when all was last seen, by the word of the link
    began: str = ""  # which seats and names were asked for, when it was begun
    whys: int = 0
    ended: Callable[[ServedTable], object] = lambda _: None
    _bots: Bots = field(init=False)
    _going: asyncio.Task[None] | None = None
    _release: asyncio.TimerHandle | None = None
    _is_writing: bool = False
    sealed: list[Sealed] = field(factory=list)
    withdrawn: dict[tuple[int, int], int] = field(factory=dict)  # how often each seat took such an answer back
    _answers: Counter[int] = field(factory=Counter)  # of each seat, in the history
    _put: dict[str, float] = field(factory=dict)  # when each open question was put, by its name
    _put_at: list[float] = field(factory=list)  # when those who had to wait were shown what followed so many decisions
    _connected_at: dict[int, float] = field(factory=dict)
    _known_lines: dict[Viewer, int] = field(factory=dict)
    _encoder: Encoder = field(factory=Encoder)

    def __attrs_post_init__(self) -> None:
        self.attendance = Attendance(self.publish)
        self.follow(self.session)

    # ------------------------------------------------------------ who sits there

    @property
    def seats(self) -> tuple[str, ...]:
        """What plays in each seat."""
        return self.session.table.seats

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    @property
    def is_peoples_turn(self) -> bool:
        """Whether a person is asked, and there is something to choose."""
        is_over = self.session.over
        return not is_over and self.seats[self.session.state.player] == HUMAN and not self._leaves_no_choice

    @property
    def _leaves_no_choice(self) -> bool:
        """Whether the question that waits has one answer alone, and it is no secret: then that is given unasked."""
        return self.session.decision.is_forced

    def question_of(self, seat: int) -> str | None:
        """The name of the question that the person in a seat is asked now, if one is.

        It hangs on what this seat has answered before, and on nothing that others do meanwhile.
        """
        if self.seats[seat] != HUMAN or self.session.asked_of(seat) is None:
            return None
        history = self.session.history
        for moment in history[self._answers.total() :]:
            self._answers[moment.seat] += 1
        waiting = sum(one.seat == seat for one in self.sealed)
        number = self._answers[seat] + waiting + self.withdrawn.get((self.branch, seat), 0)
        return question_name(self.key, self.branch, number, seat)

    # ------------------------------------------------------------ answers

    async def answer(self, seat: int, question: str, answer: Any) -> Reply:
        """Answers a question: once, however often it is sent."""
        async with self.lock:
            if (known := self.given.get((seat, question))) is not None:
                if known == answer and type(answer) is int:
                    return Reply(said={"again": True})
                return Reply.refused("You have answered this question otherwise already.", now=True)
            if self.is_held_back(seat) or question != self.question_of(seat):
                return Reply.refused("This question is no longer asked.", now=True)
            return await self.answered(seat, answer, question)

    async def answered(self, seat: int, answer: Any, question: str = "", by: str = "", *more: Statement) -> Reply:
        """Answers the open question of a seat; `by` a bot, if it is not the person there."""
        since, before = len(self.session.history), list(self.sealed)
        try:
            self.session.answer_as(seat, answer)
            self.sealed.append(Sealed(seat, question, answer, time(), by))
            self._play_quickly()
        except NoSuchAnswer:
            return Reply.refused("There is no such answer.", 422)
        except RuleFault as fault:
            self._restore(since, before)
            self.goes_wrong(fault)
            return Reply.refused("The rules go wrong here. The designer of the game has been told.", 500)
        if not await self._record(since, before, *more):
            return Reply.refused("This could not be kept, and does not count. Try again.", 503)
        self.go_on()
        return Reply()

    async def _record(self, since: int, before: Sequence[Sealed], *more: Statement) -> bool:
        """Writes down all that was decided or sealed since then, and shows it; or takes it back, and says so.

        Answers that wait for those of others are written as such, and again as decisions when it is their turn.
        """
        now = time()
        rows = [self._kept(number, moment, now) for number, moment in enumerate(self.session.history[since:], since)]
        decisions = (DECISION, [kept.row(self.id, self.branch) for kept in rows])
        waiting = (SEALED, [one.row(self.id, self.branch) for one in self.sealed if one not in before])
        done = (NO_LONGER_SEALED, [("given", self.id, one.question) for one in before if one not in self.sealed])
        seats = {row.seat for row in rows} | {one.seat for one in self.sealed if one not in before}
        left = self.notices.without(seats)
        told = [left.row(self.id)] if self.notices.have(seats) else []
        self._is_writing = True
        try:
            await self.store.append(decisions, waiting, done, *told, *more)
        except NotKept:
            self._restore(since, before)
            self._is_writing = False
            self.publish()
            return False
        self._is_writing = False
        self.decided_at[since + 1 :] = [row.at for row in rows]
        self.given.update({(row.seat, row.question): row.answer for row in rows if row.question})
        self.given.update({(one.seat, one.question): one.answer for one in self.sealed if one.question})
        self.notices = left
        self.asking_back = None  # an answer in between voids it
        self.note_connected()
        self.publish(decided=self._may_be_reacted_to(since))
        if self.session.over:
            self.ended(self)
        return True

    def _kept(self, number: int, moment: Moment, now: float) -> Kept:
        """A decision as it is written; of a person's, what was sealed before is now given."""
        seat, session = moment.seat, self.session
        sealed = next((one for one in self.sealed if one.seat == seat), None)
        if sealed is not None:
            self.sealed.remove(sealed)
        at = now if sealed is None else sealed.at
        began = self.decided_at[number] if number < len(self.decided_at) else now
        began = began if sealed is None else self._put.pop(sealed.question, began)
        here = self.attendance.connected(now).get(seat, 0.0) - self._connected_at.get(seat, 0.0)
        kind = sealed.by if sealed is not None else self.seats[seat] if self.seats[seat] != HUMAN else ""
        return Kept(
            number, seat, moment.code, at, max(round((at - began) * 1000), 0), round(here * 1000),
            sealed.question if sealed is not None else "", sealed.answer if sealed is not None else -1,
            step_in(session, moment.state), session.decision_in(moment.state).prompt,
            answer_in_words(session, moment), kind,
        )  # fmt: skip

    def note_connected(self) -> None:
        """From now on it counts for how long somebody is asked what they are asked now, and sits there."""
        now = time()
        self._connected_at = self.attendance.connected(now)
        for seat in self.people:
            if (name := self.question_of(seat)) is not None:
                self._put.setdefault(name, now)

    def _restore(self, since: int, sealed: Sequence[Sealed]) -> None:
        """As though nothing had been decided since: nobody has heard of it."""
        session, history = self.session, self.session.history
        before = session.fork(since, history[since].state if since < len(history) else session.state)
        self.follow(before, seal_again(before, sealed))

    def goes_wrong(self, fault: RuleFault) -> None:
        """Tells the designer; plays the game again by the plain engine, which knows by which rules it came there."""
        engine = self.rules.engine(len(self.seats), "reference")
        plain, divergence = replayed(engine, self.session.table, self.session.codes)
        for index in range(engine.option_count(plain.state)) if divergence is None else ():
            try:
                engine.advance(engine.clone(plain.state), index)
            except RuleFault as found:
                if found.message == fault.message:
                    fault = found
                    break
        self.fault = fault_words(fault)
        self.publish()

    # ------------------------------------------------------------ bots

    def go_on(self) -> None:
        """Has bots answer in the background, if one is asked."""
        if self._going is None or self._going.done():
            self._going = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        try:
            await self._bots_answer()
        except Exception as fault:  # of one table; without this nobody would hear of it
            self.fault = our_fault(fault)
            self.publish()
            raise

    async def _bots_answer(self) -> None:
        while not self.session.over and not self.is_peoples_turn:
            at = self.branch, len(self.session.history)
            index = await self._thought_over()
            if not self.people:
                await asyncio.sleep(_AMONG_BOTS)
            async with self.lock:
                if at != (self.branch, len(self.session.history)) or self.is_peoples_turn:
                    continue
                if not await self._bot_answers(index):
                    return

    async def _thought_over(self) -> int | None:
        """What a bot that thinks has come to, in a process of its own; None for who does not think."""
        session = self.session
        if self.seats[session.state.player] in (*BOTS, HUMAN):
            return None
        try:
            return await self.thinking.decide(self.id, self.rules, session.table, session.codes)
        except BotFailed as fault:
            self.fault = f"The bot in the seat of {session.words.player(session.state.player)} has failed: {fault}"
            return None

    async def _bot_answers(self, index: int | None) -> bool:
        since, before = len(self.session.history), list(self.sealed)
        try:
            if index is not None:
                self.session.decide(index)
                self.session.give_sealed()
            elif not self._answers_quickly():
                self.publish()
                return False  # the designer is told, and can let another bot answer
            if self.people:
                self._play_quickly()
        except RuleFault as fault:
            self._restore(since, before)
            self.goes_wrong(fault)
            return False
        return await self._record(since, before)

    def _play_quickly(self) -> None:
        """Who needs not think answers at once, a few times; a fault of the rules waits for its own turn."""
        with suppress(RuleFault):
            for _ in range(_AT_ONCE if self.people else 0):
                if self.session.over or not self._answers_quickly():
                    return

    def _answers_quickly(self) -> bool:
        """Has a bot answer that chooses by chance, or a person who has no choice; whether one of them was asked."""
        kind = self.seats[self.session.state.player]
        if kind in BOTS:
            self._bots.decide(self.session)
        elif kind == HUMAN and self._leaves_no_choice:
            self.session.answer(0)
        else:
            return False
        self.session.give_sealed()
        return True

    # ------------------------------------------------------------ another course of the game

    @property
    def is_tried_anew(self) -> bool:
        """Whether edited rules have to be tried anew, as the game has gone on since."""
        return "rules" in self.edited and self.tried_at != (self.branch, len(self.session.history))

    def follow(self, session: Session, sealed: Sequence[Sealed] = ()) -> None:
        """Goes on with another course of the same game, whose log may be another; `sealed` answers wait in it."""
        self.session = session
        self.session.lean = True  # a game may be long, and there may be many tables
        self.sealed = list(sealed)
        self._known_lines.clear()
        self._answers.clear()
        del self.decided_at[len(session.history) + 1 :]
        del self._put_at[len(session.history) + 1 :]
        self._begin_anew()

    async def goes_elsewhere(
        self, session: Session, sealed: Sequence[Sealed] = (), news: str = "", behind: str = ""
    ) -> None:
        """Goes on from another place in the game; whoever has answered something that is not asked there is told so.

        `news` is told to everybody: a sentence with `{}` for the number of the next decision; and what stands `behind`.
        """
        for seat in self.people:
            was = self.session.sealed_questions(seat)
            left = sum(one.seat == seat for one in sealed)
            if len(was) > left:
                about = " and ".join(f"“{one.prompt}”" for one in was[left:])
                told = f"Your answer to {about} no longer counts: the game goes on from another place."
                self.notices.dropped[seat] = told
        self.asking_back = None
        self.follow(session, sealed)
        self.decided_at[len(session.history) :] = [time()]  # what was asked there once is asked anew
        del self._put_at[len(session.history) :]
        self.note_connected()
        for viewer in (*range(len(self.seats)), PUBLIC, None) if news else ():
            known = len(session.known_history(viewer))  # a number of all would tell of those that were made in secret
            self.notices.add(viewer, news.format(known + 1) + behind)
        with suppress(NotKept):  # the game has gone there all the same
            await self.store.append(self.notices.row(self.id))
        self.publish()
        self.go_on()

    def last_sealed(self, seat: int) -> Sealed | None:
        """The last answer of a seat that waits for those of others."""
        return next((one for one in reversed(self.sealed) if one.seat == seat), None)

    def unseal(self, sealed: Sealed) -> None:
        """Forgets an answer that waits, the last of its seat."""
        self.session.undo(sealed.seat)
        self.sealed.remove(sealed)
        self.given.pop((sealed.seat, sealed.question), None)
        place = self.branch, sealed.seat
        self.withdrawn[place] = self.withdrawn.get(place, 0) + 1

    def _begin_anew(self) -> None:
        """Bots go on as they would have, had the game come here at once."""
        by_chance = copy(self.session)
        seats = tuple(kind if kind in BOTS else HUMAN for kind in self.seats)
        by_chance.table = evolve(self.session.table, seats=seats)
        self._bots = Bots.at(by_chance)

    async def is_looked_at(self, token: bytes) -> None:
        """Somebody opens the page on which everything is seen; all are told that, and it is kept.

        Whoever loads it anew, or had no network for a moment, has not opened it again.
        """
        before, now = self.looked_at.get(token), monotonic()
        if before is not None and now - before < SAME_LOOK:
            return
        await self.store.append(self.happens(word_of(None), "opened"))
        self.looked_at[token] = now
        self.looks += 1
        self.publish()

    async def sits_there(self, seat: int, kind: str) -> None:
        """Puts a bot, or a person, in a seat."""
        seats = tuple(kind if place == seat else one for place, one in enumerate(self.seats))
        await self.store.append(
            ("update tables set seats=? where id=?", [(json.dumps(seats), self.id)]),
            self.happens(word_of(None), "seat", seat=seat, kind=kind),
        )
        self.session.table = evolve(self.session.table, seats=seats)
        if self.asking_back is not None and self.asking_back.by == seat:
            self.asking_back = None
        self._begin_anew()
        self.publish()
        self.go_on()

    def happens(self, viewer: str, what: str, **details: Any) -> Statement:
        """A note of something else than a decision."""
        return happened(self.id, time(), self.branch, len(self.session.history), viewer, what, **details)

    # ------------------------------------------------------------ what is shown

    def publish(self, decided: bool = False) -> None:
        """Shows everybody how things stand; what was just decided, after the pause for reactions if one follows it."""
        if self._is_writing:
            return  # when that is done, all are shown what came of it
        if decided and self._release is None:
            self._release = asyncio.get_running_loop().call_later(self.pause, self._released)
        if self.pauses and self._release is None:
            self._put_at += [time()] * (len(self.session.history) + 1 - len(self._put_at))
        everybody = (*range(len(self.seats)), PUBLIC, None)  # also who comes during a pause is shown what was before
        for viewer in everybody if self.pauses else self.audience.all():
            if not self.is_held_back(viewer):
                self._show(viewer)

    @property
    def pauses(self) -> bool:
        """Whether there is a pause after decisions after which others could be asked in secret."""
        return self.pause > 0 and bool(before_unheard(self.session.engine.program))

    def _may_be_reacted_to(self, since: int) -> bool:
        """Whether a pause follows what was decided since then: by the rules alone, whatever came of it."""
        if not self.pauses:
            return False
        engine, decided = self.session.engine, self.session.history[since:]
        return any(engine.asked(one.state).site in before_unheard(engine.program) for one in decided)

    def is_held_back(self, viewer: Viewer) -> bool:
        """Whether a viewer is not told yet what was decided: all but who is asked in secret, and who sees all."""
        if self._release is None or viewer is None:
            return False
        state, engine = self.session.state, self.session.engine
        return not (viewer == state.player and engine.asks(state) and not is_announced(engine, state, PUBLIC))

    def _released(self) -> None:
        self._release = None
        self.publish()

    def _show(self, viewer: Viewer) -> None:
        """Shows a viewer how things stand; of the log only what is new is put into words."""
        known = self._known_lines.get(viewer, 0)
        table = seen(self.session, viewer, known)
        for seat in table["seats"]:
            seat["away"] = seat["plays"] == "person" and not self.attendance.is_here(seat["seat"])
        if table["question"] is not None and viewer is not None:
            table["question"]["id"] = self.question_of(viewer) or ""
        log = table.pop("log")
        lines = [line.text for line in log["lines"]]
        said = self._encoder.table(table)
        self.audience.show(viewer, said, text(self.around(viewer)), log["first"], lines)
        self._known_lines[viewer] = log["first"] + len(lines)

    async def present(self, viewer: Viewer) -> str:
        """All that a viewer is shown now; while others are held back, what was shown before."""
        async with self.lock:  # what is not written yet is shown to nobody
            if not self.is_held_back(viewer):
                self._show(viewer)
            return self.audience.of(viewer).told()

    def around(self, viewer: Viewer) -> dict[str, Any]:
        """What is to be known beside the game: who is there, who thinks since when, what is asked of all."""
        names = self.session.table.names
        found: dict[str, Any] = {
            "seats": [
                {"name": name, "kind": "human" if kind == HUMAN else kind, **self.attendance.whereabouts(seat)}
                for seat, (name, kind) in enumerate(zip(names, self.seats, strict=True))
            ],
            "asked_since": self._asked_since(viewer),
            "dropped": "" if viewer is None else self.notices.dropped.get(viewer, ""),
            "news": self.notices.news.get(viewer, []),
            "taking_back": None if self.asking_back is None else self.asking_back.shown_to(viewer),
            "all_was_looked_at": self.looks,
            "next": self.next.get(word_of(viewer), "") if self.session.over else "",
            "stuck": bool(self.fault),
        }  # fmt: skip
        if viewer is None:
            found |= {"fault": self.fault or self.unwritten, "edited": self.edited, "branch": self.branch,
                      "rules_folder": str(Path(self.rules.path).parent),
                      "pause": self.pause,
                      "branches": [self._branch_shown(one) for one in self.branches.values()]}  # fmt: skip
        return found

    def _branch_shown(self, branch: Branch) -> dict[str, Any]:
        return {"branch": branch.number, "from": branch.parent, "kept": branch.kept, "why": branch.why}

    def _asked_since(self, viewer: Viewer) -> int | None:
        """When the question was put that a viewer knows of, in seconds since 1970."""
        if self.session.over:
            return None
        put = self._put_at if self.pauses and viewer is not None else self.decided_at
        number = self.session.heard_decisions(viewer)
        if viewer is not None and viewer >= 0 and put is self.decided_at:
            name = self.question_of(viewer)
            if name is not None and name in self._put:
                return round(self._put[name])
        return round(put[number]) if number < len(put) else None

    def arrives(self, viewer: Viewer) -> None:
        """Somebody has opened a window."""
        if viewer is not None and viewer >= 0:
            self.attendance.arrives(viewer)

    def leaves(self, viewer: Viewer) -> None:
        """A window was closed."""
        if viewer is not None and viewer >= 0 and not self.audience.looks(viewer):
            self.attendance.leaves(viewer)

    def stop(self) -> None:
        """Nothing is done any more."""
        if self._going is not None:
            self._going.cancel()
        if self._release is not None:
            self._release.cancel()
        self.attendance.stop()
        self.audience.end(lambda _: True, 1001)
