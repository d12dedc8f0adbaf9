"""The budget of steps, which lasts from one decision to the next."""

from collections.abc import Callable
from typing import TypeAlias

from dsl.ir.limits import MOST_STEPS
from interpreter.program.model.state_layers import Position

Spend: TypeAlias = Callable[[Position, int], bool]


def budget() -> Spend:
    """Makes what spends steps and says whether there were so many left since the decision before.

    Nothing is kept in the state, which rests at decisions alone; another state has a budget of its own, and less than
    no steps begin a new one.
    """
    of: Position | None = None
    decision = spent = 0

    def spend(state: Position, steps: int) -> bool:
        nonlocal of, decision, spent
        if state is not of or state.decisions != decision or steps < 0:
            of, decision, spent = state, state.decisions, 0
        spent += steps
        return spent <= MOST_STEPS

    return spend
