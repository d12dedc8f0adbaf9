"""How many of a thing there are, at every number of players."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import counted
from dsl.names.state import spoken
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.setting import setting


def amount_of(game: ir.Game, amounts: Sequence[tuple[ir.Expression, bool]], things: str) -> str:
    """`6 Crop cards`, `4 Job cards for each player`, `12 to 36 cubes`: the sum of amounts, some for each player.

    Without a number where that is decided in play.
    """
    apart = bool(amounts) and all(each for _, each in amounts)
    sums = _sums(game, [(amount, each and not apart) for amount, each in amounts])
    if not sums:
        return spoken(things)
    low, high = min(sums), max(sums)
    words = counted(low, things) if low == high else f"{low} to {high} {things}, by the number of players"
    return f"{words} for each player" if apart else words


def copies(game: ir.Game, card: ir.Card) -> str:
    """`2`, `1 for each player`, `3 to 6`, or `some`."""
    sums = _sums(game, [(card.copies, False)])
    if not sums:
        return "some"
    number = str(min(sums)) if len(sums) == 1 else f"{min(sums)} to {max(sums)}"
    return f"{number} for each player" if card.each_player else number


def _sums(game: ir.Game, amounts: Sequence[tuple[ir.Expression, bool]]) -> set[int]:
    """The sums at all numbers of players; nothing if one of them is known in play alone."""
    found: set[int] = set()
    for players in range(game.fewest_players, game.most_players + 1):
        at_table = setting(game, players, {})
        each = [(constant(amount, at_table), players if many else 1) for amount, many in amounts]
        if any(number is None for number, _ in each):
            return set()
        found.add(sum((number or 0) * times for number, times in each))
    return found
