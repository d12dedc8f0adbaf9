from collections.abc import Iterator, Sequence

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import zones_in
from dsl.ir.prose.nouns import amount_of
from dsl.lint.hidden import counter_of
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.walk import nodes_of

_ONE = ir.Constant(1, ir.NUMBER)
_YOU = ir.Local(0, "you", ir.PLAYER)


@frozen
class _Offer:
    """Something to take or to leave: who pays, what has been asked before, and what is done."""

    title: str
    payer: ir.Expression
    asked: set[str]
    statements: tuple[ir.Statement, ...]
    ask_first: str


@frozen
class _Payment:
    """What goes as a price: by whom it is not asked for, of what there may be too little, how much of it."""

    statement: ir.Statement
    of: str
    asked_by: str
    helps: tuple[str, ...] = ()


@rule("C132")
def half_paid(subject: Subject) -> Found:
    """An action or option that is paid for with what may be too little, without having asked whether it is there."""
    for offer in _offers(subject):
        for payment in _payments(subject, offer.statements, offer):
            if payment.of not in offer.asked:
                ask = f"{'or ' if payment.helps else ''}ask first: `{offer.ask_first} {payment.asked_by}`"
                yield warning(
                    "half-paid", f'"{offer.title}" is offered also to whoever has too few',
                    first_line(payment.statement.span), label="what is not there is not paid",
                    help=(*payment.helps, ask),
                )  # fmt: skip


def _offers(subject: Subject) -> Iterator[_Offer]:
    for action in subject.game.actions:
        yield _Offer(action.title, _YOU, _read(action.needs) | zones_in(action.needs), action.body.statements, "needs")
    for question in subject.all(ir.Choose):
        menu = question.options
        if not isinstance(menu, ir.FromMenu):
            continue
        for place, (label, condition) in enumerate(zip(menu.labels, menu.conditions, strict=True)):
            chosen = ir.Compare("=", ir.Local(question.slot, "option", ir.NUMBER), ir.Constant(place, ir.NUMBER))
            done = next((one.then for one in question.body if isinstance(one, ir.If) and one.condition == chosen), ())
            if len(menu.labels) == 1 and question.optional:
                done = question.body
            yield _Offer(label, question.player, _read(condition) | zones_in(condition), done, "if")


def _read(tree: object) -> set[str]:
    """The variables that are looked at."""
    return {read.variable for read in nodes_of(tree, ir.Read)}


def _payments(subject: Subject, statements: Sequence[ir.Statement], offer: _Offer) -> Iterator[_Payment]:
    """What whoever takes it gives away whatever happens; what its questions look at is `asked`."""
    for place, statement in enumerate(statements):
        bought = _is_bought(statements[place + 1 :], offer.payer)
        match statement:
            case ir.Choose():
                offer.asked.update(_read(statement.options))
                yield from _chosen(statement, offer, bought)
                yield from _payments(subject, statement.body, offer) if not statement.optional else ()
            case ir.Transfer(source=source) if source == ir.Holder(offer.payer) and (statement.verb == "pay" or bought):
                yield from _of_counter(statement, counter_of(subject, statement), statement.amount)
            case ir.Change(variable, at, amount, down=True) if bought and at == (offer.payer,):
                counter = subject.rules.variables[variable]
                yield from _of_counter(statement, counter if counter.low is not None else None, amount)
            case ir.MovePieces(pieces=ir.PileEnd(zone=zone, amount=amount)) if bought and _goes(statement, offer):
                yield from _of_zone(statement, zone, amount or _ONE, offer)


def _chosen(question: ir.Choose, offer: _Offer, bought: bool) -> Iterator[_Payment]:
    """Pieces of one's own that are chosen, and given away: all that depends on a single one is left out without it."""
    over = question.options
    if not isinstance(over, ir.FromList) or not isinstance(over.candidates, ir.Contents):
        return
    for place, statement in enumerate(question.body):
        moved = statement.pieces if isinstance(statement, ir.MovePieces) and _goes(statement, offer) else None
        if any(local.slot == question.slot for local in nodes_of(moved, ir.Local)):
            inside = over.several and _is_bought(question.body[place + 1 :], offer.payer)
            if inside or (bought and not question.optional):
                yield from _of_zone(statement, over.candidates.zone, over.least, offer)


def _of_counter(paid: ir.Statement, counter: ir.Variable | None, amount: ir.Expression) -> Iterator[_Payment]:
    if counter is not None and isinstance(amount, ir.Constant):
        price = amount_of(counter, amount.value)
        if isinstance(paid, ir.Transfer) and paid.target != ir.Bank():
            price = paid.span.text.partition(" ")[2] if paid.verb == "pay" else ""
        cost = f"make it a cost, behind the title: `, costs {price}`"
        yield _Payment(paid, counter.name, f"{counter.name} of you >= {amount.value}", (cost,) if price else ())


def _of_zone(statement: ir.Statement, zone: ir.Expression, least: ir.Expression, offer: _Offer) -> Iterator[_Payment]:
    """Pieces out of a zone of whoever pays."""
    if isinstance(zone, ir.ZoneAt) and offer.payer in zone.at and isinstance(least, ir.Constant) and least.value > 0:
        where = zone.span.text
        enough = f"number of cards in {where} >= {least.value}" if least.value > 1 else f"{where} is not empty"
        yield _Payment(statement, zone.zone, enough)


def _goes(moved: ir.MovePieces, offer: _Offer) -> bool:
    """Whether pieces are given away: discarded, removed, or moved to where nothing is one's own."""
    own = isinstance(moved.zone, ir.ZoneAt) and offer.payer in moved.zone.at
    return moved.verb != ir.MoveVerb.MOVE or not own


def _is_bought(statements: Sequence[ir.Statement], payer: ir.Expression) -> bool:
    """Whether something is gained then, whatever happens."""
    return any(
        isinstance(one, ir.Draw)
        or (isinstance(one, ir.Transfer) and one.verb == "gain" and one.target == ir.Holder(payer))
        or (isinstance(one, ir.Change) and not one.down and one.at[:1] in ((), (payer,)))
        for one in statements
    )
