"""The numbers that somebody keeps at the table: what each is called, who has one, and within which bounds it stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf

from dsl.bounds.declared import as_set, at_table
from dsl.bounds.evaluate import evaluate
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.prose.nouns import called
from dsl.ir.shown import shown
from interpreter.text.labels import capital


@frozen
class Kept:
    """One number: of the player in `seat` from 0, or of the table if that is None.

    `low` and `high` are those that the rules set it; None where they set none. `variable` is its name in the rules.
    """

    variable: str
    title: str
    seat: int | None
    start: int
    low: int | None
    high: int | None


def kept(game: ir.Game, players: int) -> tuple[Kept, ...]:
    """All numbers that stand on the table, in the order of the rules; what lies on pieces is not among them."""
    return tuple(_Kept(game, players).numbers())


@frozen(eq=False, slots=False)
class _Kept(Declarations):
    players: int

    def numbers(self) -> Iterator[Kept]:
        table = at_table(self.game, self.players, as_set(self.game))
        on_table = shown(self.game)
        for one in self.game.variables:
            if one.type != ir.NUMBER or one.name not in on_table or one.is_mark or one.pawn:
                continue
            low = None if one.low is None else _point(evaluate(one.low, table).low)
            high = None if one.high is None else _point(evaluate(one.high, table).high)
            start = _point(evaluate(one.start, table).low)
            for at in product(*(self._places(index) for index in one.dimensions)):
                titles = ", ".join(title for _, title in at if title)
                title = capital(called(one)) + (f" ({titles})" if titles else "")
                seat = next((seat for seat, _ in at if seat is not None), None)
                yield Kept(one.name, title, seat, start if start is not None else low or 0, low, high)

    def _places(self, index: ir.Index) -> list[tuple[int | None, str]]:
        """The seat and the title of each place: a player has no title, a value no seat."""
        if index.dimension is ir.Dimension.PLAYER:
            return [(seat, "") for seat in range(self.players)]
        return [(None, value.title or value.name) for value in self.enumerations[index.name].values]


def _point(amount: float) -> int | None:
    return None if amount in (inf, -inf) else int(amount)
