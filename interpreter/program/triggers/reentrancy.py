"""Re-entrancy: rules that may come back to the event on which they fired are active while their bodies run.

A rule does not fire on what it does itself, nor on what comes of that. In its own body, and in those of rules reached
from there, the trigger table knows which rules already fired. In a procedure, a step or the text of a card it cannot,
since these are the same for all callers. So rules that may come back by such a way, and they alone, are recorded in the
state while they are active, and do not fire then. A deferred rule is given the rules that were active at its event.

Taking an action, and a `whenever` rule, are nobody's consequence: no rule is active as they begin.
"""

from collections.abc import Iterable, Mapping

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import with_fields
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.desugar.routines import Source
from interpreter.program.model.nodes import Component, SetState, Statements
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId

_NUMBERS = ir.NUMBER.list()
ACTIVE_RULES = ir.Function("rules_under_way", (), _NUMBERS)


def _resets(routine: RoutineId) -> bool:
    """Whether no rule is active as a routine begins."""
    return routine.is_a(BodyKind.ACTION) or routine.is_a(BodyKind.WHENEVER)


@define
class CallGraph:
    """Records the calls of each routine while rules are applied; `caller` is the routine in the making.

    `fires`: the rules that may fire in a routine which, as far as is known there, did not fire already.
    """

    caller: RoutineId = WHOLE_GAME
    calls: dict[RoutineId, set[RoutineId]] = field(factory=dict)
    fires: dict[RoutineId, set[int]] = field(factory=dict)

    def call(self, routine: RoutineId) -> None:
        self.calls.setdefault(self.caller, set()).add(routine)

    def fire(self, number: int, routine: RoutineId, *, fired: bool) -> None:
        """Records that a rule may fire; `fired`: it is known whether, and by which of its effects, it already has."""
        self.call(routine)
        if not fired:
            self.fires.setdefault(self.caller, set()).add(number)

    def fired_from(self, routines: Iterable[RoutineId]) -> set[int]:
        """Collects the rules that may fire in these routines and in all that they call."""
        found: set[int] = set()
        seen: set[RoutineId] = set()
        waiting = list(routines)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                found |= self.fires.get(name, set())
                waiting.extend(called for called in self.calls.get(name, ()) if not _resets(called))
        return found


@frozen
class Reentrancy:
    """The `reentrant` rules, the rules `leading` to them, and the `routines` that do; `count` is that of all rules."""

    reentrant: frozenset[int] = frozenset()
    leading: frozenset[int] = frozenset()
    routines: frozenset[RoutineId] = frozenset()
    count: int = 0

    def code(self, number: int, identity: ir.Expression | None) -> ir.Expression:
        """Encodes an active rule as a number; `identity`: that of the instance of its effect, if it has one."""
        rule = ir.Constant(number, ir.NUMBER)
        if identity is None:
            return rule
        times = ir.Arithmetic("*", with_fields(identity, type=ir.NUMBER), ir.Constant(self.count, ir.NUMBER))
        return ir.Arithmetic("+", times, rule)

    def not_active(self, number: int, identity: ir.Expression | None) -> tuple[ir.Expression, ...]:
        """Tests that a reentrant rule is not active; nothing for others."""
        return (ir.Not(ir.IsIn(self.code(number, identity), ACTIVE_RULES)),) if number in self.reentrant else ()

    def with_reset(self, source: Source) -> Source:
        """Deactivates all rules while a routine runs, if it leads to a reentrant rule and is nobody's consequence."""
        if source.name not in self.routines or not _resets(source.name):
            return source
        slots = list(source.slots)
        statements = while_active(source.statements, slots, ir.ListOf((), _NUMBERS))
        return with_fields(source, slots=tuple(slots), statements=statements)


def find_reentrancy(graph: CallGraph, bodies: Mapping[RoutineId, int], count: int) -> Reentrancy:
    """Finds the reentrant rules of a call graph; `bodies` are the routines of rules, with the rule's number."""
    rules = {
        number: graph.fired_from(name for name, of in bodies.items() if of == number) for number in set(bodies.values())
    }
    reentrant = frozenset(number for number, found in rules.items() if number in found)
    if not reentrant:
        return Reentrancy()
    leading = frozenset(number for number, found in rules.items() if found & reentrant)
    routines = frozenset(name for name in graph.calls if graph.fired_from((name,)) & reentrant)
    return Reentrancy(reentrant, leading, routines, count)


def while_active(statements: Statements, slots: list[str], rules: ir.Expression) -> Statements:
    """Makes these rules the active ones while statements run; `slots` gets one more."""
    slots.append("under_way")
    before = ir.Local(len(slots) - 1, "under_way", _NUMBERS)
    back = SetState(Component.ACTIVE_RULES, before)
    body = with_finally(statements, (back,), in_loop=True)
    return (ir.SetLocal(before.slot, ACTIVE_RULES), SetState(Component.ACTIVE_RULES, rules), *body, back)
