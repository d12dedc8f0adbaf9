"""How near all players are to winning together, found in the conditions under which the rules say that they do.

A comparison of numbers is the nearer to holding the less is missing, as a part of what is wanted: of 4 treasures, 3 are
nearer than 2. Of several conditions that must all hold, the average counts; of several ways to win, the nearest one.
Conditions about what only the moment knows (a name that stands for something just then) say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count

from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies
from dsl.ir.declarations import Declarations
from dsl.walk import children
from interpreter.program.model.constants import ONE, ZERO
from interpreter.program.model.substitute import free_slots, inlined
from interpreter.runtime.worth import MOST_PROGRESS

_MOST = ir.Constant(MOST_PROGRESS, ir.NUMBER)
_OPPOSITE: dict[ir.Comparison, ir.Comparison] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_MIRRORED: dict[ir.Comparison, ir.Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
#: So deep definitions are looked into.
_DEEPEST = 8


def progress(game: ir.Game) -> ir.Expression | None:
    """How near all are to winning together, from 0 to MOST_PROGRESS; None if nothing is known of it."""
    found = _Conditions(game)
    ways = [near for guards in found.ways() if (near := _average(found.nearness(guards))) is not None]
    return reduce(_larger, ways) if ways else None


class _Conditions:
    """Looks through the rules of a game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.rules = Declarations(game)
        self.slot = count(1_000_000)
        self.winning = self._procedures()

    def ways(self) -> Iterator[list[ir.Expression]]:
        """For each place in the rules at which all win, what must hold for play to come there."""
        for one in bodies(self.game):
            guards = [one.owner.condition] if isinstance(one.owner, ir.GameEnd) and one.owner.condition else []
            if isinstance(one.owner, ir.Procedure) and one.owner.name in self.winning:
                continue  # what counts is where it is called
            yield from self._in(one.body.statements, guards)
        for name in self.winning:
            yield from self._in(self.rules.procedures[name].body.statements, [])

    def _procedures(self) -> frozenset[str]:
        """The procedures that do nothing but to win, wherever they are called."""
        return frozenset(
            one.name for one in self.game.procedures if any(_all_win(statement) for statement in one.body.statements)
        )

    def _in(self, node: object, guards: Sequence[ir.Expression]) -> Iterator[list[ir.Expression]]:
        if isinstance(node, tuple):
            for part in node:
                yield from self._in(part, guards)
            return
        if _all_win(node) or (isinstance(node, ir.Call) and node.procedure in self.winning):
            if guards:
                yield [*guards]
        elif isinstance(node, ir.If):
            yield from self._in(node.then, [*guards, node.condition])
            yield from self._in(node.otherwise, [*guards, ir.Not(node.condition)])
        else:
            for part in children(node):
                yield from self._in(part, guards)

    def nearness(self, conditions: Sequence[ir.Expression]) -> list[ir.Expression]:
        """How near each of these is to holding, where that can be said."""
        found = (self._near(one, wanted=True, depth=0) for one in conditions)
        return [one for one in found if one is not None]

    def _near(self, e: ir.Expression, *, wanted: bool, depth: int) -> ir.Expression | None:
        """How near a condition is to holding, or to not holding."""
        match e:
            case ir.Not(inner):
                return self._near(inner, wanted=not wanted, depth=depth)
            case ir.And(parts) | ir.Or(parts):
                near = [one for part in parts if (one := self._near(part, wanted=wanted, depth=depth)) is not None]
                if not near:
                    return None
                return _average(near) if isinstance(e, ir.And) is wanted else reduce(_larger, near)
            case ir.Derived(name, ()) if depth < _DEEPEST and not self.rules.defines[name].exceptions:
                meant = inlined(self.rules.defines[name].value, {}, self.slot.__next__)
                return self._near(meant, wanted=wanted, depth=depth + 1)
            case _ if free_slots(e):
                return None
            case ir.Compare(operator, left, right) if left.type.kind is right.type.kind is ir.Kind.NUMBER:
                return _compared(operator if wanted else _OPPOSITE[operator], left, right)
            case ir.Some(over, slot, where) if not wanted:
                some = over if where is None else ir.Filter(over, slot, where, over.type)
                return _part(ir.CountOf(some), ir.CountOf(over) if where is not None else ONE)
            case _:
                holds = ir.Arithmetic("*", _MOST, e, ir.NUMBER)
                return holds if wanted else ir.Arithmetic("-", _MOST, holds, ir.NUMBER)


def _all_win(node: object) -> bool:
    return isinstance(node, ir.GameOver) and isinstance(node.winners, ir.AllOf)


def _compared(operator: ir.Comparison, left: ir.Expression, right: ir.Expression) -> ir.Expression:
    """How near a comparison of whole numbers is to holding: what is missing, beside what is wanted."""
    if isinstance(left, ir.Constant) and not isinstance(right, ir.Constant):
        return _compared(_MIRRORED[operator], right, left)
    match operator:
        case ">" | "<":
            by: tuple[ir.Comparison, ir.Operator] = (">=", "+") if operator == ">" else ("<=", "-")
            return _compared(by[0], left, ir.Arithmetic(by[1], right, ONE, ir.NUMBER))
        case "!=":
            return ir.Arithmetic("*", _MOST, ir.Compare(operator, left, right), ir.NUMBER)
        case ">=":
            missing: ir.Expression = ir.Arithmetic("-", right, left, ir.NUMBER)
        case "<=":
            missing = ir.Arithmetic("-", left, right, ir.NUMBER)
        case _:
            missing = _larger(ir.Arithmetic("-", right, left, ir.NUMBER), ir.Arithmetic("-", left, right, ir.NUMBER))
    return _part(_larger(missing, ZERO), right)


def _part(missing: ir.Expression, wanted: ir.Expression) -> ir.Expression:
    """All of it where nothing is missing, half where as much is missing as is wanted."""
    wanted = _larger(wanted, ONE)
    whole = ir.Arithmetic("+", wanted, missing, ir.NUMBER)
    return ir.Divide(ir.Arithmetic("*", _MOST, wanted, ir.NUMBER), whole, False)


def _average(parts: Sequence[ir.Expression]) -> ir.Expression | None:
    if not parts:
        return None
    total = reduce(lambda one, other: ir.Arithmetic("+", one, other, ir.NUMBER), parts)
    return total if len(parts) == 1 else ir.Divide(total, ir.Constant(len(parts), ir.NUMBER), False)


def _larger(one: ir.Expression, other: ir.Expression) -> ir.Expression:
    return ir.Function("larger", (one, other), ir.NUMBER)
