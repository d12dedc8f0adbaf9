"""Players that are no people, made for a table."""

from collections.abc import Sequence
from typing import TypeAlias

from interpreter.engine import Engine
from interpreter.players.thinking.budget import budget_of
from interpreter.players.thinking.thinker import Thinker
from interpreter.players.uniform import BOTS, Bot

#: Whoever answers questions at a table.
Player: TypeAlias = Bot | Thinker


def players_at(seats: Sequence[str], engine: Engine) -> tuple[Player, ...]:
    """The bots in these seats of a table. Raises NotThinkable if somebody is to think who cannot."""
    made: dict[str, Player] = {}
    for name in seats:
        if name not in made:
            budget = budget_of(name)
            if budget is None:
                made[name] = BOTS[name]
                continue
            made[name] = thinker = Thinker(engine, budget)
            thinker.ready()
    return tuple(made[name] for name in seats)
