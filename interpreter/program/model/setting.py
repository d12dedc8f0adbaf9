"""What a program is made for: a game, the number of players, the values of the parameters."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations


@frozen(eq=False, slots=False)
class Setting(Declarations):
    """One game at one table. `parameters` has a value for every parameter of the game."""

    players: int
    parameters: Mapping[str, int]

    @cached_property
    def constant_defines(self) -> dict[tuple[str, tuple[int, ...] | None], int | None]:
        """Definitions, for some arguments or for any, that are known before play: what they are worth; else None."""
        return {}

    def size(self, of: ir.Type) -> int:
        """How many there are of a kind that is listed before play: players, or the values of an enum."""
        return self.players if of.kind is ir.Kind.PLAYER else self.sizes[of.name]

    def index_size(self, index: ir.Index) -> int:
        """How many values an index of a variable or zone has; of pieces, more can always be made."""
        return sys.maxsize if index.dimension is ir.Dimension.PIECE else self.size(index.type)

    def attribute_table(self, enum: str, attribute: str, absent: int) -> tuple[int, ...]:
        """What is printed on each value of an enum under the name `attribute`."""
        values = self.enumerations[enum].values
        return tuple(dict(value.attributes).get(attribute, absent) for value in values)


def setting(game: ir.Game, players: int, parameters: Mapping[str, int]) -> Setting:
    """The setting in which the parameters that are not named keep the game's own values."""
    return Setting(game, players, {p.name: parameters.get(p.name, p.value) for p in game.parameters})


def absent(of: ir.Type) -> int:
    """What a property of nothing is: 0, no, or none."""
    return 0 if of.kind in (ir.Kind.NUMBER, ir.Kind.YES_NO) and not of.optional else ir.NONE
