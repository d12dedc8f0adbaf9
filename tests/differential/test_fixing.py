"""The fixing of trouble against two plain ways of telling what comes of it.

Whether the team wins can be counted without handing out any dice: it does if, for some number, fewer fix dice show it
or more than there are trouble dice of it or more. And which trouble is fixed can be found by going through the dice.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, islice

import pytest

from tests.differential.bad_day_table import ROOMS, Table, engine

pytestmark = pytest.mark.slow

PIPS = range(1, 7)
ALL = tuple(PIPS)


def cannot_be_fixed(troubles: Sequence[int], dice: Sequence[int]) -> bool:
    """The counting rule."""
    return any(sum(die >= v for die in dice) < sum(trouble >= v for trouble in troubles) for v in PIPS)


def fixed_by_hand(in_order: Sequence[tuple[int, int]], dice: Sequence[int]) -> tuple[list[int], bool]:
    """The Locations that get a die, of pairs of Location and trouble clockwise from home, and whether all do."""
    left = sorted(dice)
    done: list[int] = []
    for place, trouble in sorted(in_order, key=lambda pair: pair[1]):
        enough = [die for die in left if die >= trouble]
        if not enough:
            return done, False
        left.remove(enough[0])
        done.append(place)
    return done, True


def check(table: Table, trouble: Mapping[int, int], security: int, dice: Sequence[int]) -> None:
    """A Work Phase with these dice comes out as counted and as done by hand."""
    table.arrange(trouble, security, dice)
    in_order = [(place, trouble[place]) for place in table.ring() if place in trouble]
    table.engine.start(table.state, "flow", "work_phase")
    done, all_fixed = fixed_by_hand(in_order, dice)
    won = bool(table.state.over and table.state.winners)
    assert won is cannot_be_fixed(list(trouble.values()), dice)
    assert won is not all_fixed
    if won:
        assert [place for place, fixed in enumerate(table.variable("fixed")) if fixed] == sorted(done)
        assert table.trouble() == [trouble.get(place, 0) for place in range(9)]
    else:
        assert table.trouble() == [max(trouble.get(place, 0) - 1, 0) for place in range(9)]


def pools(sizes: Iterable[int]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """Levels of trouble, security and dice, for every pool of so many dice."""
    for size in sizes:
        for number in range(1, size):
            for troubles in combinations_with_replacement(ALL, number):
                for dice in combinations_with_replacement(ALL, size):
                    yield troubles, size - number, dice


def all_pools(kind: str, most: int, *, least: int = 2, each: int = 1) -> int:
    """Checks every pool of up to so many dice, with the troubles on ever other Locations; gives how many there were.

    `each` leaves all but one of so many pools out.
    """
    by_rules = engine(2, kind)
    begun = by_rules.new_game(seed=3)
    places = {number: list(combinations(ROOMS, number)) for number in range(1, 7)}
    seen = 0
    for troubles, security, dice in islice(pools(range(least, most + 1)), 0, None, each):
        chosen = places[len(troubles)][seen % len(places[len(troubles)])]
        check(Table(by_rules, by_rules.clone(begun)), dict(zip(chosen, troubles, strict=True)), security, dice)
        seen += 1
    return seen


@pytest.mark.parametrize(("kind", "most"), [("generated", 4), ("reference", 3)])
def test_every_small_pool(kind: str, most: int) -> None:
    three = 6 * 21 + (6 + 21) * 56
    assert all_pools(kind, most) == three + ((6 + 21 + 56) * 126 if most == 4 else 0)


@pytest.mark.slow
def test_every_pool_of_five_dice_and_one_of_five_pools_of_six() -> None:
    """By one in five, all dice are met with all levels of trouble: there are not a multiple of five of either."""
    assert all_pools("generated", 5, least=5) == (6 + 21 + 56 + 126) * 252
    assert all_pools("generated", 6, least=6, each=5) == (6 + 21 + 56 + 126 + 252) * 462 // 5 + 1


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "pools"), [("generated", 10_000), ("reference", 2_000)])
def test_larger_pools_by_chance(kind: str, pools: int) -> None:
    """Many of seven to thirteen dice, each in an office of its own."""
    luck = random.Random(20171209)
    by_rules = engine(2, kind)
    offices = [by_rules.new_game(seed) for seed in range(50)]
    won = 0
    for _ in range(pools):
        size = luck.randint(7, 13)
        number = luck.randint(max(1, size - 6), min(7, size - 1))
        trouble = {place: luck.randint(1, 6) for place in luck.sample(list(ROOMS), number)}
        table = Table(by_rules, by_rules.clone(luck.choice(offices)))
        check(table, trouble, size - number, [luck.randint(1, 6) for _ in range(size)])
        won += bool(table.state.winners)
    assert pools / 10 < won < pools * 9 / 10  # both ends come up often


def test_the_counting_rule_in_the_examples() -> None:
    assert cannot_be_fixed((2, 5), (2, 3, 4))
    assert cannot_be_fixed((3, 3), (6, 2, 1))
    assert not cannot_be_fixed((3, 1), (3, 3, 1))
    assert not cannot_be_fixed((2, 5), (5, 3, 1))


def test_more_dice_than_the_pool_has_are_not_rolled() -> None:
    """The dice that are prepared are exactly those that are rolled."""
    table = Table(engine(2), engine(2).new_game(seed=3))
    table.arrange({1: 1, 2: 1}, 3, (1, 1, 1, 1, 1, 6))
    table.engine.start(table.state, "flow", "work_phase")
    assert table.state.rolls == (6,)
