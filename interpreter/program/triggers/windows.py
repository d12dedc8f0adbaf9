"""Moments: what one sentence brings about is there before anything answers it.

A rule `after` an event waits until the sentence that made the event is done, and `whenever` rules have had
their say. Then those that wait are carried out: rules on cards first, then those of variants and of the base
game, equal ones in order of play; with all that follows from one before the next. A sentence of several
players, and `together:`, are one moment, also in what they call, and also if it is left before its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.ir.effects import Locations, StateNames, state_names
from dsl.source import Span
from dsl.walk import rebuilt_around, statements_in, with_fields
from interpreter.program.desugar.finally_block import leaving_by
from interpreter.program.desugar.routines import NOBODY, Source, call
from interpreter.program.model.nodes import CallRoutine, Due, EndEffects, Hold, Later, Sentence, Statement, Statements
from interpreter.program.model.routine_id import ANSWER, SETTLE, RoutineId
from interpreter.program.model.side_effects import writes
from interpreter.program.triggers.state_based import settle, watched


def in_moments(
    sources: Mapping[RoutineId, Source], game: ir.Game, waiting: Sequence[tuple[RoutineId, int]]
) -> dict[RoutineId, Source]:
    """The bodies with calls of `settle` and `answer` behind their sentences.

    `waiting` are the rules that may wait: the routine of each, and how many arguments it takes.
    """
    looked_at, names = watched(game), state_names(game)
    done = {
        name: _with_moments(source, _Ends(looked_at, names, bool(waiting), list(source.slots)))
        for name, source in sources.items()
    }
    held = any(isinstance(node, Hold) for source in done.values() for node in statements_in(source.statements))
    if game.whenevers:
        done[SETTLE] = _settling(game, waits=bool(waiting), held=held)
    if waiting:
        done[ANSWER] = _answer(waiting)
    return done


@frozen
class _Ends:
    """What stands at the end of a moment in a routine with these slots."""

    watched: Locations
    names: StateNames
    waits: bool
    slots: list[str]

    def of(self, statements: Statements, span: Span, *, held: bool = False) -> Statements:
        """`held`: what the statements call has not answered anything yet."""
        nodes = statements_in(tuple(statements))
        called = held and any(isinstance(node, CallRoutine) for node in nodes)
        settles = bool(self.watched) and (called or self.touched(nodes))
        answers = self.waits and (settles or called or any(isinstance(node, Later) for node in nodes))
        names = (*((SETTLE,) if settles else ()), *((ANSWER,) if answers else ()))
        return tuple(call(name, you=NOBODY, span=span) for name in names)

    def touched(self, nodes: Sequence[object]) -> bool:
        """Whether one of these statements may change what `whenever` rules look at."""
        watched = self.watched
        return bool(watched) and any(location in watched for node in nodes for location in writes(node, self.names))

    def by_any_way(self, body: Statements, *end: Statement) -> Statements:
        """A moment with its end, also where it is left early; what is decided then is worked out before that."""
        return (*leaving_by(body, end, in_loop=False, new_slot=self._new_slot), *end)

    def _new_slot(self) -> int:
        self.slots.append("answer")
        return len(self.slots) - 1


def _with_moments(source: Source, ends: _Ends) -> Source:
    """The routine with what belongs at the end of each sentence. The body of a `whenever` rule is one moment."""
    inside = source.name.is_a(BodyKind.WHENEVER)
    statements = rebuilt_around(source.statements, lambda node: _ended(node, ends, inside))
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(ends.slots), statements=statements)


def _ended(node: Any, ends: _Ends, inside: bool) -> Any:
    """A statement with the end of its moment; `inside` a longer one it has none of its own."""
    match node:
        case ir.Together(body):
            return _moment(rebuilt_around(body, lambda inner: _ended(inner, ends, True)), ends, inside, node)
        case ir.ForEach(one_moment=True):
            loop = rebuilt_around(with_fields(node, one_moment=False), lambda inner: _ended(inner, ends, True))
            return _moment((loop,), ends, inside, node)
        case Sentence(statements):
            below = rebuilt_around(statements, lambda inner: _ended(inner, ends, True))
            return below if inside else (*below, *ends.of(below, node.span))
        case _ if inside:
            return rebuilt_around(node, lambda inner: _ended(inner, ends, inside))
        case EndEffects(effects=effects) if ends.touched((node,)):
            ended: Statements = (node, *ends.of((node,), node.span))
            return ir.If(_any_in_force(effects), ended, (), span=node.span)
        case _ if ends.touched((node,)):
            return (node, *ends.of((node,), node.span))
        case _:
            return rebuilt_around(node, lambda inner: _ended(inner, ends, inside))


def _any_in_force(effects: tuple[int, ...]) -> ir.Expression:
    """Whether there is anything that might end; if not, nothing changes."""
    each = tuple(ir.Some(ir.InForce(effect), -1, None) for effect in effects)
    return each[0] if len(each) == 1 else ir.Or(each)


def _moment(body: Statements, ends: _Ends, inside: bool, node: ir.Statement) -> Statements:
    if inside:
        return body
    calls = any(isinstance(inner, CallRoutine | ir.TakeActions | ir.Choose) for inner in statements_in(body))
    if not calls or not (ends.watched or ends.waits):
        return ends.by_any_way(body, *ends.of(body, node.span)) if body else ()
    over = Hold(-1, span=node.span)
    return (Hold(1, span=node.span), *ends.by_any_way(body, over, *ends.of(body, node.span, held=True)))


def _settling(game: ir.Game, waits: bool, held: bool) -> Source:
    """The routine `settle`. While it runs, rules that meet what it does wait; in a moment that is held it waits."""
    source = settle(game)
    statements: Statements = source.statements
    if waits:
        statements = (Hold(1, span=source.span), *statements, Hold(-1, span=source.span))
    if waits or held:
        none_held = ir.Compare("=", ir.Function("held", (), ir.NUMBER), ir.Constant(0, ir.NUMBER))
        statements = (ir.If(none_held, statements, (), span=source.span),)
    return with_fields(source, statements=statements)


def _answer(waiting: Sequence[tuple[RoutineId, int]]) -> Source:
    rule = ir.Local(2, "rule", ir.NUMBER.list())

    def part(place: int) -> ir.Expression:
        return ir.Item(rule, ir.Constant(place, ir.NUMBER), ir.UNKNOWN)

    which: Statements = ()
    for place, (routine, arity) in reversed(tuple(enumerate(waiting))):
        arguments = tuple(part(2 + k) for k in range(arity))
        carried_out: Any = CallRoutine(routine, arguments, you=part(1))
        is_this = ir.Compare("=", part(0), ir.Constant(place, ir.NUMBER))
        which = (ir.If(is_this, (carried_out,), which),)
    due = ir.Local(1, "due", ir.NUMBER.list())
    return Source(ANSWER, 0, ("you", "due", "rule"), (Due(1), ir.ForEach(2, due, which)), told=False)
