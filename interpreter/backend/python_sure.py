"""What is never none: seats, values and pieces that are there, and locals that only ever hold such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from attrs import define

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.program.model.nodes import Ask, CallRoutine, Definition, Due, Enter, Keep, Lift, Plain, Routine, parts


class HasSure(Protocol):
    """Knows the locals that are never none, and the definitions."""

    sure: set[int]

    @property
    def definitions(self) -> Mapping[str, Definition]: ...


def sure(c: HasSure, node: ir.Expression) -> bool:
    """Whether it is certain that a value is not none."""
    match node:
        case ir.Constant(worth):
            return worth >= 0
        case ir.Local(slot):
            return slot in c.sure
        case ir.Function("left" | "right", (player,)):
            return sure(c, player)
        case ir.ZoneAt(at=at):
            return all(sure(c, index) for index in at)
        case ir.Item(over):
            return all_sure(c, over)
        case ir.First(ir.PlayersFrom()):
            return True
        case ir.Arithmetic("+", left, ir.Constant(more)):
            return more >= 0 and sure(c, left)
        case ir.Cases(cases, default):
            return sure(c, default) and all(sure(c, result) for _, result in cases)
        case _:
            return False


def all_sure(c: HasSure, node: ir.Expression) -> bool:
    """Whether it is certain that none is not in a list."""
    match node:
        case ir.AllOf() | ir.PlayersFrom() | ir.Contents() | ir.Zones() | ir.Function("copies"):
            return True
        case ir.PileEnd(amount=amount):
            return amount is not None
        case ir.Filter(over=over) | ir.Ranked(over=over) | ir.Without(over=over):
            return all_sure(c, over)
        case ir.ListOf(items):
            return all(all_sure(c, item) if item.type.many else sure(c, item) for item in items)
        case ir.Local(slot):
            return slot in c.sure
        case ir.Derived(name) if not c.definitions[name].exceptions:
            return all_sure(_Sure(set(), c.definitions), c.definitions[name].value)
        case _:
            return False


def sure_slots(routine: Plain | Routine, definitions: Mapping[str, Definition]) -> set[int]:
    """Slots into which nothing is ever put that may be none. Parameters may be anything."""
    fills = list(_fills(parts(routine)))
    found = _Sure({slot for slot, _ in fills} - set(range(routine.arity + 1)), definitions)
    while wrong := {slot for slot, good in fills if slot in found.sure and not good(found)}:
        found.sure -= wrong
    return found.sure


@define
class _Sure:
    """What is taken for sure so far."""

    sure: set[int]
    definitions: Mapping[str, Definition]


def _fills(parts: tuple[Any, ...]) -> Iterator[tuple[int, Any]]:
    """Each slot with a test of what is put into it."""
    for node in nodes_in(parts):
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
            case ir.Draw(slot=slot) | CallRoutine(slot=slot) | Enter(slot=slot) | Keep(slot) if slot >= 0:
                yield slot, _never
            case Due(slot) | Lift(slot=slot):
                yield slot, _never
            case _:
                pass


def _one_or_all(value: ir.Expression) -> Any:
    if value.type.many:
        return _all(value)
    return lambda c: sure(c, value)


def _all(over: ir.Expression) -> Any:
    return lambda c: all_sure(c, over)


def _answers(options: ir.Options) -> Any:
    match options:
        case ir.FromList(over) | ir.InOrder(over):
            return _all(over)
        case ir.FromMenu() | ir.FromActions():
            return _always
        case _:
            return _never


def _always(_: HasSure) -> bool:
    return True


def _never(_: HasSure) -> bool:
    return False
