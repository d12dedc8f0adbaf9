"""Splits routines that may suspend into basic blocks. `blocks` is the door.

What never suspends and leaves nothing early stays whole inside a block. Loops that suspend keep their list, their place
and their limit in hidden locals. Questions are in `program/cfg/questions.py`.
"""

from collections.abc import Mapping

from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import with_fields
from interpreter.errors import DEEPER, TOO_OFTEN
from interpreter.program.cfg import questions
from interpreter.program.cfg.builder import Builder, Labels, Split, counted, enter, loop
from interpreter.program.cfg.simplify import reachable
from interpreter.program.desugar.routines import Source
from interpreter.program.model import nodes as p
from interpreter.program.model.constants import ONE, YOU, ZERO
from interpreter.program.model.routine_id import RoutineId


def blocks(
    source: Source, number: int, waiting: frozenset[RoutineId], labels: Labels, bodies: Mapping[RoutineId, Source],
    numbers: Mapping[RoutineId, int], actions: Mapping[str, ir.Action], *, ends_turns: bool = False,
) -> p.Routine:  # fmt: skip
    """Splits a routine. `waiting`: those that may suspend; `ends_turns`: whether a turn may be over before its end."""
    slots, label = list(source.slots), labels.new()
    b = Builder(SPLIT, waiting, labels, bodies, numbers, actions, slots, source.name, ends_turns, label=label)
    entry = b.label
    b.all(source.statements)
    b.end(p.Leave(None))
    b.done[entry] = with_fields(b.done[entry], statements=(*b.at_first, *b.done[entry].statements))
    return p.Routine(
        source.name, number, source.arity, tuple(b.slots), entry, reachable(entry, b.done), source.answers,
        source.emitted, source.secret, span=source.span,
    )  # fmt: skip


def _if(b: Builder, s: ir.If) -> None:
    then, otherwise, join = b.labels.new(), b.labels.new(), b.labels.new()
    b.end(p.Branch(s.condition, then, otherwise, span=s.span))
    b.begin(then)
    b.all(s.then)
    b.end(p.Goto(join))
    b.begin(otherwise)
    b.all(s.otherwise)
    b.go_on(join)


def _for_each(b: Builder, s: ir.ForEach) -> None:
    def opening(items: ir.Local, place: ir.Local) -> tuple[ir.SetLocal, ...]:
        return (ir.SetLocal(s.slot, ir.Item(items, place, s.over.type.one()), span=s.span),)

    counted(b, s.over, opening, lambda: b.all(s.body), s.span)


def _for_range(b: Builder, s: ir.ForRange) -> None:
    place, high = b.let("place", s.low, ir.NUMBER, s.span), b.let("high", s.high, ir.NUMBER, s.span)

    def body() -> None:
        b.add(ir.SetLocal(s.slot, place), ir.SetLocal(place.slot, ir.Arithmetic("+", place, ONE)))
        b.all(s.body)

    left = ir.Arithmetic("+", ir.Arithmetic("-", high, place), ir.Constant(2, ir.NUMBER))
    loop(b, ir.Compare("<=", place, high), body, s.span, left)


def _while(b: Builder, s: ir.While) -> None:
    if s.bound is None:
        loop(b, s.condition, lambda: b.all(s.body), s.span)
        return
    left = b.let("left", s.bound, ir.NUMBER, s.span)

    def body() -> None:
        if s.fault:
            _fail_unless(b, ir.Compare(">", left, ZERO), TOO_OFTEN, s.span)
        b.add(ir.SetLocal(left.slot, ir.Arithmetic("-", left, ONE)))
        b.all(s.body)

    again = ir.Compare(">", left, ZERO)
    loop(b, s.condition if s.fault else ir.And((again, s.condition)), body, s.span, ir.Arithmetic("+", left, ONE))


def _fail_unless(b: Builder, condition: ir.Expression, message: str, span: Span) -> None:
    good, bad = b.labels.new(), b.labels.new()
    b.end(p.Branch(condition, good, bad, span=span))
    b.begin(bad)
    b.end(p.Fail(message, span=span))
    b.begin(good)


def _stop(b: Builder, s: ir.Stop) -> None:
    b.end(p.Goto(b.exits[-1]))


def _leave(b: Builder, s: ir.Leave) -> None:
    b.end(p.Leave(s.value, span=s.span))


def _over(b: Builder, s: ir.GameOver) -> None:
    b.end(p.Over(s.winners, s.site, span=s.span))


def _call(b: Builder, s: p.CallRoutine) -> None:
    enter(b, s.routine, s.you or YOU, s.arguments, s.slot, s.site, s.span)


def _deeper(b: Builder, s: p.Deeper) -> None:
    under_way = ir.Function("deep", (ir.Constant(s.number, ir.NUMBER),), ir.NUMBER)
    there_is_room = ir.Compare("<", under_way, ir.Constant(s.most, ir.NUMBER))
    _fail_unless(b, there_is_room, DEEPER.format(s.name, s.most), s.span)
    b.add(p.increment(p.Depth(s.number), 1))


#: Splits each kind of statement that may suspend, or leaves something early.
SPLIT: Split = {
    ir.If: _if,
    ir.ForEach: _for_each,
    ir.ForRange: _for_range,
    ir.While: _while,
    ir.Stop: _stop,
    ir.Leave: _leave,
    ir.GameOver: _over,
    p.CallRoutine: _call,
    ir.Choose: questions.choose,
    ir.TakeActions: questions.take_actions,
    ir.AllAtOnce: questions.all_at_once,
    p.Deeper: _deeper,
}
