"""Many games add up to the same, whoever plays them and on however many workers; faults are kept with their seeds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.engine import Engine
from interpreter.simulation.games.reached import rules_never_reached
from interpreter.simulation.games.run import Rules
from interpreter.simulation.reports.report import as_json
from interpreter.simulation.simulate import Result, simulate

COIN = """
game "Coin":
    players: 2 to 4
counter points of player
step 1 toss "Toss":
    randomly choose a player as lucky
    lucky gains 1 points
game ends:
    the player with most points wins
"""

FAULTY = """
game "Faulty":
    players: 2 to 2
counter points of player
dice coin: from 0 to 1
step 1 toss "Toss":
    roll 1 coin as thrown
    let up be total pips of thrown
    each player: gain (1 / up rounded down) points
game ends when any player where points > 0: nobody wins
"""


def games(tmp_path: Path, text: str, *, count: int = 200, jobs: int = 1, seats: int = 2, seed: int = 1) -> Result:
    (tmp_path / "game.bylaws").write_text(text)
    return simulate(Rules(str(tmp_path)), ("random",) * seats, games=count, seed=seed, jobs=jobs)


def test_every_game_has_a_winner_and_all_wins_add_up(tmp_path: Path) -> None:
    tally = games(tmp_path, COIN).tally
    assert tally.games == 200
    assert sum(tally.wins) == 200
    assert not tally.faulty and not tally.nobody


def test_a_shared_win_is_split(tmp_path: Path) -> None:
    text = COIN.replace("most points", "most twice")
    text += "define twice of player: 1\n"
    tally = games(tmp_path, text).tally
    assert tally.wins == [Fraction(100), Fraction(100)]
    assert tally.shared == 200


def test_a_fair_coin_looks_fair_and_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    text = COIN
    one = games(tmp_path, text, count=400, seats=4)
    two = games(tmp_path, text, count=400, seats=4, jobs=2)
    assert one.tally == two.tally
    for wins in one.tally.wins:
        assert 60 < wins < 140  # 100 expected, standard deviation 8.7


def test_seeds_overlap(tmp_path: Path) -> None:
    """Games 1 to 30 are games 1 to 10, 11 to 20 and 21 to 30."""
    text = COIN
    whole = games(tmp_path, text, count=30).tally.wins
    parts = [games(tmp_path, text, count=10, seed=seed).tally.wins for seed in (1, 11, 21)]
    assert whole == [sum(w) for w in zip(*parts, strict=True)]


def test_faults_are_kept_with_seed_and_place(tmp_path: Path) -> None:
    tally = games(tmp_path, FAULTY, count=40).tally
    assert 5 < tally.faulty < 35
    assert tally.games == 40 and len(tally.faults) == tally.faulty
    fault = tally.faults[0]
    assert "divided by 0" in fault.message and fault.where.endswith(":9")
    again = games(tmp_path, FAULTY, count=1, seed=fault.seed).tally
    assert again.faulty == 1


@pytest.mark.parametrize("count", [0, 1, 50])
def test_the_report_counts_what_was_played(tmp_path: Path, count: int) -> None:
    from dsl.loading import load

    result = games(tmp_path, COIN, count=count)
    game = load(tmp_path).game
    assert game is not None
    found = as_json(result, game)
    assert next(iter(found)) == "version"
    assert found["games"] == found["finished"] == count
    assert sum(w["wins"] for w in found["wins"]) == count
    for win in found["wins"]:
        assert win["low"] <= win["share"] <= win["high"]


LAPS = """
game "Laps":
    players: 2
counter points of player
round lap "Lap" until round_number >= 3:
    players take turns: gain 1 points
round sprint "Sprint" until round_number >= 2:
    step 1 run "Run": each player gains 1 points
phase finish: the player with most points wins
"""


def test_the_rounds_of_a_game_are_the_passes_of_all_its_rounds(tmp_path: Path) -> None:
    result = games(tmp_path, LAPS, count=5)
    assert result.tally.rounds.mean == 3 + 2
    assert as_json(result, Rules(str(tmp_path)).game())["rounds"]["mean"] == 5.0
    engine = Engine(Rules(str(tmp_path)).game(), 2)
    assert engine.new_game(1).rounds == 5
    assert [row[2] for row in result.tally.rows] in ([], [5] * 5)


def test_a_branch_behind_a_question_is_reached_however_that_is_answered(tmp_path: Path) -> None:
    text = """
game "Doubts":
    players: 2
counter points of player: starts at 5
procedure doubt of actor: player, deciding yes_no:
    left of actor may "doubt": decide no
    decide yes
action grab "Grab":
    choose a player other than you as target asking "Whom?"
    let stands be decided by doubt of you
    if not stands:
        gain 1 points
        return
    target loses 1 points
action never "Never":
    choose a player other than you as target asking "Whom?"
    if points of you > 1000:
        gain 1 points
        return
    target loses 1 points
round lap "Lap" until round_number >= 5:
    players take turns: you take one action from grab, never
phase finish: the player with most points wins
"""
    (tmp_path / "game.bylaws").write_text(text)
    found = simulate(Rules(str(tmp_path)), ("random",) * 2, games=20, seed=1, jobs=1, closely=20).tally.observed
    missed = rules_never_reached(Rules(str(tmp_path)).game(), [2], found)
    assert [one.what for one in missed] == ["if it holds: points of you > 1000"]
