from itertools import chain, pairwise

from dsl.ir import nodes as ir
from dsl.ir.effects import Location, Resource, reads
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning
from dsl.syntax import nodes as n

_SETTING: tuple[type[ir.Write | ir.SetLocal], ...] = (ir.Write, ir.SetLocal)


@rule("C117")
def overwritten_at_once(subject: Subject) -> Found:
    """Two neighbours that set one thing, the second without looking at it; nothing answers in between."""
    names = subject.rules.state_names
    answered = {name for rule in subject.game.whenevers for name in reads(rule.condition, names)}
    said = {let.span for let in subject.syntax(n.Let)} | {node.span for node in subject.syntax(n.Assign)}
    setting = (one for one in subject.in_each_body if sum(len(one.nodes_of(kind)) for kind in _SETTING) > 1)
    found = ((one.body.statements, *one.blocks) for one in setting)
    for block in chain.from_iterable(found):
        for first, second in pairwise(block):
            if {first.span, second.span} <= said and _sets_again(first, second, subject, answered):
                yield warning(
                    "overwritten-at-once", "this is set, and then at once set to something else",
                    first_line(first.span), label="makes no difference",
                    labels=(Label(first_line(second.span), "set again here"),),
                    help=("take the first sentence away, or let the second be about something else",),
                )  # fmt: skip


def _sets_again(first: ir.Statement, second: ir.Statement, subject: Subject, answered: set[Location]) -> bool:
    match first, second:
        case ir.Write(variable, at), ir.Write(other, of, value):
            key = (Resource.VARIABLE, variable)
            hangs_on_it = key in reads((value, of), subject.rules.state_names)
            return (variable, at) == (other, of) and key not in answered and not hangs_on_it
        case ir.SetLocal(slot), ir.SetLocal(again, value):
            return slot == again and (Resource.SLOT, slot) not in reads(value, subject.rules.state_names)
        case _:
            return False
