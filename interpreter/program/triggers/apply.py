"""Rules that meet events are woven into what they meet: IR in, IR out.

The body of each such rule becomes a routine, `hook 0`, `hook 1` ...; a call of it stands before,
after or in place of every statement that it can meet, behind the tests that only play can decide. A
rule on a procedure, step or action is woven into that routine itself: what it did before goes on as
`met NAME`.

Order: card, variant, base; among equals as written. Each rule meets an event once: it does not meet
what its own body does, nor what other rules do on account of that. So a body that is reached by way
of other rules is a routine of its own, `hook 1 after 0`, that these no longer meet; and where a
rule may come back to its event by what it calls, play knows whether it is under way
(`program/triggers/reentrancy.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import with_fields
from interpreter.program.desugar.end_turn import carried_out_whole
from interpreter.program.desugar.routines import YES, YOU, Source, ends_after
from interpreter.program.desugar.timed_effects import Effects
from interpreter.program.model.nodes import CallRoutine, Sentence, Statements
from interpreter.program.model.routine_id import Layer, RoutineId
from interpreter.program.triggers.on_transfers import with_events
from interpreter.program.triggers.reentrancy import circles
from interpreter.program.triggers.state_based import reactions_to_states
from interpreter.program.triggers.substitution_scope import Host
from interpreter.program.triggers.trigger_site import Event, Place
from interpreter.program.triggers.trigger_table import (
    NONE_YET,
    Loom,
    Met,
    loom,
    not_playable,
)
from interpreter.program.triggers.windows import in_moments


@frozen
class Woven:
    """The bodies with all rules that meet events in place."""

    sources: Mapping[RoutineId, Source]
    game: ir.Game
    rules_come_back: bool  # whether it is asked which rules are under way


def woven(sources: Mapping[RoutineId, Source], effects: Effects) -> Woven:
    """The bodies with every rule that meets an event woven in."""
    game = effects.game
    rules = loom(effects)
    plain = {**sources, **reactions_to_states(game)}
    if rules.ends_turns:
        whole = (BodyKind.WHENEVER, BodyKind.END)
        plain = {n: carried_out_whole(s) if any(n.is_a(kind) for kind in whole) else s for n, s in plain.items()}
    done = _in_place(rules, plain)
    found = circles(rules.ways, rules.bodies_by_name(), len(rules.hooks))
    if found.back:
        rules = loom(effects, found)
        done = {name: found.begun_anew(source) for name, source in _in_place(rules, plain).items()}
    return Woven(in_moments(done, game, rules.waiting_routines()), game, bool(found.back))


def _in_place(rules: Loom, plain: Mapping[RoutineId, Source]) -> dict[RoutineId, Source]:
    """All bodies with the rules in place, and the bodies of the rules."""
    done: dict[RoutineId, Source] = {}
    for source in plain.values():
        done |= _with_rules(rules, source)
    for number, hook in enumerate(rules.hooks):
        if not_playable(hook) is not None:
            rules.bodies.append((number, frozenset({number})))
    for more in _wanted(rules, plain):
        done[more.name] = more
    return done


def _wanted(rules: Loom, plain: Mapping[RoutineId, Source]) -> Iterator[Source]:
    """What the rules themselves call, and what is called from there, until nothing new comes up."""
    bodies = routines = 0
    while bodies < len(rules.bodies) or routines < len(rules.routines):
        if bodies < len(rules.bodies):
            number, met = rules.bodies[bodies]
            body = rules.body(number, met)
            rules.ways.inside = body.name
            yield with_events(rules, body, met)
            bodies += 1
        else:
            name, met = rules.routines[routines]
            yield _wrapper(rules, plain[name], met)
            routines += 1


def _with_rules(rules: Loom, source: Source) -> dict[RoutineId, Source]:
    """A routine; if rules meet it, what they stand around has a name of its own."""
    meeting = rules.meeting(source.name, NONE_YET)
    rules.ways.inside = source.name.within(Layer.BARE) if meeting else source.name
    body = with_events(rules, source, NONE_YET)
    if not meeting:
        return {source.name: body}
    inner = with_fields(body, name=source.name.within(Layer.BARE), told=False)
    return {inner.name: inner, source.name: _wrapper(rules, source, NONE_YET)}


def _wrapper(rules: Loom, source: Source, met: Met) -> Source:
    """A routine with the rules on it; `met` are those that it has met before."""
    rules.ways.inside = source.name.after(met)
    rules.ways.call(source.name.within(Layer.BARE))
    meeting = rules.meeting(source.name, met)
    told = ["met"] * len(rules.in_lists(met))
    whole = with_fields(source, arity=source.arity + len(told))
    host = Host([*source.slots[: source.arity + 1], *told], rules.lists(whole, met))
    arguments = tuple(ir.Local(k, source.slots[k], ir.UNKNOWN) for k in range(1, source.arity + 1))
    answer = host.new("answer") if source.answers else -1
    event = Event(lambda _: YOU, lambda _: arguments, lambda *_: [], answer)
    here = Place(rules, host, met, event)
    after = tuple(s for k, h in meeting if h.timing is ir.Timing.AFTER for s in here.rule(k))
    itself: Statements = (CallRoutine(source.name.within(Layer.BARE), arguments, answer, YOU, span=source.span),)
    if after:
        itself = (*itself, Sentence(after, span=source.span))
    replaced = [k for k, h in meeting if h.timing is ir.Timing.INSTEAD]
    looked_at = ends_after(source.name, rules.game) if replaced else ()
    ends: Statements = tuple(rules.again(end, met, host.lists) for end in looked_at)
    if ends:  # it is over, too, when something else has been done in its place
        done = host.new("done")
        itself = (ir.SetLocal(done, YES), *itself)
    for k in reversed(replaced):
        itself = here.rule(k, itself)
    if ends:
        not_done = ir.Not(ir.Local(done, "done", ir.YES_NO))
        itself = (ir.SetLocal(done, ir.Constant(0, ir.YES_NO)), *itself, ir.If(not_done, ends, (), span=source.span))
    before: Statements = tuple(s for k, h in meeting if h.timing is ir.Timing.BEFORE for s in here.rule(k))
    leaving: Statements = ()
    if source.answers:
        before = (ir.SetLocal(answer, ir.Constant(ir.NONE, ir.NOTHING)), *before)
        leaving = (ir.Leave(ir.Local(answer, "answer", ir.UNKNOWN)),)
    statements = (*before, *itself, *leaving)
    return with_fields(whole, name=source.name.after(met), slots=tuple(host.slots), statements=statements)
