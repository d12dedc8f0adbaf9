from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.hidden import bodies_with_secrets, counter_of
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning


@rule("S110", Level.INFO)
def hidden_but_known(subject: Subject) -> Found:
    """A hidden counter without a change of which anybody may be unsure."""
    kept = _changed_secretly(subject)
    for variable in subject.game.variables:
        if variable.hidden and variable.type == ir.NUMBER and variable.name not in kept:
            yield warning(
                "hidden-but-known", f"everybody can tell how much `{variable.name}` there is",
                first_line(variable.span), label="hidden, and known to all",
                help=("leave out `hidden`; or let an amount hang on something that others do not see",),
            )  # fmt: skip


def _changed_secretly(subject: Subject) -> set[str]:
    """Hidden counters that change in some way that not everybody sees."""
    hidden = {v.name for v in subject.game.variables if v.hidden}
    found: set[str] = set()
    for transfer in subject.all(ir.Transfer):
        counter = counter_of(subject, transfer)
        if not transfer.open or transfer.manner is Manner.SECRETLY:
            found |= hidden if counter is None else {counter.name}
    for body in bodies_with_secrets(subject):
        found |= {w.variable for w in body.of(ir.Write) if body.is_secret(w.value) or w.variable in hidden}
        found |= {c.variable for c in body.of(ir.Change) if body.is_secret(c.amount) or c.variable in hidden}
    return found
