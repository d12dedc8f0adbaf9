"""Bots at a table: each draws from a luck of its own, which is the same again when a game is taken up."""

from __future__ import annotations

from attrs import define, field

from interpreter.players.uniform import BOTS
from interpreter.runtime.chance import bot_seed
from interpreter.table.session import Session


@define
class Bots:
    """The bots of a game. `luck` has an entry for each seat, whether a bot sits there or not."""

    luck: list[int] = field(factory=list)

    @classmethod
    def at(cls, session: Session) -> Bots:
        """The bots after all decisions so far."""
        bots = cls([bot_seed(session.table.seed, seat) for seat in range(len(session.table.seats))])
        for moment in session.history:
            if session.table.seats[moment.seat] in BOTS:
                count = session.engine.option_count(moment.state)
                bots._answer(session.table.seats[moment.seat], moment.seat, count, moment.state.can_pass)
        return bots

    def decide(self, session: Session) -> None:
        """Lets the bot answer that is asked."""
        seat = session.state.player
        count = session.engine.option_count(session.state)
        session.decide(self._answer(session.table.seats[seat], seat, count, session.state.can_pass))

    def _answer(self, kind: str, seat: int, count: int, can_pass: int) -> int:
        """Where there is only one answer, no luck is spent."""
        if count == 1:
            return 0
        self.luck[seat], index = BOTS[kind](self.luck[seat], count, can_pass)
        return index
