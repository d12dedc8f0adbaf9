"""When an action may be taken: its needs hold, and the first question it must ask has something to offer."""

from __future__ import annotations

from dsl.ir import nodes as ir
from interpreter.program.model.nodes import Action


def legality(action: ir.Action, number: int) -> Action:
    """What has to be worked out to know whether somebody may take the action."""
    lets, question = first_question(action.body.statements)
    needs = tuple(need.condition for need in action.needs)
    return Action(action.name, number, needs, lets, question, action.body.slots, action.secret, span=action.span)


def first_question(
    statements: tuple[ir.Statement, ...],
) -> tuple[tuple[ir.SetLocal, ...], ir.Options | None]:
    """The locals set before the first question that must be answered, and its options.

    Whatever changes something, or may lead another way, ends the search: then nothing is known beforehand.
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
    """Whether a question has something to offer."""
    match options:
        case ir.FromList(over, least, several=True):
            enough = ir.Function("larger", (least, ir.Constant(1, ir.NUMBER)), ir.NUMBER)
            return ir.Compare(">=", ir.CountOf(over), enough)
        case ir.FromList(over) | ir.InOrder(over):
            return ir.Some(over, -1, None)
        case ir.FromRange(low, high):
            return ir.Compare("<=", low, high)
        case ir.FromMenu(_, conditions):
            return ir.Or(tuple(ir.Constant(1, ir.YES_NO) if c is None else c for c in conditions))
        case ir.FromActions():
            return ir.Constant(1, ir.YES_NO)
