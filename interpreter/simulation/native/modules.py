"""Native modules of a game at a table, kept for the next time: one that plays, and one that watches what it plays."""

from __future__ import annotations

from dsl.cache import cached, key_of, remembered
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.keys import key_of_game
from interpreter.backend.wasm.driver.machine import Compiled
from interpreter.backend.wasm.driver.records import Judged
from interpreter.engine import Engine
from interpreter.scenario.coverage import marked
from interpreter.simulation.native.watched import wanted
from interpreter.table.ending.ranking import Judging, judging_of

#: From so many games on it is worth while to have a module made for them.
MANY = 200
#: The same where games are watched, of which each takes other engines several times as long.
MANY_WATCHED = 100
_ROOM = "code"


@frozen
class Modules:
    """Makes the modules of a game with so many players, and tells which are there already."""

    game: ir.Game
    players: int

    @property
    def judging(self) -> Judging | None:
        """By what finished games are judged."""
        return judging_of(self.game, self.players)

    def plain(self) -> Compiled | None:
        """The module that plays; None if that cannot be done natively."""
        return remembered(_ROOM, self._key("native"), self._plain)

    def watching(self) -> Compiled | None:
        """The module that watches what it plays; None if that cannot be done natively."""
        return remembered(_ROOM, self._key("watched"), self._watching)

    def worth(self, games: int, *, watching: bool) -> bool:
        """Whether so many games are worth while: a module is there, or they are many."""
        key = self._key("watched" if watching else "native")
        return games >= (MANY_WATCHED if watching else MANY) or (key != "" and cached(_ROOM, key) is not None)

    def _plain(self) -> Compiled | None:
        return Engine(self.game, self.players, whole=False).native(self._judged)

    def _watching(self) -> Compiled | None:
        marks = marked(self.game, cards=True)
        engine = Engine(marks.game, self.players, trace=True, whole=False)
        return engine.native(self._judged, wanted(marks, engine))

    @property
    def _judged(self) -> Judged | None:
        judging = self.judging
        return None if judging is None else Judged(judging.values, judging.compared, judging.most, parts=judging.parts)

    def _key(self, kind: str) -> str:
        key = key_of_game(self.game)
        return key and key_of(key, str(self.players), kind)
