"""What numbers, comparisons and lists are worth, as the language says, on both engines."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER
from interpreter.errors import BY_ZERO, RuleFault
from tests import ir_table as t
from tests.ir_played import ANN, BEN, CAT, Played, values

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_division_rounds_towards_minus_infinity_or_up(engine: str) -> None:
    seven, minus = t.n(7), ir.Arithmetic("-", t.n(0), t.n(7))
    assert values(
        engine,
        ir.Divide(seven, t.n(2), False),
        ir.Divide(minus, t.n(2), False),
        ir.Divide(seven, t.n(2), True),
        ir.Divide(minus, t.n(2), True),
        ir.Divide(seven, ir.Arithmetic("-", t.read("level"), t.n(2)), False),
        ir.Divide(seven, ir.Arithmetic("-", t.read("level"), t.n(2)), True),
    ) == [3, -4, 4, -3, -4, -3]  # fmt: skip


def test_a_divisor_of_0_is_a_fault_of_the_rules(engine: str) -> None:
    with pytest.raises(RuleFault, match=BY_ZERO):
        Played(engine, t.write("total", ir.Divide(t.n(1), t.read("level"), False)))


def test_what_is_not_needed_is_not_worked_out(engine: str) -> None:
    bad = ir.Compare(">", ir.Divide(t.n(1), t.read("level"), False), t.n(0))
    holds = ir.Or((ir.Compare("=", t.read("level"), t.n(0)), bad))
    guarded = ir.And((ir.Compare("!=", t.read("level"), t.n(0)), bad))
    cases = ir.Cases(((holds, t.n(1)),), ir.Divide(t.n(1), t.read("level"), False), NUMBER)
    played = Played(engine, t.write("total", cases), ir.If(guarded, (t.write("total", t.n(9)),), ()))
    assert played["total"] == 1


def test_none_is_neither_more_nor_less_than_anything(engine: str) -> None:
    none, low = ir.Constant(ir.NONE, t.RANK.or_none()), ir.Constant(0, t.RANK)
    hue = t.read("hue", t.seat(ANN))
    tests = [
        ir.Compare("<", none, low), ir.Compare(">=", none, none), ir.Compare("<", hue, ir.Constant(1, t.COLOUR)),
        ir.Compare("=", hue, ir.Constant(ir.NONE, ir.NOTHING)), ir.Compare("!=", none, low),
        ir.Compare("<", t.n(-1), t.n(0)),
    ]  # fmt: skip
    assert values(engine, *(ir.Cases(((test, t.n(1)),), t.n(0), NUMBER) for test in tests)) == [0, 0, 0, 1, 1, 1]


def test_a_property_of_nothing_is_none_or_0(engine: str) -> None:
    empty = ir.PileEnd(ir.PileSide.TOP, t.zone("own"), None, PIECE.or_none())
    assert values(
        engine,
        t.read("gold", t.read("boss")),
        t.read("hue", t.read("boss")),
        t.read("grid", t.read("boss"), ir.Constant(1, t.RANK)),
        t.read("grid", t.seat(ANN), ir.Constant(ir.NONE, t.RANK.or_none())),
        ir.Attribute("worth", empty, NUMBER),
        ir.Attribute("colour", empty, t.COLOUR),
        t.read("keeper", empty),
        t.read("stamp", empty, ir.Constant(1, t.RANK)),
        ir.CountOf(ir.Contents(ir.ZoneAt("hand", (t.read("boss"),)))),
        ir.Function("left", (t.read("boss"),), PLAYER.or_none()),
    ) == [0, -1, 0, 0, 0, -1, -1, 0, 0, -1]  # fmt: skip


def test_values_of_an_enum_go_on_and_some_go_round(engine: str) -> None:
    def shifted(of: ir.Type, start: int, steps: int) -> ir.Expression:
        return ir.Function("shift", (ir.Constant(start, of), t.n(steps)), of.or_none())

    assert values(
        engine, shifted(t.COLOUR, 2, 1), shifted(t.COLOUR, 0, -1), shifted(t.RANK, 3, 1), shifted(t.RANK, 0, -1),
        shifted(t.RANK, 1, 2),
    ) == [0, 2, -1, -1, 3]  # fmt: skip


def test_the_best_of_a_list_and_of_none(engine: str) -> None:
    numbers = ir.ListOf((t.n(-4), t.n(-2), t.n(-9)), NUMBER.list())
    nothing = ir.ListOf((), NUMBER.list())
    best = [ir.BestOf(how, over, 1, t.local(1)) for over in (numbers, nothing) for how in ir.Aggregate]
    assert values(engine, *best) == [-2, -9, -15, 0, 0, 0]


def test_ranks_are_broken_by_the_next_criterion(engine: str) -> None:
    gold, debt = t.read("gold", t.local(1, PLAYER)), t.read("debt", t.local(1, PLAYER))
    by = (ir.Criterion(True, gold), ir.Criterion(False, debt))
    best = ir.Ranked(t.EVERYBODY, 1, by, ir.PLAYERS)
    played = Played(
        engine,
        t.change("gold", t.n(1), t.seat(ANN), down=True),
        t.change("debt", t.n(2), t.seat(BEN)),
        t.write("friends", best),
    )
    assert played["friends"] == [CAT]


def test_players_are_counted_by_whether_they_have_anything(engine: str) -> None:
    """A list is there or is not; it is nothing to be added up."""
    has_any = ir.Some(t.lying("spot", t.local(3, PLAYER)), -1, None)
    some = ir.CountOf(ir.Filter(t.EVERYBODY, 3, has_any, ir.PLAYERS))
    none = ir.CountOf(ir.Filter(t.EVERYBODY, 3, ir.Not(ir.Not(ir.Not(has_any))), ir.PLAYERS))
    move = t.move(t.top("pile"), t.zone("spot", t.seat(BEN)))
    assert Played(engine, move, t.write("total", some), t.change("total", none))["total"] == 3
    assert Played(engine, move, t.write("total", some))["total"] == 1
