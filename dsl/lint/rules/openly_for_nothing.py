from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.hidden import counter_of
from dsl.lint.rule import Found, Level, Subject, rule, warning


@rule("S107", Level.INFO)
def openly_for_nothing(subject: Subject) -> Found:
    """An open transfer of a counter that is not hidden, by an amount that is no secret."""
    for transfer in subject.all(ir.Transfer):
        counter = counter_of(subject, transfer) if transfer.manner is Manner.OPENLY else None
        if counter is not None and not counter.hidden and isinstance(transfer.amount, ir.Constant):
            yield warning(
                "openly-for-nothing", f"everybody sees `{counter.name}`, also without `openly`", transfer.span,
                label="open anyway", help=("leave out `openly`",),
            )  # fmt: skip
