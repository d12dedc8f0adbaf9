"""Grades of findings and the words for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.report.finding import Estimated, Grade, mean, more, of_100, ratio, sentence, share
from interpreter.simulation.statistics.intervals import Interval


@pytest.mark.parametrize(
    ("low", "high", "grade"),
    [
        (0.54, 0.60, Grade.SEEMS), (0.40, 0.46, Grade.SEEMS), (0.48, 0.52, Grade.NO_SIGN), (0.47, 0.53, Grade.NO_SIGN),
        (0.50, 0.56, Grade.UNTOLD), (0.44, 0.50, Grade.UNTOLD), (0.30, 0.70, Grade.UNTOLD),
    ],
)  # fmt: skip
def test_a_grade_goes_by_where_the_whole_interval_lies(low: float, high: float, grade: Grade) -> None:
    assert Estimated((low + high) / 2, Interval(low, high), 100).grade(0.53, 0.47) is grade


def test_so_many_games_would_tell_as_make_the_interval_end_at_the_threshold() -> None:
    """100 games leave 10 in a hundred on both sides; at 2 from the threshold it takes 25 times as many."""
    found = Estimated(0.52, Interval(0.42, 0.62), 100)
    assert found.games_to_tell(0.5) == 2500
    assert found.games_to_tell(0.5, 0.42) == 2500  # the nearer one is the harder one
    assert Estimated(0.5, Interval(0.4, 0.6), 100).games_to_tell(0.5) is None


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.3), st.floats(0.0, 1.0), st.integers(10, 10_000))
def test_what_cannot_be_told_takes_more_games_and_nothing_else_does(
    value: float, half: float, threshold: float, games: int
) -> None:
    found = Estimated(value, Interval(value - half, value + half), games)
    wanted = found.games_to_tell(threshold)
    if found.grade(threshold) is Grade.UNTOLD:
        assert wanted is None or wanted >= games
    else:
        assert wanted is not None


def test_means_and_ratios_are_those_of_a_textbook() -> None:
    """Numbers 1 to 10: mean 5.5, standard error sqrt(55 / 6 / 10), and 2.262 times that on both sides."""
    found = mean([float(k) for k in range(1, 11)])
    assert found is not None
    assert found.value == pytest.approx(5.5)
    assert found.interval.high - 5.5 == pytest.approx(2.2622 * (55 / 6 / 10) ** 0.5, abs=1e-3)
    assert mean([1.0] * 9) is None
    twice = ratio([2.0 * k for k in range(1, 11)], [float(k) for k in range(1, 11)])
    assert twice is not None
    assert (twice.value, twice.interval.low, twice.interval.high) == pytest.approx((2, 2, 2))


def test_words_say_value_interval_and_direction() -> None:
    assert of_100(share(31, 100)) == "31 of 100 games (23 to 41)"
    assert more(Estimated(0.03, Interval(0.01, 0.05), 1)) == "3 more (1 to 5)"
    assert more(Estimated(-0.03, Interval(-0.05, -0.01), 1)) == "3 fewer (1 to 5)"
    assert more(Estimated(-0.01, Interval(-0.04, 0.02), 1)) == "1 fewer (4 fewer to 2 more)"


def test_a_sentence_tells_more_games_only_where_nothing_can_be_told() -> None:
    said = {grade: sentence(grade, "It seems long", "it is long", "so it is", 500, 100) for grade in Grade}
    assert said[Grade.SEEMS] == "It seems long: so it is."
    assert said[Grade.NO_SIGN] == "There is no sign that it is long: so it is."
    assert said[Grade.UNTOLD] == "Whether it is long cannot be told: so it is. About 500 such games would tell."
