"""A game as it is played in one go, without a stop at questions."""

from collections.abc import Mapping

from dsl.frozen import frozen
from interpreter.program.model.nodes import Action, AnyRoutine, Definition
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.state_layers import Value


@frozen
class WholeGame:
    """A game as it is played in one go: its routines, and the state when the first rule runs that luck matters to.

    `spent`: how many steps there were before that. `knows`: whether rules ask who knows which piece.
    """

    program: Program
    routines: Mapping[RoutineId, AnyRoutine]
    is_recursive: bool
    knows: bool
    start: Mapping[str, Value]
    spent: int
    definitions: Mapping[str, Definition]
    actions: Mapping[str, Action]
