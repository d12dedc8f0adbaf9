"""Runs a world on beside the real game, with the same decisions, until a seat can tell in which of the two it is.

What rightly shows it ends the comparison: one of the pieces is revealed, looked at or moved face up, a hidden amount
changes hands openly, the game is over. So does a decision that cannot be the same: whoever takes it shows what they have.

The worlds are run in raw numbers. Only where these differ, both are run again as sessions, for the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import PASS, Verb
from interpreter.runtime.state import State
from interpreter.secrecy.cause import Cause, cause, events_that_differ
from interpreter.secrecy.course import Course
from interpreter.secrecy.knowledge import Remembered, was_shown_a_copy
from interpreter.secrecy.observation import Glance, Received, heard_of, received_by
from interpreter.secrecy.worlds import Answered, Reordered, Rolled, World
from interpreter.table.decision import asks_for_pieces, is_announced
from interpreter.table.session import Session, as_heard
from interpreter.text.narrate import Entry

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

    `kind` is the part of what it receives that differs, `real` and `other` what it receives. The worlds were compared from
    `since` on; they differ at `until`, after the decision at `moment`.
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
    """A seat that watches a course. What it can tell of each moment is worked out once."""

    course: Course
    glance: Glance
    _seen: dict[int, tuple[object, ...]] = field(factory=dict, init=False)

    @property
    def seat(self) -> int:
        return self.glance.seat

    def sees(self, moment: int) -> tuple[object, ...]:
        """What it can tell of the real game at a moment."""
        if moment not in self._seen:
            self._seen[moment] = self.glance.at(self.course.states[moment])
        return self._seen[moment]

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
                return self._in_words(self.since, self.since, 0, (self.state.site,))
            for now, then in zip(moments[place : place + horizon], moments[place + 1 :], strict=False):
                if not self._course.only_passed(now + 1, then):
                    return None
                found = self._step(now, then)
                if found is not None:
                    return found
        except _Ended:
            pass
        return None

    # ------------------------------------------------------------ one decision

    def _step(self, now: int, then: int) -> Leak | None:
        """Takes a decision in the world, and looks whether the seat receives the same. Raises _Ended."""
        real, begun = self._course.states[now], len(self.codes)
        heard = self._heard(
            self._luck_of(real), real.seen, real.player, self._course.states[then], self._course.events(now, then)
        )
        received = self.watcher.sees(then), *heard
        if self.state.site == real.site and (answer := self._same_answer(now)) is not None:
            events = self._go_on(self.state, answer, now, then)
            if self._received(events) != received:
                return self._differs(now, then, begun, received, events)
        elif not self._any_answer(now, then, received):
            if self.parted or self.state.site == real.site or self._engine.option_count(self.state) > ANSWERS:
                raise _Ended
            return self._in_words(now, now, begun, (real.site, self.state.site), asked_else=True)
        else:
            self.parted = True
        self._have_same_luck(then)
        return None

    def _same_answer(self, now: int) -> int | None:
        """What was answered in the course, as an answer in the world, if it is one there."""
        if now == self.since and self.world.answer is not None:
            return self.world.answer
        code = self._course.code(now)
        if asks_for_pieces(self._engine.asked(self.state)):
            code = self.world.places.get(code, code)
        return code if self._engine.index(self.state, code) is not None else None

    def _any_answer(self, now: int, then: int, received: tuple[object, ...]) -> bool:
        """Whether somebody who is asked something else in the world can answer so that the seat receives the same."""
        if self.state.player == self.watcher.seat:
            raise _Ended
        count = self._engine.option_count(self.state)
        answers = [self._engine.code(self.state, k) for k in self.chance.sample(range(count), min(count, ANSWERS))]
        return any(self._tried(answer, now, then, {}, received) for answer in answers)

    def _go_on(self, state: State, answer: int, now: int, then: int) -> list[Entry]:
        """Answers in a world, and passes what others are asked in secret; what has happened. Raises _Ended."""
        engine = self._engine
        events: list[Entry] = []
        self._before = self._luck_of(state), list(state.seen), state.player
        while True:
            index = engine.index(state, answer)
            if index is None:
                raise _Ended
            self.codes.append(answer)
            asked, seen = engine.asked(state), list(state.seen)
            engine.advance(state, index)
            new, state.journal = state.journal or (), []
            events += [as_heard(entry, asked, seen) if k == 0 else entry for k, entry in enumerate(new)]
            if is_announced(engine, state, self.watcher.seat):
                break
            answer = PASS
        self.state = state
        if (state.over and self._course.states[then].over) or self._is_shown(now, then):
            raise _Ended
        return events

    def _is_shown(self, now: int, then: int) -> bool:
        """Whether the seat rightly knows now one of the pieces that are elsewhere in the world."""
        whom, here = 1 << self.watcher.seat, self.state.seen
        assert isinstance(here, Remembered)
        shown = [*self._course.shown[now:then], here]
        known = any(seen.knew(self.pieces, whom) for seen in shown)
        return known or was_shown_a_copy(self._course.states[then], self.state, shown, whom)

    def _tried(
        self, answer: int, now: int, then: int, luck: Mapping[str, int], received: tuple[object, ...]
    ) -> bool:
        """Whether the seat receives the same in the world as it was, after this answer and with other luck."""
        begun, before, lucks = len(self.codes), self.state, dict(self.lucks)
        state = self._engine.clone(before)
        state.seen = Remembered(state)
        for stream, value in luck.items():
            setattr(state, stream, value)
        if luck:
            self.lucks[begun] = dict(luck)
        events = self._go_on(state, answer, now, then)
        if self._received(events) == received:
            return True
        self.state, self.lucks = before, lucks
        del self.codes[begun:]
        return False

    # ------------------------------------------------------------ what is received

    def _received(self, events: Sequence[Entry]) -> tuple[object, ...]:
        """All that the seat receives in the world after the last decision, in numbers."""
        return self.watcher.glance.at(self.state), *self._heard(*self._before, self.state, events)

    def _heard(
        self, luck: Sequence[int], seen: Sequence[int], player: int, after: State, events: Sequence[Entry]
    ) -> tuple[object, ...]:
        """What the seat hears of events; and what its own decision has done that keeps it from being taken back."""
        heard, seat = heard_of(self._engine, events, self.watcher.seat), self.watcher.seat
        if player != seat:
            return (heard,)
        return heard, luck != self._luck_of(after), any(new & ~old for old, new in zip(seen, after.seen, strict=False))

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

    def _other_luck(self, now: int, then: int, begun: int, received: tuple[object, ...]) -> bool:
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
            if self._tried(answer, now, then, other, received):
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

    def _differs(
        self, now: int, then: int, begun: int, received: tuple[object, ...], events: Sequence[Entry]
    ) -> Leak | None:
        """What a difference in numbers comes to. Raises _Ended if it is rightly told."""
        real = heard_of(self._engine, self._course.events(now, then), self.watcher.seat)
        other = heard_of(self._engine, events, self.watcher.seat)
        differ = events_that_differ(real, other)
        if self.parted or self._tells_it(differ):
            raise _Ended
        if self._other_luck(now, then, begun, received):
            self._have_same_luck(then)
            return None
        sites = tuple(event[0] for event in differ)
        if not sites and self._course.states[then].site != self.state.site:
            sites = self._course.states[then].site, self.state.site
        if not sites:  # something that the seat hears nothing of, but sees
            all_of = ([(one[0], one[1], *one[5:]) for one in each] for each in (self._course.events(now, then), events))
            sites = tuple(event[0] for event in events_that_differ(*all_of))
        found = self._in_words(now, then, begun, sites or (self.state.site,))
        if found is None:
            self._have_same_luck(then)
        return found

    def _tells_it(self, differ: Sequence[tuple[int, ...]]) -> bool:
        """Whether a sentence of the rules is there to tell it: something is done openly, or with what was answered."""
        answered = next((one for one in self.world.differences if isinstance(one, Answered | Rolled)), None)
        if not differ:
            return False
        if isinstance(answered, Answered) and not self._is_of_values(answered.site):
            return True  # what is done for an option is what has been chosen
        statement = self.watcher.glance.words.statements.get(differ[0][0])
        same = len(differ) == 2 and differ[0][:3] == differ[1][:3]
        match statement:
            case ir.Transfer(manner=ir.Manner.OPENLY):
                return same
            case ir.Announce() | ir.Choose(manner=ir.Manner.PLAIN):
                return False
            case ir.Roll() | ir.Choose():
                return isinstance(answered, Rolled)
            case _:
                return same and answered is not None

    def _is_of_values(self, site: int) -> bool:
        asks = self._engine.program.asks[site]
        return isinstance(asks, ir.Choose) and isinstance(asks.options, ir.FromRange | ir.FromList)

    def _in_words(
        self, now: int, then: int, begun: int, sites: Sequence[int], *, asked_else: bool = False
    ) -> Leak | None:
        """The leak, if the words differ too, and if it is not meant. Raises _Ended."""
        real, other = self._course.at(then), self._session()
        since = self._course.told(now), self._told_before(begun)
        first = received_by(real, self.watcher.seat, since[0])
        second = received_by(other, self.watcher.seat, since[1])
        differ = [part for part in first if first[part] != second[part]]
        if not differ and not asked_else:
            self.alike += 1
            if self.alike == MOST_ALIKE:
                raise _Ended
            return None
        told = cause(self._engine.program.game, sites)
        if told.is_meant or not self._can_be(then):
            raise _Ended
        kind = "asked" if asked_else else "end" if real.over != other.over else differ[0]
        return Leak(self._course, self.watcher.seat, self.since, now, then, self.world, kind, first, second, told)

    def _can_be(self, until: int) -> bool:
        """Whether the world may have come about like that: what has been decided by then was possible there, too.

        Who has bid five must have had five. So a round, phase or step must have begun since, and those who have something
        else there must have decided something.
        """
        if self.since == 0:
            return True
        names = self._engine.program.names
        events = self._course.events(self.since, until)
        begun = any(event[1] == Verb.BEGIN and names[event[5]].flow is not None for event in events)
        deciders = {self._course.states[k].player for k in range(self.since, until)}
        return begun and self.world.holders <= deciders

    def _session(self) -> Session:
        """The world as a session, as far as it has gone."""
        session = self._course.at(self.since)
        session.state = self._engine.clone(self.world.state)
        self._told = [len(session.events)]
        for place, code in enumerate(self.codes):
            self._give_luck(session.state, place)
            index = self._engine.index(session.state, code)
            assert index is not None, "it was answered so before"
            session.decide(index)
            self._told.append(len(session.events))
        return session

    def _told_before(self, place: int) -> int:
        """How many events had happened in the world before the answer at a place."""
        return self._told[place]
