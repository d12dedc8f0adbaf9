"""What a game that is over was worth for each seat, as whoever thinks about it reckons."""

from collections.abc import Sequence
from typing import Final

from dsl.ir import nodes as ir
from dsl.ir.bodies import statements_of
from dsl.walk import nodes_of


def wins_together(game: ir.Game) -> bool:
    """Whether all may win together: then whoever does not win has lost, and nobody has half of it."""
    return any(isinstance(over.winners, ir.AllOf) for over in nodes_of(statements_of(game), ir.GameOver))


def shares(winners: Sequence[int], players: int, together: bool) -> list[float]:
    """By seat, the share of the win; an equal one if nobody has won, unless all may win together."""
    if together:
        return [float(seat in winners) for seat in range(players)]
    return [(seat in winners) / len(winners) if winners else 1 / players for seat in range(players)]


#: How near all came to winning together is told in so many parts.
MOST_PROGRESS: Final = 1000


def weighed(share: Sequence[float], places: Sequence[int], nearness: float, players: int) -> list[float]:
    """By seat, nine tenths of the share of the win and one tenth of the place, or of how near all came to winning."""
    if places and any(places):
        beside = [(players - place) / max(1, players - 1) for place in places]
    else:
        beside = [nearness] * players
    return [(9 * one + other) / 10 for one, other in zip(share, beside, strict=True)]


def ahead(scores: Sequence[int]) -> list[float]:
    """By seat, how much more it has than the others have on average; of one alone, how much that is."""
    if len(scores) == 1:
        return [float(scores[0])]
    total = sum(scores)
    return [(len(scores) * one - total) / (len(scores) - 1) for one in scores]
