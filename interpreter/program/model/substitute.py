"""Substitution of locals: slots are renumbered, or replaced by expressions."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from dsl.ir import nodes as ir
from dsl.ir.effects import filled
from dsl.walk import nodes_in, rebuilt, rewritten, schema, statements_in, with_fields
from interpreter.program.model.constants import YOU
from interpreter.program.model.nodes import CallRoutine

_N = TypeVar("_N")


def renamed(node: _N, slots: Mapping[int, int], values: Mapping[int, ir.Expression]) -> _N:
    """Renumbers every slot of a node by `slots`, and replaces reads of those in `values`."""

    def change(inner: object) -> object:
        if isinstance(inner, ir.Local):
            if inner.slot in values:
                return values[inner.slot]
            return ir.Local(slots[inner.slot], inner.name, inner.type, span=inner.span)
        below = rebuilt(inner, change)
        if isinstance(below, CallRoutine) and below.you is None:
            below = with_fields(below, you=change(YOU))  # it was that of the routine it comes from
        changed = {name: slots[slot] for name in schema(type(below)).slots if (slot := getattr(below, name)) >= 0}
        return with_fields(below, **changed) if changed else below

    return rewritten(node, change)


def inlined(node: _N, known: Mapping[int, ir.Expression], new_slot: Callable[[], int]) -> _N:
    """Moves an expression, or what is made of some, to another body.

    Slots in `known` are replaced by those values, which are of the same type; all others are new.
    """
    places: dict[int, int] = {}

    def place(slot: int) -> int:
        if slot not in places:
            places[slot] = new_slot()
        return places[slot]

    def change(inner: object) -> object:
        if isinstance(inner, ir.Local):
            if inner.slot not in known:
                return with_fields(inner, slot=place(inner.slot))
            found = known[inner.slot]
            return with_fields(found, type=inner.type) if found.type.kind is ir.Kind.UNKNOWN else found
        below = rebuilt(inner, change)
        changed = {name: place(slot) for name in schema(type(below)).filled if (slot := getattr(below, name)) >= 0}
        return with_fields(below, **changed) if changed else below

    return rewritten(node, change)


def filled_slots(node: object) -> set[int]:
    """Collects the slots that statements (not expressions) write."""
    return {slot for inner in statements_in(node) for slot in filled(inner)}


def free_slots(node: object) -> set[int]:
    """Collects the slots that are read in it and not filled there."""
    inner = nodes_in(node)
    own = {getattr(one, name) for one in inner for name in schema(type(one)).filled}
    return {one.slot for one in inner if isinstance(one, ir.Local)} - own
