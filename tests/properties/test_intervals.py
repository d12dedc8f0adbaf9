"""Intervals hold what they must: every result of arithmetic, and all that is worked out before play."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.bounds.declared import as_set, at_table, declared
from dsl.bounds.evaluate import constant, evaluate
from dsl.bounds.interval import Interval, arithmetic, compare, join, number, quotient, satisfying
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER
from interpreter.program.model import constant_fold as fold
from interpreter.program.model.setting import setting
from tests import ir_table as t

PLAYERS = 3
DOUBLED = ir.Define(
    "doubled", (NUMBER,), ("n",), ir.Arithmetic("*", ir.Local(0, "n", NUMBER), t.n(2)), NUMBER, None, ()
)  # fmt: skip
SUMS: dict[ir.Operator, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
COMPARISONS: dict[ir.Comparison, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip

bounded = st.tuples(st.integers(-6, 6), st.integers(0, 5)).map(lambda pair: range(pair[0], pair[0] + pair[1] + 1))


def interval(values: range) -> Interval:
    return number(values[0], values[-1])


@given(bounded, bounded, st.sampled_from(sorted(SUMS)))
def test_every_sum_lies_in_the_interval(a: range, b: range, sign: ir.Operator) -> None:
    found = arithmetic(sign, interval(a), interval(b))
    results = [SUMS[sign](x, y) for x in a for y in b]
    assert (found.low, found.high) == (min(results), max(results))


@given(bounded, bounded, st.sampled_from(sorted(COMPARISONS)))
def test_every_comparison_lies_in_the_interval(a: range, b: range, sign: ir.Comparison) -> None:
    found = compare(sign, interval(a), interval(b))
    results = [int(COMPARISONS[sign](x, y)) for x in a for y in b]
    assert found.low <= min(results) and max(results) <= found.high
    if sign not in ("=", "!="):
        assert (found.low, found.high) == (min(results), max(results))


@given(bounded, bounded, st.booleans())
def test_every_quotient_lies_in_the_interval(a: range, b: range, up: bool) -> None:
    found = quotient(interval(a), interval(b), up)
    results = [-(-x // y) if up else x // y for x in a for y in b if y != 0]
    assert found.is_number is bool(results)
    assert all(found.low <= result <= found.high for result in results)


@given(st.sampled_from(("<", "<=", ">", ">=", "=")), st.integers(-4, 4), st.integers(-9, 9))
def test_what_satisfies_a_comparison_is_an_interval(sign: ir.Comparison, bound: int, value: int) -> None:
    assert satisfying(sign, bound).includes(number(value)) is COMPARISONS[sign](value, bound)


@given(st.lists(bounded, min_size=1))
def test_a_join_includes_all_that_is_joined(several: list[range]) -> None:
    intervals = [interval(values) for values in several]
    assert all(join(*intervals).includes(one) for one in intervals)


# ---------------------------------------------------------------- before play


class Fixed:
    """Makes up expressions that nothing in play changes, out of numbers that are chosen below others."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def number(self, depth: int) -> ir.Expression:
        deeper = depth - 1
        match self.below(12) if depth else self.below(6):
            case 0 | 1:
                return t.n(self.below(7) - 2)
            case 2:
                of = (PLAYER, t.COLOUR, t.RANK)[self.below(3)]
                return ir.CountOf(ir.AllOf(of, of.list()))
            case 3:
                return ir.Function("seat_number", (self.seat(),), NUMBER)
            case 4:
                return t.STAKES
            case 5:
                worth, colour = ir.Constant(t.TEXTS.index("worth"), ir.TEXT), ir.Constant(self.below(4) - 1, t.COLOUR)
                return ir.Function("value_attribute", (worth, colour), NUMBER)
            case 6 | 7:
                return ir.Arithmetic(get_args(ir.Operator)[self.below(3)], self.number(deeper), self.number(deeper))
            case 8:
                return ir.Divide(self.number(deeper), self.number(deeper), bool(self.below(2)))
            case 9:
                name = ("smaller", "larger")[self.below(2)]
                return ir.Function(name, (self.number(deeper), self.number(deeper)), NUMBER)
            case 10:
                return ir.Derived("doubled", (self.number(deeper),), NUMBER)
            case _:
                return ir.Cases(((self.condition(deeper), self.number(deeper)),), self.number(deeper), NUMBER)

    def seat(self) -> ir.Expression:
        return ir.Function(("left", "right")[self.below(2)], (t.seat(self.below(PLAYERS)),), PLAYER)

    def condition(self, depth: int) -> ir.Expression:
        deeper = max(0, depth - 1)
        match self.below(5) if depth else 0:
            case 1:
                return ir.And((self.condition(deeper), self.condition(deeper)))
            case 2:
                return ir.Or((self.condition(deeper), self.condition(deeper)))
            case 3:
                return ir.Not(self.condition(deeper))
            case 4:
                missing = (t.NOBODY, self.seat())[self.below(2)]
                return t.compare(missing, list(COMPARISONS)[self.below(6)], self.seat())
            case _:
                return t.compare(self.number(deeper), list(COMPARISONS)[self.below(6)], self.number(deeper))


@pytest.mark.parametrize("luck", range(40))
def test_what_is_folded_before_play_is_the_only_number_of_its_interval(luck: int) -> None:
    game = t.game(defines=(*t.game().defines, DOUBLED))
    here, everywhere = at_table(game, PLAYERS, as_set(game)), declared(game)
    playing = setting(game, PLAYERS, {})
    folded = 0
    for number_ in range(50):
        e = Fixed(random.Random(100 * luck + number_).randrange).number(4)
        known = fold.constant(e, playing)
        if known is not None:
            folded += 1
            assert constant(e, here) == known, e
            assert evaluate(e, everywhere).includes(number(known)), e
    assert folded > 25


def test_what_is_read_from_the_state_is_no_constant() -> None:
    here = at_table(t.game(), PLAYERS, {})
    for read in (t.read("pot"), ir.CountOf(t.lying("deck"))):
        assert constant(read, here) is None
