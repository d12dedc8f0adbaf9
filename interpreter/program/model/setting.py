"""The setting of a program: a game, the number of players, the values of the parameters."""

import sys
from collections.abc import Mapping
from functools import cached_property

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations


@frozen(eq=False, slots=False)
class Setting(Declarations):
    """One game at one table. `parameters` has a value for every parameter of the game."""

    players: int
    parameters: Mapping[str, int]

    @cached_property
    def constant_defines(self) -> dict[tuple[str, tuple[int, ...] | None], int | None]:
        """Caches the values of definitions for some arguments, or for any; None for those not known before play."""
        return {}

    def size(self, of: ir.Type) -> int:
        """Counts players, or the values of an enum."""
        return self.players if of.kind is ir.Kind.PLAYER else self.sizes[of.name]

    def index_size(self, index: ir.Index) -> int:
        """Counts the values of an index of a variable or zone; of pieces, more can always be made."""
        return sys.maxsize if index.dimension is ir.Dimension.PIECE else self.size(index.type)

    def attribute_table(self, enum: str, attribute: str, absent: int) -> tuple[int, ...]:
        """Lists an attribute of each value of an enum."""
        values = self.enumerations[enum].values
        return tuple(dict(value.attributes).get(attribute, absent) for value in values)


def setting(game: ir.Game, players: int, parameters: Mapping[str, int]) -> Setting:
    """The setting in which the parameters that are not named keep the game's own values."""
    return Setting(game, players, {p.name: parameters.get(p.name, p.value) for p in game.parameters})


def absent(of: ir.Type) -> int:
    """The property of nothing: 0, no, or none."""
    return 0 if of.kind in (ir.Kind.NUMBER, ir.Kind.YES_NO) and not of.optional else ir.NONE
