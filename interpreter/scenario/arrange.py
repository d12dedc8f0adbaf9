"""Sets up what a scenario gives: values, pieces, whose turn it is."""

from collections.abc import Sequence
from typing import assert_never

from attrs import define, field

from dsl.ir import scenario as s
from interpreter.scenario.answers import could_be
from interpreter.scenario.failure import wrong
from interpreter.scenario.fixture import Fixture


@define
class Arrange:
    """`given`: the pieces that have been given their place; `beside`: what else lay in the zones that got some."""

    table: Fixture
    given: set[int] = field(factory=set)
    beside: dict[int, tuple[s.GivenPieces, list[int]]] = field(factory=dict)

    def give(self, part: s.Given) -> None:
        """Makes it so, without an event."""
        state = self.table.state
        if self.table.steps:
            self.table.steps.clear()
        match part:
            case s.GivenValue():
                self._value(part)
            case s.GivenTurn(player):
                state.active_player = self.table.number(player)
            case s.GivenRound(number):
                state.round_number = self.table.number(number)
            case s.GivenEmpty(zone):
                for place in self.table.listed(zone):
                    self._empty(place, ())
            case s.GivenPieces():
                self._pieces(part)
            case _:
                assert_never(part)

    def _value(self, part: s.GivenValue) -> None:
        worth = self.table.value(part.value)
        seats = range(len(self.table.cast)) if None in part.at else [None]
        for seat in seats:
            indices = tuple(self.table.number(a) if a is not None else int(seat or 0) for a in part.at)
            self.table.engine.set_variable(self.table.state, part.variable, indices, worth)

    def _empty(self, zone: int, but: Sequence[int]) -> None:
        for piece in [piece for piece in self.table.state.zones[zone] if piece not in but]:
            self.table.engine.take_out(self.table.state, piece)

    def _pieces(self, part: s.GivenPieces) -> None:
        """The pieces named go to the zone; a slot is emptied to where its newcomer came from."""
        engine, state = self.table.engine, self.table.state
        zone = self.table.number(part.zone)
        taken: list[int] = []
        faces: dict[int, str | None] = {}
        for wanted in part.pieces:
            for _ in range(wanted.copies):
                taken.append(self._find_piece(wanted, zone, taken))
                faces[taken[-1]] = wanted.face
        if part.only:
            self._empty(zone, taken)
        for piece in taken:
            came_from = state.zone[piece]
            if engine.program.layout.capacities[zone] == 1 and state.zones[zone] and came_from != zone:
                engine.place_piece(state, state.zones[zone][0], came_from)
        self.beside[zone] = part, [piece for piece in state.zones[zone] if piece not in taken]
        for piece in self.table.in_order_of_laying(zone, taken):
            engine.place_piece(state, piece, zone, faces[piece])
        self.given.update(taken)

    def _find_piece(self, wanted: s.PieceWanted, zone: int, taken: Sequence[int]) -> int:
        """A piece of that name: of the owner named, else from a zone of the same seat, else from anywhere.

        What has been given its place already is moved again only if there is no other.
        """
        engine, state = self.table.engine, self.table.state
        named = [
            p for p in range(len(state.kind))
            if p not in taken and could_be(engine, state, p, wanted)
        ]  # fmt: skip
        if not named:
            whose = f" of {self.table.name(wanted.owner)}'s" if wanted.owner is not None else ""
            wrong(wanted.span, f"a card called {wanted.title}{whose}", "no such card is left in the game")
        seat = engine.seat_of_zone(zone)
        there = [p for p in named if state.zone[p] == zone]
        own = [p for p in named if seat is not None and state.owner[p] == seat]
        near = [p for p in named if seat is not None and engine.seat_of_zone(state.zone[p]) == seat]
        ranked = [*there, *own, *near, *named]
        return next((p for p in ranked if p not in self.given or p in there), ranked[0])
