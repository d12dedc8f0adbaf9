"""How small a difference so many games would show: held to tables, and to games that are drawn."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from interpreter.simulation.statistics.intervals import Interval, equal_shares, wilson
from interpreter.simulation.statistics.power import (
    DOUBT,
    POWER,
    error_of,
    least_advantage,
    least_change_of_share,
    least_difference,
    noncentrality,
)

# J. Cohen (1988), table 9.3 in the form of G*Power: noncentrality for alpha = .05 and power = .80
KNOWN = {1: 7.849, 2: 9.635, 3: 10.903, 4: 11.935, 5: 12.828, 6: 13.624, 10: 16.241}
# So many runs are drawn: the part of them that finds something is off by 0.009 (one standard error of 80 %) at most.
RUNS = 2000


@pytest.mark.parametrize("degrees", KNOWN)
def test_the_noncentrality_is_that_of_the_tables(degrees: int) -> None:
    assert noncentrality(degrees) == pytest.approx(KNOWN[degrees], abs=0.001)


@pytest.mark.parametrize(("games", "places"), [(200, 2), (400, 3), (1000, 4)])
def test_an_advantage_of_that_size_is_found_in_four_of_five_tries(games: int, places: int) -> None:
    advantage = least_advantage(games, places)
    assert advantage is not None
    chance, found = Random(places), 0
    weights = [1 / places + advantage, *[1 / places - advantage / (places - 1)] * (places - 1)]
    for _ in range(RUNS):
        drawn = chance.choices(range(places), weights, k=games)
        found += equal_shares([drawn.count(place) for place in range(places)]).p < DOUBT
    assert found / RUNS == pytest.approx(POWER, abs=0.04)


@pytest.mark.slow
def test_so_it_is_where_wins_are_shared_or_nobody_wins() -> None:
    games, places, runs = 400, 4, 500
    chance, found, advantages = Random(9), 0, []

    def drawn(advantage: float) -> tuple[list[Fraction], Fraction]:
        halves, quarters = [0] * places, 0  # of wins, and of their squares
        for _ in range(games):
            if chance.random() < 0.2:
                continue  # nobody wins
            weights = [1 / places + advantage / 0.8, *[1 / places - advantage / 0.8 / (places - 1)] * (places - 1)]
            first, second = chance.choices(range(places), weights, k=2)
            halves[first] += 1
            halves[second] += 1
            quarters += 4 if first == second else 2
        return [Fraction(won, 2) for won in halves], Fraction(quarters, 4)

    for _ in range(runs):
        wins, squares = drawn(0)
        advantages.append(least_advantage(games, places, sum(wins), squares) or 0)
    least = sum(advantages) / runs
    assert least < (least_advantage(games, places) or 0)
    for _ in range(runs):
        wins, squares = drawn(least)
        found += equal_shares(wins, squares).p < DOUBT
    assert found / runs == pytest.approx(POWER, abs=0.06)


def test_a_change_of_a_share_of_that_size_is_found_in_four_of_five_tries() -> None:
    share, games = 0.4, 500
    change = least_change_of_share(share, games)
    assert change is not None
    chance, found = Random(1), 0
    for _ in range(RUNS):
        first = sum(chance.random() < share for _ in range(games))
        second = sum(chance.random() < share + change for _ in range(games))
        both = (first + second) / games / 2
        found += abs(second - first) / games / sqrt(2 * both * (1 - both) / games) > 1.96
    assert found / RUNS == pytest.approx(POWER, abs=0.04)


def test_more_games_show_less_and_too_few_show_nothing() -> None:
    assert least_advantage(100, 2) == pytest.approx(2 * (least_advantage(400, 2) or 0))
    assert least_advantage(0, 2) is None and least_advantage(5, 2) is None
    assert least_change_of_share(0.5, 4) is None and least_change_of_share(0.0, 1000) is None
    with pytest.raises(ValueError):
        least_advantage(100, 1)


def test_the_error_behind_an_interval() -> None:
    assert error_of(Interval(-1.959964, 1.959964)) == pytest.approx(1)
    assert error_of(wilson(5000, 10_000)) == pytest.approx(0.005, rel=0.01)
    assert least_difference(1) == pytest.approx(2.8016, abs=0.0001)
