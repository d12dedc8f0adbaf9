"""The transfer functions of statements: what they put into the slots of their body."""

from collections.abc import Iterable

from dsl.bounds.bodies import Site, filled_by
from dsl.bounds.environment import Environment
from dsl.bounds.evaluate import Slots, evaluate
from dsl.bounds.interval import EMPTY, Interval, join, number
from dsl.ir import nodes as ir

#: After so many passes, what still grows is taken to have no end.
PATIENCE = 8


def slots_of(sites: Iterable[Site], environment: Environment) -> dict[int, Interval]:
    """What the slots of a body hold that its statements fill, wherever in the body; in the rest is what it is told.

    Each question is taken to be answered.
    """
    statements = [(slot, site.statement) for site in sites if (slot := filled_by(site.statement)) >= 0]
    found: dict[int, Interval] = {slot: EMPTY for slot, _ in statements}
    passes, before = 0, None
    while before != found:
        before = dict(found)
        for slot, statement in statements:
            asked = statement.options if isinstance(statement, ir.Choose) else None
            filled = filling(statement, environment, found) if asked is None else chosen(asked, environment, found)
            found[slot] = join(found[slot], filled)
        passes += 1
        if passes > PATIENCE:
            found = {slot: now.widened(before[slot]) for slot, now in found.items()}
    return found


def filling(statement: object, environment: Environment, slots: Slots) -> Interval:
    """What a statement puts into the slot that it fills."""
    match statement:
        case ir.SetLocal(_, value):
            return evaluate(value, environment, slots)
        case ir.ForEach(over=over) | ir.AllAtOnce(over=over):
            return evaluate(over, environment, slots).one
        case ir.ForRange(_, low, high):
            return _between(evaluate(low, environment, slots), evaluate(high, environment, slots))
        case ir.Draw(source=source):
            return environment.contents(evaluate(source, environment, slots)).one
        case ir.Roll(die, amount):
            dice = [number(d.low, d.high) for d in environment.game.dice if d.name == die]
            return join(*dice).several(evaluate(amount, environment, slots).high)
        case ir.Call(procedure):
            return join(number(-1), environment.answer(procedure))
        case ir.Choose(options=options):
            return chosen(options, environment, slots).or_none
        case _:
            raise AssertionError(statement)


def chosen(options: ir.Options, environment: Environment, slots: Slots) -> Interval:
    """What is chosen from options, or the list of what is."""
    match options:
        case ir.FromList(candidates, _, most, several):
            there = evaluate(candidates, environment, slots)
            if not several:
                return there.one
            return there.several(min(there.most, max(0, evaluate(most, environment, slots).high)))
        case ir.FromRange(low, high):
            return _between(evaluate(low, environment, slots), evaluate(high, environment, slots))
        case ir.FromMenu(labels):
            return number(0, len(labels) - 1)
        case ir.FromActions(names):
            return number(0, len(names) - 1)
        case ir.InOrder(group):
            return evaluate(group, environment, slots)


def _between(low: Interval, high: Interval) -> Interval:
    return number(low.low, high.high) if low.is_number and high.is_number and low.low <= high.high else EMPTY
