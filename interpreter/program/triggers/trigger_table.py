"""What is woven: the rules that meet events, in their order, and who has met what.

A rule's body becomes a routine. One that is reached by way of other rules is a routine of its own,
`hook 1 after 0`, since these no longer meet what it does. A rule that holds for a time is several rules, one for each
time that it is in force: which of them have met an event is told to its routine in lists, the last of what it is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.walk import nodes_in, with_fields
from interpreter.program.desugar.causes import knowing_cause
from interpreter.program.desugar.end_turn import carried_out_whole
from interpreter.program.desugar.routines import YOU, Source, calling, with_turns
from interpreter.program.desugar.timed_effects import Effects
from interpreter.program.model.nodes import CallRoutine, Later, Statements, TurnOver
from interpreter.program.model.routine_id import Layer, PassOf, RoutineId, RuleOf
from interpreter.program.model.substitute import renamed
from interpreter.program.triggers.reentrancy import NOW, Circles, Ways, under_way, with_one_more

_STANDINGS = (ir.Standing.CARD, ir.Standing.VARIANT, ir.Standing.BASE)
_ROUTINES = ("procedure", "action", "flow")
TRANSFERS = ("gain", "lose", "pay", "give")
_ANY_WAY = ("move", "discard", "give", "remove", "draw", "swap")
MOVES = {
    "move": ("move", "discard", "give"), "discard": ("discard",), "draw": ("draw",),
    "enter": _ANY_WAY, "leave": _ANY_WAY,
}  # fmt: skip

_OTHERS = ("reveal", "shuffle", "roll", "play", "become")


#: The rules that have met an event already, by their place in the order.
Met: TypeAlias = frozenset[int]
NONE_YET: Met = frozenset()


@define(slots=False)
class Loom:
    """The rules: card before variant before base, equals as written; and what still has to be woven."""

    game: ir.Game
    effects: Effects
    hooks: tuple[ir.HookRule, ...]
    bodies: list[tuple[int, Met]] = field(factory=list)
    routines: list[tuple[RoutineId, Met]] = field(factory=list)
    waiting: list[tuple[int, Met]] = field(factory=list)  # those that may wait until a moment is over
    ends_turns: bool = False  # whether a turn may be over before its end
    circles: Circles = field(factory=Circles)
    ways: Ways = field(factory=Ways)

    def call(
        self, number: int, met: Met, you: ir.Expression, arguments: tuple[ir.Expression, ...], slot: int = -1
    ) -> CallRoutine:
        """Carries out a rule; neither it nor those that have met the event before meet what it does."""
        body = (number, met | {number})
        if body not in self.bodies:
            self.bodies.append(body)
        self.ways.rule(number, hook_name(*body), known=number in met)
        return CallRoutine(hook_name(*body), arguments, slot, you, span=self.hooks[number].span)

    def later(self, number: int, met: Met, you: ir.Expression, arguments: tuple[ir.Expression, ...]) -> Later:
        """Carries out a rule when the moment is over."""
        hook, body = self.hooks[number], (number, met | {number})
        if body not in self.bodies:
            self.bodies.append(body)
        if body not in self.waiting:
            self.waiting.append(body)
        self.ways.rule(number, hook_name(*body), known=number in met)
        place, order = self.waiting.index(body), _STANDINGS.index(hook.standing)
        return Later(place, order, you, arguments, span=hook.span)

    def bodies_by_name(self) -> dict[RoutineId, int]:
        """The routines that are bodies of rules, and which rule it is."""
        return {hook_name(number, met): number for number, met in self.bodies}

    def waiting_routines(self) -> list[tuple[RoutineId, int]]:
        """The routines of the rules that may wait, and how many arguments each takes."""
        return [(hook_name(number, met), self._arity(number, met)) for number, met in self.waiting]

    def again(self, call: CallRoutine, met: Met, lists: Mapping[int, ir.Local]) -> CallRoutine:
        """A call from the body of a rule: if that is a rule on what is called, it does not meet it again.

        `lists` has, for each rule that holds for a time, which of its effects have met the event.
        """
        before = frozenset(k for k, _ in self.meeting(call.routine, NONE_YET)) & met
        routine = call.routine.after(before)
        if before and not self.meeting(call.routine, before):
            routine = call.routine.within(Layer.BARE)
        self.ways.call(routine)
        if not before or routine == call.routine.within(Layer.BARE):
            return with_fields(call, routine=routine) if before else call
        if (call.routine, before) not in self.routines:
            self.routines.append((call.routine, before))
        arguments = (*call.arguments, *(lists[k] for k in self.in_lists(before)))
        return with_fields(call, routine=routine, arguments=arguments)

    def meeting(self, routine: RoutineId, met: Met) -> list[tuple[int, ir.HookRule]]:
        """The rules on that routine, but for those that have met it."""
        return [(k, h) for k, h in enumerate(self.hooks) if self._may_meet(k, met) and self._meets(h, routine)]

    def on_statements(self, met: Met) -> list[tuple[int, ir.HookRule]]:
        """The rules on single statements, but for those that have met the event."""
        return [(k, h) for k, h in enumerate(self.hooks) if self._may_meet(k, met) and h.event not in _ROUTINES]

    def _meets(self, hook: ir.HookRule, routine: RoutineId) -> bool:
        """Whether the rule is about what this routine does; one on a round is about each pass of it."""
        if hook.event not in _ROUTINES or routine.layers:
            return False
        if hook.event == "flow" and hook.name in self.rounds:
            return routine.root == PassOf(hook.name)
        return routine.root == BodyId(BodyKind(hook.event), hook.name)

    @cached_property
    def rounds(self) -> frozenset[str]:
        """The names of all rounds."""
        return frozenset(flow.name for flow in self.game.flows if flow.kind == "round")

    def _may_meet(self, number: int, met: Met) -> bool:
        return number not in met or self.hooks[number].effect >= 0

    def in_lists(self, met: Met) -> tuple[int, ...]:
        """Of rules that have met an event, those that hold for a time."""
        return tuple(k for k in sorted(met) if self.hooks[k].effect >= 0)

    def lists(self, source: Source, met: Met) -> dict[int, ir.Local]:
        """For each of those: where a routine is told which of its effects have met the event."""
        told = self.in_lists(met)
        first = source.arity - len(told) + 1
        return {k: _list(first + place) for place, k in enumerate(told)}

    def _arity(self, number: int, met: Met) -> int:
        return _arity(self.hooks[number]) + self.told_rules(number) + len(self.in_lists(met))

    def told_rules(self, number: int) -> bool:
        """Whether a rule is told which rules were under way when it met its event."""
        return number in self.circles.on_the_way and self.hooks[number].timing is ir.Timing.AFTER

    def body(self, number: int, met: Met) -> Source:
        """The body of a rule as a routine; what the event binds are its parameters."""
        hook = self.hooks[number]
        statements: Statements = calling(hook.body.statements)
        if (missing := not_playable(hook)) is not None:
            statements = (ir.Unsupported(missing, span=hook.span),)
        slots = list(hook.body.slots)
        if hook.question is not None and hook.timing is ir.Timing.AFTER:
            slots.append("offer")
            statements = (with_fields(hook.question, player=YOU, slot=len(slots) - 1, body=statements),)
        if hook.effect >= 0:
            statements = _with_effect(statements, slots, hook.instance, _arity(hook))
        told = len(self.in_lists(met)) + self.told_rules(number)
        statements = _with_lists(statements, slots, _arity(hook) + 1, told)
        if self.effects.causes:
            card = None
            if hook.effect >= 0 and hook.timing is not ir.Timing.INSTEAD:  # what is done instead has the same cause
                one = ir.Local(_arity(hook), "effect", self.effects.type_of(hook.effect))
                card = self.effects.card(hook.effect, one)
            statements = knowing_cause(statements, slots, card)
        statements = self._under_way(statements, slots, number)
        arity = self._arity(number, met)
        body = Source(hook_name(number, met), arity, tuple(slots), statements, told=False, span=hook.span)
        body = with_turns(body, self.game)
        at_the_end = hook.event == "boundary" and hook.name == "end turn"
        return carried_out_whole(body, at_the_end=at_the_end) if self.ends_turns else body

    def _under_way(self, statements: Statements, slots: list[str], number: int) -> Statements:
        """The body of a rule while it is under way, if that is asked for anywhere."""
        hook = self.hooks[number]
        place = _arity(hook)
        told = self.told_rules(number)
        rules: ir.Expression = ir.Local(place + 1, "met", ir.NUMBER.list()) if told else NOW
        if number in self.circles.back:
            in_effect = hook.effect >= 0
            one = ir.Local(place, "effect", self.effects.type_of(hook.effect)) if in_effect else None
            rules = with_one_more(rules, self.circles.code(number, one and self.effects.identity(hook.effect, one)))
        return under_way(statements, slots, rules) if rules is not NOW else statements


def _with_effect(statements: Statements, slots: list[str], instance: int, place: int) -> Statements:
    """The statements with the effect as a parameter at that place; the slots from there on make room for it."""
    places = {k: k if k < place else k + 1 for k in range(len(slots))} | {instance: place}
    slots.insert(place, "effect")
    return renamed(statements, places, {})


def _with_lists(statements: Statements, slots: list[str], place: int, count: int) -> Statements:
    """The statements with so many more parameters at that place, each a list of effects."""
    if not count:
        return statements
    places = {k: k if k < place else k + count for k in range(len(slots))}
    slots[place:place] = ["met"] * count
    return renamed(statements, places, {})


def _list(slot: int) -> ir.Local:
    return ir.Local(slot, "met", ir.NUMBER.list())


def _arity(hook: ir.HookRule) -> int:
    own = hook.parameters if hook.event in _ROUTINES else len(hook.binds)
    return own + (hook.effect >= 0)


def loom(effects: Effects, circles: Circles | None = None) -> Loom:
    """The rules of a game, in the order in which they meet an event."""
    game = effects.game
    hooks = tuple(sorted(game.hooks, key=lambda hook: _STANDINGS.index(hook.standing)))
    return Loom(
        game,
        effects,
        hooks,
        ends_turns=any(isinstance(node, TurnOver) for node in nodes_in(game)),
        circles=circles or Circles(),
    )


def hook_name(number: int, met: Met) -> RoutineId:
    """The routine of a rule's body, for when these have met the event."""
    return RoutineId(RuleOf(number), met=met - {number})


def not_playable(hook: ir.HookRule) -> str | None:
    """What it is about a rule that cannot be played yet."""
    if hook.event == "boundary" and hook.timing is not ir.Timing.INSTEAD:
        return None
    if hook.event in _ROUTINES or hook.event in TRANSFERS or hook.event in MOVES or hook.event in _OTHERS:
        return None
    return "a rule instead of a start or end"
