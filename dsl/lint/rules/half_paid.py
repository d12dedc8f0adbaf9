from collections.abc import Iterator

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.lint.hidden import counter_of
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.walk import nodes_of

_YOU = ir.Local(0, "you", ir.PLAYER)


@frozen
class _Offer:
    """Something to take or to leave: who pays, what has been asked before, and what is done."""

    title: str
    payer: ir.Expression
    asked: set[str]
    statements: tuple[ir.Statement, ...]
    ask_first: str


@rule("C132")
def half_paid(subject: Subject) -> Found:
    """An action or option that pays so much of its player's counter without having asked whether there is any."""
    for offer in _offers(subject):
        for paid in _first_things(offer.statements, offer.payer, offer.asked):
            counter = counter_of(subject, paid)
            if counter and counter.name not in offer.asked and isinstance(paid.amount, ir.Constant):
                yield warning(
                    "half-paid", f'"{offer.title}" is offered also to whoever has too few', first_line(paid.span),
                    label="what is not there is not paid", help=(
                        f"make it a cost, behind the title: `, costs {paid.span.text.partition(' ')[2]}`",
                        f"or ask first: `{offer.ask_first} {counter.name} of you >= {paid.amount.value}`",
                    ),
                )  # fmt: skip


def _offers(subject: Subject) -> Iterator[_Offer]:
    for action in subject.game.actions:
        yield _Offer(action.title, _YOU, _read(action.needs), action.body.statements, "needs")
    for question in subject.all(ir.Choose):
        menu = question.options
        if not isinstance(menu, ir.FromMenu):
            continue
        for place, (label, condition) in enumerate(zip(menu.labels, menu.conditions, strict=True)):
            chosen = ir.Compare("=", ir.Local(question.slot, "option", ir.NUMBER), ir.Constant(place, ir.NUMBER))
            done = next((one.then for one in question.body if isinstance(one, ir.If) and one.condition == chosen), ())
            if len(menu.labels) == 1 and question.optional:
                done = question.body
            yield _Offer(label, question.player, _read(condition), done, "if")


def _read(tree: object) -> set[str]:
    return {read.variable for read in nodes_of(tree, ir.Read)}


def _first_things(
    statements: tuple[ir.Statement, ...], payer: ir.Expression, asked: set[str]
) -> Iterator[ir.Transfer]:  # fmt: skip
    """What is paid by whoever takes it whatever happens; what its questions look at is `asked`."""
    for statement in statements:
        if isinstance(statement, ir.Choose):
            asked |= _read(statement.options)
            yield from _first_things(statement.body, payer, asked) if not statement.optional else ()
        elif isinstance(statement, ir.Transfer) and statement.verb == "pay" and statement.source == ir.Holder(payer):
            yield statement
