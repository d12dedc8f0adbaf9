"""States: copies, parts run alone, words worked out on demand, as the language says, on both engines."""

from __future__ import annotations

import attrs
import pytest

from dsl.ir import nodes as ir
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import Verb
from interpreter.program.model.routine_id import procedure
from tests import ir_table as t
from tests.ir_played import ANN, CAT, Played, choice

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


def test_a_copy_goes_its_own_way(engine: str) -> None:
    mark = t.write("mark", t.local(2), t.top("pile"))
    moved = t.move(t.top("pile"), t.zone("trash"))
    step = t.choose(t.seat(ANN), t.number(1, 3), 2, t.change("total", t.local(2)), mark, moved)
    played = Played(engine, ir.ForRange(1, t.n(1), t.n(3), (step,)))
    played.answer(0)
    before, told = played.engine.dump(played.state), list(played.state.journal or ())
    copy = played.engine.clone(played.state)
    assert played.engine.dump(copy) == before
    played.engine.advance(copy, 2)
    played.engine.advance(copy, 2)
    assert played.engine.dump(played.state) == before
    assert played.state.journal == told != copy.journal
    assert played.answer(2, 2)["total"] == 2 + 1 + 3 + 3
    assert played.engine.dump(copy) == played.engine.dump(played.state)


def test_what_waits_for_a_procedure_waits_in_a_copy_by_itself(engine: str) -> None:
    ask = t.procedure("ask", 3, t.choose(t.seat(ANN), t.number(0, 1), 2, t.change("total", t.local(1))), parameters=1)
    passes = ir.ForRange(1, t.n(1), t.n(3), (t.call("ask", t.local(1)), t.change("total", t.local(1))))
    played = Played(engine, passes, procedures=(ask,))
    start = played["total"]
    copy = played.engine.clone(played.state)
    for _ in range(3):
        played.engine.advance(copy, 0)
    assert not played.engine.asks(copy)
    assert played.answer(0, 0, 0)["total"] == start + 2 * (1 + 2 + 3)


def test_what_comes_to_itself_waits_in_a_copy_with_its_own_locals(engine: str) -> None:
    """What calls itself cannot be written into the place of the call, so its locals lie on the stack."""
    inner = ir.If(t.compare(t.local(1), ">", t.n(0)), (t.call("ask", t.n(0)),), ())
    ask = t.choose(t.seat(ANN), t.number(0, 1), 3, t.change("total", t.local(2)))
    passes = ir.ForRange(2, t.n(1), t.n(2), (inner, ask))
    played = Played(engine, t.call("ask", t.n(1)), procedures=(t.procedure("ask", 4, passes, parameters=1),))
    start = played["total"]
    copy = played.engine.clone(played.state)
    for _ in range(6):
        played.engine.advance(copy, 0)
    assert not played.engine.asks(copy)
    assert played.answer(*[0] * 6)["total"] == start + 3 * (1 + 2)
    assert not played.engine.asks(played.state)


def test_a_copy_knows_how_deep_a_procedure_is(engine: str) -> None:
    """Each goes on from where it is, and what is started anew is not deep at all."""
    level = t.local(1)
    deeper = ir.If(t.compare(t.local(2), "=", t.n(1)), (t.call("chain", ir.Arithmetic("+", level, t.n(1))),), ())
    ask = t.choose(t.seat(ANN), t.number(0, 1), 2, t.change("total", level), deeper)
    chain = attrs.evolve(t.procedure("chain", 3, ask, parameters=1), depth=t.n(3))
    played = Played(engine, t.call("chain", t.n(1)), procedures=(chain,)).answer(1, 1)
    before = played.engine.dump(played.state)
    copy = played.engine.clone(played.state)
    with pytest.raises(RuleFault, match="`chain` may not go more than 3 deep"):
        played.engine.advance(copy, 1)
    assert played.engine.dump(played.state) == before
    assert played.answer(0)["total"] == 2 + 1 + 2 + 3
    played.engine.start(copy, "procedure", "chain", [1])
    for answer in (1, 1, 0):
        played.engine.advance(copy, answer)
    assert not played.engine.asks(copy)


def test_any_part_of_the_rules_can_be_run_alone(engine: str) -> None:
    ask = t.procedure(
        "ask", 2, t.choose(t.YOU, ir.FromRange(t.n(1), t.local(1)), 1, ir.Leave(t.local(1))), parameters=1, answers=True
    )
    plain = t.procedure("plain", 2, ir.Leave(ir.Arithmetic("+", t.local(1), t.n(1))), parameters=1, answers=True)
    played = Played(engine, t.call("ask", t.n(2), slot=1, you=t.seat(ANN)), procedures=(ask, plain))
    played.start("procedure", "ask", [5], you=CAT)
    assert choice(played) == (CAT, [1, 2, 3, 4, 5], False)
    assert played.engine.running(played.state) == (procedure("ask"),)
    played.answer(4)
    assert (played.state.answer, played.engine.asks(played.state)) == (5, False)
    played.start("procedure", "plain", [5])
    assert played.state.answer == 6
    assert [event[-1] for event in played.told(Verb.DECIDE)] == [5, 6]


def test_the_words_of_a_question_are_worked_out_when_asked_for(engine: str) -> None:
    ask = t.choose(t.seat(ANN), t.number(1, 2), 2, prompt=("Beat ", t.local(1), " with ", t.read("gold", t.seat(ANN))))
    played = Played(engine, ir.SetLocal(1, t.n(7)), ask)
    asked = played.engine.asked(played.state)
    assert [part if isinstance(part, str) else played.engine.evaluate(played.state, part) for part in asked.prompt] == [
        "Beat ", 7, " with ", 3,
    ]  # fmt: skip
