"""Counters and other variables, and who learns of them, as the language says, on both engines."""

from __future__ import annotations

import pytest
from attrs import evolve

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from interpreter.program.model.nodes import BANK, POT, Verb
from tests import ir_table as t
from tests.ir_played import ALL, ANN, BEN, CAT, Played

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_a_counter_stops_at_its_bounds(engine: str) -> None:
    played = Played(
        engine,
        t.change("level", t.n(9)),
        t.change("debt", t.n(9), t.seat(ANN), down=True),
        t.change("debt", t.n(-2), t.seat(BEN), down=True),
        t.write("chest", t.n(40)),
    )
    assert played["level"] == 3
    assert played["debt"] == [-3, 2, 0]
    assert played["chest"] == 6
    assert [event[-1] for event in played.told(Verb.CHANGE)] == [3, -3, 2]


def test_a_counter_that_goes_up_by_less_than_nothing_stops_at_its_lowest(engine: str) -> None:
    assert Played(engine, t.change("level", t.n(-9)))["level"] == -2


def test_what_has_no_bounds_goes_up_and_down_by_all_of_it(engine: str) -> None:
    tide = evolve(next(v for v in t.VARIABLES if v.name == "level"), name="tide", low=None, high=None)
    changes = (t.change("tide", t.n(9)), t.change("tide", t.n(50), down=True), t.change("tide", t.n(-3)))
    assert Played(engine, *changes, variables=(*t.VARIABLES, tide))["tide"] == -44


def test_what_changes_nothing_is_no_event(engine: str) -> None:
    played = Played(engine, t.change("level", t.n(0)), t.write("level", t.n(0)), t.gain(t.seat(ANN), t.n(0)))
    assert {entry[1] for entry in played.state.journal or ()} == {Verb.BEGIN, Verb.GAME_OVER}


def test_only_what_is_there_goes(engine: str) -> None:
    pay = ir.Transfer(ir.TransferVerb.PAY, t.n(0), t.n(5), ir.Holder(t.seat(ANN)), t.BANK, Manner.PLAIN, 0)
    played = Played(engine, pay, pay)
    assert played["gold"] == [0, 3, 3]
    assert played.told(Verb.PAY) == [(ANN, ALL, ALL, 0, 3, ANN, BANK)]
    assert played.told(Verb.MISS) == [(ANN, ALL, ALL, 0, ANN, BANK)]


def test_what_has_no_room_stays_where_it_was(engine: str) -> None:
    played = Played(engine, t.gain(t.seat(BEN), t.n(9), counter=1, source=ir.Pot("pot", (ir.Constant(1, t.COIN),))))
    assert played["silk"] == [2, 5, 2]
    assert played["pot"] == [4, 1]


def test_what_somebody_gives_themselves_stays_theirs(engine: str) -> None:
    ann = ir.Holder(t.seat(ANN))
    give = ir.Transfer(ir.TransferVerb.GIVE, t.n(0), t.n(2), ann, ann, Manner.PLAIN, 0)
    assert Played(engine, give)["gold"] == [3, 3, 3]


def test_nobody_gains_nothing(engine: str) -> None:
    counter = ir.Constant(ir.NONE, ir.COUNTER)
    of_none = ir.Transfer(ir.TransferVerb.GAIN, counter, t.n(2), t.BANK, ir.Holder(t.seat(ANN)), Manner.PLAIN, 0)
    played = Played(engine, t.gain(t.NOBODY, t.n(2)), of_none, t.change("gold", t.n(4), t.read("boss")))
    assert played["gold"] == [3, 3, 3]


def test_a_counter_may_be_known_in_play_only(engine: str) -> None:
    coin = ir.Local(1, "coin", t.COIN)
    gain = ir.Transfer(ir.TransferVerb.GAIN, coin, t.n(9), t.BANK, ir.Holder(t.seat(CAT)), Manner.PLAIN, 0)
    played = Played(engine, ir.ForEach(1, ir.AllOf(t.COIN, t.COIN.list()), (gain,)))
    assert played["gold"] == [3, 3, 12]
    assert played["silk"] == [2, 2, 5]


@pytest.mark.parametrize(
    ("manner", "source", "open_", "mask", "known"),
    [
        (Manner.PLAIN, t.BANK, False, 0b010, ALL),
        (Manner.PLAIN, t.BANK, True, ALL, ALL),
        (Manner.OPENLY, t.BANK, False, ALL, ALL),
        (Manner.SECRETLY, t.BANK, True, 0b010, 0b010),
        (Manner.PLAIN, ir.Holder(t.seat(CAT)), False, 0b110, ALL),
        (Manner.PLAIN, ir.Pot("pot", (ir.Constant(1, t.COIN),)), False, ALL, ALL),
    ],
)
def test_who_learns_of_hidden_counters(
    engine: str, manner: Manner, source: ir.Place, open_: bool, mask: int, known: int
) -> None:
    played = Played(engine, t.gain(t.seat(BEN), t.n(1), counter=1, source=source, manner=manner, open=open_))
    ((_, seen, learns, *_),) = played.told(Verb.GAIN)
    assert (seen, learns) == (mask, known)


def test_a_pot_is_named_in_the_journal_by_its_variable(engine: str) -> None:
    played = Played(engine, t.gain(t.seat(ANN), t.n(1), source=ir.Pot("pot", (ir.Constant(0, t.COIN),))))
    number = [variable.name for variable in t.VARIABLES].index("pot")
    assert played.told(Verb.GAIN) == [(ANN, ALL, ALL, 0, 1, POT - number, ANN)]
