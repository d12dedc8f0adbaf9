"""Questions that all players answer at the same time: each is put as soon as it is sure, and the answers are sealed.

A game asks one player after another, and changes nothing before all have answered. So what the next one is asked does
not hang on what those before have answered; where it does all the same, that one is asked only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Final, TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.runtime.state import State

#: What is asked of whom, in raw numbers.
_Put: TypeAlias = tuple[object, ...]

#: More questions in a row than this are not tried out for one player.
_MOST_IN_A_ROW: Final = 50


def collected(engine: Engine, state: State) -> int | None:
    """How many have answered, or were not asked, if the question is one of those that all answer at once."""
    answers = [engine.evaluate(state, one) for one in engine.asked(state).collected]
    return max(map(len, answers)) if answers else None


def last_together(engine: Engine, states: Iterable[State]) -> int:
    """How many of the last questions that were put in these states were asked of all at once, at the same time.

    The last one comes first.
    """
    number, later = 0, inf
    for state in states:
        count = collected(engine, state)
        if count is None or count > later:
            break
        number, later = number + 1, count
    return number


@define(eq=False)
class Part:
    """The questions to one seat: the first, and the one that it would be asked now, if any is left.

    `sealed`: each question that it has answered, and the code of the answer; so many have been `given` to the game.
    """

    first: State
    now: State | None
    sealed: list[tuple[State, int]] = field(factory=list)
    given: int = 0

    @property
    def waiting(self) -> tuple[State, int] | None:
        """The answer that is to be given to the game next, with the question to it."""
        return self.sealed[self.given] if self.given < len(self.sealed) else None


@define(eq=False)
class Together:
    """Those who are asked together from a question on, the one whose turn it is first."""

    engine: Engine
    count: int
    parts: dict[int, Part]

    @classmethod
    def at(cls, engine: Engine, state: State) -> Together | None:
        """Those who are asked together with whoever is asked now; None if it is not asked of all at once."""
        count = collected(engine, state) if engine.asks(state) else None
        asks = engine.asked(state).statement if count is not None else None
        if count is None or not isinstance(asks, ir.Choose) or not asks.announced:
            return None
        alone = engine.unwatched()
        firsts = {one.player: one for one in _firsts(alone, engine.clone(state))}
        return cls(alone, count, {seat: Part(first, first) for seat, first in firsts.items()})

    def fits(self, state: State) -> bool:
        """Whether the game is still there, and asks what was expected."""
        part = self.parts.get(state.player) if self.engine.asks(state) else None
        if part is None or collected(self.engine, state) is None:
            return False
        expected = part.waiting[0] if part.waiting is not None else part.now
        return expected is not None and _put(expected) == _put(state)

    def seal(self, seat: int, index: int) -> None:
        """Keeps an answer of a seat, by its place in the engine."""
        part = self.parts[seat]
        assert part.now is not None, "it is asked"
        state = self.engine.clone(part.now)
        part.sealed.append((part.now, self.engine.code(part.now, index)))
        try:
            self.engine.advance(state, index)
        except RuleFault:  # the game may find the same when it is given the answer, or not, after what others answer
            part.now = None
            return
        part.now = state if _goes_on(self.engine, part.now, state) else None

    def unseal(self, seat: int) -> bool:
        """Forgets the last answer of a seat that has not been given to the game; whether there was one."""
        part = self.parts.get(seat)
        if part is None or part.waiting is None:
            return False
        part.now = part.sealed.pop()[0]
        return True

    def given(self, seat: int, code: int) -> None:
        """The game has got an answer of a seat, sealed before or not."""
        part = self.parts.get(seat)
        if part is None:
            return
        if part.waiting is None or part.waiting[1] != code:
            if part.waiting is not None:
                part.now = part.waiting[0]
                del part.sealed[part.given :]
            self._seal(seat, code)
        part.given += 1

    def taking(self, other: Together) -> Together:
        """The same, with what is sealed in another one that was asked later, if it is the same questions."""
        for seat, part in other.parts.items() if other.count >= self.count else ():
            if seat in self.parts and not part.given:
                for asked, code in part.sealed:
                    now = self.parts[seat].now
                    if now is not None and _put(now) == _put(asked):
                        self._seal(seat, code)
        return self

    def _seal(self, seat: int, code: int) -> None:
        now = self.parts[seat].now
        index = None if now is None else self.engine.index(now, code)
        if index is not None:
            self.seal(seat, index)


def _firsts(engine: Engine, state: State) -> Iterator[State]:
    """The first question to each, as long as it does not hang on what those before have answered."""
    last: State | None = state
    while last is not None:
        yield last
        some, others = (_next(engine, last, pick) for pick in (lambda count: 0, lambda count: count - 1))
        alike = some is not None and others is not None and _put(some) == _put(others)
        last = some if alike else None


def _next(engine: Engine, asked: State, pick: Callable[[int], int]) -> State | None:
    """The first question to the next one, if whoever is asked now answers so; None if there is none."""
    state = asked
    for _ in range(_MOST_IN_A_ROW):
        before, state = state, engine.clone(state)
        try:
            engine.advance(state, pick(engine.option_count(state)))
        except RuleFault:
            return None
        if not engine.asks(state) or (count := collected(engine, state)) is None:
            return None
        if not _goes_on(engine, before, state):
            return state if count > (collected(engine, asked) or 0) else None
    return None


def _goes_on(engine: Engine, before: State, after: State) -> bool:
    """Whether the same player is asked more before the next one is."""
    if not engine.asks(after) or after.player != before.player:
        return False
    return collected(engine, after) == collected(engine, before)


def _put(state: State) -> _Put:
    return state.player, state.site, tuple(state.options), tuple(state.offers), bool(state.can_pass)
