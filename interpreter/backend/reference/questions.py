"""What can be chosen: as the reference works it out."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.backend.reference.values import Scene, holds, value
from interpreter.program.model.nodes import Action


def candidates(scene: Scene, options: ir.Options, player: int) -> Sequence[int]:
    """The options of a question that is put now."""
    match options:
        case ir.FromList(over):
            return value(scene, over)  # type: ignore[no-any-return]
        case ir.FromRange(low, high):
            return range(value(scene, low), value(scene, high) + 1)
        case ir.FromMenu(_, conditions):
            return tuple(place for place, condition in enumerate(conditions) if holds(scene, condition))
        case ir.FromActions(names, conditions):
            actions = scene.program.actions
            offered = [place for place in range(len(names)) if not conditions or holds(scene, conditions[place])]
            return tuple(place for place in offered if legal(scene, actions[names[place]], player))
        case ir.InOrder(group):
            return value(scene, group)  # type: ignore[no-any-return]


def legal(scene: Scene, action: Action, you: int) -> bool:
    """Whether somebody may take an action now."""
    inner = scene.inside([you, *[ir.NONE] * (len(action.slots) - 1)])
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
