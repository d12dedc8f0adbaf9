"""Where a game waits: the questions of routines, and what these return to, with what their frames hold.

Blocks and frames are those of the stepping engine, so that a state of the one can be handed to the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_of, rebuilt_around, rewritten, with_fields
from interpreter.backend.python.routines.partition import Partition
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import lists_in
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId

R = TypeVar("R", p.Plain, p.Routine)


@frozen
class Point:
    """A place where a routine waits: for the answer to a question, or until a routine that it called returns.

    `label`: the block that the question ends, or the one to which the call returns.
    """

    number: int
    routine: RoutineId
    label: int
    ask: p.Ask | None = None
    callee: RoutineId | None = None
    slot: int = -1


@define(eq=False)
class Waiting:
    """A routine that may wait. `frame`: the slots that its frame holds, in order; `holding`: those that may be lists.

    `rules`: slots with rules that wait in the queue; `reached`: the blocks that may run after a first question.
    """

    routine: p.Routine
    frame: tuple[int, ...]
    holding: Mapping[int, ir.Type]
    points: list[Point] = field(factory=list)

    @cached_property
    def records(self) -> frozenset[int]:
        """The slots that hold an effect in force, or lists of such; not those with the list of what one keeps."""
        of_effects = {node.slot for node in nodes_of(p.parts(self.routine), ir.Local) if node.type == ir.EFFECTS.one()}
        for node in nodes_of(p.parts(self.routine), ir.SetLocal):
            if node.value.type == ir.EFFECTS:
                of_effects.add(node.slot)
            elif node.slot in self.holding:
                of_effects.discard(node.slot)
        return frozenset(of_effects)

    @cached_property
    def rules(self) -> frozenset[int]:
        found = {node.slot for node in nodes_of(p.parts(self.routine), p.Drain)}
        for node in nodes_of(p.parts(self.routine), ir.SetLocal):  # a list comes before its copies
            match node.value:
                case ir.Local(slot) | ir.Function("metered_each", (_, ir.Local(slot))) if slot in found:
                    found.add(node.slot)
        return frozenset(found)

    @cached_property
    def answers(self) -> frozenset[int]:
        """The slots with what players have answered all at once."""
        return frozenset(node.into for node in nodes_of(p.parts(self.routine), p.Append))

    @cached_property
    def nested(self) -> frozenset[int]:
        """Those of them in which each answer is a list."""
        return frozenset(n.into for n in nodes_of(p.parts(self.routine), p.Append) if n.slot in self.holding)

    @cached_property
    def reached(self) -> list[int]:
        blocks = self.routine.blocks
        starts = [] if self.routine.name == WHOLE_GAME else [self.routine.entry]
        for point in self.points:
            starts += [point.label] if point.ask is None else p.targets(point.ask)
        found: dict[int, None] = {}
        while starts:
            label = starts.pop()
            if label not in found:
                found[label] = None
                starts += p.targets(blocks[label].end)
        return sorted(found)


@frozen(eq=False)
class Points:
    """All places where a game may wait, and the routines that do, by name."""

    routines: Mapping[RoutineId, Waiting]
    all: tuple[Point, ...]

    @cached_property
    def questions(self) -> Mapping[int, Point]:
        """The points of questions, by their blocks."""
        return {point.label: point for point in self.all if point.ask is not None}

    @cached_property
    def returns(self) -> Mapping[tuple[int, RoutineId], Point]:
        """The points of calls, by the block to which they return and the routine that was called."""
        return {(point.label, point.callee): point for point in self.all if point.callee is not None}


def points_of(partitions: Mapping[RoutineId, Partition]) -> Points:
    """Finds where routines wait, as they are partitioned for the stepping engine."""
    number = 0
    routines: dict[RoutineId, Waiting] = {}
    for name, each in partitions.items():
        routine = without_telling(each.routine)
        made = Waiting(routine, tuple(each.frame), lists_in(p.parts(routine)))
        for point in _of_routine(routine):
            made.points.append(Point(number, name, *point))
            number += 1
        routines[name] = made
    return Points(routines, tuple(point for one in routines.values() for point in one.points))


_Found = tuple[int, p.Ask | None, RoutineId | None, int]


def _of_routine(routine: p.Routine) -> Iterator[_Found]:
    calls: dict[tuple[int, RoutineId], int] = {}
    for label, block in routine.blocks.items():
        match block.end:
            case p.Ask():
                yield label, block.end, None, -1
            case p.Enter(callee, slot=slot, back=back):
                if calls.setdefault((back, callee), slot) != slot:
                    raise Unsupported("calls that return to one block with answers in several places")
    for (back, callee), slot in calls.items():
        yield back, None, callee, slot


def without_telling(routine: R) -> R:
    """The routine with no word of who `you` is in what is told, which no module keeps."""

    def change(node: object) -> object:
        return rebuilt_around(node.statement if isinstance(node, p.Attributed) else node, change)

    if isinstance(routine, p.Plain):
        return with_fields(routine, statements=rewritten(routine.statements, change))
    blocks = {k: p.Block(rewritten(b.statements, change), b.end) for k, b in routine.blocks.items()}
    return with_fields(routine, blocks=blocks)


def lists_kept(routines: Iterable[p.AnyRoutine]) -> tuple[Mapping[int, frozenset[int]], Mapping[int, frozenset[int]]]:
    """Which of the things that each effect keeps are lists, by their places; and which arguments of rules that wait."""
    effects: dict[int, frozenset[int]] = {}
    rules: dict[int, frozenset[int]] = {}
    for node in nodes_in(tuple(p.parts(routine) for routine in routines)):
        match node:
            case p.BeginEffect(effect, values):
                found = (1 + place for place, value in enumerate(values) if value.type.many)
                effects[effect] = effects.get(effect, frozenset()) | {*found}
            case p.Defer(rule, _, _, arguments):
                found = (2 + place for place, value in enumerate(arguments) if value.type.many)
                rules[rule] = rules.get(rule, frozenset()) | {*found}
    return effects, rules
