from collections.abc import Sequence
from typing import Any

from dsl.bounds.bodies import sites_of
from dsl.bounds.declared import Declared, declared
from dsl.bounds.evaluate import NO_SLOTS, Slots, never_negative
from dsl.bounds.statements import slots_of
from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.names.type_advice import shown
from dsl.walk import nodes_in


@rule("C124", Level.INFO)
def rounding_below_zero(subject: Subject) -> Found:
    """A difference that is divided, where no comparison nearby sees to its being at least 0."""
    if not subject.all(ir.Divide):
        return
    environment = declared(subject.game)
    for body, nodes in subject.in_each_body:
        if any(isinstance(node, ir.Divide) for node in nodes):
            yield from _among(nodes, environment, slots_of(sites_of(body.statements), environment))
    for define in subject.game.defines:
        yield from _among(list(nodes_in(define)), environment, NO_SLOTS)


def _among(nodes: Sequence[Any], environment: Declared, slots: Slots) -> Found:
    compared = [side for node in nodes if isinstance(node, ir.Compare) for side in (node.left, node.right)]
    for node in nodes:
        match node:
            case ir.Divide(ir.Arithmetic("-", more, less) as difference, ir.Constant(), up):
                compared_with = any(side in (more, less, difference) for side in compared)
                if not compared_with and not never_negative(difference, environment, slots):
                    way = "up" if up else "down"
                    yield warning(
                        "rounding-below-zero", "this may be rounded below zero", node.span,
                        label=f"-7 / 2 rounded {way} is {-3 if up else -4}",
                        help=(f"if it is to stop at 0, write `larger(0, {shown(difference.span)})`",),
                    )  # fmt: skip
            case _:
                pass
