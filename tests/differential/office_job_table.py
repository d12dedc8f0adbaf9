"""A game of Office Job on the engine, seen from outside: what lies where, who has what, what is asked."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import define

from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.engine import Engine, LoweringError
from interpreter.program.model.layout import OUT_OF_THE_GAME
from interpreter.runtime.state import State, value_of

#: What the engine calls an action or an option of a menu, and what the game written by hand calls it.
NAMES = {
    "exchange": "exchange", "play_a_card": "play", "delegate": "delegate", "use_power": "power",
    "Gain 1 point": "gain", "Take 2 points from somebody": "give", "Praise, worth 1 point": "they gain",
    "Take the blame and lose 1": "I lose",
}  # fmt: skip


@cache
def engine(players: int, kind: str = "generated", trace: bool = False) -> Engine:
    """The base game for so many players."""
    game = load("office_job").game
    assert game is not None
    try:
        return Engine(game, players, engine=kind, trace=trace)
    except LoweringError as lacking:
        pytest.skip(f"cannot be played yet: {lacking}")


@define
class Table:
    """One game, at one point."""

    engine: Engine
    state: State

    @property
    def seats(self) -> range:
        return range(self.engine.players)

    def zone(self, name: str, seat: int = 0) -> list[int]:
        """The cards there, from bottom to top."""
        return self.state.zones[self.engine.program.layout.zones[name].base + seat]

    def of_all(self, name: str) -> list[list[int]]:
        """The zone of that name of each player."""
        return [self.zone(name, seat) for seat in self.seats]

    def removed(self) -> list[int]:
        """The cards that are out of the game."""
        return self.state.zones[self.engine.program.layout.zone_names.index(OUT_OF_THE_GAME.name)]

    def variable(self, name: str) -> Any:
        """A variable, or what each player has of it."""
        return value_of(self.state, name)

    def defined(self, name: str, seat: int) -> int:
        """What a definition is for a player."""
        name = f"{name} of player"
        type_ = self.engine.program.definitions[name].type
        worth = ir.Derived(name, (ir.Constant(seat, ir.PLAYER),), type_)
        return int(self.engine.evaluate(self.state, worth, [-1]))

    def points(self) -> list[int]:
        return list(self.variable("point"))

    def held(self) -> list[int]:
        """1, 2 or 3 for each player."""
        return [rank + 1 for rank in self.variable("held_rank")]

    def ranks(self) -> list[int]:
        """What each player counts as."""
        return [self.defined("rank", seat) + 1 for seat in self.seats]

    def answers(self) -> list[Any]:
        """The answers that are possible, as the game written by hand calls them; passing is None."""
        asked = self.engine.asked(self.state)
        options: list[Any] = list(self.state.options)
        match asked.statement, asked.options:
            case ir.TakeActions(actions=names), _:
                options = [NAMES[names[place]] for place in options]
            case _, ir.FromMenu(labels=labels):
                options = [NAMES[labels[place]] for place in options]
            case _:
                pass
        offered = [NAMES[self.engine.program.game.actions[number].name] for number in self.state.offers]
        return options + offered + [None] * self.state.can_pass
