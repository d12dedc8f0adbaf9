"""The evaluation context of the reference back end."""

from __future__ import annotations

from attrs import define, field

from dsl.source import Span
from interpreter.errors import TOO_LONG, RuleFault
from interpreter.program.model.program import Program
from interpreter.program.model.state_layers import Value
from interpreter.runtime.budget import Spend, budget
from interpreter.runtime.state import State


@define
class Context:
    """A state, and the locals of the routine that runs. `previous` is what an exception changes."""

    program: Program
    state: State
    frame: list[Value]
    previous: Value = None
    depth: int = 0
    spend: Spend = field(factory=budget)

    def inside(self, frame: list[Value]) -> Context:
        """The context of a callee with this frame."""
        return Context(self.program, self.state, frame, None, self.depth + 1, self.spend)


def spend(context: Context, steps: int, span: Span) -> None:
    """Charges steps to the budget; one too many is a fault of the rules."""
    if not context.spend(context.state, steps):
        raise RuleFault(span, TOO_LONG)
