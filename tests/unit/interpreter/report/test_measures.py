"""Measures of made-up games, whose values are known."""

from __future__ import annotations

from math import log10, sqrt
from random import Random

import pytest

from interpreter.report.course import NOTES, PARTS, End
from interpreter.report.finding import Grade
from interpreter.report.measures.cards import cards, strength
from interpreter.report.measures.leads import decided, runaway
from interpreter.report.measures.length import finite, length
from interpreter.report.measures.seats import fair, solved, team
from interpreter.report.measures.skill import Step, elo, luck, skill
from tests.unit.interpreter.report.evidence import game, of

WHO = "by thinkers"


def test_a_seat_that_wins_two_of_three_is_favoured_and_alternating_ones_are_not() -> None:
    favoured = fair({WHO: of(game(k, [int(k % 3 == 0)]) for k in range(600))}, 2)
    assert favoured.grade is Grade.SEEMS
    assert favoured.alarm
    assert favoured.sentences[0].startswith("Seat 1 seems favoured and wins 67 of 100 games (62 to 71)")
    even = fair({WHO: of(game(k, [k % 2]) for k in range(10_000))}, 2)
    assert even.grade is Grade.NO_SIGN
    assert not even.alarm
    few = fair({WHO: of(game(k, [k % 2]) for k in range(100))}, 2)
    assert few.grade is Grade.UNTOLD
    # the interval of both seats together has to shrink to 3 in a hundred on each side
    assert few.games == pytest.approx(100 * (2.2414 * sqrt(0.25 / 105) / 0.03) ** 2, rel=0.08)


def test_shared_wins_leave_less_to_chance() -> None:
    """Wins that are always shared are even for sure."""
    assert fair({WHO: of(game(k, [0, 1]) for k in range(1000))}, 2).grade is Grade.NO_SIGN


def test_a_team_is_held_against_its_target() -> None:
    won = {WHO: of(game(k, [0, 1] if k % 5 < 2 else []) for k in range(2000))}
    assert team(won, None).grade is Grade.MEASURED
    assert team(won, 0.4).grade is Grade.NO_SIGN
    assert "too easy" in team(won, 0.2).sentences[0]
    assert "too hard" in team(won, 0.6).sentences[0]


def test_games_at_the_limit_are_endless() -> None:
    good, bad = [game(k, [0]) for k in range(400)], [game(k, [], end=End.LIMIT) for k in range(20)]
    assert finite({"": of(good)}, 100).grade is Grade.NO_SIGN
    assert finite({"": of(good[:50])}, 100).grade is Grade.UNTOLD
    assert finite({"": of([*good, *bad])}, 100).grade is Grade.SEEMS
    fault = game(1, [], end=End.FAULT, message="no card (a.bylaws:3)")
    assert finite({"": of([*good, fault])}, 100).alarm


def test_minutes_are_real_decisions_times_seconds() -> None:
    found = length({WHO: of(game(k, [0], decisions=40, forced=10) for k in range(20))}, 20)
    assert found.numbers["minutes"] == [10, 10, 10]
    assert found.sentences[1].endswith("that is 10 minutes.")


def test_ends_that_are_always_the_same_are_settled() -> None:
    assert solved(of(game(k, [0]) for k in range(100)), WHO).grade is Grade.SEEMS
    assert solved(of(game(k, []) for k in range(100)), WHO).grade is Grade.SEEMS
    assert solved(of(game(k, [k % 2]) for k in range(100)), WHO).grade is Grade.NO_SIGN


def test_what_both_games_of_a_deal_have_in_common_is_luck() -> None:
    by_seed = of(game(k, [k * 7919 % 2]) for k in range(1000))
    assert luck({WHO: by_seed}, {WHO: by_seed}, 2, has_luck=True).numbers[WHO]["value"] == 1
    other = of(game(k, [k * 7919 // 2 % 2]) for k in range(1000))
    none = luck({WHO: by_seed}, {WHO: other}, 2, has_luck=True)
    assert none.grade is Grade.NO_SIGN
    assert none.numbers[WHO]["value"] < 0.1
    assert luck({WHO: by_seed}, {WHO: by_seed}, 2, has_luck=False).grade is Grade.UNASKED


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_of_elo(seats: int) -> None:
    """Whoever wins as much as all others together is as good as one opponent that wins half of the games."""
    assert elo(1 / seats, seats) == pytest.approx(0)
    assert elo(0.5, seats) == pytest.approx(400 * log10(seats - 1))


def test_the_one_who_thinks_longer_is_found_in_the_seat_where_it_sits() -> None:
    """The first of the bots sits in seat -seed, counted round the table."""
    always = Step("one", "others", 3, of(game(k, [-k % 3]) for k in range(60)))
    never = Step("one", "others", 3, of(game(k, [(1 - k) % 3]) for k in range(60)))
    assert skill([always]).numbers["steps"] == 1
    assert skill([never]).numbers["steps"] == 0
    assert skill([never]).grade is Grade.NO_SIGN


def chances(*of_winner: float) -> list[list[int]]:
    """The chances of two seats, of which the first wins, at each decision."""
    return [[k, round(p * PARTS), round((1 - p) * PARTS)] for k, p in enumerate(of_winner)]


def test_a_game_is_decided_when_the_winner_is_safe_for_good() -> None:
    early = of(game(k, [0], decisions=10, chances=chances(0.5, *[0.9] * 9)) for k in range(20))
    late = of(game(k, [0], decisions=10, chances=chances(*[0.9] * 8, 0.3, 0.5)) for k in range(20))
    assert decided(early, WHO, 2, 400).numbers["safe_after"]["value"] == pytest.approx(0.1)
    assert decided(early, WHO, 2, 400).grade is Grade.SEEMS
    assert decided(late, WHO, 2, 400).numbers["safe_after"]["value"] == pytest.approx(1.0)
    assert decided(late, WHO, 2, 400).grade is Grade.NO_SIGN
    # from equal to equal is no change of the lead
    assert decided(late, WHO, 2, 400).numbers["lead_changes"]["value"] == 1
    # behind once, by 0.4: the square root of it
    assert decided(late, WHO, 2, 400).numbers["drama"]["value"] == pytest.approx(sqrt(0.4), abs=1e-3)


def walk(seed: int, *, snowball: bool) -> list[list[int]]:
    """Scores of two seats: each step goes to one of them, by chance or always to who leads."""
    luck, scores = Random(seed), [[0, 0]]
    for _ in range(NOTES):
        last = scores[-1]
        to = last.index(max(last)) if snowball and last[0] != last[1] else luck.randrange(2)
        scores.append([score + (seat == to) for seat, score in enumerate(last)])
    return scores


@pytest.mark.slow
@pytest.mark.parametrize(("snowball", "grade"), [(False, Grade.NO_SIGN), (True, Grade.SEEMS)])
def test_a_random_walk_does_not_run_away_and_a_snowball_does(snowball: bool, grade: Grade) -> None:
    played = []
    for seed in range(500):
        scores = walk(seed, snowball=snowball)
        best = max(scores[-1])
        played.append(game(seed, [s for s, score in enumerate(scores[-1]) if score == best], scores=scores))
    assert runaway(of(played), WHO, 2).grade is grade


def test_a_card_that_wins_is_told_from_one_that_only_the_better_seat_has() -> None:
    """Seat 1 wins 3 of 4 games and always has the first card; the second goes to either, and wins nothing."""
    luck = Random(3)
    played = [
        game(k, [int(luck.random() < 0.25)], held={"Crown": 1, "Clover": 1 << luck.randrange(2)}) for k in range(2000)
    ]
    assert strength("Crown", played, 2) is None  # nobody in that seat has it not
    assert cards(of(played), WHO, 2).grade is Grade.NO_SIGN
    winning = [game(k, [seat := luck.randrange(2)], held={"Sword": 1 << seat}) for k in range(100)]
    found = cards(of([*winning, *(game(k, [k % 2], held={"Sword": 1 + k // 2 % 2}) for k in range(100))]), WHO, 2)
    assert found.grade is Grade.SEEMS
    assert found.numbers["cards"][0]["value"] == pytest.approx(0.5, abs=0.02)


def test_two_seats_that_share_one_win_are_no_two_witnesses() -> None:
    """A card that is always with one of two seats says the same of both: the error is that of one share of games."""
    luck = Random(5)
    played = [game(k, [luck.randrange(2)], held={"Coin": 1 << luck.randrange(2)}) for k in range(4000)]
    found = strength("Coin", played, 2)
    assert found is not None
    half = (found.worth.interval.high - found.worth.interval.low) / 2
    assert half == pytest.approx(1.96 * sqrt(1 / 4000), rel=0.05)
