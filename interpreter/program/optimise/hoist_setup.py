"""Hoists the setup: what every game at a table does before anything is left to chance or to somebody."""

from collections.abc import Callable

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in, with_fields
from interpreter.program.model.nodes import (
    Block,
    NothingToLose,
    Routine,
    RoutineEvent,
    SetState,
    Spend,
    Statement,
    TextEvent,
)
from interpreter.program.model.substitute import filled_slots
from interpreter.program.optimise.liveness import live_at

_DETERMINISTIC = (
    ir.SetLocal, ir.Write, ir.Change, ir.Transfer, ir.MovePieces, ir.Flip, ir.Reveal, ir.Create,
    ir.ForEach, ir.ForRange, ir.If, ir.Announce, RoutineEvent, TextEvent, NothingToLose, SetState, Spend,
)  # fmt: skip


@frozen
class HoistedSetup:
    """The statements that are hoisted, and the routine of the game without them."""

    statements: tuple[Statement, ...]
    rest: Routine


def hoist_setup(
    routine: Routine, is_statement: Callable[[object], bool], may_fail: Callable[[object], bool]
) -> HoistedSetup:
    """Cuts the setup off a routine without parameters, as far as it is deterministic."""
    block = routine.blocks[routine.entry]
    most = 0
    for statement in block.statements:
        nodes = nodes_in(statement)
        if may_fail(statement) or any(is_statement(n) and not isinstance(n, _DETERMINISTIC) for n in nodes):
            break
        most += 1
    for length in range(most, 0, -1):
        first, later = block.statements[:length], block.statements[length:]
        rest = with_fields(routine, blocks={**routine.blocks, routine.entry: Block(later, block.end)})
        if not any(live_at(rest.blocks)[rest.entry] >> slot & 1 for slot in filled_slots(first)):
            return HoistedSetup(first, rest)
    return HoistedSetup((), routine)
