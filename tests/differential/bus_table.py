"""A game of Thrown Under the Bus on the engine, seen from outside: what lies where, and what may be laid there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import define

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.runtime.state import State, value_of

DAYS = range(5)
MONDAY, FRIDAY = 0, 4
ACCOUNTING, ACTION, EVENT = range(3)
TOKENS = 5  # of each player
#: The chairs with a title, the last one included.
NAMED_CHAIRS = (6, 11, 16, 21, 26, 31, 35)
CORPORATE, ASSOCIATE = 60, 10


@cache
def engine(
    players: int, kind: str = "generated", trace: bool = False, variants: tuple[str, ...] = (), **parameters: int
) -> Engine:
    """The game for so many players."""
    game = load("thrown_under_the_bus", variants).game
    assert game is not None
    return Engine(game, players, parameters, engine=kind, trace=trace)


@define
class Table:
    """One game, at one point."""

    engine: Engine
    state: State

    @property
    def seats(self) -> range:
        return range(self.engine.players)

    def number_of(self, name: str, seat: int = 0, day: int | None = None) -> int:
        """The number of a place: `desk` has one for each day, the others one for each player."""
        base = self.engine.program.layout.zones[name].base
        return base + seat if day is None else base + seat * len(DAYS) + day

    def zone(self, name: str, seat: int = 0, day: int | None = None) -> list[int]:
        """The pieces there, from bottom to top."""
        return self.state.zones[self.number_of(name, seat, day)]

    def days(self) -> list[tuple[int, int, list[int]]]:
        """Every day of every desktop: its seat, the day and what lies on it."""
        return [(seat, day, self.zone("desk", seat, day)) for seat in self.seats for day in DAYS]

    def filled_days(self) -> list[list[int]]:
        """What lies on each day of each desktop that is not empty."""
        first = self.number_of("desk")
        return [pieces for pieces in self.state.zones[first : first + len(DAYS) * self.engine.players] if pieces]

    def cards(self) -> list[int]:
        """All pieces but the tokens."""
        return [piece for piece in range(len(self.state.kind)) if not self.is_token(piece)]

    def is_token(self, piece: int) -> bool:
        return self.engine.program.layout.kinds[self.state.kind[piece]].card_type == "influence"

    def title(self, piece: int) -> str:
        return self.engine.program.layout.kinds[self.state.kind[piece]].title

    def titled(self, title: str) -> list[int]:
        """All cards with that title."""
        return [card for card in self.cards() if self.title(card) == title]

    def printed(self, field: str, piece: int) -> Any:
        """What is printed on a card."""
        return self.engine.program.layout.printed[field][self.state.kind[piece]]

    def field(self, name: str, piece: int) -> int:
        """What is noted of a card."""
        return int(value_of(self.state, name)[piece])

    def variable(self, name: str) -> Any:
        """A variable, or what each player has of it."""
        return value_of(self.state, name)

    def lay(self, piece: int, seat: int, day: int, marks: Mapping[str, int] | None = None) -> None:
        """Puts a piece on a day, open, with what is noted of it."""
        self.engine.place_piece(self.state, piece, self.number_of("desk", seat, day), "up")
        for name, worth in (marks or {}).items():
            self.engine.set_variable(self.state, name, (piece,), worth)
