"""Loops, calls, rounds, and the end of the game, as the language says, on both engines."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, YES_NO
from interpreter.errors import TOO_DEEP, TOO_LONG, TOO_OFTEN, RuleFault
from interpreter.program.model.nodes import Verb
from tests import ir_table as t
from tests.ir_played import ANN, BEN, CAT, Played

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_a_list_is_fixed_when_its_loop_starts(engine: str) -> None:
    piece = t.local(1, PIECE)
    to_trash = ir.ForEach(1, t.lying("pile"), (t.move(piece, t.zone("trash")), t.change("total", t.n(1))))
    assert Played(engine, to_trash)["total"] == 6
    rich = ir.Filter(t.EVERYBODY, 1, t.compare(t.read("gold", t.local(1, PLAYER)), ">", t.read("level")), ir.PLAYERS)
    taxed = ir.ForEach(2, rich, (t.change("level", t.n(3)), t.change("gold", t.n(1), t.local(2, PLAYER), down=True)))
    assert Played(engine, taxed)["gold"] == [2, 2, 2]


def test_pieces_made_in_a_loop_that_asks_are_not_gone_through(engine: str) -> None:
    made = ir.Create("Token", t.ONE, None, t.zone("own"), t.NOBODY, t.site())
    asked = t.choose(t.seat(ANN), t.number(1, 2), 2, made, t.change("total", t.n(1)))
    played = Played(engine, ir.ForEach(1, ir.AllOf(PIECE, ir.PIECES), (asked,)))
    assert played.answer(*[0] * 6)["total"] == 8
    assert played.state.over


def test_what_a_loop_is_at_stays_so_while_other_things_are_gone_through(engine: str) -> None:
    piece, shelf = t.local(1, PIECE), t.lying("shelf")
    shown = ir.ForEach(1, shelf, (ir.Reveal(t.lying("pile"), None, t.site()), t.move(piece, t.zone("own"))))
    assert Played(engine, shown).lying("own") == ["Fir", "Fir"]
    shuffled = ir.ForEach(1, shelf, (ir.Shuffle(t.zone("pile"), t.site()), t.move(piece, t.zone("own"))))
    assert Played(engine, shuffled).lying("own") == ["Fir", "Fir"]
    numbers, gone = (ir.ListOf((t.n(worth), t.n(9)), NUMBER.list()) for worth in (5, 9))
    left = ir.CountOf(ir.Without(numbers, gone, NUMBER.list()))
    added = ir.Arithmetic("+", left, t.local(1))
    summed = ir.ForEach(1, ir.ListOf((t.n(1), t.n(3)), NUMBER.list()), (t.change("total", added),))
    assert Played(engine, summed)["total"] == 8


def test_loops_end_with_stop_their_list_or_their_limit(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.runtime.budget.MOST_STEPS", 200_000)  # the reference takes long for so many more
    stop = ir.If(t.compare(t.read("total"), ">=", t.n(5)), (ir.Stop(),), ())
    once_more = t.change("total", t.n(1))
    yes = ir.Constant(1, YES_NO)
    assert Played(engine, ir.ForRange(1, t.n(1), t.n(9), (once_more, stop)))["total"] == 5
    assert Played(engine, ir.ForRange(1, t.n(3), t.n(2), (once_more,)))["total"] == 2
    assert Played(engine, ir.While(yes, None, True, (once_more, stop)))["total"] == 5
    assert Played(engine, ir.While(yes, t.n(4), False, (once_more,)))["total"] == 6
    with pytest.raises(RuleFault, match=TOO_OFTEN):
        Played(engine, ir.While(yes, t.n(4), True, (once_more,)))
    with pytest.raises(RuleFault, match=TOO_LONG):
        Played(engine, ir.While(yes, None, True, (t.change("total", t.n(0)),)))


def test_a_procedure_decides_and_leaves(engine: str) -> None:
    double = t.procedure("double", 2, ir.Leave(ir.Arithmetic("*", t.local(1), t.n(2))), parameters=1, answers=True)
    early = t.procedure("early", 1, ir.Leave(None), t.write("total", t.n(99)))
    calls = (t.call("double", t.n(21), slot=1), t.write("total", t.local(1)), t.call("early"))
    played = Played(engine, *calls, procedures=(double, early))
    assert played["total"] == 42
    assert played.told(Verb.DECIDE)[0][-1] == 42


def test_a_procedure_acts_for_whom_it_is_told_to(engine: str) -> None:
    """Also when it calls another one, and is written into its caller."""
    early = ir.If(t.compare(t.read("total"), ">", t.n(9)), (ir.Leave(None),), ())
    inner = t.procedure("inner", 1, early, t.gain(t.YOU, t.n(1)))
    outer = t.procedure("outer", 1, t.call("inner"))
    played = Played(
        engine, t.call("outer", you=t.seat(BEN)), t.call("outer", you=t.seat(CAT)), procedures=(inner, outer)
    )
    assert played["gold"] == [3, 4, 4]


def test_rules_that_call_each_other_without_end_are_a_fault(engine: str) -> None:
    plain = t.procedure("plain", 1, t.call("plain"))
    asking = t.procedure(
        "asking",
        2,
        ir.If(t.read("seen_it", ir.Constant(0, t.RANK)), (t.choose(t.seat(ANN), t.number(1, 2), 1),), ()),
        t.call("asking"),
    )
    for name in ("plain", "asking"):
        with pytest.raises(RuleFault, match=TOO_DEEP):
            Played(engine, t.call(name), procedures=(plain, asking))


def test_a_procedure_may_call_itself_two_hundred_times_deep(engine: str) -> None:
    deeper = t.call("dive", ir.Arithmetic("-", t.local(1), t.n(1)))
    dive = t.procedure(
        "dive", 2, t.change("total", t.n(1)), ir.If(t.compare(t.local(1), ">", t.n(0)), (deeper,), ()), parameters=1
    )
    played = Played(engine, procedures=(dive,))
    played.start("procedure", "dive", [200])
    assert played["total"] == 2 + 201
    with pytest.raises(RuleFault, match=TOO_DEEP):
        played.start("procedure", "dive", [201])


def test_a_round_counts_its_passes_and_ends(engine: str) -> None:
    add = t.change("total", ir.Function("round_number", (), NUMBER))
    inner = t.flow("inner", 1, add, kind="round", bound=t.n(2))
    outer = t.flow("outer", 1, ir.RunFlow("inner"), add, kind="round", until=t.compare(t.read("total"), ">", t.n(8)))
    assert Played(engine, ir.RunFlow("outer"), flows=(inner, outer))["total"] == 2 + (1 + 2 + 1) + (1 + 2 + 2)


def test_the_end_of_the_game_stops_everything(engine: str) -> None:
    over = ir.GameEnd(
        "turn",
        t.compare(t.read("total"), ">=", t.n(4)),
        t.body(1, ir.GameOver(ir.ListOf((t.seat(BEN),), ir.PLAYERS), 0)),
    )
    turn = t.flow("turn", 1, t.change("total", t.n(1)), kind="round")
    played = Played(engine, ir.RunFlow("turn"), t.write("total", t.n(99)), flows=(turn,), ends=(over,))
    assert (played["total"], played.state.over, played.state.winners) == (4, 1, (BEN,))
    assert not played.engine.asks(played.state)
