"""Many random games of Bad Day at the Office come out as they were measured with another program.

Its players choose with equal chances among the kinds of things that they may do, stopping included, and then among what
can be done of that kind; so does the bot that takes any option.
"""

from __future__ import annotations

from math import sqrt

import pytest

from tests.differential.bad_day_table import engine
from tests.native_play import Native

#: A share twice as large as measured is found out at each of the five tables with a chance of 0.99, and with more games
#: hardly more often; one that is right is taken for wrong with a chance of 0.001. Rounds hang on far fewer games.
GAMES, RESTLESS = 1_000, 250
#: For each number of players: the share of games that the team wins, and rounds at 5 %, 50 % and 95 %.
MEASURED = {
    2: (0.04, (14, 20, 26)),
    3: (0.04, (17, 24, 29)),
    4: (0.045, (20, 27, 32)),
    5: (0.03, (19, 25, 30)),
    6: (0.04, (18, 23, 28)),
}
MOST_ROUNDS = 45  # none measured took more than 40
MEASURED_GAMES = 2_000
ROUNDED = 0.005  # shares are given in whole percents


def played(players: int, games: int, variants: tuple[str, ...] = ()) -> tuple[float, list[int]]:
    """The share of games that the team has won, and how many rounds each took, in order."""
    by_rules = Native(engine(players, variants=variants).program.game, ("uniform",) * players)
    won, rounds = 0, []
    for state in by_rules.ends(range(games)):
        assert state.over and len(state.winners) in (0, players)
        won += bool(state.winners)
        rounds.append(state.round_number)
    return won / games, sorted(rounds)


@pytest.mark.slow
@pytest.mark.parametrize("players", MEASURED)
def test_teams_that_play_at_random_win_as_often_and_in_as_many_rounds_as_measured(players: int) -> None:
    expected, expected_rounds = MEASURED[players]
    share, rounds = played(players, GAMES)
    error = sqrt(expected * (1 - expected) * (1 / GAMES + 1 / MEASURED_GAMES))
    assert abs(share - expected) <= 3 * error + ROUNDED
    assert 0.02 <= share <= 0.06
    middle = [rounds[GAMES * percent // 100] for percent in (5, 50, 95)]
    assert abs(middle[1] - expected_rounds[1]) <= 1
    assert all(abs(one - other) <= 2 for one, other in zip(middle, expected_rounds, strict=True))
    assert rounds[-1] <= MOST_ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("players", MEASURED)
def test_games_are_shorter_when_the_boss_walks_as_far_as_security_says(players: int) -> None:
    """Measured were medians from 13 to 15, for all numbers of players."""
    _, rounds = played(players, RESTLESS, ("restless_boss",))
    assert 13 - 1 <= rounds[RESTLESS // 2] <= 15 + 1
