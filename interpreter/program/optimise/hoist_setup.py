"""How every game at a table begins: what the rules do before anything is left to luck or to somebody."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, with_fields
from interpreter.program.model.nodes import Block, CountRound, Mark, Ready, Routine, SetActive, Statement
from interpreter.program.model.substitute import written
from interpreter.program.optimise.liveness import live_at

_ALWAYS_THE_SAME = (
    ir.SetLocal, ir.Write, ir.Change, ir.Transfer, ir.MovePieces, ir.Flip, ir.Reveal, ir.Create,
    ir.ForEach, ir.ForRange, ir.If, ir.Announce, Mark, Ready, CountRound, SetActive,
)  # fmt: skip


@frozen
class Opening:
    """The statements with which every game begins, and the routine of the game without them."""

    statements: tuple[Statement, ...]
    rest: Routine


def opening(routine: Routine, is_statement: Callable[[object], bool], may_fail: Callable[[object], bool]) -> Opening:
    """Cuts the opening off a routine that nothing is given to."""
    block = routine.blocks[routine.entry]
    most = 0
    for statement in block.statements:
        nodes = nodes_in(statement)
        if may_fail(statement) or any(is_statement(n) and not isinstance(n, _ALWAYS_THE_SAME) for n in nodes):
            break
        most += 1
    for length in range(most, 0, -1):
        first, later = block.statements[:length], block.statements[length:]
        rest = with_fields(routine, blocks={**routine.blocks, routine.entry: Block(later, block.end)})
        if not any(live_at(rest.blocks)[rest.entry] >> slot & 1 for slot in written(first)):
            return Opening(first, rest)
    return Opening((), routine)
