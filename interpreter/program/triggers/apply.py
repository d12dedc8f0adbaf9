"""Applies the rules on events to the routines of a game: IR in, IR out.

The body of each such rule becomes a routine, `hook 0`, `hook 1` ...; calls of it are put before, after or in place of
every statement on which it can fire, behind the tests that only play can decide. A rule on a procedure, step or action
is put into that routine itself: what it did before goes on as `met NAME`.

Order: card, variant, base; among equals as written. Each rule fires once at an event: it does not fire on what its own
body does, nor on what other rules do on account of that. So a body that is reached by way of other rules is a routine
of its own, `hook 1 after 0`, on which these no longer fire; and where a rule may come back to its event by what it
calls, the state records whether it is active (`program/triggers/reentrancy.py`).
"""

from collections.abc import Iterator, Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import with_fields
from interpreter.program.desugar.end_turn import run_whole
from interpreter.program.desugar.routines import Source, end_checks
from interpreter.program.desugar.timed_effects import Effects
from interpreter.program.model.constants import NO, NOTHING, YES, YOU
from interpreter.program.model.nodes import CallRoutine, Statements, Window
from interpreter.program.model.routine_id import Layer, RoutineId
from interpreter.program.triggers.on_transfers import with_sites
from interpreter.program.triggers.reentrancy import find_reentrancy
from interpreter.program.triggers.state_based import state_triggers
from interpreter.program.triggers.substitution_scope import Scope
from interpreter.program.triggers.trigger_site import Event, TriggerSite
from interpreter.program.triggers.trigger_table import NONE_FIRED, Fired, TriggerTable, trigger_table, unsupported
from interpreter.program.triggers.windows import with_windows


@frozen
class Triggered:
    """The routines of a game with all rules on events applied."""

    sources: Mapping[RoutineId, Source]
    game: ir.Game
    is_reentrant: bool  # whether the state records which rules are active


def apply_triggers(sources: Mapping[RoutineId, Source], effects: Effects) -> Triggered:
    """Applies all rules on events and states."""
    game = effects.game
    table = trigger_table(effects)
    plain = {**sources, **state_triggers(game)}
    if table.ends_turns:
        whole = (BodyKind.WHENEVER, BodyKind.END)
        plain = {n: run_whole(s) if any(n.is_a(kind) for kind in whole) else s for n, s in plain.items()}
    done = _applied(table, plain)
    found = find_reentrancy(table.call_graph, table.bodies_by_id(), len(table.hooks))
    if found.reentrant:
        table = trigger_table(effects, found)
        done = {name: found.with_reset(source) for name, source in _applied(table, plain).items()}
    return Triggered(with_windows(done, game, table.deferred_routines()), game, bool(found.reentrant))


def _applied(table: TriggerTable, plain: Mapping[RoutineId, Source]) -> dict[RoutineId, Source]:
    """All routines with their trigger sites, and the routines of the rules."""
    done: dict[RoutineId, Source] = {}
    for source in plain.values():
        done |= _with_triggers(table, source)
    for number, hook in enumerate(table.hooks):
        if unsupported(hook) is not None:
            table.bodies.append((number, frozenset({number})))
    for more in _asked_for(table, plain):
        done[more.name] = more
    return done


def _asked_for(table: TriggerTable, plain: Mapping[RoutineId, Source]) -> Iterator[Source]:
    """Makes the routines that the table has been asked for, and those asked for meanwhile."""
    bodies = reentered = 0
    while bodies < len(table.bodies) or reentered < len(table.reentered):
        if bodies < len(table.bodies):
            number, fired = table.bodies[bodies]
            body = table.body(number, fired)
            table.call_graph.caller = body.name
            yield with_sites(table, body, fired)
            bodies += 1
        else:
            name, fired = table.reentered[reentered]
            yield _wrapper(table, plain[name], fired)
            reentered += 1


def _with_triggers(table: TriggerTable, source: Source) -> dict[RoutineId, Source]:
    """A routine with its sites; if there are rules on the routine itself, with a wrapper around it."""
    triggers = table.on_routine(source.name, NONE_FIRED)
    table.call_graph.caller = source.name.within(Layer.BARE) if triggers else source.name
    body = with_sites(table, source, NONE_FIRED)
    if not triggers:
        return {source.name: body}
    inner = with_fields(body, name=source.name.within(Layer.BARE), emitted=False)
    return {inner.name: inner, source.name: _wrapper(table, source, NONE_FIRED)}


def _wrapper(table: TriggerTable, source: Source, fired: Fired) -> Source:
    """A routine that calls the bare one, with the rules on it around that call."""
    bare = source.name.within(Layer.BARE)
    table.call_graph.caller = source.name.after(fired)
    table.call_graph.call(bare)
    triggers = table.on_routine(source.name, fired)
    lists = ["met"] * len(table.timed(fired))
    whole = with_fields(source, arity=source.arity + len(lists))
    scope = Scope([*source.slots[: source.arity + 1], *lists], table.fired_lists(whole, fired))
    arguments = tuple(ir.Local(k, source.slots[k], ir.UNKNOWN) for k in range(1, source.arity + 1))
    answer = scope.new("answer") if source.answers else -1
    site = TriggerSite(table, scope, fired, Event(lambda _: YOU, lambda _: arguments, lambda *_: (), answer))
    after = site.all(triggers, ir.Timing.AFTER)
    itself: Statements = (CallRoutine(bare, arguments, answer, YOU, span=source.span),)
    if after:
        itself = (*itself, Window(after, span=source.span))
    is_replaced = any(hook.timing is ir.Timing.INSTEAD for _, hook in triggers)
    checks = end_checks(source.name, table.game) if is_replaced else ()
    ends: Statements = tuple(table.reenter(end, fired, scope.fired_lists) for end in checks)
    if ends:  # it is over, too, when something else has been done in its place
        done = scope.new("done")
        itself = (ir.SetLocal(done, YES), *itself)
    itself = site.unless_replaced(triggers, itself)
    if ends:
        not_done = ir.Not(ir.Local(done, "done", ir.YES_NO))
        itself = (ir.SetLocal(done, NO), *itself, ir.If(not_done, ends, (), span=source.span))
    statements: Statements = (*site.all(triggers, ir.Timing.BEFORE), *itself)
    if source.answers:
        nothing = ir.SetLocal(answer, NOTHING)
        statements = (nothing, *statements, ir.Leave(ir.Local(answer, "answer", ir.UNKNOWN)))
    return with_fields(whole, name=source.name.after(fired), slots=tuple(scope.slots), statements=statements)
