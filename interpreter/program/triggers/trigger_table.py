"""The trigger table: the rules on events, in order of priority, and the routines of their bodies.

A rule's body becomes a routine. One that is reached by way of other rules is a routine of its own, `hook 1 after 0`,
since these already fired and do not fire on what it does. A rule of a timed effect is one rule for each instance in
force: which of them already fired is passed to its routine in lists, as the last parameters.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.walk import with_fields
from interpreter.program.desugar.causes import with_event_cause
from interpreter.program.desugar.end_turn import run_whole
from interpreter.program.desugar.legality import first_question, has_candidate
from interpreter.program.desugar.routines import Source, with_calls, with_turns
from interpreter.program.desugar.timed_effects import Effects
from interpreter.program.model.constants import YOU
from interpreter.program.model.nodes import CallRoutine, Component, Defer, Statements, TextEvent, sets
from interpreter.program.model.routine_id import Layer, PassOf, RoutineId, RuleOf
from interpreter.program.model.substitute import renamed
from interpreter.program.triggers.reentrancy import ACTIVE_RULES, CallGraph, Reentrancy, while_active

_STANDINGS = (ir.Standing.CARD, ir.Standing.VARIANT, ir.Standing.BASE)
_ROUTINES = ("procedure", "action", "flow")
TRANSFERS = ("gain", "lose", "pay", "give")
_ANY_MOVE = ("move", "discard", "give", "remove", "draw", "swap")
MOVES = {
    "move": ("move", "discard", "give"), "discard": ("discard",), "draw": ("draw",),
    "enter": _ANY_MOVE, "leave": _ANY_MOVE,
}  # fmt: skip


#: The rules that already fired on account of an event, by number.
Fired: TypeAlias = frozenset[int]
NONE_FIRED: Fired = frozenset()
#: Rules with their numbers.
Triggers: TypeAlias = Sequence[tuple[int, ir.HookRule]]


@define(slots=False)
class TriggerTable:
    """The rules: card before variant before base, equals as written.

    `bodies`, `reentered`: the routines asked for so far, of rules and of bodies that are re-entered; `deferred`: the
    bodies that may be in the trigger queue.
    """

    game: ir.Game
    effects: Effects
    hooks: tuple[ir.HookRule, ...]
    bodies: list[tuple[int, Fired]] = field(factory=list)
    reentered: list[tuple[RoutineId, Fired]] = field(factory=list)
    deferred: list[tuple[int, Fired]] = field(factory=list)
    ends_turns: bool = False  # whether a turn may be over before its end
    reentrancy: Reentrancy = field(factory=Reentrancy)
    call_graph: CallGraph = field(factory=CallGraph)

    def call(
        self, number: int, fired: Fired, you: ir.Expression, arguments: tuple[ir.Expression, ...], slot: int = -1
    ) -> CallRoutine:
        """Calls the body of a rule; in it, neither the rule nor those that already fired do."""
        return CallRoutine(self._asked_for(number, fired), arguments, slot, you, span=self.hooks[number].span)

    def defer(self, number: int, fired: Fired, you: ir.Expression, arguments: tuple[ir.Expression, ...]) -> Defer:
        """Puts the call of a rule's body into the trigger queue."""
        hook, body = self.hooks[number], (number, fired | {number})
        self._asked_for(number, fired)
        if body not in self.deferred:
            self.deferred.append(body)
        place, order = self.deferred.index(body), _STANDINGS.index(hook.standing)
        return Defer(place, order, you, arguments, span=hook.span)

    def _asked_for(self, number: int, fired: Fired) -> RoutineId:
        body = (number, fired | {number})
        if body not in self.bodies:
            self.bodies.append(body)
        self.call_graph.fire(number, hook_id(*body), fired=number in fired)
        return hook_id(*body)

    def bodies_by_id(self) -> dict[RoutineId, int]:
        """Maps the routines of rules to the rules' numbers."""
        return {hook_id(number, fired): number for number, fired in self.bodies}

    def deferred_routines(self) -> list[tuple[RoutineId, int]]:
        """Lists the routines that may be in the trigger queue, each with the number of its arguments."""
        return [(hook_id(number, fired), self._arity(number, fired)) for number, fired in self.deferred]

    def reenter(self, call: CallRoutine, fired: Fired, fired_lists: Mapping[int, ir.Local]) -> CallRoutine:
        """Makes a call in a rule's body one of a copy on which the rules that already `fired` do not fire again."""
        before = frozenset(k for k, _ in self.on_routine(call.routine, NONE_FIRED)) & fired
        routine = call.routine.after(before)
        if before and not self.on_routine(call.routine, before):
            routine = call.routine.within(Layer.BARE)
        self.call_graph.call(routine)
        if not before or routine == call.routine.within(Layer.BARE):
            return with_fields(call, routine=routine) if before else call
        if (call.routine, before) not in self.reentered:
            self.reentered.append((call.routine, before))
        arguments = (*call.arguments, *(fired_lists[k] for k in self.timed(before)))
        return with_fields(call, routine=routine, arguments=arguments)

    def on_routine(self, routine: RoutineId, fired: Fired) -> Triggers:
        """Finds the rules on a routine, but for those that already fired."""
        on = () if routine.layers else self._on_routines.get(routine.root, ())
        return [(number, hook) for number, hook in on if self._may_fire(number, fired)]

    def on_statements(self, fired: Fired) -> Triggers:
        """Finds the rules on single statements, but for those that already fired."""
        return [(k, h) for k, h in enumerate(self.hooks) if self._may_fire(k, fired) and h.event not in _ROUTINES]

    @cached_property
    def _on_routines(self) -> Mapping[object, Triggers]:
        """The rules on routines, by what the routine runs; one on a round is on each pass of it."""
        found: dict[object, list[tuple[int, ir.HookRule]]] = {}
        for number, hook in enumerate(self.hooks):
            if hook.event in _ROUTINES:
                is_round = hook.event == "flow" and hook.name in self.rounds
                root = PassOf(hook.name) if is_round else BodyId(BodyKind(hook.event), hook.name)
                found.setdefault(root, []).append((number, hook))
        return found

    @cached_property
    def rounds(self) -> frozenset[str]:
        """The names of all rounds."""
        return frozenset(flow.name for flow in self.game.flows if flow.kind == "round")

    def _may_fire(self, number: int, fired: Fired) -> bool:
        return number not in fired or self.hooks[number].effect >= 0

    def timed(self, fired: Fired) -> tuple[int, ...]:
        """Lists those of the rules that are of timed effects."""
        return tuple(k for k in sorted(fired) if self.hooks[k].effect >= 0)

    def fired_lists(self, source: Source, fired: Fired) -> dict[int, ir.Local]:
        """For each of those, the parameter of a routine that lists its instances which already fired."""
        timed = self.timed(fired)
        first = source.arity - len(timed) + 1
        return {k: _fired_list(first + place) for place, k in enumerate(timed)}

    def _arity(self, number: int, fired: Fired) -> int:
        return _arity(self.hooks[number]) + self.takes_active_rules(number) + len(self.timed(fired))

    def takes_active_rules(self, number: int) -> bool:
        """Whether a rule is given the rules that were active at its event."""
        return number in self.reentrancy.leading and self.hooks[number].timing is ir.Timing.AFTER

    def body(self, number: int, fired: Fired) -> Source:
        """Makes the routine of a rule's body; what the event binds are its parameters."""
        hook = self.hooks[number]
        statements: Statements = with_calls(hook.body.statements)
        if (missing := unsupported(hook)) is not None:
            statements = (ir.Unsupported(missing, span=hook.span),)
        if hook.effect >= 0 and (card := self.effects.card(hook.effect, self._named(hook))) is not None:
            rule = next(place for place, one in enumerate(self.game.hooks) if one is hook)
            statements = (TextEvent(card, rule, _changed(hook), span=hook.span), *statements)
        slots = list(hook.body.slots)
        if hook.question is not None and hook.timing is ir.Timing.AFTER:
            slots += ["offer"] if hook.effect < 0 else ["effect", "offer"]  # the instance stands behind the body's
            offer = with_fields(hook.question, player=YOU, slot=len(slots) - 1, body=statements)
            tests = still_possible(hook)
            statements = (ir.If(ir.And(tests), (offer,), (), span=hook.span),) if tests else (offer,)
        if hook.effect >= 0:
            statements = _with_parameters(statements, slots, _arity(hook), ["effect"], {hook.instance: _arity(hook)})
        lists = len(self.timed(fired)) + self.takes_active_rules(number)
        statements = _with_parameters(statements, slots, _arity(hook) + 1, ["met"] * lists, {})
        if self.effects.causes:
            card = None
            if hook.effect >= 0 and hook.timing is not ir.Timing.INSTEAD:  # what is done instead has the same cause
                card = self.effects.card(hook.effect, self._instance(hook))
            statements = with_event_cause(statements, slots, card)
        statements = self._while_active(statements, slots, number)
        arity = self._arity(number, fired)
        body = Source(hook_id(number, fired), arity, tuple(slots), statements, emitted=False, span=hook.span)
        body = with_turns(body, self.game)
        at_the_end = hook.event == "boundary" and hook.name == "end turn"
        return run_whole(body, at_the_end=at_the_end) if self.ends_turns else body

    def _named(self, hook: ir.HookRule) -> ir.Local:
        """The instance of its effect, as the body of a rule has it."""
        return ir.Local(hook.instance, "effect", self.effects.type_of(hook.effect))

    def _instance(self, hook: ir.HookRule) -> ir.Local:
        """The parameter of a rule's routine with the instance of its effect."""
        return ir.Local(_arity(hook), "effect", self.effects.type_of(hook.effect))

    def _while_active(self, statements: Statements, slots: list[str], number: int) -> Statements:
        """Makes a rule active while its body runs, if that matters anywhere."""
        hook = self.hooks[number]
        rules: ir.Expression = _fired_list(_arity(hook) + 1) if self.takes_active_rules(number) else ACTIVE_RULES
        if number in self.reentrancy.reentrant:
            identity = self.effects.identity(hook.effect, self._instance(hook)) if hook.effect >= 0 else None
            rules = ir.ListOf((rules, self.reentrancy.code(number, identity)), ir.NUMBER.list())
        return while_active(statements, slots, rules) if rules is not ACTIVE_RULES else statements


def still_possible(hook: ir.HookRule) -> tuple[ir.Expression, ...]:
    """What of a rule is tested at its event; of a reaction that waits, also when it is offered."""
    lets, question = first_question(hook.body.statements) if hook.question is not None else ((), None)
    tests = () if question is None or lets else (has_candidate(question),)
    return tests if hook.condition is None else (*tests, hook.condition)


def _with_parameters(
    statements: Statements, slots: list[str], place: int, names: list[str], known: dict[int, int]
) -> Statements:
    """Inserts parameters at a place among the slots; `known` are slots that become one of these."""
    if not names:
        return statements
    places = {k: k if k < place else k + len(names) for k in range(len(slots))} | known
    slots[place:place] = names
    return renamed(statements, places, {})


def _fired_list(slot: int) -> ir.Local:
    return ir.Local(slot, "met", ir.NUMBER.list())


def _changed(hook: ir.HookRule) -> ir.Local | None:
    """The amount that a rule in place of a transfer goes by."""
    if hook.timing is not ir.Timing.INSTEAD or hook.event not in TRANSFERS:
        return None
    bound = (place for place, name in enumerate(hook.binds, start=1) if name in ("amount", "asked"))
    return next((ir.Local(place, "amount", ir.NUMBER) for place in bound), None)


def _arity(hook: ir.HookRule) -> int:
    own = hook.parameters if hook.event in _ROUTINES else len(hook.binds)
    return own + (hook.effect >= 0)


def trigger_table(effects: Effects, reentrancy: Reentrancy | None = None) -> TriggerTable:
    """Makes the trigger table of a game."""
    game = effects.game
    hooks = tuple(sorted(game.hooks, key=lambda hook: _STANDINGS.index(hook.standing)))
    return TriggerTable(
        game, effects, hooks, ends_turns=sets(game, Component.TURN_OVER), reentrancy=reentrancy or Reentrancy(),
    )  # fmt: skip


def hook_id(number: int, fired: Fired) -> RoutineId:
    """The routine of a rule's body, reached by way of rules that already fired."""
    return RoutineId(RuleOf(number), fired=fired - {number})


def unsupported(hook: ir.HookRule) -> str | None:
    """What it is about a rule that cannot be played yet."""
    is_edge = hook.event is ir.EventKind.BOUNDARY and hook.timing is ir.Timing.INSTEAD
    return "a rule instead of a start or end" if is_edge else None
