"""Bots at a table: each draws from a luck of its own, which is the same again when a game is taken up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define

from interpreter.players.kinds import why_no_bot
from interpreter.players.players import Player, players_at
from interpreter.players.thinking.moment import following_of
from interpreter.players.thinking.thinker import Thinker
from interpreter.runtime.chance import bot_seed
from interpreter.table.session import Session


@define
class Bots:
    """The bots of a game, by seat. `luck` has an entry for each seat, whether a bot sits there or not."""

    luck: list[int]
    players: Mapping[int, Player]

    @classmethod
    def at(cls, session: Session, meanwhile: Callable[[], object] | None = None) -> Bots:
        """The bots after all decisions so far; `meanwhile` is called again and again while one of them thinks."""
        seats = session.table.seats
        there = [seat for seat, kind in enumerate(seats) if why_no_bot(kind) is None]
        made = players_at([seats[seat] for seat in there], session.engine)
        for player in made:
            if isinstance(player, Thinker):
                player.meanwhile = meanwhile
        luck = [bot_seed(session.table.seed, seat) for seat in range(len(seats))]
        bots = cls(luck, dict(zip(there, made, strict=True)))
        for moment in session.history:
            bots._by_chance(moment.seat, session.engine.option_count(moment.state), moment.state.can_pass)
        return bots

    def decide(self, session: Session) -> None:
        """Lets the bot answer that is asked."""
        state = session.state
        player = self.players[state.player]
        if isinstance(player, Thinker):
            session.decide(player.decide(following_of(session).moment(session.state), self.luck[state.player]))
        else:
            session.decide(self._by_chance(state.player, session.engine.option_count(state), state.can_pass))

    def _by_chance(self, seat: int, count: int, can_pass: int) -> int:
        """Where there is only one answer, no luck is spent; nor by whoever thinks, or is no bot."""
        player = self.players.get(seat)
        if count == 1 or player is None or isinstance(player, Thinker):
            return 0
        self.luck[seat], index = player(self.luck[seat], count, can_pass)
        return index
