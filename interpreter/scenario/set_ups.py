"""What the scenarios of a game share: an engine for each table, and games that are set up there already."""

from collections.abc import Mapping
from typing import TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.reference.driver import Reference
from interpreter.engine import Engine
from interpreter.runtime.state import State
from interpreter.scenario.fixture import Fixture

_Table: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]  # the players, the parameters


@define(eq=False)
class SetUps:
    """Each engine is made once, and each setup played once from a seed; scenarios go on from copies of it.

    `engine` and `whole` are those of `Engine`.
    """

    game: ir.Game
    engine: str
    whole: bool = False
    _engines: dict[_Table, Engine] = field(factory=dict)
    _done: dict[tuple[int, int], tuple[State, frozenset[int], frozenset[object]]] = field(factory=dict)

    def fits(self, cast: tuple[str, ...]) -> bool:
        """Whether the game is for so many players."""
        return self.game.fewest_players <= len(cast) <= self.game.most_players

    def engine_for(self, players: int, parameters: Mapping[str, int]) -> Engine:
        """The engine for a number of players and parameter values."""
        table = players, tuple(sorted(parameters.items()))
        if table not in self._engines:
            made = Engine(self.game, players, parameters, trace=True, engine=self.engine, whole=self.whole)
            self._engines[table] = made
        return self._engines[table]

    def set_up(self, table: Fixture, seed: int) -> frozenset[int]:
        """Has a new game set up, in which each question is answered with its first option; gives the sites reached.

        The journal begins anew behind it: what happens in the setup is not what a scenario speaks of.
        """
        key = id(table.engine), seed
        if key in self._done:
            state, sites, looked_at = self._done[key]
            table.state = table.engine.clone(state)
            looked_at_by(table.engine).update(looked_at)
            return sites
        table.start("setup", "")
        while table.asks():
            table.engine.advance(table.state, 0)
        sites = table.sites()
        table.journal.clear()
        self._done[key] = table.engine.clone(table.state), sites, frozenset(looked_at_by(table.engine))
        return sites


def looked_at_by(engine: Engine) -> set[object]:
    """The names of all that it came to in the rules; generated code does not note them."""
    return engine.back_end.looked_at if isinstance(engine.back_end, Reference) else set()
