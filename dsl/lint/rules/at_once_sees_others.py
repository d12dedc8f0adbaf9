from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension
from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.walk import nodes_in


@rule("S109")
def at_once_sees_others(subject: Subject) -> Found:
    """A condition, or an amount, in the seat by seat part that looks at a common counter changed there."""
    common = {v.name for v in subject.game.variables if all(d.dimension is Dimension.VALUE for d in v.dimensions)}
    for together in subject.all(ir.AllAtOnce):
        nodes = list(nodes_in(together.body))
        changes = {n.variable: n for n in nodes if isinstance(n, ir.Change | ir.Write) and n.variable in common}
        for read in _looked_at(nodes):
            if read.variable in changes:
                yield warning(
                    "at-once-sees-others", f"`{read.variable}` has been changed by those who sit before", read.span,
                    label="not the same for all", labels=(Label(changes[read.variable].span, "changed here"),),
                    help=("keep what each has decided, and carry it out for all below the block",),
                )  # fmt: skip
                break


def _looked_at(nodes: list[object]) -> Iterator[ir.Read]:
    for node in nodes:
        match node:
            case ir.If(condition):
                asked: ir.Expression = condition
            case ir.Transfer(amount=amount) | ir.Draw(amount=amount):
                asked = amount
            case _:
                continue
        yield from (inner for inner in nodes_in(asked) if isinstance(inner, ir.Read))
