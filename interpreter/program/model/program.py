"""A program: one game for one number of players, all of it that can run."""

from collections.abc import Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import DEPTH_LIMIT, Action, Definition, Plain, Routine
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.setting import Setting


@frozen(eq=False)
class Program:
    """`routines` by identity; `names` by number. `actions` are the game's, in order, as in `Offer.action`.

    `running` names more than one routine for a block of a routine that was inlined.
    """

    setting: Setting
    game: ir.Game
    layout: Layout
    routines: Mapping[RoutineId, Plain | Routine]
    names: tuple[RoutineId, ...]
    definitions: Mapping[str, Definition]
    actions: Mapping[str, Action]
    asks: Mapping[int, ir.Choose | ir.TakeActions]  # by site
    running: dict[int, tuple[RoutineId, ...]]  # by block: the routines it belongs to, outermost first
    next_block: int
    moments: tuple[tuple[str, str], ...] = ()  # edge and unit of those at which effects end; the first is number 1

    @property
    def deepest(self) -> int:
        """How many routines may wait on the stack."""
        return DEPTH_LIMIT * (1 + sum(self.layout.depths))
