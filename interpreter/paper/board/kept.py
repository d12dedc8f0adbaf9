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

    `low` and `high` are those that the rules set it; None where they set none. `variable` is its name in the rules,
    `at` the values of enums that it is of, each by the name of the enum and its place in it.
    """

    variable: str
    title: str
    seat: int | None
    at: tuple[tuple[str, int], ...]
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
            if not one.counts or one.name not in on_table or one.is_mark:
                continue
            low = None if one.low is None else _point(evaluate(one.low, table).low)
            high = None if one.high is None else _point(evaluate(one.high, table).high)
            start = _point(evaluate(one.start, table).low)
            for places in product(*(range(self._size(index)) for index in one.dimensions)):
                of = [(index.name, place) for index, place in zip(one.dimensions, places, strict=True)]
                seat = next((place for name, place in of if not name), None)
                at = tuple((name, place) for name, place in of if name)
                titles = ", ".join(self.enumerations[name].values[place].title for name, place in at)
                title = capital(called(one)) + (f" ({titles})" if titles else "")
                yield Kept(one.name, title, seat, at, start if start is not None else low or 0, low, high)

    def _size(self, index: ir.Index) -> int:
        return self.players if index.dimension is ir.Dimension.PLAYER else len(self.enumerations[index.name].values)


def _point(amount: float) -> int | None:
    return None if amount in (inf, -inf) else int(amount)
