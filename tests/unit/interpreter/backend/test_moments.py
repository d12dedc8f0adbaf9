"""What stands around single statements: rules that meet them, moments, the end of the game in the middle of one."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, YES_NO, Standing, Timing
from tests import ir_table as t
from tests.ir_played import ANN, BEN, Played

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_what_is_drawn_enters_also_where_no_rule_is_about_drawing(engine: str) -> None:
    body = t.body(2, t.change("level", t.ONE))
    hand = ir.Zones("hand", (None,))
    rule = ir.HookRule(
        Timing.AFTER, ir.EventKind.ENTER, "", None, None, None, None, ("piece",), None, False, "", body, Standing.BASE,
        "", entering=hand,
    )  # fmt: skip
    draw = ir.Draw(t.seat(ANN), t.n(2), t.zone("pile"), t.zone("hand", t.seat(ANN)), -1, t.site())
    played = Played(engine, draw, hooks=(rule,))
    assert played["level"] == 2
    assert len(played.lying("hand", ANN)) == 2


def test_nothing_lasts_in_a_game_without_rules_that_hold_for_a_time(engine: str) -> None:
    lasting = ir.Function("lasting", (t.top("pile"),), YES_NO)
    played = Played(engine, t.write("total", ir.Cases(((lasting, t.n(7)),), t.n(5), ir.NUMBER)))
    assert played["total"] == 5


def test_nothing_is_under_way_when_the_game_ends_in_the_middle_of_a_moment(engine: str) -> None:
    over = ir.If(t.compare(t.read("level"), "<", t.n(9)), (ir.GameOver(t.EVERYBODY, t.site()),), ())
    quick = t.procedure("quick", 1, over)
    together = ir.Together((t.gain(t.seat(ANN), t.ONE), t.call("quick")))
    decided = ir.DecidedBy(ir.Local(1, "you", PLAYER), t.seat(BEN), (together,))
    rule = ir.HookRule(
        Timing.AFTER, ir.EventKind.GAIN, "", None, None, None, None, (), None, False, "",
        t.body(1, t.change("level", t.ONE)), Standing.BASE, "",
    )  # fmt: skip
    played = Played(engine, ir.SetLocal(1, t.seat(ANN)), decided, procedures=(quick,), hooks=(rule,))
    dump = played.engine.dump(played.state)
    assert dump["over"] and dump["held"] == 0 and dump["later"] == [] and dump["deciding"] == [-1, -1]
    assert played["level"] == 0
