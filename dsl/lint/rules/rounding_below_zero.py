from collections.abc import Sequence

from dsl.bounds.bodies import sites_of
from dsl.bounds.declared import Declared
from dsl.bounds.evaluate import NO_SLOTS, Slots, never_negative
from dsl.bounds.statements import slots_of
from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.names.type_advice import shown
from dsl.walk import by_kind, nodes_in


@rule("C124", Level.INFO)
def rounding_below_zero(subject: Subject) -> Found:
    """A difference that is divided, where no comparison nearby sees to its being at least 0."""
    if not subject.all(ir.Divide):
        return
    environment = subject.rules.at_any_table
    for one in subject.in_each_body:
        if divided := one.nodes_of(ir.Divide):
            slots = slots_of(sites_of(one.body.statements), environment)
            yield from _among(divided, one.nodes_of(ir.Compare), environment, slots)
    for define in subject.game.defines:
        kinds = by_kind(nodes_in(define))
        yield from _among(kinds.get(ir.Divide, ()), kinds.get(ir.Compare, ()), environment, NO_SLOTS)


def _among(divided: Sequence[ir.Divide], compares: Sequence[ir.Compare], environment: Declared, slots: Slots) -> Found:
    compared = [side for node in compares for side in (node.left, node.right)]
    for node in divided:
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
