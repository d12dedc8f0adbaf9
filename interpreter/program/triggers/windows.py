"""Windows: a rule `after` an event is deferred until the sentence that made the event is done.

At the end of a window the fixpoint of `whenever` rules is reached; then the trigger queue is drained: rules on cards
first, then those of variants and of the base game, equal ones in order of play, with all that follows from one before
the next. A sentence of several players, and `together:`, are one window, also in what they call, and also if it is left
before its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.ir.effects import Locations, StateNames, state_names
from dsl.source import Span
from dsl.walk import rebuilt_around, statements_in, with_fields
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.desugar.routines import Source, call
from interpreter.program.model import nodes as p
from interpreter.program.model.constants import NOBODY, ZERO
from interpreter.program.model.routine_id import DRAIN, FIXPOINT, RoutineId
from interpreter.program.model.side_effects import writes
from interpreter.program.triggers.state_based import fixpoint, watched


def with_windows(
    sources: Mapping[RoutineId, Source], game: ir.Game, deferred: Sequence[tuple[RoutineId, int]]
) -> dict[RoutineId, Source]:
    """Puts calls of the fixpoint and of what drains the trigger queue at the ends of windows.

    `deferred`: the routines that may be in the queue, each with the number of its arguments.
    """
    locations, names = watched(game), state_names(game)
    done = {
        name: _with_ends(source, _Ends(locations, names, bool(deferred), list(source.slots)))
        for name, source in sources.items()
    }
    held = any(p.sets(source.statements, p.Component.HELD) for source in done.values())
    if game.whenevers:
        done[FIXPOINT] = _guarded_fixpoint(game, defers=bool(deferred), held=held)
    if deferred:
        done[DRAIN] = _drain(deferred)
    return done


@frozen
class _Ends:
    """Makes the ends of windows in a routine with these slots."""

    watched: Locations
    names: StateNames
    defers: bool
    slots: list[str]

    def of(self, statements: p.Statements, span: Span, *, held: bool = False) -> p.Statements:
        """The calls at the end of a window; `held`: what the statements call was inside of it."""
        nodes = statements_in(tuple(statements))
        called = held and any(isinstance(node, p.CallRoutine) for node in nodes)
        settles = bool(self.watched) and (called or self.writes_watched(nodes))
        drains = self.defers and (settles or called or any(isinstance(node, p.Defer) for node in nodes))
        names = (*((FIXPOINT,) if settles else ()), *((DRAIN,) if drains else ()))
        return tuple(call(name, you=NOBODY, span=span) for name in names)

    def writes_watched(self, nodes: Sequence[object]) -> bool:
        """Whether one of these statements may write what conditions of `whenever` rules read."""
        watched = self.watched
        return bool(watched) and any(location in watched for node in nodes for location in writes(node, self.names))

    def finally_(self, body: p.Statements, *end: p.Statement) -> p.Statements:
        """A window with its end, also where it is left early, with an answer that is worked out before."""
        return (*with_finally(body, end, in_loop=False, new_slot=self._new_slot), *end)

    def _new_slot(self) -> int:
        self.slots.append("answer")
        return len(self.slots) - 1


def _with_ends(source: Source, ends: _Ends) -> Source:
    """The routine with the ends of its windows. The body of a `whenever` rule is one window, which its caller ends."""
    inside = source.name.is_a(BodyKind.WHENEVER)
    statements = rebuilt_around(source.statements, lambda node: _ended(node, ends, inside))
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(ends.slots), statements=statements)


def _ended(node: p.Statement, ends: _Ends, inside: bool) -> p.Statement | p.Statements:
    """A statement with the end of its window; `inside` a longer one it has none of its own."""
    match node:
        case ir.Together(body):
            return _window(rebuilt_around(body, lambda inner: _ended(inner, ends, True)), ends, inside, node)
        case ir.ForEach(one_moment=True):
            loop = rebuilt_around(with_fields(node, one_moment=False), lambda inner: _ended(inner, ends, True))
            return _window((loop,), ends, inside, node)
        case p.Window(statements):
            below = rebuilt_around(statements, lambda inner: _ended(inner, ends, True))
            return below if inside else (*below, *ends.of(below, node.span))
        case p.EndEffects(effects=effects) if not inside and ends.writes_watched((node,)):
            ended: p.Statements = (node, *ends.of((node,), node.span))
            return ir.If(_any_in_force(effects), ended, (), span=node.span)
        case _:
            whole = rebuilt_around(node, lambda inner: _ended(inner, ends, inside))
            has_end = not inside and ends.writes_watched((node,))
            return (whole, *ends.of((node,), node.span)) if has_end else whole


def _any_in_force(effects: tuple[int, ...]) -> ir.Expression:
    """Whether there is any effect that might end; if not, nothing changes."""
    each = tuple(ir.Some(ir.InForce(effect), -1, None) for effect in effects)
    return each[0] if len(each) == 1 else ir.Or(each)


def _window(body: p.Statements, ends: _Ends, inside: bool, node: p.Statement) -> p.Statements:
    """A window of several statements; the queue is held meanwhile if they may call something."""
    if inside:
        return body
    calls = any(isinstance(inner, p.CallRoutine | ir.TakeActions | ir.Choose) for inner in statements_in(body))
    if not calls or not (ends.watched or ends.defers):
        return ends.finally_(body, *ends.of(body, node.span)) if body else ()
    begin, over = (p.increment(p.Component.HELD, by, node.span) for by in (1, -1))
    return (begin, *ends.finally_(body, over, *ends.of(body, node.span, held=True)))


def _guarded_fixpoint(game: ir.Game, defers: bool, held: bool) -> Source:
    """The routine of the fixpoint: it holds the trigger queue meanwhile, and is skipped while that is held."""
    source = fixpoint(game)
    statements: p.Statements = source.statements
    if defers:
        begin, end = (p.increment(p.Component.HELD, by, source.span) for by in (1, -1))
        statements = (begin, *statements, end)
    if defers or held:
        none_held = ir.Compare("=", ir.Function("held", (), ir.NUMBER), ZERO)
        statements = (ir.If(none_held, statements, (), span=source.span),)
    return with_fields(source, statements=statements)


def _drain(deferred: Sequence[tuple[RoutineId, int]]) -> Source:
    """The routine that drains the trigger queue."""
    rule = ir.Local(2, "rule", ir.NUMBER.list())

    def part(place: int) -> ir.Expression:
        return ir.Item(rule, ir.Constant(place, ir.NUMBER), ir.UNKNOWN)

    def fired(first: int, end: int) -> p.Statements:
        """Searches the rule among those by halves: a chain of a thousand tests would be too deep to go through."""
        if end - first == 1:
            routine, arity = deferred[first]
            return (p.CallRoutine(routine, tuple(part(2 + k) for k in range(arity)), you=part(1)),)
        middle = (first + end) // 2
        is_lower = ir.Compare("<", part(0), ir.Constant(middle, ir.NUMBER))
        return (ir.If(is_lower, fired(first, middle), fired(middle, end)),)

    due = ir.Local(1, "due", ir.NUMBER.list())
    which = fired(0, len(deferred)) if deferred else ()
    return Source(DRAIN, 0, ("you", "due", "rule"), (p.Drain(1), ir.ForEach(2, due, which)), emitted=False)
