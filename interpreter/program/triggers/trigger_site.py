"""A rule in its place at an event: tested there, for each time that its effect is in force, and offered if it may be
declined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.walk import with_fields
from interpreter.program.desugar.legality import first_question, has_candidate
from interpreter.program.model.nodes import Statements
from interpreter.program.triggers.reentrancy import NOW
from interpreter.program.triggers.substitution_scope import Host
from interpreter.program.triggers.trigger_table import Loom, Met

_YES, _NO = ir.Constant(1, ir.YES_NO), ir.Constant(0, ir.YES_NO)


@frozen
class Event:
    """What happens: who is `you` in it, what a rule is told of it, and whether it is the one that a rule means.

    `answer`: the slot for what a rule decides that stands in place of a procedure, or -1.
    """

    you: Callable[[ir.HookRule], ir.Expression]
    bound: Callable[[ir.HookRule], tuple[ir.Expression, ...]]
    tests: Callable[[ir.HookRule, ir.Expression], list[ir.Expression]]
    answer: int = -1


@frozen
class Place:
    """A place in a routine where rules meet an event; `met` are those that have met it before."""

    loom: Loom
    host: Host
    met: Met
    event: Event

    def rule(self, number: int, otherwise: Statements = ()) -> Statements:
        """The rule here; `otherwise` is what is done if it is not met, or if somebody declines it."""
        hook = self.loom.hooks[number]
        in_effect = hook.effect >= 0
        if not otherwise:
            return (self._each(number, hook, None),)
        if not in_effect and not hook.optional:
            you, lists = self.event.you(hook), (*self._rules(number), *self._lists())
            return (
                ir.If(
                    self._test(number, hook, you), self._done(number, hook, you, lists, None), otherwise, span=hook.span
                ),
            )
        done = ir.Local(self.host.new("done"), "done", ir.YES_NO)
        nothing = ir.SetLocal(done.slot, _NO, span=hook.span)
        return (nothing, self._each(number, hook, done), ir.If(ir.Not(done), otherwise, (), span=hook.span))

    def _each(self, number: int, hook: ir.HookRule, done: ir.Local | None) -> Any:
        """The rule for each time that its effect is in force, or just once; `done` becomes yes when it is met."""
        if hook.effect < 0:
            more = (*self._rules(number), *self._lists())
            return self._once(number, hook, self.event.you(hook), more, done)
        effects = self.loom.effects
        one = ir.Local(self.host.new("effect"), "effect", effects.type_of(hook.effect))
        each = effects.instances(hook.effect, self.host.new("card"), self.host.new)
        with self.host.standing_for(hook.instance, one):
            more = (one, *self._rules(number), *self._met_with(number, one))
            rule = self._once(number, hook, effects.you(hook.effect, one), more, done)
        return ir.ForEach(one.slot, each, (rule,), span=hook.span)

    def _rules(self, number: int) -> tuple[ir.Expression, ...]:
        """The rules that are under way, for one that waits and has to know."""
        return (NOW,) if self.loom.told_rules(number) else ()

    def _lists(self) -> tuple[ir.Local, ...]:
        """The lists of effects that have met the event, as they are."""
        return tuple(self.host.lists[k] for k in self.loom.in_lists(self.met))

    def _met_with(self, number: int, one: ir.Local) -> tuple[ir.Expression, ...]:
        """The lists of effects that have met the event, with this one of the rule."""
        found: list[ir.Expression] = []
        for k in self.loom.in_lists(self.met | {number}):
            before = (self.host.lists[k],) if k in self.met else ()
            more = (self._identity(self.loom.hooks[k], one),) if k == number else ()
            found.append(ir.ListOf((*before, *more), ir.NUMBER.list()))
        return tuple(found)

    def _identity(self, hook: ir.HookRule, one: ir.Expression) -> ir.Expression:
        return self.loom.effects.identity(hook.effect, one)

    def _once(
        self, number: int, hook: ir.HookRule, you: ir.Expression, more: tuple[ir.Expression, ...], done: ir.Local | None
    ) -> ir.If:
        test = self._test(number, hook, you, more[0] if hook.effect >= 0 else None)
        if number in self.met:
            test = ir.And((ir.Not(ir.IsIn(self._identity(hook, more[0]), self.host.lists[number])), test))
        if done is not None:
            test = ir.And((ir.Not(done), test))
        return ir.If(test, self._done(number, hook, you, more, done), (), span=hook.span)

    def _test(
        self, number: int, hook: ir.HookRule, you: ir.Expression, one: ir.Expression | None = None
    ) -> ir.Expression:
        bound = self.event.bound(hook)
        identity = None if one is None else self._identity(hook, one)
        tests = [*self.loom.circles.not_under_way(number, identity), *self.event.tests(hook, you)]
        lets, question = first_question(hook.body.statements) if hook.question is not None else ((), None)
        if question is not None and not lets:
            tests.append(self.host.inlined(has_candidate(question), you, bound))
        return self.host.tested(hook, you, bound, *tests)

    def _done(
        self, number: int, hook: ir.HookRule, you: ir.Expression, more: tuple[ir.Expression, ...], done: ir.Local | None
    ) -> Statements:
        arguments = (*self.event.bound(hook), *more)
        if hook.timing is ir.Timing.AFTER:
            return (self.loom.later(number, self.met, you, arguments),)
        called = self.loom.call(number, self.met, you, arguments, self.event.answer)
        marked = (called,) if done is None else (ir.SetLocal(done.slot, _YES), called)
        if hook.question is None:
            return marked
        return (with_fields(hook.question, player=you, slot=self.host.new("offer"), body=marked),)
