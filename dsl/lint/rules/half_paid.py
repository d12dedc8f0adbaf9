"""An action pays from what may be empty.

What is not there does not go: whoever has one coin pays one of three, whoever has none pays nothing, and the action
does the rest all the same. A cost is paid whole or not at all.

Bad:
    free action bribe "Bribe", once per turn, beside sell:
        pay 3 coins to the bank
        gain 1 fame

Good:
    free action bribe "Bribe", once per turn, beside sell, costs 3 coins:
        gain 1 fame
"""

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.walk import nodes_of

_YOU = ir.Holder(ir.Local(0, "you", ir.PLAYER))


@rule("C132")
def half_paid(subject: Subject) -> Found:
    """An action that pays so much of its player's counter without having asked whether there is any."""
    names = {v.number: v.name for v in subject.game.variables if v.number >= 0}
    for action in subject.game.actions:
        asked = {read.variable for read in nodes_of(action.needs, ir.Read)}
        for paid in _first_things(action.body.statements, asked):
            name = names.get(paid.counter.value, "") if isinstance(paid.counter, ir.Constant) else ""
            if name and name not in asked and isinstance(paid.amount, ir.Constant):
                yield warning(
                    "half-paid", f"\"{action.title}\" is offered also to whoever has too few", first_line(paid.span),
                    label="what is not there is not paid", help=(
                        f"make it a cost, behind the title: `, costs {paid.span.text.partition(' ')[2]}`",
                        f"or ask first: `needs {name} of you >= {paid.amount.value}`",
                    ),
                )  # fmt: skip


def _first_things(statements: tuple[ir.Statement, ...], asked: set[str]) -> Iterator[ir.Transfer]:
    """What is paid by whoever takes it whatever happens; what its questions look at is `asked`."""
    for statement in statements:
        if isinstance(statement, ir.Choose):
            asked |= {read.variable for read in nodes_of(statement.options, ir.Read)}
            yield from _first_things(statement.body, asked) if not statement.optional else ()
        elif isinstance(statement, ir.Transfer) and statement.verb == "pay" and statement.source == _YOU:
            yield statement
