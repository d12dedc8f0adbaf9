"""Legality of actions: the needs hold, and the first question that must be asked has a candidate."""

from dsl.ir import nodes as ir
from interpreter.program.model.constants import ONE, YES
from interpreter.program.model.nodes import Action


def legality(action: ir.Action, number: int) -> Action:
    """Makes what decides whether somebody may take an action."""
    lets, question = first_question(action.body.statements)
    needs = tuple(need.condition for need in action.needs)
    return Action(action.name, number, needs, lets, question, action.body.slots, action.secret, span=action.span)


def first_question(
    statements: tuple[ir.Statement, ...],
) -> tuple[tuple[ir.SetLocal, ...], ir.Options | None]:
    """Finds the first question that must be answered: the locals set before it, and its options.

    There is none behind a side effect or a branch.
    """
    lets: list[ir.SetLocal] = []
    for statement in statements:
        match statement:
            case ir.SetLocal():
                lets.append(statement)
            case ir.Choose(optional=False, manner=manner) if manner is not ir.Manner.RANDOMLY:
                return tuple(lets), statement.options
            case _:
                break
    return (), None


def has_candidate(options: ir.Options) -> ir.Expression:
    """Tests that a question has a candidate."""
    match options:
        case ir.FromList(over, least, several=True):
            enough = ir.Function("larger", (least, ONE), ir.NUMBER)
            return ir.Compare(">=", ir.CountOf(over), enough)
        case ir.FromList(over) | ir.InOrder(over):
            return ir.Some(over, -1, None)
        case ir.FromRange(low, high):
            return ir.Compare("<=", low, high)
        case ir.FromMenu(_, conditions):
            return ir.Or(tuple(YES if c is None else c for c in conditions))
        case ir.FromActions():
            return YES
