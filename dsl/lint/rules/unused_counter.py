"""A counter, flag, role or remembered thing that no rule looks at or changes.

It stands on the table, and players ask what it is for. Either it is left over, or the rule that was to use it is
missing or uses another name.

Bad:
    counter luck of player

Good:
    counter luck of player
    after step evening: each player gains 1 luck
    game ends after day when any player where luck >= 9: nobody wins
"""

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import kind_of, read_variables, written_variables
from dsl.source import Span
from dsl.syntax import nodes as n


@rule("C102")
def unused_counter(subject: Subject) -> Found:
    """A variable that is neither read nor written anywhere."""
    used = read_variables(subject) | written_variables(subject)
    for variable in subject.game.variables:
        if variable.name not in used:
            yield warning(
                "unused-counter", f"no rule uses the {kind_of(variable)} `{variable.name}`", first_line(variable.span),
                label="never used", help=("take it away, or say what changes it",),
            )  # fmt: skip
    yield from _unused_marks(subject)


def _unused_marks(subject: Subject) -> Found:
    """What lies on pieces, and is neither asked of one nor set on one."""
    used = {node.field for node in subject.all(ir.Attribute)} | {node.field for node in subject.all(ir.WriteAttribute)}
    laid = {f.name for kind in subject.game.card_types for f in kind.fields} - used
    declared: list[tuple[n.Name, Span]] = [(flag.name, flag.span) for flag in subject.syntax(n.Flag)]
    declared += [(memory.name, memory.span) for memory in subject.syntax(n.Remember)]
    declared += [(one.name, counters.span) for counters in subject.syntax(n.Counters) for one in counters.items
                 if isinstance(one, n.CounterItem)]  # fmt: skip
    for name, span in declared:
        if name.text in laid:
            yield warning(
                "unused-counter", f"no rule uses `{name.text}`, which lies on pieces", first_line(span),
                label="never used", help=("take it away, or say what changes it",),
            )  # fmt: skip
