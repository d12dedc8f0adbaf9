"""A game of Bad Day at the Office on the engine, seen from outside: where everybody is, and what troubles there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from attrs import define

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.runtime.state import State, value_of

LOCATIONS = (
    "cubicle_farm", "kitchen", "meeting_room", "toilets", "stationery_cupboard", "document_storage", "it_dept",
    "mail_room", "dingy_corridor",
)  # fmt: skip
FARM, CORRIDOR = 0, 8
ROOMS = range(1, 8)  # those that may have trouble
#: The outer cells of a board of three by three that is counted row by row, clockwise from the upper left.
RIM = (0, 1, 2, 5, 8, 7, 6, 3)


@cache
def engine(players: int, kind: str = "generated", trace: bool = False, variants: tuple[str, ...] = ()) -> Engine:
    """The game for so many players."""
    game = load("bad_day_at_the_office", variants).game
    assert game is not None
    return Engine(game, players, engine=kind, trace=trace)


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

    def hands(self) -> list[list[int]]:
        return [self.zone("hand", seat) for seat in self.seats]

    def variable(self, name: str) -> Any:
        """A variable, or all of it where there are several."""
        return value_of(self.state, name)

    def trouble(self) -> list[int]:
        """The trouble on each Location."""
        return list(self.variable("trouble"))

    def ring(self) -> list[int]:
        """The outer Locations, clockwise, the Cubicle Farm first."""
        lying = {cell: place for place, cell in enumerate(self.variable("office"))}
        around = [lying[cell] for cell in RIM]
        farm = around.index(FARM)
        return around[farm:] + around[:farm]

    def arrange(self, trouble: Mapping[int, int], security: int, rolls: Sequence[int]) -> None:
        """Trouble on these Locations and nowhere else, that level of security, and the next dice."""
        for place in range(len(LOCATIONS)):
            self.engine.set_variable(self.state, "trouble", (place,), trouble.get(place, 0))
        self.engine.set_variable(self.state, "security", (), security)
        self.state.rolls = tuple(rolls)
