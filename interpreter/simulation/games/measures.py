"""Measures of a finished game, in plain words: `team wins`, `rounds`, `seat 2 wins`, `money`.

A measure reads a whole number, `scale` times what is meant: so a shared win, or the mean of four scores, is exact.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import lcm

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import statements_of
from dsl.walk import nodes_of
from interpreter.simulation.games.played import Played
from interpreter.simulation.games.ranking import Ranking, ranking
from interpreter.text.labels import spoken


@frozen(eq=False)
class Measure:
    """`read` gives a number that is `scale` times what is meant, or None where a game has no such thing.

    `share`: what is meant lies from 0 to 1, and its mean is the share of games in which something happened.
    """

    name: str
    read: Callable[[Played], int | None]
    scale: int = 1
    share: bool = False


def measures(game: ir.Game, seats: Sequence[str]) -> tuple[Measure, ...]:
    """All that can be asked of this game at this table, the most telling first. The names are unlike each other."""
    found: dict[str, Measure] = {}
    for measure in (*_wins(game, seats), *_LENGTHS, *_scores(ranking(game), len(seats))):
        found.setdefault(measure.name, measure)
    return tuple(found.values())


def rotated(seats: Sequence[str], seed: int) -> tuple[str, ...]:
    """Who sits where in the game with this seed: all move on by one seat from game to game."""
    turn = seed % len(seats)
    return (*seats[turn:], *seats[:turn])


def is_for_a_team(game: ir.Game) -> bool:
    """Whether all win together or nobody does, however the game ends."""
    ends = [over.winners for over in nodes_of(statements_of(game), ir.GameOver)]
    return bool(ends) and all(map(_is_all_or_none, ends))


def _is_all_or_none(winners: ir.Expression) -> bool:
    match winners:
        case ir.AllOf() | ir.ListOf(items=()) | ir.Without(ir.AllOf(), ir.AllOf()):
            return True
        case _:
            return False


def _wins(game: ir.Game, seats: Sequence[str]) -> Iterator[Measure]:
    if is_for_a_team(game):
        yield Measure("team wins", lambda game: int(bool(game.winners)), share=True)
        return
    scale = lcm(*range(1, len(seats) + 1))
    for seat in range(len(seats)):
        yield Measure(f"seat {seat + 1} wins", partial(_won_by_seat, seat, scale), scale, share=True)
    bots = list(dict.fromkeys(seats))
    for bot in bots if len(bots) > 1 else ():
        yield Measure(f"{bot} wins", _won_by_bot(bot, seats, scale), scale, share=True)
    yield Measure("nobody wins", lambda game: int(not game.winners), share=True)
    if len(seats) > 1:
        yield Measure("shared wins", lambda game: int(len(game.winners) > 1), share=True)


def _won_by_seat(seat: int, scale: int, game: Played) -> int:
    return scale // len(game.winners) if seat in game.winners else 0


def _won_by_bot(bot: str, seats: Sequence[str], scale: int) -> Callable[[Played], int]:
    """The part of a win that goes to the seats of one bot."""
    orders = [rotated(seats, turn) for turn in range(len(seats))]

    def read(game: Played) -> int:
        order = orders[game.seed % len(orders)]
        return sum(scale // len(game.winners) for seat in game.winners if order[seat] == bot)

    return read


_LENGTHS = (
    Measure("rounds", lambda game: game.rounds),
    Measure("decisions", lambda game: game.decisions),
    Measure("real choices", lambda game: game.genuine),
)


def _scores(ranks: Ranking | None, seats: int) -> Iterator[Measure]:
    """For each criterion of the ranking, the mean of the players and what the winner has; then the lead in one."""
    if ranks is None:
        return
    for place, name in enumerate(map(spoken, ranks.names)):
        yield Measure(name, partial(_of_all, place), seats)
        yield Measure(f"winner's {name}", partial(_of_winner, place))
    if ranks.decides:
        yield Measure("margin", lambda game: game.standings.margin if game.standings else None)


def _of_all(place: int, game: Played) -> int | None:
    return sum(game.standings.scores[place]) if game.standings else None


def _of_winner(place: int, game: Played) -> int | None:
    return game.standings.scores[place][game.winners[0]] if game.standings and game.winners else None
