"""Evaluates against declarations alone: the light layer, for what is known before play."""

from collections.abc import Iterator, Mapping
from math import inf

from attrs import define, field

from dsl.bounds.environment import Environment, parameters_of
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import ANY_NUMBER, Amount, Interval, join, number
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.nodes import NUMBER, Kind


@define(eq=False, slots=False)
class Declared(Environment):
    """Each variable is anywhere within its bounds; of pieces and zones nothing is known."""

    memo: dict[tuple[object, ...], Interval] | None = field(factory=dict)
    _variables: dict[str, Interval] = field(factory=dict)

    def variable(self, name: str) -> Interval:
        if name not in self._variables:
            self._variables[name] = self._within_bounds(self.declared.variables[name])
        return self._variables[name]

    def _within_bounds(self, variable: ir.Variable) -> Interval:
        if variable.type != NUMBER:
            is_there = variable.type.many or variable.type.kind is Kind.YES_NO
            return self.by_type(variable.type if is_there else variable.type.or_none())
        low = -inf if variable.low is None else evaluate(variable.low, self).low
        high = inf if variable.high is None else evaluate(variable.high, self).high
        return join(number(low, high), evaluate(variable.start, self))

    def attribute(self, field: str, piece: Interval, type_: ir.Type) -> Interval:
        found = self.by_type(type_)
        return found if type_.many else found.or_number(0) if type_.kind is Kind.YES_NO else found.or_none

    def contents(self, zone: Interval) -> Interval:
        return Interval(-1, inf, inf)

    def kinds_of(self, card_type: str) -> frozenset[int | str]:
        return frozenset()

    def count(self, kinds: frozenset[int | str]) -> Amount:
        return inf

    def held(self, effect: int) -> Interval:
        return ANY_NUMBER

    def answer(self, procedure: str) -> Interval:
        return ANY_NUMBER.several(inf)

    @property
    def rounds(self) -> Amount:
        return inf


def declared(game: ir.Game, given: Mapping[str, int] | None = None) -> Declared:
    """All tables at once: any number of players, every parameter that is not given anywhere in its range."""
    return Declared(Declarations(game), game.fewest_players, game.most_players, parameters_of(game, given or {}))


def as_set(game: ir.Game) -> dict[str, int]:
    """The values that the parameters have."""
    return {p.name: p.value for p in game.parameters}


def at_each_table(game: ir.Game) -> Iterator[Declared]:
    """For each number of players, with every parameter as it is."""
    known = Declarations(game)
    for players in range(game.fewest_players, game.most_players + 1):
        yield at_table(game, players, as_set(game), known)


def at_table(game: ir.Game, players: int, parameters: Mapping[str, int], known: Declarations | None = None) -> Declared:
    """One table: so many players, and every parameter that is given as it is."""
    return Declared(known or Declarations(game), players, players, parameters_of(game, parameters))
