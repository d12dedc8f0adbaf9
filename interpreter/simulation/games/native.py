"""Games that are played natively, many in one go, where that can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import define, field

from interpreter.engine import Engine
from interpreter.simulation.games.played import Played
from interpreter.table.ending.ranking import Judging

if TYPE_CHECKING:
    from interpreter.backend.wasm.driver.machine import Machine, Outcome

#: From so many games on it is worth while to have a module made for them.
_MANY: Final = 20
#: So many games are played in one go, at most.
_IN_ONE_GO: Final = 64


@define
class NativeGames:
    """Plays the games of a table, seed by seed as they are wanted, but many ahead.

    `ahead` has what is played already; None stands for a game that is for another engine.
    """

    engine: Engine
    seats: Sequence[str]
    judging: Judging | None
    asked: int = 0
    machine: Machine | None = None
    ahead: dict[int, Outcome | None] = field(factory=dict)

    def played(self, seed: int) -> Played | None:
        """The game with a seed, if it is played so."""
        self.asked += 1
        if self.asked == _MANY:
            by = (self.judging.values, self.judging.compared) if self.judging is not None else ((), None)
            self.machine = self.engine.native(self.seats, *by)
        if self.machine is None:
            return None
        if seed not in self.ahead:
            self.ahead = dict(enumerate(self.machine.played(seed, _IN_ONE_GO), start=seed))
        found = self.ahead.pop(seed)
        if found is None:
            return None
        judged = None
        if self.judging is not None:
            judged = self.judging.standings(found.values, found.compared, found.winners)
        return Played(seed, found.rounds, found.decisions, found.choices, found.winners, judged)
