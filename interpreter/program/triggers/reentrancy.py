"""Rules that may come back to the event that they have met: which of them are under way stands in the state.

A rule does not meet what it does itself, nor what comes of that. In its own body, and in those of rules that are
reached from there, that is known before play (`program/triggers/trigger_table.py`). In a procedure, a step or the text
of a card it is not, since these are the same for whoever calls them. So rules that may come back by such a way, and
only they, are under way while their bodies run, and are not met then. A rule that waits for the end of a moment is
told which rules were under way when it met its event.

What a player does by taking an action, and what a `whenever` rule does, no rule has done: there, none is under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.walk import with_fields
from interpreter.program.desugar.finally_block import leaving_by
from interpreter.program.desugar.routines import Source
from interpreter.program.model.nodes import SetRulesUnderWay, Statements
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId

_NUMBERS = ir.NUMBER.list()
NOW = ir.Function("rules_under_way", (), _NUMBERS)
_NONE = ir.ListOf((), _NUMBERS)



def _is_begun_anew(routine: RoutineId) -> bool:
    """Whether no rule is under way when it begins."""
    return routine.is_a(BodyKind.ACTION) or routine.is_a(BodyKind.WHENEVER)


@define
class Ways:
    """Who calls whom, as it is found while rules are woven into routines; `inside` is the one that is on its way.

    `met` are the rules that a routine may come to without having met their event before, as far as is known there.
    """

    inside: RoutineId = WHOLE_GAME
    calls: dict[RoutineId, set[RoutineId]] = field(factory=dict)
    met: dict[RoutineId, set[int]] = field(factory=dict)

    def call(self, routine: RoutineId) -> None:
        self.calls.setdefault(self.inside, set()).add(routine)

    def rule(self, number: int, routine: RoutineId, *, known: bool) -> None:
        """`known`: that the rule has met the event before, and by which of its effects."""
        self.call(routine)
        if not known:
            self.met.setdefault(self.inside, set()).add(number)

    def from_(self, routines: Iterator[RoutineId]) -> set[int]:
        """All rules that may be met somewhere on the ways from these routines."""
        found: set[int] = set()
        seen: set[RoutineId] = set()
        waiting = list(routines)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                found |= self.met.get(name, set())
                waiting.extend(called for called in self.calls.get(name, ()) if not _is_begun_anew(called))
        return found


@frozen
class Circles:
    """The rules that may come back to their event; those that may come to one of these; and routines that may.

    `count` is the number of all rules.
    """

    back: frozenset[int] = frozenset()
    on_the_way: frozenset[int] = frozenset()
    routines: frozenset[RoutineId] = frozenset()
    count: int = 0

    def code(self, number: int, identity: ir.Expression | None) -> ir.Expression:
        """What stands for a rule that is under way; `identity`: of the effect that it belongs to, if to any."""
        rule = ir.Constant(number, ir.NUMBER)
        if identity is None:
            return rule
        times = ir.Arithmetic("*", with_fields(identity, type=ir.NUMBER), ir.Constant(self.count, ir.NUMBER))
        return ir.Arithmetic("+", times, rule)

    def not_under_way(self, number: int, identity: ir.Expression | None) -> tuple[ir.Expression, ...]:
        """That a rule which may come back is not under way."""
        return (ir.Not(ir.IsIn(self.code(number, identity), NOW)),) if number in self.back else ()

    def begun_anew(self, source: Source) -> Source:
        """A routine in which no rule is under way at first, if that makes a difference."""
        if source.name not in self.routines or not _is_begun_anew(source.name):
            return source
        slots = list(source.slots)
        statements = under_way(source.statements, slots, _NONE)
        return with_fields(source, slots=tuple(slots), statements=statements)


def circles(ways: Ways, bodies: Mapping[RoutineId, int], count: int) -> Circles:
    """What of the rules hangs on which are under way; `bodies` are their routines, with the number of the rule."""
    rules: dict[int, set[int]] = {}
    for number in set(bodies.values()):
        rules[number] = ways.from_(name for name, of in bodies.items() if of == number)
    back = frozenset(number for number, found in rules.items() if number in found)
    if not back:
        return Circles()
    on_the_way = frozenset(number for number, found in rules.items() if found & back)
    routines = frozenset(name for name in ways.calls if ways.from_(iter((name,))) & back)
    return Circles(back, on_the_way, routines, count)


def under_way(statements: Statements, slots: list[str], rules: ir.Expression) -> Statements:
    """The statements while these rules are under way; `slots` gets one more."""
    slots.append("under_way")
    before = ir.Local(len(slots) - 1, "under_way", _NUMBERS)
    back = SetRulesUnderWay(before)
    body = leaving_by(statements, (back,), in_loop=True)
    return (ir.SetLocal(before.slot, NOW), SetRulesUnderWay(rules), *body, back)


def with_one_more(rules: ir.Expression, code: ir.Expression) -> ir.Expression:
    """These rules and one more."""
    return ir.ListOf((rules, code), _NUMBERS)
