from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.hidden import BodySecrets, bodies_with_secrets, counter_of
from dsl.lint.rule import Found, Level, Subject, rule, warning


@rule("S103", Level.INFO)
def secret_amount_shown(subject: Subject) -> Found:
    """A counter in the open that changes by a secret, without `openly`."""
    for body in bodies_with_secrets(subject):
        for name, amount, change in _changes(body):
            if body.shows(amount):
                yield warning(
                    "secret-amount-shown", f"everybody sees how `{name}` changes, and so what one player hides",
                    change.span, label="shows a secret",
                    help=(
                        "hide the counter too",
                        "if all may know, say so: `openly`, or `# ignore[secret-amount-shown]: why`",
                    ),
                )  # fmt: skip


def _changes(body: BodySecrets) -> Iterator[tuple[str, ir.Expression, ir.Write | ir.Change | ir.Transfer]]:
    hidden = body.subject.hidden
    for write in body.of(ir.Write):
        if write.variable not in hidden:
            yield write.variable, write.value, write
    for change in body.of(ir.Change):
        if change.variable not in hidden:
            yield change.variable, change.amount, change
    for transfer in body.of(ir.Transfer):
        counter = counter_of(body.subject, transfer)
        if counter is not None and not counter.hidden and transfer.manner is not Manner.OPENLY:
            yield counter.name, transfer.amount, transfer
