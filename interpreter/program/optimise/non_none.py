"""Non-none analysis: expressions and locals that are never none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias, assert_never

from attrs import define

from dsl.ir import nodes as ir
from dsl.ir.effects import EXPRESSIONS, filled
from dsl.walk import nodes_in
from interpreter.program.model.nodes import (
    AnyRoutine,
    Ask,
    CallRoutine,
    Definition,
    Enter,
    Plain,
    Routine,
    parts,
)
from interpreter.program.model.routine_id import RoutineId


class KnowsNonNone(Protocol):
    """Has the locals that are never none, and the definitions."""

    non_none: set[int]

    @property
    def definitions(self) -> Mapping[str, Definition]: ...


def non_none(c: KnowsNonNone, node: ir.Expression) -> bool:
    """Whether a value is certainly not none."""
    match node:
        case ir.Constant(result):
            return result >= 0
        case ir.Local(slot):
            return slot in c.non_none
        case ir.Function("left" | "right", (player,)):
            return non_none(c, player)
        case ir.ZoneAt(at=at):
            return all(non_none(c, index) for index in at)
        case ir.Item(over):
            return all_non_none(c, over)
        case ir.First(ir.PlayersFrom()):
            return True
        case ir.Arithmetic("+", left, ir.Constant(more)):
            return more >= 0 and non_none(c, left)
        case ir.Cases(cases, default):
            return non_none(c, default) and all(non_none(c, outcome) for _, outcome in cases)
    return False


def all_non_none(c: KnowsNonNone, node: ir.Expression) -> bool:
    """Whether a list certainly does not contain none."""
    match node:
        case ir.AllOf() | ir.PlayersFrom() | ir.Contents() | ir.Zones() | ir.Function("copies"):
            return True
        case ir.PileEnd(amount=amount):
            return amount is not None
        case ir.Filter(over=over) | ir.Ranked(over=over) | ir.Without(over=over):
            return all_non_none(c, over)
        case ir.ListOf(items):
            return all(all_non_none(c, item) if item.type.many else non_none(c, item) for item in items)
        case ir.Local(slot):
            return slot in c.non_none
        case ir.Derived(name) if not c.definitions[name].exceptions:
            return all_non_none(NonNone(set(), c.definitions), c.definitions[name].value)
    return False


def non_none_slots(
    routine: Plain | Routine, definitions: Mapping[str, Definition], given: frozenset[int] = frozenset()
) -> set[int]:
    """Finds the slots that are never none. Parameters may be anything, but for those in `given`."""
    return _slots(routine, list(_fills(nodes_in(parts(routine)))), definitions, given)


def non_none_throughout(
    routines: Mapping[RoutineId, AnyRoutine], definitions: Mapping[str, Definition], entry: RoutineId
) -> dict[RoutineId, set[int]]:
    """Finds the slots of each routine that are never none, wherever it is called; `entry` is given none."""
    found = {name: frozenset(range(routine.arity + 1)) for name, routine in routines.items()}
    found[entry] = frozenset()
    nodes = {name: nodes_in(parts(routine)) for name, routine in routines.items()}
    calls = {name: [node for node in inside if isinstance(node, CallRoutine | Enter)] for name, inside in nodes.items()}
    fills = {name: list(_fills(inside)) for name, inside in nodes.items()}
    slots: dict[RoutineId, set[int]] = {}
    waiting = list(routines)
    while waiting:
        name = waiting.pop()
        slots[name] = _slots(routines[name], fills[name], definitions, found[name])
        known = NonNone(slots[name], definitions)
        for call in calls[name]:
            given = [ir.Local(0, "you", ir.PLAYER) if call.you is None else call.you, *call.arguments]
            sure = {slot for slot, one in enumerate(given) if (all_non_none if one.type.many else non_none)(known, one)}
            if not found[call.routine] <= sure:
                found[call.routine] &= sure
                waiting.append(call.routine)
    return slots


def _slots(
    routine: AnyRoutine, fills: Sequence[_Fill], definitions: Mapping[str, Definition], given: frozenset[int]
) -> set[int]:
    found = NonNone({slot for slot, _ in fills} - set(range(routine.arity + 1)) | given, definitions)
    while wrong := {slot for slot, good in fills if slot in found.non_none and not good(found)}:
        found.non_none -= wrong
    return found.non_none


@define
class NonNone:
    """The locals that are never none, as far as is known."""

    non_none: set[int]
    definitions: Mapping[str, Definition]


#: A slot, with a test of what is written to it.
_Fill: TypeAlias = tuple[int, Callable[[KnowsNonNone], bool]]


def _fills(nodes: Sequence[object]) -> Iterator[_Fill]:
    """Yields all that nodes write to slots."""
    for node in nodes:
        if type(node) in EXPRESSIONS:
            continue
        match node:
            case ir.SetLocal(slot, value):
                yield slot, _one_or_all(value)
            case ir.ForEach(slot, over):
                yield slot, _all(over)
            case ir.ForRange(slot, low):
                yield slot, _one_or_all(low)
            case ir.Choose(slot=slot, options=options) | Ask(slot=slot, options=options):
                yield slot, _answers(options)
            case ir.Roll(slot=slot):
                yield slot, _always
            case _:
                yield from ((slot, _never) for slot in filled(node))


def _one_or_all(value: ir.Expression) -> Callable[[KnowsNonNone], bool]:
    if value.type.many:
        return _all(value)
    return lambda c: non_none(c, value)


def _all(over: ir.Expression) -> Callable[[KnowsNonNone], bool]:
    return lambda c: all_non_none(c, over)


def _answers(options: ir.Options) -> Callable[[KnowsNonNone], bool]:
    match options:
        case ir.FromList(over) | ir.InOrder(over):
            return _all(over)
        case ir.FromMenu() | ir.FromActions():
            return _always
        case ir.FromRange():
            return _never
        case _:
            assert_never(options)


def _always(_: KnowsNonNone) -> bool:
    return True


def _never(_: KnowsNonNone) -> bool:
    return False
