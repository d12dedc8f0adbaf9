"""Many random games of Thrown Under the Bus come out as they were measured with another program.

Its players choose with equal chances among the kinds of things that they may do, and then among what can be done of
that kind; so does the bot that takes any option.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt

import pytest
from attrs import Factory, define

from interpreter.players.uniform import BOTS
from interpreter.simulation.games.run import play_game
from tests.differential.bus_table import Table, engine

GAMES, MEASURED_GAMES = 2_000, 1_000
LAST_CHAIR = 35
#: For each number of players: weeks at 5 %, 50 % and 95 %; shares of games that end by the last chair, by an empty
#: deck and with everybody fired; how many are fired in a game.
MEASURED = {
    2: ((5, 16, 22), (0.51, 0.39, 0.10), 0.6),
    3: ((5, 12, 15), (0.51, 0.47, 0.02), 0.8),
    4: ((5, 9, 11), (0.48, 0.52, 0.00), 0.8),
    5: ((4, 7, 9), (0.39, 0.61, 0.00), 0.9),
    6: ((4, 6, 8), (0.36, 0.64, 0.00), 1.0),
}
MOST_WEEKS = {2: 48, 3: 30, 4: 30, 5: 30, 6: 30}
ROUNDED = 0.005  # shares are given in whole percents


@define
class Played:
    """What has come of many games."""

    weeks: list[int] = Factory(list)
    ends: Counter[str] = Factory(Counter)
    wins: Counter[int] = Factory(Counter)
    fired: int = 0


@cache
def played(players: int, games: int = GAMES) -> Played:
    by_rules = engine(players)
    found = Played()
    for seed in range(games):
        state, *_ = play_game(by_rules, seed, [BOTS["uniform"]] * players)
        assert state.over and len(state.winners) <= 1
        table = Table(by_rules, state)
        fired = sum(map(bool, table.variable("fired")))
        found.weeks.append(state.round_number)
        found.wins.update(state.winners)
        found.fired += fired
        found.ends[_end(table, fired)] += 1
        assert (fired == players) is not bool(state.winners)
    found.weeks.sort()
    return found


def _end(table: Table, fired: int) -> str:
    if fired == table.engine.players:
        return "all fired"
    if max(table.variable("status")) == LAST_CHAIR:
        return "last chair"
    return "too long" if table.zone("corporate_deck") else "empty deck"


@pytest.mark.slow
@pytest.mark.parametrize("players", MEASURED)
def test_all_games_end_within_as_many_weeks_as_measured(players: int) -> None:
    weeks = played(players).weeks
    middle = [weeks[GAMES * percent // 100] for percent in (5, 50, 95)]
    assert all(abs(one - other) <= 1 for one, other in zip(middle, MEASURED[players][0], strict=True))
    assert weeks[-1] <= MOST_WEEKS[players]


@pytest.mark.slow
@pytest.mark.parametrize("players", MEASURED)
def test_games_end_in_the_ways_that_were_measured(players: int) -> None:
    games = played(players)
    assert not games.ends["too long"]
    for way, share in zip(("last chair", "empty deck", "all fired"), MEASURED[players][1], strict=True):
        error = sqrt(share * (1 - share) * (1 / GAMES + 1 / MEASURED_GAMES))
        assert abs(games.ends[way] / GAMES - share) <= 3 * error + ROUNDED, way
    assert abs(games.fired / GAMES - MEASURED[players][2]) <= 0.15


@pytest.mark.slow
@pytest.mark.parametrize("players", MEASURED)
def test_no_seat_is_favoured(players: int) -> None:
    """No seat is four points in a hundred off the mean."""
    wins = played(players).wins
    mean = wins.total() / players
    assert all(abs(wins[seat] - mean) <= 0.04 * GAMES for seat in range(players))


@pytest.mark.slow
def test_most_games_of_four_take_from_four_to_twelve_weeks() -> None:
    weeks = played(4).weeks
    assert sum(4 <= one <= 12 for one in weeks) / GAMES == pytest.approx(0.98, abs=0.015)
