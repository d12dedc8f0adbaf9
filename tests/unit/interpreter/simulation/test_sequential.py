"""Runs that end as soon as they are sure are wrong no more often than they say, and do end early."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from interpreter.simulation.statistics.paired import Moments
from interpreter.simulation.statistics.sequential import Plan, Verdict, Watch, planned

GAMES, RUNS = 2000, 400


def ended(luck: random.Random, chances: Sequence[tuple[float, float]], margin: float) -> tuple[Watch, int]:
    """A run with these differences, looked at as planned, and after how many games it ended.

    Of the pairs of games so many are won by the first side alone, and so many by the second: the difference between
    the two is what is looked for.
    """
    watch = Watch(planned(GAMES, len(chances), margin))
    sums = [Counter[int]() for _ in chances]
    games = 0
    for look in watch.plan.looks:
        for counts, (first, second) in zip(sums, chances, strict=True):
            counts.update(luck.choices((-1, 1, 0), (first, second, 1 - first - second), k=look - games))
        games = look
        assert watch.is_due(games)
        watch.look([moments(games, counts[1] - counts[-1], counts[1] + counts[-1]) for counts in sums])
        if watch.sure:
            break
    return watch, games


def moments(pairs: int, total: int, squares: int) -> Moments:
    """Of differences with this sum and this sum of squares, where the first of each pair is 0."""
    return Moments(pairs, 0, total, 0, squares, 0, 1, True)


def is_wrong(verdict: Verdict, truth: float, margin: float) -> bool:
    match verdict:
        case Verdict.HIGHER:
            return truth <= 0
        case Verdict.LOWER:
            return truth >= 0
        case Verdict.ALIKE:
            return abs(truth) > margin


# At 0.0501 nothing is alike by a hair, at 0.03 both words are true: the hardest places.
@pytest.mark.parametrize("truth", [0.0, 0.03, 0.0501, 0.15])
def test_it_is_wrong_no_more_often_than_it_says(truth: float) -> None:
    luck = random.Random(f"{truth}")
    wrong = 0
    for _ in range(RUNS):
        watch, _ = ended(luck, [(0.2, 0.2 + truth)], 0.05)
        wrong += any(is_wrong(verdict, truth, 0.05) for verdict in watch.settled.values())
    assert wrong / RUNS <= 0.05


@pytest.mark.slow
def test_of_several_differences_all_are_true_as_often_as_it_says() -> None:
    luck, wrong = random.Random(3), 0
    for _ in range(RUNS // 2):
        watch, _ = ended(luck, [(0.2, 0.2)] * 6, 0.05)
        wrong += any(is_wrong(verdict, 0.0, 0.05) for verdict in watch.settled.values())
    assert wrong / (RUNS // 2) <= 0.05


def test_what_never_happens_in_the_first_games_is_not_called_alike_at_once() -> None:
    """A difference of 4 games in a hundred, all on one side, where 3 matter: luck can hide it for 200 games."""
    plan = planned(GAMES, 1, 0.03)
    watch = Watch(plan)
    watch.look([moments(200, 0, 0)])
    assert not watch.settled


def test_a_large_difference_is_found_early_and_a_small_one_late() -> None:
    luck = random.Random(5)
    large = [ended(luck, [(0.1, 0.4)], 0.05)[1] for _ in range(50)]
    none = [ended(luck, [(0.1, 0.1)], 0.05)[1] for _ in range(50)]
    assert max(large) <= 300 and sum(none) / 50 > 600


def test_looks_grow_and_the_last_is_at_the_end() -> None:
    assert planned(1000, 2, 0.03).looks == (200, 300, 450, 675, 1000)
    assert planned(100, 2, 0.03).looks == (100,)
    assert planned(1000, 2, 0.03).confidence == pytest.approx(1 - 0.05 / 10)


def test_a_number_is_alike_within_a_part_of_the_first() -> None:
    watch = Watch(Plan((1000,), 1, 0.03))
    one = Moments(1000, 50_000, 50_010, 2_510_000, 2_511_000, 2_508_500)  # 50 and 50.01, differing by 4 on average
    watch.look([one])
    assert watch.settled == {0: Verdict.ALIKE}


def test_what_was_said_once_stays_and_no_look_is_made_twice() -> None:
    watch = Watch(Plan((100, 200), 1, 0.05))
    watch.look([moments(100, 60, 60)])
    watch.look([moments(200, 0, 60)])
    assert watch.settled == {0: Verdict.HIGHER}
    assert not watch.is_due(1000)
    with pytest.raises(AssertionError, match="all are spent"):
        watch.look([moments(300, 0, 60)])
