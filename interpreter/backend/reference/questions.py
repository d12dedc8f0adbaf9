"""The options of questions and the legality of actions, in the reference back end."""

from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.backend.reference.values import Context, holds, value
from interpreter.program.model.nodes import Action


def candidates(context: Context, options: ir.Options, player: int) -> Sequence[int]:
    """Evaluates the options of a question."""
    match options:
        case ir.FromList(over):
            return value(context, over)  # type: ignore[no-any-return]
        case ir.FromRange(low, high):
            return range(value(context, low), value(context, high) + 1)
        case ir.FromMenu(_, conditions):
            return tuple(place for place, condition in enumerate(conditions) if holds(context, condition))
        case ir.FromActions(names, conditions):
            actions = context.program.actions
            offered = [place for place in range(len(names)) if not conditions or holds(context, conditions[place])]
            return tuple(place for place in offered if legal(context, actions[names[place]], player))
        case ir.InOrder(group):
            return value(context, group)  # type: ignore[no-any-return]


def legal(context: Context, action: Action, you: int) -> bool:
    """Whether somebody may take an action now."""
    inner = context.inside([you, *[ir.NONE] * (len(action.slots) - 1)])
    if not all(holds(inner, need) for need in action.needs):
        return False
    for let in action.lets:
        inner.frame[let.slot] = value(inner, let.value)
    if action.question is None:
        return True
    least = 1
    if isinstance(action.question, ir.FromList):
        least = max(1, value(inner, action.question.least))
    return len(candidates(inner, action.question, you)) >= least
