"""Which statements may have to wait for somebody's answer, and so must be split into blocks.

Whatever ends the game counts too, since it leaves every routine at once; and so does what may come to itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.ir import nodes as ir
from interpreter.program.nodes import Deeper
from interpreter.program.sources import Source
from interpreter.program.walk import children, nodes_in


def suspending(sources: Mapping[str, Source]) -> frozenset[str]:
    """The names of the routines that may have to wait, themselves or in what they call."""
    callers: dict[str, set[str]] = {}
    for source in sources.values():
        for called in calls(source.statements):
            callers.setdefault(called, set()).add(source.name)
    found: set[str] = set()
    fresh = [name for name, source in sources.items() if _waits_itself(source.statements)]
    while fresh:
        name = fresh.pop()
        if name not in found:
            found.add(name)
            fresh.extend(callers.get(name, ()))
    return frozenset(found)


def calls(node: object) -> Iterator[str]:
    """The names of all routines that may be called from there, once for each place."""
    for inner in nodes_in(node):
        match inner:
            case ir.Call(procedure):
                yield procedure
            case ir.TakeActions(actions=names) | ir.Choose(offers=names):
                yield from (f"action {name}" for name in names)
            case _:
                pass


def waits(statement: object, waiting: frozenset[str]) -> bool:
    """Whether a statement may have to wait, when the routines in `waiting` do."""
    if isinstance(statement, ir.Call):
        return statement.procedure in waiting
    return _asks(statement) or any(waits(child, waiting) for child in children(statement))


def escapes(statement: object) -> bool:
    """Whether a statement may leave the routine, or the loop that it stands in."""
    match statement:
        case ir.Leave() | ir.Stop():
            return True
        case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
            return any(isinstance(node, ir.Leave) for node in nodes_in(body))
        case _:
            return any(escapes(child) for child in children(statement))


def _waits_itself(statements: object) -> bool:
    return any(_asks(node) for node in nodes_in(statements))


def _asks(node: object) -> bool:
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.AllAtOnce() | ir.GameOver() | Deeper():
            return True
        case _:
            return False
