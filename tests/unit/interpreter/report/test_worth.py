"""What two thoughts about a question say together."""

from __future__ import annotations

import random
from math import isclose
from statistics import fmean

from interpreter.report import worth
from interpreter.runtime.thought import Considered, Thought


def thinks(*answers: tuple[int, tuple[float, ...]], seat: int = 0) -> Thought:
    """A thought with the visits and wins of each answer; who is after the win alone has means that are the same."""
    passes = sum(visits for visits, _ in answers)
    considered = tuple(Considered(k, k, visits, means, means, k) for k, (visits, means) in enumerate(answers))
    seats = len(answers[0][1])
    means = tuple(sum(v * m[s] for v, m in answers) / passes for s in range(seats))
    return Thought(seat, considered, passes, 0, means, means)


def test_the_best_of_one_thought_is_measured_by_the_other() -> None:
    first = thinks((60, (0.9, 0.1)), (40, (0.4, 0.6)))
    second = thinks((70, (0.6, 0.4)), (30, (0.5, 0.5)))
    # the same answer is the best of both: half of 0.1 by the second, of 0.5 by the first
    assert isclose(worth.gap((first, second)) or 0, 0.3)
    assert isclose(worth.careless((first, second)) or 0, 0.15)
    assert isclose(worth.short((first, second), 1) or 0, 0.3)


def test_answers_that_are_worth_the_same_have_no_gap_on_average() -> None:
    """The better of two equal coins, thrown 50 times, seems some 5 in a hundred better; thrown anew, it is not."""
    luck = random.Random(7)

    def coin() -> Thought:
        heads = [sum(luck.random() < 0.5 for _ in range(50)) / 50 for _ in range(2)]
        visits = (51, 49) if heads[0] > heads[1] else (49, 51)
        return thinks(*((n, (h, 1 - h)) for n, h in zip(visits, heads, strict=True)))

    gaps = [worth.gap((coin(), coin())) for _ in range(2000)]
    assert abs(fmean(gap for gap in gaps if gap is not None)) < 0.01


def test_a_king_is_made_by_who_has_lost_and_gains_nothing() -> None:
    king = thinks((50, (0.0, 0.9, 0.1)), (50, (0.0, 0.2, 0.8)))
    assert worth.makes_a_king((king, king))
    assert not worth.makes_a_king((king, thinks((50, (0.0, 0.5, 0.5)), (50, (0.0, 0.5, 0.5)))))  # both have to say so
    own = thinks((50, (0.5, 0.4, 0.1)), (50, (0.5, 0.1, 0.4)))
    assert not worth.makes_a_king((own, own))  # has not lost
    better = thinks((90, (0.05, 0.9, 0.05)), (10, (0.0, 0.2, 0.8)))
    assert not worth.makes_a_king((better, better))  # plays for the last chance
    same = thinks((50, (0.0, 0.55, 0.45)), (50, (0.0, 0.45, 0.55)))
    assert not worth.makes_a_king((same, same))  # moves too little


def test_nothing_hangs_on_answers_that_all_came_to_the_same() -> None:
    won = thinks((5, (1.0, 0.0)), (3, (1.0, 0.0)))
    assert worth.nothing_hangs_on_it((won, won))
    assert not worth.nothing_hangs_on_it((won, thinks((5, (1.0, 0.0)), (3, (0.5, 0.5)))))


def test_the_width_is_the_number_of_answers_that_are_tried_alike() -> None:
    even = thinks(*[(25, (0.5, 0.5))] * 4)
    one = thinks((100, (0.5, 0.5)), (0, (0.5, 0.5)))
    assert isclose(worth.width((even, even)), 4)
    assert isclose(worth.width((one, one)), 1)
