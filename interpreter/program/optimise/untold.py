"""Leaves out what is only told, where nobody keeps a journal: announcements, and all that was worked out for them.

So are the words of questions without `exact`, where nobody reads them, and what was worked out for these. What may end
in a fault is still evaluated, and what was charged still is, or without `exact` as much or more.
"""

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field

from dsl.bounds.interval import Interval
from dsl.ir import nodes as ir
from dsl.walk import statements_in, with_fields
from interpreter.program.model import nodes as p
from interpreter.program.model.in_play import in_play
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.optimise.charges import Charges
from interpreter.program.optimise.liveness import before, live_after, live_around, live_at


def without_untold(
    program: Program, routines: Iterable[p.AnyRoutine], exact: bool
) -> Iterator[tuple[RoutineId, p.AnyRoutine]]:
    """Yields what changes of routines, of which those that are called come first."""
    untold = _Untold(Charges(in_play(program), program.definitions, exact))
    for routine in routines:
        if any(map(untold.is_told, statements_in(p.parts(routine)))):
            yield routine.name, untold.left_out(routine)


@define
class _Untold:
    """`empty`: plain routines in which nothing is left. `slots`: what locals of the routine at hand can be."""

    charges: Charges
    empty: set[RoutineId] = field(factory=set)
    slots: Mapping[int, Interval] = field(factory=dict)

    def is_told(self, statement: object) -> bool:
        """Whether a statement does nothing but tell."""
        match statement:
            case ir.Announce():
                return True
            case p.CallRoutine(name, slot=slot):
                return name in self.empty and slot < 0
            case _:
                return False

    def left_out(self, routine: p.AnyRoutine) -> p.AnyRoutine:
        self.slots = self.charges.known.locals_of(routine)
        if isinstance(routine, p.Plain):
            statements, _ = self._all(routine.statements, 0, 0)
            if not statements and not routine.answers:
                self.empty.add(routine.name)
            return with_fields(routine, statements=statements)
        if not self.charges.exact:
            wordless = {label: _without_prompt(block) for label, block in routine.blocks.items()}
            routine = with_fields(routine, blocks=wordless)
        while (changed := self._in_blocks(routine)) != routine.blocks:
            routine = with_fields(routine, blocks=changed)
        return routine

    def _in_blocks(self, routine: p.Routine) -> dict[int, p.Block]:
        live = live_at(routine.blocks)
        return {
            label: p.Block(self._all(block.statements, live_after(block.end, live), 0)[0], block.end)
            for label, block in routine.blocks.items()
        }

    def _all(self, statements: p.Statements, live: int, exit_: int) -> tuple[p.Statements, int]:
        """What is left of statements, and what is live before that; `exit_`: what is where `stop` leads."""
        left: list[p.Statement] = []
        for statement in reversed(statements):
            for each in reversed(self._one(statement, live, exit_)):
                left.append(each)
                live = before(each, live, exit_)
        return tuple(reversed(left)), live

    def _one(self, s: p.Statement, live: int, exit_: int) -> p.Statements:
        match s:
            case ir.Announce():
                return ()
            case ir.SetLocal(slot, value) if not live >> slot & 1:
                return self._unless_certain(s, value)
            case p.CallRoutine(you=you, arguments=arguments) if self.is_told(s):
                return self._unless_certain(s, *arguments, *(() if you is None else (you,)))
            case ir.If(condition, then, otherwise):
                first, second = self._all(then, live, exit_)[0], self._all(otherwise, live, exit_)[0]
                left: p.Statement = with_fields(s, then=first, otherwise=second)
                if all(isinstance(each, p.Spend) for each in (*first, *second)):
                    found = self._unless_certain(left, condition)
                    if not (first or second) or (found != (left,) and not self.charges.exact):
                        return (*found, *first, *second)
                return (left,)
            case ir.ForEach(slot, over, body):
                inside, _ = self._all(body, live_around(body, slot, live), live)
                left = with_fields(s, body=inside)
                return (left,) if inside or live >> slot & 1 else self._unless_certain(left, over)
            case ir.While(body=body) | ir.ForRange(body=body):
                slot = s.slot if isinstance(s, ir.ForRange) else -1
                around = live_around(body, slot, before(s, live, exit_))
                return (with_fields(s, body=self._all(body, around, live)[0]),)
            case _:
                return (s,)

    def _unless_certain(self, statement: p.Statement, *values: ir.Expression) -> p.Statements:
        """The statement; or only what it is charged, if it is certain what evaluating these comes to."""
        spent: p.Statements = ()
        for value in values:
            if (each := self.charges.of(value, self.slots)) is None:
                return (statement,)
            spent += each
        return spent


def _without_prompt(block: p.Block) -> p.Block:
    return p.Block(block.statements, with_fields(block.end, prompt=())) if isinstance(block.end, p.Ask) else block
