"""Where somebody thinks: at the question that waits, and at the first of those that all answer at once, if it is one.

What others have answered since that first question is theirs alone; so whoever thinks begins there, and their answers
are drawn anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice, takewhile
from typing import Final

from attrs import Factory, define, field, frozen

from interpreter.engine import Engine
from interpreter.players.thinking.ruled_out import Answered, RuledOut, ruled_out
from interpreter.runtime.state import State
from interpreter.table.asked.together import collected
from interpreter.table.session import Session

#: So many answers are remembered, for what follows from them.
MOST_REMEMBERED: Final = 400


@frozen(eq=False)
class Moment:
    """The state in which thinking begins, and the places of the answers that were given since.

    `ruled_out`: what whoever thinks can tell there from what was answered before.
    """

    first: State
    since: Sequence[int] = ()
    ruled_out: RuledOut = Factory(dict)

    def now(self, engine: Engine) -> State:
        """The question that waits."""
        state = engine.clone(self.first)
        for place in self.since:
            engine.advance(state, place)
        return state


def _remembering() -> deque[Answered]:
    return deque(maxlen=MOST_REMEMBERED)


@define(eq=False)
class Following:
    """Follows a game, answer by answer. `group`: how many have answered, and who did last, while all answer at once.

    `past`: all that was answered.
    """

    engine: Engine
    past: deque[Answered] = field(factory=_remembering)
    first: State | None = None
    since: list[int] = field(factory=list)
    group: tuple[int, int] | None = None

    def moment(self, state: State) -> Moment:
        """Where whoever is asked now thinks."""
        if self.first is not None and self.goes_on(state) and self.first.player != state.player:
            return self.seen_by(state.player, self.first, tuple(self.since))
        return self.seen_by(state.player, state)

    def seen_by(self, seat: int, first: State, since: Sequence[int] = ()) -> Moment:
        """Where a seat thinks that begins at a question, from which on so much was answered."""
        before = islice(reversed(self.past), len(since), None)
        return Moment(first, since, ruled_out(self.engine, before, first, seat))

    def goes_on(self, state: State) -> bool:
        """Whether the question is one of those that all answer at once, and not the first of these."""
        if self.group is None or (answers := collected(self.engine, state)) is None:
            return False
        before, player = self.group
        return answers > before or (answers == before and player == state.player)

    def answered(self, state: State, place: int) -> None:
        """A question is about to be answered; it may be one of those that all answer at once."""
        before = self.engine.clone(state)
        self.past.append(Answered(before, place))
        self._follow(before, place)

    def _follow(self, state: State, place: int) -> None:
        answers = collected(self.engine, state)
        if answers is None:
            self.first = self.group = None
            return
        if not self.goes_on(state):
            self.first = state
            self.since.clear()
        self.group = answers, state.player
        self.since.append(place)


def following_of(session: Session) -> Following:
    """One who has followed a session as far as that matters for who is asked there."""
    engine = session.engine
    following = Following(engine)
    for one in session.history[-MOST_REMEMBERED:]:
        following.past.append(Answered(one.state, engine.index(one.state, one.code) or 0))
    if engine.asks(session.state) and collected(engine, session.state) is not None:
        together = [*takewhile(lambda one: collected(engine, one.state) is not None, reversed(following.past))]
        for answered in reversed(together):
            following._follow(answered.state, answered.place)
    return following
