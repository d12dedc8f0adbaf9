"""Trigger sites: where rules fire at an event. Each is tested there, once for each instance of its effect, and offered
if it may be declined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_INSTEAD
from dsl.walk import rewritten, with_fields
from interpreter.errors import Lacking, LoweringError
from interpreter.program.model.constants import NO, YES
from interpreter.program.model.nodes import Statement, Statements
from interpreter.program.triggers.reentrancy import ACTIVE_RULES
from interpreter.program.triggers.substitution_scope import Scope
from interpreter.program.triggers.trigger_table import Fired, Triggers, TriggerTable, still_possible

_Values: TypeAlias = tuple[ir.Expression, ...]
#: Substitutes in an expression of a rule for the routine in which it is tested.
Substitute: TypeAlias = Callable[[ir.Expression], ir.Expression]


@frozen
class Event:
    """What an event tells a rule: who is `you` in it, what is bound; and the tests of whether the rule is about it.

    `answer`: the slot for the answer of a rule in place of a procedure, or -1.
    """

    you: Callable[[ir.HookRule], ir.Expression]
    bound: Callable[[ir.HookRule], tuple[ir.Expression, ...]]
    tests: Callable[[ir.HookRule, Substitute], Iterable[ir.Expression]]
    answer: int = -1


def event_of(
    who: ir.Expression,
    known: Mapping[str, ir.Expression],
    tests: Callable[[ir.HookRule, Substitute], Iterable[ir.Expression]],
) -> Event:
    """Makes an event caused by `who`; `known` is what rules may bind, by name."""
    return Event(lambda _: who, lambda hook: tuple(known[name] for name in hook.binds), tests)


def subject_test(hook: ir.HookRule, who: ir.Expression, substitute: Substitute) -> Iterator[ir.Expression]:
    """Tests that an event is caused by the subject of a rule, if that names one."""
    if hook.subject is not None:
        yield matches(who, substitute(hook.subject))


def matches(actual: ir.Expression, wanted: ir.Expression) -> ir.Expression:
    """Tests that something is the thing wanted, or one of the things."""
    return ir.IsIn(actual, wanted) if wanted.type.many else ir.Compare("=", actual, wanted)


@frozen
class Sites:
    """Makes the trigger sites of one routine. `fired`: the rules that already fired; `triggers`: on its statements."""

    table: TriggerTable
    scope: Scope
    fired: Fired
    triggers: Triggers = ()

    def on(self, *events: str) -> Triggers:
        """Finds the rules on these events."""
        return [trigger for trigger in self.triggers if trigger[1].event in events]

    def at(self, event: Event) -> TriggerSite:
        """Makes the site of an event."""
        return TriggerSite(self.table, self.scope, self.fired, event)


@frozen
class TriggerSite:
    """A place in a routine where an event fires rules, but for those that already `fired` on account of it."""

    table: TriggerTable
    scope: Scope
    fired: Fired
    event: Event

    def around(
        self, triggers: Triggers, itself: Statements, finish: Callable[[Statements], Statements] = lambda after: after
    ) -> Statements:
        """Puts rules before, after and in place of what triggers them; `finish` is given those after it."""
        after = self.all(triggers, ir.Timing.AFTER)
        done = self.unless_replaced(triggers, (*itself, *(finish(after) if after else ())))
        return (*self.all(triggers, ir.Timing.BEFORE), *done)

    def all(self, triggers: Triggers, timing: ir.Timing) -> Statements:
        """Fires the rules of one timing, in order."""
        return tuple(s for number, hook in triggers if hook.timing is timing for s in self.fire(number))

    def unless_replaced(self, triggers: Triggers, done: Statements) -> Statements:
        """Does this if no rule fires in place of it. Raises LoweringError for too many of these."""
        instead = [number for number, hook in triggers if hook.timing is ir.Timing.INSTEAD]
        if len(instead) > MOST_INSTEAD:
            many = f"more than {MOST_INSTEAD} rules stand in place of one event"
            raise LoweringError((Lacking(many, self.table.hooks[instead[MOST_INSTEAD]].span, "too-deep"),))
        for number in reversed(instead):
            done = self.fire(number, done)
        return done

    def fire(self, number: int, otherwise: Statements = ()) -> Statements:
        """Fires a rule if its tests hold; `otherwise` is done if they do not, or if somebody declines."""
        hook = self.table.hooks[number]
        if not otherwise:
            return (self._for_instances(number, hook, None),)
        if hook.effect < 0 and not hook.optional:
            you, given = self.event.you(hook), (*self._active_rules(number), *self._fired_lists())
            test = self._test(number, hook, you)
            return (ir.If(test, self._fired(number, hook, you, given, None), otherwise, span=hook.span),)
        done = ir.Local(self.scope.new("done"), "done", ir.YES_NO)
        nothing = ir.SetLocal(done.slot, NO, span=hook.span)
        return (nothing, self._for_instances(number, hook, done), ir.If(ir.Not(done), otherwise, (), span=hook.span))

    def _for_instances(self, number: int, hook: ir.HookRule, done: ir.Local | None) -> Statement:
        """Fires a rule for each instance of its effect, or just once; `done` becomes yes when it fires."""
        if hook.effect < 0:
            given = (*self._active_rules(number), *self._fired_lists())
            return self._once(number, hook, self.event.you(hook), given, done)
        effects = self.table.effects
        one = ir.Local(self.scope.new("effect"), "effect", effects.type_of(hook.effect))
        each = effects.instances(hook.effect, self.scope.new("card"), self.scope.new)
        with self.scope.with_effect(hook.instance, one):
            given = (one, *self._active_rules(number), *self._fired_lists_with(number, one))
            rule = self._once(number, hook, effects.you(hook.effect, one), given, done)
        return ir.ForEach(one.slot, each, (rule,), span=hook.span)

    def _active_rules(self, number: int) -> tuple[ir.Expression, ...]:
        return (ACTIVE_RULES,) if self.table.takes_active_rules(number) else ()

    def _fired_lists(self) -> tuple[ir.Local, ...]:
        return tuple(self.scope.fired_lists[k] for k in self.table.timed(self.fired))

    def _fired_lists_with(self, number: int, one: ir.Local) -> tuple[ir.Expression, ...]:
        """The lists of the instances that already fired, with this one of the rule."""
        found: list[ir.Expression] = []
        for k in self.table.timed(self.fired | {number}):
            before = (self.scope.fired_lists[k],) if k in self.fired else ()
            more = (self._identity(self.table.hooks[k], one),) if k == number else ()
            found.append(ir.ListOf((*before, *more), ir.NUMBER.list()))
        return tuple(found)

    def _identity(self, hook: ir.HookRule, one: ir.Expression) -> ir.Expression:
        return self.table.effects.identity(hook.effect, one)

    def _once(
        self, number: int, hook: ir.HookRule, you: ir.Expression, given: _Values, done: ir.Local | None
    ) -> Statement:
        test = self._test(number, hook, you, given[0] if hook.effect >= 0 else None)
        if number in self.fired:
            test = ir.And((ir.Not(ir.IsIn(self._identity(hook, given[0]), self.scope.fired_lists[number])), test))
        if done is not None:
            test = ir.And((ir.Not(done), test))
        return ir.If(test, self._fired(number, hook, you, given, done), (), span=hook.span)

    def _test(
        self, number: int, hook: ir.HookRule, you: ir.Expression, one: ir.Expression | None = None
    ) -> ir.Expression:
        bound = self.event.bound(hook)

        def substitute(node: ir.Expression) -> ir.Expression:
            return self.scope.inlined(node, you, bound)

        identity = None if one is None else self._identity(hook, one)
        tests = [*self.table.reentrancy.not_active(number, identity), *self.event.tests(hook, substitute)]
        tests += map(substitute, still_possible(hook))
        return tests[0] if len(tests) == 1 else ir.And(tuple(tests), span=hook.span)

    def _fired(
        self, number: int, hook: ir.HookRule, you: ir.Expression, given: _Values, done: ir.Local | None
    ) -> Statements:
        bound = self.event.bound(hook)
        arguments = (*bound, *given)
        if hook.timing is ir.Timing.AFTER:
            return (self.table.defer(number, self.fired, you, arguments),)
        called: Statements = (self.table.call(number, self.fired, you, arguments, self.event.answer),)
        if done is not None:
            called = (ir.SetLocal(done.slot, YES), *called)
        if hook.question is None:
            return called
        words = hook.question.options, hook.question.prompt  # there may be names in them
        options, prompt = rewritten(words, lambda part: self.scope.inlined(part, you, bound))
        slot = self.scope.new("offer")
        return (with_fields(hook.question, player=you, options=options, prompt=prompt, slot=slot, body=called),)
