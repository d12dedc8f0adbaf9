"""What `measured` in the head of a game names is counted: by player, by game, by side, and as a ratio."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from dsl.loading import load
from interpreter.simulation.games.measures import Measure, measures
from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.reports.report import as_json
from interpreter.simulation.simulate import simulate
from interpreter.simulation.statistics.estimate import estimate
from interpreter.simulation.statistics.paired import difference

GAME = """
game "Moles":
    players: 3
    measured: side, points, points / digs, holes, weather, found_all, holes / digs
enum Side: moles "Moles", hunters "Hunters"
enum Weather: dry, wet
counter points of player
counter digs of player
counter holes
define side of player:
    moles   if seat_number = 1
    hunters otherwise
define weather:
    wet if holes > 6
    dry otherwise
define found_all: holes = 6
dice die: from 1 to 3
step 1 toss "Toss":
    each player:
        repeat 2 times:
            roll a die as thrown
            gain 1 dig
            gain (pips of thrown) points
            raise holes by 1
game ends:
    every player where side is hunters wins
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    (tmp_path / "game.bylaws").write_text(GAME)
    return Rules(str(tmp_path))


def reported(rules: Rules, games: int = 30) -> dict[str, Any]:
    result = simulate(rules, ("random",) * 3, games=games, seed=1, jobs=1)
    return as_json(result, rules.game())


def test_a_number_of_each_player_and_one_of_the_game(rules: Rules) -> None:
    found = reported(rules)["measured"]
    assert set(found) == {"side", "points", "points / digs", "holes", "weather", "found_all", "holes / digs"}
    assert found["points"]["seats"] == pytest.approx([one["mean"] for one in found["points"]["each_seat"]])
    assert found["points"]["mean"] == pytest.approx(sum(found["points"]["seats"]) / 3, abs=0.001)
    assert (found["holes"]["mean"], found["holes"]["low"], found["holes"]["spread"]) == (6.0, 6.0, 0.0)


def test_ratios_are_those_of_the_sums(rules: Rules) -> None:
    found = reported(rules)["measured"]
    assert found["points / digs"]["mean"] == pytest.approx(found["points"]["mean"] / 2, abs=0.001)
    assert found["points / digs"]["low"] < found["points / digs"]["mean"] < found["points / digs"]["high"]
    assert found["holes / digs"]["mean"] == 1.0


def test_results_by_side_and_by_value(rules: Rules) -> None:
    found = reported(rules)["measured"]
    sides = {one["value"]: (one["games"], one["wins"]) for one in found["side"]["sides"]}
    assert sides == {"Moles": (30, 0), "Hunters": (30, 30)}
    assert [(one["value"], one["games"]) for one in found["weather"]["values"]] == [("Dry", 30), ("Wet", 0)]
    assert (found["found_all"]["games"], found["found_all"]["share"]) == (30, 1.0)


def test_the_same_can_be_asked_of_a_sweep(rules: Rules) -> None:
    work, common = same_luck((rules, rules), ("random",) * 3, ("points / rounds", "points / decisions", "x / holes"))
    names = [measure.name for measure in common]
    assert {"side Moles wins", "weather is Dry", "found all", "holes", "winner's points", "points / digs"} <= set(names)
    assert "points / rounds" in names and "x / holes" not in names
    found, play = work.empty(), work.start()
    for seed in range(1, 31):
        play(seed, found)
    by_name = {measure.name: (measure, found.sums[k]) for k, measure in enumerate(common)}
    measure, sums = by_name["points / digs"]
    same = difference(sums.moments(0, 1, measure))
    assert same.first == pytest.approx(reported(rules)["measured"]["points / digs"]["mean"])
    assert same.difference == 0.0
    measure, sums = by_name["points / rounds"]
    assert not sums.known(measure) and sums.moments(0, 1, measure).pairs == 0


def test_a_ratio_is_as_sure_as_its_residuals() -> None:
    """The error of x / y is that of x - R * y, divided by the mean of y: taken here from the numbers themselves."""
    pairs = [(3, 2), (5, 4), (8, 4), (1, 1), (9, 5), (4, 2), (6, 6), (2, 1), (7, 3), (5, 5), (6, 2), (8, 5)]
    sums = Sums.empty(2)
    for pair in pairs:
        sums.add(pair)
    found = estimate(sums.moments(0, 0, Measure("x / y", lambda game: 0, per=lambda game: 0)))
    ratio = Fraction(sum(x for x, _ in pairs), sum(y for _, y in pairs))
    mean = Fraction(sum(y for _, y in pairs), len(pairs))
    strayed = [(x - ratio * y) / mean for x, y in pairs]
    assert found.mean == pytest.approx(float(ratio))
    assert found.spread == pytest.approx(sqrt(sum(one * one for one in strayed) / (len(pairs) - 1)))


def test_places_of_all_players(tmp_path: Path) -> None:
    (tmp_path / "game.bylaws").write_text(
        """
game "Ranks":
    players: 4
counter coin of player
counter debt of player
step 1 wages "Wages":
    each player:
        gain 3 coins
        if seat_number of you = 4: gain 1 coin
        gain (seat_number of you) debts
game ends:
    the player with most coin then fewest debt wins
"""
    )
    rules = Rules(str(tmp_path))
    places = reported_places(rules)
    assert [one["games"] for one in places] == [[0, 5, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5], [5, 0, 0, 0]]
    assert [one["mean"] for one in places] == [2.0, 3.0, 4.0, 1.0]
    names = [measure.name for measure in measures(rules.game(), ("random",) * 4) if not measure.shown]
    assert names == [f"seat {seat}'s place" for seat in (1, 2, 3, 4)]


def reported_places(rules: Rules) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = as_json(simulate(rules, ("random",) * 4, games=5, seed=1, jobs=1), rules.game())[
        "places"
    ]
    return found


@pytest.mark.parametrize("said", ["banana", "players", "hand", "points / hand"])
def test_what_is_no_quantity_is_refused(said: str, tmp_path: Path) -> None:
    text = f'game "A":\n    players: 2\n    measured: {said}\nzone hand of player: hand\ncounter points of player\n'
    (tmp_path / "game.bylaws").write_text(text)
    found = load(str(tmp_path))
    assert found.game is None
    assert [one.span.text for one in found.diagnostics if one.span] == [said.rpartition(" / ")[2]]
