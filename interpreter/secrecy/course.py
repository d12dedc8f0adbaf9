"""The course of a game that was played once: every moment of it, for whoever comes back to compare other worlds."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import field

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.uniform import Bot
from interpreter.program.model.nodes import PASS
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from interpreter.secrecy.knowledge import Remembered
from interpreter.table.decision import is_announced
from interpreter.table.session import Session
from interpreter.text.log.heard import Entry
from interpreter.text.log.journal import Reader


@frozen(eq=False, slots=False)
class Course:
    """A game that has been played. Moment k is that of decision k; the last is where the game came to.

    `shown`: of each decision, who has been shown which piece by what followed from it, as far as somebody looked.
    """

    session: Session
    shown: Mapping[int, Remembered]
    _announced: dict[int, tuple[int, ...]] = field(factory=dict, init=False)

    @property
    def engine(self) -> Engine:
        return self.session.engine

    @cached_property
    def states(self) -> list[State]:
        """The state at each moment."""
        return [*(moment.state for moment in self.session.history), self.session.state]

    def code(self, moment: int) -> int:
        """What was answered at a moment."""
        return self.session.history[moment].code

    def told(self, moment: int) -> int:
        """How many events had happened by then."""
        history = self.session.history
        return history[moment].told if moment < len(history) else len(self.session.events)

    def events(self, since: int, until: int) -> Sequence[Entry]:
        """What happened between two moments."""
        return self.session.events[self.told(since) : self.told(until)]

    def announced(self, seat: int) -> tuple[int, ...]:
        """The moments that a seat may know of: those at which another is asked in secret are none."""
        if seat not in self._announced:
            known = (k for k, state in enumerate(self.states) if is_announced(self.engine, state, seat))
            self._announced[seat] = tuple(known)
        return self._announced[seat]

    def only_passed(self, since: int, until: int) -> bool:
        """Whether nothing but passing was answered between two moments."""
        return all(self.code(k) == PASS for k in range(since, until))

    def at(self, moment: int, readers: dict[int | None, Reader] | None = None) -> Session:
        """The game as it was at a moment; with `readers` of the log, if it does not go on from there."""
        return self.session.fork(moment, self.engine.clone(self.states[moment]), readers)


def play(session: Session, bots: Sequence[Bot], seed: int, most: int) -> Course:
    """Plays a game between bots for at most so many decisions more, or up to where the rules fail."""
    luck = [bot_seed(seed, seat) for seat in range(len(bots))]
    shown: dict[int, Remembered] = {}
    engine = session.engine
    while not session.over and len(shown) < most:
        seat = session.state.player
        luck[seat], index = bots[seat](luck[seat], engine.option_count(session.state), session.state.can_pass)
        seen = session.state.seen = Remembered(session.state)
        try:
            session.decide(index)
        except RuleFault:
            break
        shown[len(session.history) - 1] = seen
    return Course(session, shown)
