"""Runs a world on beside the real game, with the same decisions, until a seat can tell in which of the two it is.

What rightly shows it ends the comparison: one of the pieces is revealed, looked at or moved face up, a hidden amount
changes hands openly, the game is over. So does a decision that cannot be the same: who takes it shows what they have.

The worlds are run in raw numbers. Only where these differ, both are run again as sessions, for the words.
"""

import json
from collections.abc import Mapping, Sequence
from random import Random

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import Verb, are_pieces
from interpreter.runtime.state import State
from interpreter.secrecy.cause import Cause, Event, cause, events_that_differ, tellers
from interpreter.secrecy.course import Course
from interpreter.secrecy.knowledge import Remembered, was_shown_a_copy
from interpreter.secrecy.observation import Received, received_by
from interpreter.table.glance import Glance, go_on, heard_of
from interpreter.table.session import Session
from interpreter.table.worlds import Answered, Redrawn, Reordered, Rolled, World
from interpreter.text.log.heard import Entry
from interpreter.text.log.journal import Reader

#: So many decisions of the course are followed.
HORIZON = 40
#: So often other luck is tried, before it is believed that what chance shows hangs on what is hidden.
LUCKS = 24
#: So many other answers are tried, where somebody is asked something else.
ANSWERS = 12
#: After so many differences that cannot be said in words it is not worth while to go on.
MOST_ALIKE = 3


@frozen(eq=False)
class Leak:
    """What tells a seat, at a moment of a course that it did not know before, in which of two worlds it is.

    `kind` is the part of what it receives that differs, `real` and `other` what it receives. The worlds were compared
    from `since` on; they differ at `until`, after the decision at `moment`.
    """

    course: Course
    seat: int
    since: int
    moment: int
    until: int
    world: World
    kind: str
    real: Received
    other: Received
    cause: Cause


@define(eq=False)
class Watcher:
    """A seat that watches a course. What it can tell of each moment is worked out once.

    `asks_about`: with these, it compares words wherever it looks, and asks why such answers are not allowed: for who
    does not trust that what is equal in numbers is so in words.
    """

    course: Course
    glance: Glance
    asks_about: Sequence[str] | None = None
    _seen: dict[int, tuple[object, ...]] = field(factory=dict, init=False)
    _heard: dict[tuple[int, int], list[Event]] = field(factory=dict, init=False)
    _received: dict[tuple[int, int], Received] = field(factory=dict, init=False)
    _readers: dict[int | None, Reader] = field(factory=dict, init=False)

    @property
    def seat(self) -> int:
        return self.glance.seat

    def sees(self, moment: int) -> tuple[object, ...]:
        """What it can tell of the real game at a moment."""
        if moment not in self._seen:
            self._seen[moment] = self.glance.at(self.course.states[moment])
        return self._seen[moment]

    def hears(self, now: int, then: int) -> list[Event]:
        """What it hears of what happens between two moments."""
        if (now, then) not in self._heard:
            self._heard[now, then] = heard_of(self.course.engine, self.course.events(now, then), self.seat)
        return self._heard[now, then]

    def receives(self, now: int, then: int) -> Received:
        """What it receives, in words, when one moment has followed the other."""
        if (now, then) not in self._received:
            told, asks_about = self.course.told(now), self.asks_about or ()
            self._received[now, then] = received_by(self.course.at(then, self._readers), self.seat, told, asks_about)
        return self._received[now, then]

    def leak(self, since: int, world: World, chance: Random, horizon: int = HORIZON) -> Leak | None:
        """Finds what tells the seat this world from the course, if anything does within so many decisions."""
        try:
            return _Walk(self, since, world, chance).leak(horizon)
        except RuleFault:  # there, the rules go wrong: then it is not a world that can be
            return None


class _Ended(Exception):
    """The worlds cannot be compared any more: what is different has rightly been shown, or may have been."""


@define(eq=False)
class _Walk:
    """A world on its way beside the course. `codes` has what was answered in it, `lucks` where it got other luck."""

    watcher: Watcher
    since: int
    world: World
    chance: Random
    pieces: frozenset[int] = field(init=False)
    state: State = field(init=False)
    codes: list[int] = field(factory=list, init=False)
    lucks: dict[int, dict[str, int]] = field(factory=dict, init=False)
    alike: int = field(default=0, init=False)  # so often there was nothing to tell in words after all
    parted: bool = field(default=False, init=False)  # somebody has decided otherwise, which may show by and by
    _before: tuple[list[int], list[int], int] = field(init=False)  # luck, knowledge, and who took the last decision
    _kept: Session | None = field(default=None, init=False)  # the world as a session, as far as it was needed
    _told: list[int] = field(init=False)  # how many events had happened before each answer, and at the end

    def __attrs_post_init__(self) -> None:
        self.state = self._begun()
        bit = 1 << self.watcher.seat
        self.pieces = frozenset(piece for piece in self.world.pieces if not self.state.seen[piece] & bit)

    def _begun(self) -> State:
        state = self._engine.clone(self.world.state)
        state.seen = Remembered(state)
        return state

    @property
    def _course(self) -> Course:
        return self.watcher.course

    @property
    def _engine(self) -> Engine:
        return self.watcher.course.engine

    def leak(self, horizon: int) -> Leak | None:
        """Goes on until something tells the worlds apart, or the comparison ends."""
        moments = self._course.announced(self.watcher.seat)
        place = moments.index(self.since)
        try:
            if self.watcher.sees(self.since) != self.watcher.glance.at(self.state):
                told = cause(self._engine.program, [self.state.site])
                return self._in_words(self.since, self.since, 0, told)
            found = self._looked_closely(self.since, self.since, 0)
            for now, then in zip(moments[place : place + horizon], moments[place + 1 :], strict=False):
                if found is not None or not self._course.only_passed(now + 1, then):
                    return found
                begun = len(self.codes)
                found = self._step(now, then) or self._looked_closely(now, then, begun)
            return found
        except _Ended:
            return None

    # ------------------------------------------------------------ one decision

    def _step(self, now: int, then: int) -> Leak | None:
        """Takes a decision in the world, and looks whether the seat receives the same. Raises _Ended."""
        real, begun = self._course.states[now], len(self.codes)
        if self.state.site == real.site and (answer := self._same_answer(now)) is not None:
            events = self._go_on(self.state, answer, now, then)
            if not self._is_same(now, then, events):
                return self._differs(now, then, begun, events)
        elif not self._any_answer(now, then):
            if self.parted or self.state.site == real.site or self._engine.option_count(self.state) > ANSWERS:
                raise _Ended
            told = cause(self._engine.program, [real.site, self.state.site])
            return self._in_words(now, now, begun, told, asked_else=True)
        else:
            self.parted = True
        self._have_same_luck(then)
        return None

    def _same_answer(self, now: int) -> int | None:
        """What was answered in the course, as an answer in the world, if it is one there."""
        if now - self.since in self.world.answers:
            return self.world.answers[now - self.since]
        code = self._course.code(now)
        if are_pieces(self._engine.asked(self.state).options):
            code = self.world.places.get(code, code)
        return code if self._engine.index(self.state, code) is not None else None

    def _any_answer(self, now: int, then: int) -> bool:
        """Whether somebody who is asked something else in the world can answer so that the seat receives the same."""
        if self.state.player == self.watcher.seat:
            raise _Ended
        count = self._engine.option_count(self.state)
        answers = [self._engine.code(self.state, k) for k in self.chance.sample(range(count), min(count, ANSWERS))]
        return any(self._tried(answer, now, then, {}) for answer in answers)

    def _go_on(self, state: State, answer: int, now: int, then: int) -> list[Entry]:
        """Answers in a world, and passes what others are asked in secret; what has happened. Raises _Ended."""
        self._before = self._luck_of(state), list(state.seen), state.player
        went = go_on(self._engine, state, answer, self.watcher.seat)
        if went is None:
            raise _Ended
        self.codes += went[0]
        self.state = state
        if (state.over and self._course.states[then].over) or self._is_shown(now, then):
            raise _Ended
        return went[1]

    def _is_shown(self, now: int, then: int) -> bool:
        """Whether the seat rightly knows now one of the pieces that are elsewhere in the world."""
        whom, here = 1 << self.watcher.seat, self.state.seen
        assert isinstance(here, Remembered)
        shown = [*(self._course.shown[k] for k in range(now, then)), here]
        known = any(seen.knew(self.pieces, whom) for seen in shown)
        return known or was_shown_a_copy(self._course.states[then], self.state, shown, whom)

    def _tried(self, answer: int, now: int, then: int, luck: Mapping[str, int]) -> bool:
        """Whether the seat receives the same in the world as it was, after this answer and with other luck."""
        begun, before, lucks = len(self.codes), self.state, dict(self.lucks)
        state = self._engine.clone(before)
        state.seen = Remembered(state)
        for stream, value in luck.items():
            setattr(state, stream, value)
        if luck:
            self.lucks[begun] = dict(luck)
        events = self._go_on(state, answer, now, then)
        if self._is_same(now, then, events):
            return True
        self.state, self.lucks = before, lucks
        del self.codes[begun:]
        return False

    # ------------------------------------------------------------ what is received

    def _is_same(self, now: int, then: int, events: Sequence[Entry]) -> bool:
        """Whether the seat receives the same in the world after the last decision, in numbers."""
        heard = self._course.events(now, then)
        if events != heard and heard_of(self._engine, events, self.watcher.seat) != self.watcher.hears(now, then):
            return False
        before, real = self._course.states[now], self._course.states[then]
        luck, seen, player = self._before
        if player == self.watcher.seat and _learnt(luck, seen, self._luck_of(self.state), self.state) != _learnt(
            self._luck_of(before), before.seen, self._luck_of(real), real
        ):
            return False
        glance = self.watcher.glance
        return glance.is_alike(real, self.state, self.world.places) or self.watcher.sees(then) == glance.at(self.state)

    def _luck_of(self, state: State) -> list[int]:
        return [getattr(state, stream) for stream in state.layout.streams]

    # ------------------------------------------------------------ luck

    def _have_same_luck(self, moment: int) -> None:
        """From here on, chance goes on alike in both worlds: what it has been asked differently does not count."""
        real = self._course.states[moment]
        other = {stream: getattr(real, stream) for stream in real.layout.streams}
        if any(getattr(self.state, stream) != value for stream, value in other.items()):
            self.lucks[len(self.codes)] = other
            for stream, value in other.items():
                setattr(self.state, stream, value)

    def _other_luck(self, now: int, then: int, begun: int) -> bool:
        """Whether, with other luck, the seat could have received the same in the world after its last decision."""
        real = self._course.states
        streams = list(real[now].layout.streams)
        luck = self._luck_of(real[then])
        mixed = any(isinstance(one, Reordered | Rolled) for one in self.world.differences)
        if self._luck_of(self.state) == (self._luck_of(real[now]) if mixed else luck):
            return False
        answer, after, codes = self.codes[begun], self.state, self.codes[begun:]
        self.state = self._replayed(begun)
        del self.codes[begun:]
        for _ in range(LUCKS):
            other = {stream: self.chance.getrandbits(64) for stream in streams}
            if self._tried(answer, now, then, other):
                return True
        self.state = after
        self.codes += codes
        return False

    def _replayed(self, until: int) -> State:
        """The world again, after so many answers."""
        state = self._begun()
        for place, code in enumerate(self.codes[:until]):
            self._give_luck(state, place)
            index = self._engine.index(state, code)
            assert index is not None, "it was answered so before"
            self._engine.advance(state, index)
        self._give_luck(state, until)
        state.journal = []
        return state

    def _give_luck(self, state: State, place: int) -> None:
        for stream, value in self.lucks.get(place, {}).items():
            setattr(state, stream, value)

    # ------------------------------------------------------------ what differs

    def _differs(self, now: int, then: int, begun: int, events: Sequence[Entry]) -> Leak | None:
        """What a difference in numbers comes to. Raises _Ended if it is rightly told."""
        other = heard_of(self._engine, events, self.watcher.seat)
        differ = events_that_differ(self.watcher.hears(now, then), other)
        if differ == (None, None) and self._course.states[then].site == self.state.site:
            whole = ([(*one[:3], *one[5:]) for one in each] for each in (self._course.events(now, then), events))
            differ = events_that_differ(*whole)  # something that the seat hears nothing of, but sees
        asks = self._course.states[then].site, self.state.site
        told = cause(self._engine.program, tellers(self._engine.program, differ, asks))
        if self.parted or self._tells_it(differ, told):
            raise _Ended
        if self._other_luck(now, then, begun):
            self._have_same_luck(then)
            return None
        found = self._in_words(now, then, begun, told)
        if found is None:
            self._have_same_luck(then)
        return found

    def _tells_it(self, differ: tuple[Event | None, Event | None], told: Cause) -> bool:
        """Whether a sentence of the rules is there to tell it: something is done openly, or with what was answered."""
        answered = next((one for one in self.world.differences if isinstance(one, Answered | Rolled | Redrawn)), None)
        here, there = differ
        event = here or there
        if event is None:
            return False
        if isinstance(answered, Answered) and not self._is_of_values(answered.site):
            return True  # what is done for an option is what has been chosen
        same = here is not None and there is not None and here[:3] == there[:3]
        match self.watcher.glance.words.statements.get(event[0]):
            case ir.Transfer(manner=ir.Manner.OPENLY):
                return True
            case None | ir.Announce() | ir.Choose(manner=ir.Manner.PLAIN):
                return False
            case ir.Roll() | ir.Choose():
                return isinstance(answered, Rolled | Redrawn)
            case _:
                return answered is not None and (same or not told.conditions)

    def _is_of_values(self, site: int) -> bool:
        asks = self._engine.program.asks[site]
        return isinstance(asks, ir.Choose) and isinstance(asks.options, ir.FromRange | ir.FromList)

    def _looked_closely(self, now: int, then: int, begun: int) -> Leak | None:
        """The leak that there is if the words differ where the numbers do not."""
        if self.watcher.asks_about is None:
            return None
        first, second, differ = self._words(now, then, begun)
        told = cause(self._engine.program, [self.state.site] if self.state.site >= 0 else [])
        return self._leak(now, then, differ[0], first, second, told) if differ else None

    def _in_words(self, now: int, then: int, begun: int, told: Cause, *, asked_else: bool = False) -> Leak | None:
        """The leak, if the words differ too, and if it is not meant. Raises _Ended."""
        first, second, differ = self._words(now, then, begun)
        if not differ and not asked_else:
            self.alike += 1
            if self.alike == MOST_ALIKE:
                raise _Ended
            return None
        if told.is_meant or not self._can_be(now):
            raise _Ended
        kind = "asked" if asked_else else "end" if self._course.states[then].over != self.state.over else differ[0]
        if kind == "log" and first["question"] != second["question"] and not _says_else(first, second):
            kind = "question"  # a heading alone
        return self._leak(now, then, kind, first, second, told)

    def _leak(self, now: int, then: int, kind: str, real: Received, other: Received, told: Cause) -> Leak:
        return Leak(self._course, self.watcher.seat, self.since, now, then, self.world, kind, real, other, told)

    def _words(self, now: int, then: int, begun: int) -> tuple[Received, Received, list[str]]:
        """What the seat receives in the course and in the world, and the parts that differ."""
        session = self._session()
        second = received_by(session, self.watcher.seat, self._told[begun], self.watcher.asks_about or ())
        first = dict(self.watcher.receives(now, then))
        back = session.taken_back(self.watcher.seat)
        if not back or any(back[0] is moment for moment in session.history[: self.since]):
            first["undo"] = second["undo"]  # what would be taken back was decided before there were two worlds
        return first, second, [part for part in first if first[part] != second[part]]

    def _can_be(self, now: int) -> bool:
        """Whether the world may have come about like that: what has been decided by then was possible there, too.

        Who has bid five must have had five. So a round, phase or step must have begun before the decision that shows
        it, and those who have something else there must have decided something.
        """
        if self.since == 0 or any(isinstance(one, Answered | Rolled) for one in self.world.differences):
            return True
        names = self._engine.program.names
        events = self._course.events(self.since, now)
        begun = any(event[1] == Verb.BEGIN and names[event[5]].flow is not None for event in events)
        deciders = {self._course.states[k].player for k in range(self.since, now + 1)}
        return begun and self.world.holders <= deciders

    def _session(self) -> Session:
        """The world as a session, as far as it has gone."""
        so_far = list(session.codes[self.since :]) if (session := self._kept) is not None else []
        if session is None or so_far != self.codes[: len(so_far)]:
            session = self._kept = self._course.at(self.since)
            session.state = self._engine.clone(self.world.state)
            self._told = [len(session.events)]
            so_far = []
        for place in range(len(so_far), len(self.codes)):
            self._give_luck(session.state, place)
            index = self._engine.index(session.state, self.codes[place])
            assert index is not None, "it was answered so before"
            session.decide(index)
            self._told.append(len(session.events))
        return session


def _says_else(first: Received, second: Received) -> bool:
    """Whether there is something else in the log but headings."""
    told = ([text for level, text in json.loads(each["log"]) if not level] for each in (first, second))
    return next(told) != next(told)


def _learnt(luck: Sequence[int], seen: Sequence[int], then: Sequence[int], after: State) -> tuple[bool, bool]:
    """What keeps a decision from being taken back: that chance was asked since, that anybody was shown a piece."""
    return luck != then, seen != after.seen and any(new & ~old for old, new in zip(seen, after.seen, strict=False))
