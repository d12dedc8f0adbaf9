"""Measures of a finished game, in plain words: `team wins`, `rounds`, `seat 2 wins`, `money`.

A measure reads a whole number, `scale` times what is meant: so a shared win, or the mean of four scores, is exact.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import lcm
from typing import TypeVar

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.simulation.games.played import Played
from interpreter.table.ending.ranking import Ranking, is_for_a_team, is_sided, ranking, reads_player
from interpreter.text.labels import spoken

_Seat = TypeVar("_Seat")


@frozen(eq=False)
class Measure:
    """`read` gives a number that is `scale` times what is meant, or None where a game has no such thing.

    `share`: what is meant lies from 0 to 1, and its mean is the share of games in which something happened. `per`: by
    what it is divided; then the measure is the ratio of both means. `shown`: also where nobody asks for it.
    """

    name: str
    read: Callable[[Played], int | None]
    scale: int = 1
    share: bool = False
    per: Callable[[Played], int | None] | None = None
    shown: bool = True


def measures(game: ir.Game, seats: Sequence[str], ratios: Sequence[str] = ()) -> tuple[Measure, ...]:
    """All that can be asked of this game at this table, the most telling first. The names are unlike each other.

    `ratios` are more, each of two others: `decisions / rounds`; where one of these is not known, it is left out.
    """
    found: dict[str, Measure] = {}
    for measure in (*_wins(game, seats), *_LENGTHS, *_scores(ranking(game), len(seats)), *_named(game, len(seats))):
        found.setdefault(measure.name, measure)
    for name in ratios:
        top, bottom = (found.get(part.strip()) for part in name.split("/"))
        if top is not None and bottom is not None and not (top.per or bottom.per):
            found.setdefault(name, _ratio(name, top, bottom))
    return tuple(found.values())


def _ratio(name: str, top: Measure, bottom: Measure) -> Measure:
    return Measure(name, partial(_times, top.read, bottom.scale), per=partial(_times, bottom.read, top.scale))


def _times(read: Callable[[Played], int | None], scale: int, game: Played) -> int | None:
    found = read(game)
    return None if found is None else found * scale


def rotated(seats: Sequence[_Seat], seed: int) -> tuple[_Seat, ...]:
    """Who sits where in the game with this seed: all move on by one seat from game to game."""
    turn = seed % len(seats)
    return (*seats[turn:], *seats[:turn])


def _wins(game: ir.Game, seats: Sequence[str]) -> Iterator[Measure]:
    if len(seats) == 1:
        yield Measure("the player wins", lambda game: int(bool(game.winners)), share=True)
        return
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
        for seat in range(seats if seats > 1 else 0):
            yield Measure(f"seat {seat + 1}'s place", partial(_place, seat), shown=False)


def _place(seat: int, game: Played) -> int | None:
    return game.standings.places[seat] if game.standings and game.standings.places else None


def _named(game: ir.Game, seats: int) -> Iterator[Measure]:
    """What `measured` in the head of a game names: numbers, ratios, shares of games, who wins by a value."""
    for k, one in enumerate(game.measured):
        name, type_, each = spoken(one.name), one.value.type, reads_player(one.value)
        titles = [value.title for e in game.enumerations if e.name == type_.name for value in e.values]
        if one.per is not None:
            yield Measure(name, partial(_sum_of, k, 0), per=partial(_sum_of, k, 1))
        elif is_sided(one):
            for place, title in enumerate(titles):
                yield Measure(f"{name} {title} wins", partial(_side_wins, k, place), share=True)
        elif type_.kind is ir.Kind.VALUE:
            for place, title in enumerate(titles):
                yield Measure(f"{name} is {title}", partial(_is, k, place), share=True)
        else:
            yield Measure(name, partial(_sum_of, k, 0), seats if each else 1, share=type_.kind is ir.Kind.YES_NO)
            if each:
                yield Measure(f"winner's {name}", partial(_winners, k))


def _sum_of(place: int, part: int, game: Played) -> int | None:
    return sum(game.standings.measured[place][part]) if game.standings else None


def _is(place: int, value: int, game: Played) -> int | None:
    return int(game.standings.measured[place][0] == (value,)) if game.standings else None


def _winners(place: int, game: Played) -> int | None:
    return game.standings.measured[place][0][game.winners[0]] if game.standings and game.winners else None


def _side_wins(place: int, value: int, game: Played) -> int | None:
    """Whether somebody with that value wins; none where nobody has it."""
    if game.standings is None or value not in (values := game.standings.measured[place][0]):
        return None
    return int(any(values[seat] == value for seat in game.winners))


def _of_all(place: int, game: Played) -> int | None:
    return sum(game.standings.scores[place]) if game.standings else None


def _of_winner(place: int, game: Played) -> int | None:
    return game.standings.scores[place][game.winners[0]] if game.standings and game.winners else None
