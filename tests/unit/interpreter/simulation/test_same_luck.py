"""Rule sets on the same luck: what pairs them, what is summed, and whether the intervals hold what is known."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.simulation.comparison import Comparison, compare
from interpreter.simulation.games.measures import Measure, measures, rotated
from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.same_luck import Found, SameLuck, same_luck
from interpreter.simulation.reports.comparison_report import measured_once
from interpreter.simulation.simulate import simulate
from interpreter.simulation.statistics.paired import interval
from interpreter.simulation.statistics.sequential import Verdict
from interpreter.table.ending.ranking import is_for_a_team
from tests.tables import game
from tests.unit.interpreter.simulation.threshold import written

TWO = ("random", "random")


@pytest.fixture(scope="module")
def threshold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("games") / "threshold")


def compared(
    path: Path,
    other: Mapping[str, str | int],
    games: int,
    seats: tuple[str, ...] = TWO,
    seed: int = 1,
    margin: float | None = None,
    jobs: int = 1,
) -> Comparison:
    both, known = same_luck([Rules(str(path)), Rules(str(path), (), other)], seats)
    return compare(both, known, known, games=games, seed=seed, jobs=jobs, margin=margin)


def work(path: Path, other: Mapping[str, str | int]) -> tuple[SameLuck, tuple[Measure, ...]]:
    return same_luck([Rules(str(path)), Rules(str(path), (), other)], TWO)


def test_a_rule_set_does_not_differ_from_itself(threshold: Path) -> None:
    for row in compared(threshold, {}, 200).rows:
        assert (row.found.difference, row.found.p, row.verdict) == (0, 1, None)


def test_the_first_games_are_those_of_simulate(threshold: Path) -> None:
    alone = simulate(Rules(str(threshold)), TWO, games=200, seed=5, jobs=1).tally
    first = {row.measure.name: row.found.first for row in compared(threshold, {"edge": 9}, 200, seed=5).rows}
    assert first["seat 1 wins"] == float(alone.wins[0] / 200)
    assert first["decisions"] == alone.decisions.mean
    assert first["winner's points"] == alone.scores[0].winners.mean


def test_the_same_luck_decides_all_games_but_those_between_the_edges(threshold: Path) -> None:
    """With 9 pips for 7, the first player wins whatever was won before, and the games with 8 and 9 pips besides."""
    row = compared(threshold, {"edge": 9}, 1000).rows[0]
    both, _ = work(threshold, {"edge": 9})
    found, play = both.empty(), both.start()
    for seed in range(1, 1001):
        play(seed, found)
    wins = found.sums[0].moments(0, 1, row.measure)
    assert wins.products == wins.first * wins.scale  # who won with 7 wins with 9
    assert row.found.gain is not None and row.found.gain > 4
    assert row.verdict is Verdict.HIGHER


@pytest.mark.slow
@pytest.mark.parametrize(("other", "difference"), [({"edge": 9}, 0.1), ({"edge": 9, "mood": "wild"}, 0.1)])
def test_paired_intervals_hold_the_known_difference_as_often_as_they_say(
    threshold: Path, other: dict[str, str | int], difference: float
) -> None:
    """150 times 80 pairs, once with the luck in common and once with a die of its own; three standard errors."""
    both, (wins, *_) = work(threshold, other)
    play, held = both.start(), 0
    for block in range(150):
        found: Found = both.empty()
        for seed in range(block * 80, block * 80 + 80):
            play(seed, found)
        between = interval(found.sums[0].moments(0, 1, wins), 0.95)
        held += between.low <= difference <= between.high
    assert 0.895 <= held / 150 <= 1


def test_bots_change_seats_from_game_to_game(threshold: Path) -> None:
    assert [rotated(("a", "b", "c"), seed) for seed in (0, 1, 5)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    seats = ("random", "uniform")
    rows = {row.measure.name: row.found for row in compared(threshold, {"edge": 20}, 400, seats).rows}
    assert rows["seat 1 wins"].second == 1.0
    assert rows["uniform wins"].second == rows["random wins"].second == 0.5


def test_a_run_until_sure_ends_at_the_same_place_for_any_number_of_workers(threshold: Path) -> None:
    one, two = (compared(threshold, {"edge": 9}, 5000, margin=0.03, jobs=jobs) for jobs in (1, 2))
    assert one.done == two.done < 1000
    assert [row.found for row in one.rows] == [row.found for row in two.rows]
    assert one.watch and one.watch.sure
    assert [row.verdict for row in one.rows][:3] == [Verdict.HIGHER, Verdict.LOWER, Verdict.ALIKE]


def test_games_that_fail_either_way_are_no_pair(threshold: Path) -> None:
    found = compared(threshold, {"secure": "no"}, 400).found
    failed = found.tallies[1].faulty
    assert found.tallies[0].faulty == 0 and 20 <= failed <= 60
    assert found.together == 400 - failed == found.sums[0].count


def test_measures_are_those_of_the_game() -> None:
    names = [measure.name for measure in measures(game("action_the_project"), ("random",) * 3)]
    assert names[:3] == ["seat 1 wins", "seat 2 wins", "seat 3 wins"]
    assert {"rounds", "decisions", "real choices", "money", "winner's money", "margin"} <= set(names)
    team = [measure.name for measure in measures(game("bad_day_at_the_office"), ("random",) * 3)]
    assert team == ["team wins", "rounds", "decisions", "real choices"]
    assert not is_for_a_team(game("theyre_coming"))


def test_ctrl_c_leaves_what_was_played_and_makes_a_planned_look_early(threshold: Path) -> None:
    both, known = same_luck([Rules(str(threshold)), Rules(str(threshold), (), {"edge": 12})], TWO)
    pressed: list[int] = []

    def press(done: int) -> None:
        if done >= 150 and not pressed:
            pressed.append(done)
            signal.raise_signal(signal.SIGINT)

    found = compare(both, known, known, games=5000, seed=1, jobs=1, margin=0.03, progress=press)
    assert pressed == [found.done] and 150 <= found.done < 200 and not found.is_whole
    assert found.watch and found.watch.looked == 1 and found.rows[0].verdict is Verdict.HIGHER


def test_measures_that_only_one_rule_set_has_are_known() -> None:
    """The games stand for two rule sets of one game: what is compared is the words alone."""
    alone = measured_once(("random",) * 3, (game("bad_day_at_the_office"), game("last_biscuit")))
    assert alone[0] == ["team wins"] and {"seat 1 wins", "feast", "margin"} <= set(alone[1])
    assert measured_once(TWO, (game("last_biscuit"), game("last_biscuit"))) == ([], [])
