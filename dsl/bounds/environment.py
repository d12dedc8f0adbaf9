"""Defines the environment of an evaluation: a game at its tables, and what is known of its state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import inf, prod

from attrs import define

from dsl.bounds.interval import ANY_NUMBER, YES_OR_NO, Amount, Interval, join, number
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.nodes import Kind


@define(eq=False, slots=False)
class Environment(ABC):
    """Tables with `fewest` to `players` players at which each parameter lies in its interval.

    What is known of the state is for the kinds of environment to say. Where that never changes, `memo` keeps the
    intervals of definitions for their arguments.
    """

    declared: Declarations
    fewest: int
    players: int
    parameters: Mapping[str, Interval]
    memo: dict[tuple[object, ...], Interval] | None = None

    @property
    def game(self) -> ir.Game:
        return self.declared.game

    # ------------------------------------------------------------ the state

    @abstractmethod
    def variable(self, name: str) -> Interval:
        """What a variable can be, at any of its indices."""

    @abstractmethod
    def attribute(self, field: str, piece: Interval, type_: ir.Type) -> Interval:
        """What a field of a piece can be; of no piece it is nothing."""

    @abstractmethod
    def contents(self, zone: Interval) -> Interval:
        """The pieces that lie in one of these zones, or in so many of them together."""

    @abstractmethod
    def kinds_of(self, card_type: str) -> frozenset[int | str]:
        """The kinds of pieces that may be of that kind of card."""

    @abstractmethod
    def count(self, kinds: frozenset[int | str]) -> Amount:
        """How many pieces there may be of these kinds."""

    @property
    def times_in_force(self) -> Amount:
        """How often an exception can apply at most that holds for a time, or for each copy of a card."""
        return inf

    @abstractmethod
    def held(self, effect: int) -> Interval:
        """A number that an effect has kept since it began."""

    @abstractmethod
    def answer(self, procedure: str) -> Interval:
        """What a procedure decides."""

    @property
    @abstractmethod
    def rounds(self) -> Amount:
        """The greatest number of a round."""

    # ------------------------------------------------------------ types

    def by_type(self, type_: ir.Type) -> Interval:
        """All that a thing of that type can be."""
        found = self._by_kind(type_)
        if type_.optional:
            found = found.or_none
        return found.several(self.all_of(type_)) if type_.many else found

    def _by_kind(self, type_: ir.Type) -> Interval:
        match type_.kind:
            case Kind.NUMBER:
                return ANY_NUMBER
            case Kind.YES_NO:
                return YES_OR_NO
            case Kind.PLAYER:
                return number(0, self.players - 1)
            case Kind.VALUE:
                return number(0, max(0, self.declared.sizes[type_.name] - 1))
            case Kind.DIE:
                dice = [number(d.low, d.high) for d in self.game.dice if type_.name in ("", d.name)]
                return join(*dice)
            case Kind.PIECE:
                return Interval(-1, inf, 1, self.kinds_of(type_.name))
            case Kind.ZONE:
                return Interval(-1, inf, 1, frozenset(self.declared.zones))
            case Kind.COUNTER:
                return Interval(-1, len(self.declared.counters), 1, self.declared.names_of_counters)
            case Kind.NOTHING:
                return number(-1)
            case _:
                return ANY_NUMBER

    def all_of(self, type_: ir.Type) -> Amount:
        """How many there are at most of a type whose things are listed before play, each once."""
        match type_.kind:
            case Kind.PLAYER:
                return self.players
            case Kind.VALUE:
                return self.declared.sizes[type_.name]
            case Kind.COUNTER:
                return len(self.declared.counters)
            case _:
                return inf

    def index_size(self, index: ir.Index) -> Amount:
        match index.dimension:
            case ir.Dimension.PLAYER:
                return self.players
            case ir.Dimension.PIECE:
                return self.count(self.kinds_of(index.name))
            case ir.Dimension.VALUE:
                return self.declared.sizes[index.name]

    def instances(self, dimensions: tuple[ir.Index, ...]) -> Amount:
        """How many there are of what has these indices."""
        return prod(self.index_size(index) for index in dimensions)


def parameters_of(game: ir.Game, given: Mapping[str, int]) -> dict[str, Interval]:
    """Every parameter has its whole range, but for those that are given a value."""
    return {
        p.name: number(given[p.name]) if p.name in given else number(p.low, p.high).or_number(p.value)
        for p in game.parameters
    }
