"""Where somebody thinks: at the question that waits, and at the first of those that all answer at once, if it is one.

What others have answered since that first question is theirs alone; so whoever thinks begins there, and their answers
are drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import Factory, define, field

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.players.thinking.ruled_out import Answered, RuledOut, Told, heard, hides_pieces, ruled_out
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


@define(eq=False)
class Following:
    """Follows a game, answer by answer. `group`: how many have answered, and who did last, while all answer at once.

    `told`: what follows from open answers, `told_first` as it was at the first of these questions. `last`: the answer
    of which it is not known yet where it led.
    """

    engine: Engine
    told: Sequence[Told] = ()
    last: Answered | None = None
    first: State | None = None
    told_first: Sequence[Told] = ()
    since: list[int] = field(factory=list)
    group: tuple[int, int] | None = None

    def moment(self, state: State) -> Moment:
        """Where whoever is asked now thinks."""
        if self.first is not None and self.goes_on(state) and self.first.player != state.player:
            return self.seen_by(state.player, self.first, tuple(self.since))
        return self.seen_by(state.player, state)

    def seen_by(self, seat: int, first: State, since: Sequence[int] = ()) -> Moment:
        """Where a seat thinks that begins at the question that waits, or since when so much was answered at once."""
        if not since:
            self._hear(first)
        return Moment(first, since, ruled_out(self.engine, self.told_first if since else self.told, first, seat))

    def goes_on(self, state: State) -> bool:
        """Whether the question is one of those that all answer at once, and not the first of these."""
        if self.group is None or (answers := collected(self.engine, state)) is None:
            return False
        before, player = self.group
        return answers > before or (answers == before and player == state.player)

    def answered(self, state: State, place: int) -> None:
        """A question is about to be answered; it may be one of those that all answer at once."""
        before = self.engine.clone(state)
        self.hear(before, place)
        answers = collected(self.engine, before)
        if answers is None:
            self.first = self.group = None
            return
        if not self.goes_on(before):
            self.first, self.told_first = before, self.told
            self.since.clear()
        self.group = answers, before.player
        self.since.append(place)

    def hear(self, state: State, place: int) -> None:
        """Only what follows from an answer."""
        self._hear(state)
        self.last = Answered(state, place) if hides_pieces(self.engine) else None

    def _hear(self, after: State) -> None:
        if self.last is not None:
            self.told, self.last = heard(self.engine, self.told, self.last, after), None


def following_of(session: Session) -> Following:
    """One who has followed a session as far as that matters for who is asked there."""
    engine = session.engine
    following = Following(engine)
    past = [(one.state, engine.index(one.state, one.code) or 0) for one in session.history[-MOST_REMEMBERED:]]
    together: list[tuple[State, int]] = []
    if engine.asks(session.state) and collected(engine, session.state) is not None:
        while past and collected(engine, past[-1][0]) is not None:
            together.append(past.pop())
    for state, place in past if hides_pieces(engine) else ():
        following.hear(state, place)
    for state, place in reversed(together):
        following.answered(state, place)
    return following
