"""Tells whether a value can be called by what it was when it was named: `the top card` may be another one later."""

from collections.abc import Sequence

from dsl.ir import nodes as ir
from dsl.ir.effects import Locations, Resource, StateNames, leads_to, reads, writes
from dsl.ir.slots import mentions
from dsl.walk import nodes_in, schema


def means_another_later(value: ir.Expression, slot: int, behind: Sequence[ir.Statement], names: StateNames) -> bool:
    """Whether statements read `slot` when the words for its `value` may have come to mean something else."""
    read = frozenset(location for location in reads(value, names) if location[0] is not Resource.SLOT)
    return bool(read) and _read_late(slot, behind, read, False, names)


def _read_late(
    slot: int, statements: Sequence[ir.Statement], read: Locations, changed: bool, names: StateNames
) -> bool:
    for s in statements:
        if changed and mentions(s, slot):
            return True
        changes = any(not read.isdisjoint(writes(node, names)) or any(leads_to(node)) for node in nodes_in(s))
        if changes and any(
            _read_late(slot, getattr(s, block), read, isinstance(s, ir.Loop), names) for block in schema(type(s)).blocks
        ):
            return True
        changed = changed or changes
    return False
