from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.hidden import counter_of
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning


@rule("S106")
def secretly_in_the_open(subject: Subject) -> Found:
    """A secret transfer of a counter that is not hidden."""
    for transfer in subject.all(ir.Transfer):
        counter = counter_of(subject, transfer) if transfer.manner is Manner.SECRETLY else None
        if counter is not None and not counter.hidden:
            yield warning(
                "secretly-in-the-open", f"this is done secretly, and everybody sees `{counter.name}`", transfer.span,
                label="nothing stays secret", labels=(Label(first_line(counter.span), "not hidden"),),
                help=(f"leave out `secretly`, or hide it: `counter {counter.name} of player: hidden`",),
            )  # fmt: skip
