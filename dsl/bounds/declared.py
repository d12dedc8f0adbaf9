"""The light layer: what is known before play, by what a game declares alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf

from attrs import define, field

from dsl.bounds.environment import Declarations, Environment, parameters_of
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import ANY_NUMBER, Amount, Interval
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind


@define(eq=False, slots=False)
class Declared(Environment):
    """Each variable is anywhere within its bounds; of pieces and zones nothing is known."""

    memo: dict[tuple[object, ...], Interval] | None = field(factory=dict)
    _variables: dict[str, Interval] = field(factory=dict)

    def variable(self, name: str) -> Interval:
        found = self._variables.get(name)
        if found is None:
            variable = self.declared.variables[name]
            found = self._variables[name] = self.bounds_of(variable) if variable.type == NUMBER else self.by_type(
                variable.type if variable.type.many else variable.type.or_none()
            )  # fmt: skip
        return found

    def bounds_of(self, variable: ir.Variable) -> Interval:
        """What a number is declared to be."""
        low = -inf if variable.low is None else evaluate(variable.low, self).low
        return Interval(low, inf if variable.high is None else evaluate(variable.high, self).high, 1)

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
    parameters = parameters_of(game, as_set(game))
    for players in range(game.fewest_players, game.most_players + 1):
        yield Declared(known, players, players, parameters)
