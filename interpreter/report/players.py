"""Who plays the games of a report: chance, or seats that think and say what each of their answers seemed to be worth.

A seat thinks twice, by luck of its own each time, half as long: what the first thought picks out is measured by the
second, so that a lucky number is not taken for a good answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.players.players import Player, players_at
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Following
from interpreter.players.thinking.thinker import Thinker
from interpreter.runtime.chance import below, bot_seed, mix
from interpreter.runtime.state import State
from interpreter.runtime.thought import Thought


@frozen
class Answer:
    """The place of an answer, and the thoughts that it rests on; none of chance."""

    place: int
    thoughts: tuple[Thought, ...] = ()


@define(eq=False)
class Table:
    """Who sits where in one game; whether somebody `thinks`. `answered` follows each `answer`."""

    engine: Engine
    seats: tuple[Player, ...]
    luck: list[int]
    following: Following
    thinks: bool

    @classmethod
    def of(cls, engine: Engine, names: Sequence[str], luck: int) -> Table:
        """The table of a game that begins; all that players leave to chance hangs on their luck."""
        lucks = [bot_seed(luck, seat) for seat in range(len(names))]
        seats = players_at(names, engine)
        return cls(engine, seats, lucks, Following(engine), any(isinstance(player, Thinker) for player in seats))

    def answer(self, state: State, allowed: Sequence[int] | None = None) -> Answer:
        """What the seat that is asked answers, of the answers at the places that are `allowed`. Raises NotThinkable."""
        seat = state.player
        places = range(self.engine.option_count(state)) if allowed is None else allowed
        player = self.seats[seat]
        if len(places) == 1:
            return Answer(places[0])
        if not isinstance(player, Thinker):
            self.luck[seat], place = player(self.luck[seat], len(places), state.can_pass)
            return Answer(places[place])
        moment, luck = self.following.moment(state), mix(self.luck[seat] ^ state.decisions)
        half = Budget(max(1, player.budget_at(state).passes // 2))
        thoughts = tuple(player.think(moment, mix(luck + k), half) for k in range(2))
        return Answer(_best(thoughts, mix(luck), places), thoughts)

    def answered(self, state: State, place: int) -> None:
        """Whoever is asked is about to answer so."""
        if self.thinks:
            self.following.answered(state, place)


def _best(thoughts: Sequence[Thought], luck: int, places: Sequence[int]) -> int:
    """The answer of these that both together gave most often; luck decides between those that are as good.

    If it were always the first of these, whoever is named first would be favoured by players, not by the rules.
    """
    tried = [[thought.answers[place] for thought in thoughts] for place in range(len(thoughts[0].answers))]
    visits = [sum(one.visits for one in both) for both in tried]
    came = [sum(one.visits * one.means[thoughts[0].seat] for one in both if one.visits) for both in tried]
    worth = [total / number if number else -1.0 for total, number in zip(came, visits, strict=True)]
    best = max(places, key=lambda place: (visits[place], worth[place]))
    equal = [k for k in places if worth[k] == worth[best] and visits[k] >= visits[best] - len(thoughts)]
    return equal[below(luck, len(equal))[1]]
