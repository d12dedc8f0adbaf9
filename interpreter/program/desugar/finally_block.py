"""Cleanup of statements, run by whatever way they are left."""

from collections.abc import Callable

from dsl.ir import nodes as ir
from dsl.walk import rebuilt_around
from interpreter.program.model.nodes import Statement


def with_finally(
    statements: tuple[Statement, ...], cleanup: tuple[Statement, ...], *, in_loop: bool,
    new_slot: Callable[[], int] | None = None,
) -> tuple[Statement, ...]:  # fmt: skip
    """Runs `cleanup` before every exit of the statements (but not at their end).

    `in_loop`: a `stop` is no exit, as it leaves a loop in them. With `new_slot`, an answer is evaluated before that.
    """

    def change(node: object, in_loop: bool) -> object:
        match node:
            case ir.Leave(answer) if answer is not None and new_slot is not None:
                kept = ir.SetLocal(new_slot(), answer, span=node.span)
                return (kept, *cleanup, ir.Leave(ir.Local(kept.slot, "answer", answer.type), span=node.span))
            case ir.Leave():
                return (*cleanup, node)
            case ir.Stop() if not in_loop:
                return (*cleanup, node)
            case ir.ForEach() | ir.ForRange() | ir.While():
                return rebuilt_around(node, lambda inner: change(inner, True))
        return rebuilt_around(node, lambda inner: change(inner, in_loop))

    return rebuilt_around(statements, lambda node: change(node, in_loop))
