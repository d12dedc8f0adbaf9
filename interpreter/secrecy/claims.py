"""Claims that a seat cannot tell whether something is so: is there another world in which it is not so?

A story is played again there, from the first moment on at which the seat could not tell the two worlds apart. All that
it sees and is told must be the same, up to where the claim stands; whatever shows a difference tells it.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from attrs import define

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import PASS, Verb, are_pieces
from interpreter.runtime.state import State
from interpreter.secrecy.cause import Cause, cause, events_that_differ, tellers
from interpreter.secrecy.observation import Received, told_by
from interpreter.table.decision import is_announced
from interpreter.table.glance import Glance, as_heard, heard_of
from interpreter.table.other_answers import (
    answered_otherwise,
    answers_exchanged,
    other_answers,
    rolled_otherwise,
    secret_luck,
)
from interpreter.table.worlds import Changed, Rolled, World, earlier, hidden_from
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry

#: So many worlds are tried before it is believed that there is none in which a condition comes out otherwise.
TRIES: Final = 1000
#: So many things are different in a world at most, and so many worlds of those that fit are played.
MOST: Final = 6
ENOUGH: Final = 24


@frozen(eq=False)
class Step:
    """What was done at a moment of a story: a question was answered by a code, or something was begun."""

    before: State
    code: int
    begin: Callable[[State], None] | None


@frozen(eq=False)
class Told:
    """What tells a world apart: the part of what a seat receives that differs, what it receives in each, the lines."""

    kind: str
    real: Received
    other: Received
    cause: Cause


@frozen(eq=False)
class Other:
    """A world in which something comes out otherwise, the `state` of the story where it begins, what tells it."""

    world: World
    state: State
    told: Told | None


@define(eq=False)
class Claimed:
    """A story up to `now`, and whether something `holds` in a state."""

    engine: Engine
    words: Words
    seat: int
    steps: Sequence[Step]
    now: State
    holds: Callable[[State], bool]

    def other_truth(self, chance: Random) -> Other | None:
        """Finds a world in which it is otherwise, if there is one that the seat cannot tell apart, such a one."""
        glance, told = Glance(self.engine, self.words, self.seat), None
        for begun, world in self._worlds(glance, chance):
            try:
                found = _Replay(self, glance, begun, world).compared()
            except RuleFault:
                continue
            if found is not None and found.told is None:
                return found
            told = told or found
        return told

    def state(self, moment: int) -> State:
        """How things were before a step, or are now."""
        return self.steps[moment].before if moment < len(self.steps) else self.now

    def _worlds(self, glance: Glance, chance: Random) -> Iterator[tuple[int, World]]:
        """Worlds of which it is otherwise now, each with where it begins; and those with another secret answer."""
        hidden, seen, found = hidden_from(self.engine, self.now, self.seat), glance.at(self.now), 0
        truth = self.is_so(self.now)
        for tried in range(0 if hidden.is_empty else TRIES):
            world = hidden.world(chance, 1 + tried * MOST // TRIES)
            if world is None or self.is_so(world.state) == truth or glance.at(world.state) != seen:
                continue
            for moment in range(len(self.steps) + 1):
                then = earlier(self.engine, world, self.now, self.state(moment))
                if then is None and any(isinstance(one, Changed) for one in world.differences):
                    break  # it was set since then: by what, other answers or other luck must tell
                if then is not None and glance.at(then.state) == glance.at(self.state(moment)):
                    yield moment, then
                    break
            found += 1
            if found == ENOUGH:
                break
        for moment, step in enumerate(self.steps):
            if step.begin is None and step.before.player != self.seat:
                for other in other_answers(self.engine, step.before, step.code):
                    yield moment, answered_otherwise(self.engine, step.before, step.code, other)
                for later, other_step in enumerate(self.steps[moment + 1 :], 1):
                    pair = (step.before, step.code), (other_step.before, other_step.code)
                    is_other = other_step.begin is None and other_step.before.player != self.seat
                    if is_other and (world := answers_exchanged(self.engine, *pair, later)) is not None:
                        yield moment, world
            for who, picked in secret_luck(self.words, self.happened(moment), self.seat):
                for _ in range(ENOUGH):
                    yield moment, rolled_otherwise(self.engine, step.before, who, chance, picked=picked)

    def happened(self, moment: int) -> list[Entry]:
        """The events of a step."""
        return (self.state(moment + 1).journal or [])[len(self.steps[moment].before.journal or []) :]

    def is_so(self, state: State) -> bool | None:
        """Whether it holds in a state; None if that cannot be said there."""
        try:
            return self.holds(state)
        except RuleFault:
            return None


@define(eq=False)
class _Replay:
    """A story that is played again in another world, from step `begun` on."""

    claimed: Claimed
    glance: Glance
    begun: int
    world: World

    def compared(self) -> Other | None:
        """Plays it to its end; the first that tells the world apart, None if nothing is otherwise there after all."""
        engine, story = self.claimed.engine, self.claimed
        state, found = engine.clone(self.world.state), None
        begun = story.state(self.begun)
        real: list[Entry] = []
        other: list[Entry] = []
        state.journal = []
        for moment, step in enumerate(story.steps[self.begun :], self.begun):
            then = story.state(moment + 1)
            real += self._heard(step.before, step.code, story.happened(moment))
            asked_else = step.begin is None and not self._answer(state, moment, other)
            if step.begin is not None:
                step.begin(state)
                other += state.journal or []
            state.journal = []
            if any(isinstance(one, Rolled) for one in self.world.differences):
                for stream in then.layout.streams:  # all other luck is the same
                    setattr(state, stream, getattr(then, stream))
            if asked_else:
                found = found or self._told(step.before, state, real, other)
                return Other(self.world, begun, found) if found else None
            if not is_announced(engine, then, self.glance.seat):
                continue
            self._pass_unheard(state, other)
            if found is None and not self._is_same(then, state, real, other):
                found = self._told(then, state, real, other)
            real, other = [], []
        if story.is_so(state) in (story.is_so(story.now), None):
            return None
        return Other(self.world, begun, found)

    def _answer(self, state: State, moment: int, events: list[Entry]) -> bool:
        """Answers in the world as it was answered; whether that is possible there."""
        engine, step = self.claimed.engine, self.claimed.steps[moment]
        if state.site != step.before.site:
            self._pass_unheard(state, events)
        if state.site != step.before.site:  # what is passed unheard is not asked there
            return step.code == PASS and not is_announced(engine, step.before, self.glance.seat)
        code = self.world.answers.get(moment - self.begun, step.code)
        return self._advance(state, self.world.places.get(code, code) if _of_pieces(engine, state) else code, events)

    def _advance(self, state: State, code: int, events: list[Entry]) -> bool:
        engine = self.claimed.engine
        index = engine.index(state, code)
        if index is None:
            return False
        before = engine.clone(state)
        engine.advance(state, index)
        events += self._heard(before, code, state.journal or [])
        state.journal = []
        return True

    def _pass_unheard(self, state: State, events: list[Entry]) -> None:
        """Passes what others are asked in secret."""
        while not is_announced(self.claimed.engine, state, self.glance.seat):
            if not self._advance(state, PASS, events):
                break

    def _heard(self, before: State, code: int, entries: Sequence[Entry]) -> list[Entry]:
        """What happens, but for marks of coverage; of an answer, as others hear it."""
        engine = self.claimed.engine
        sites = engine.program.game.sites
        told = [one for one in entries if one[1] != Verb.ANNOUNCE or sites[one[0]].heading]
        if told and engine.asks(before):
            told[0] = as_heard(told[0], engine.asked(before), before.seen)
        return told

    def _is_same(self, then: State, state: State, real: Sequence[Entry], other: Sequence[Entry]) -> bool:
        """Whether the seat receives the same, in numbers."""
        engine, seat = self.claimed.engine, self.glance.seat
        return heard_of(engine, real, seat) == heard_of(engine, other, seat) and (
            self.glance.is_alike(then, state, self.world.places) or self.glance.at(then) == self.glance.at(state)
        )

    def _told(self, then: State, state: State, real: Sequence[Entry], other: Sequence[Entry]) -> Told | None:
        """What tells it, if it does so in words."""
        story, seat = self.claimed, self.glance.seat
        first, second = (
            told_by(story.engine, story.words, one, events, seat) for one, events in ((then, real), (state, other))
        )
        kind = next((part for part in first if first[part] != second[part]), "")
        if not kind:
            return None
        differ = events_that_differ(*(heard_of(story.engine, events, seat) for events in (real, other)))
        told = cause(story.engine.program, tellers(story.engine.program, differ, (then.site, state.site)))
        return Told(kind, first, second, told)


def _of_pieces(engine: Engine, state: State) -> bool:
    return are_pieces(engine.asked(state).options)
