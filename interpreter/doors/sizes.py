"""How much of everything there can be in a game, for worlds in which all has a size that never changes."""

from __future__ import annotations

from math import inf

from dsl.bounds.report import bounds
from dsl.cache import key_of, remembered
from dsl.frozen import frozen
from dsl.ir.keys import key_of_game
from interpreter.api import WIN, Game
from interpreter.table.ending.ranking import is_for_a_team

#: Room for what the rules set no bound to: so many answers to a question, so many pieces.
ROOM = 1000


@frozen
class Sizes:
    """A question has so many `answers` at most, passing among them; nobody gets less or more returns than these."""

    answers: int
    pieces: int
    least: float
    most: float
    for_a_team: bool


def sizes_of(opened: Game, answers: int | None = None) -> Sizes:
    """The sizes of a game at its table; `answers`: room for so many in place of what the bounds of the rules say."""
    game, setting = opened.loaded.game, opened.engine.program.setting
    assert game is not None, "what was opened can be played"
    key = key_of_game(game)
    said = str(sorted(setting.parameters.items()))
    key = key and key_of(key, str(setting.players), said, str(answers), opened.returns)

    def found() -> Sizes:
        known = bounds(game, setting.players, setting.parameters)
        most = max((one.most + one.offers for one in known.questions), default=0) + 1
        low, high = -1.0, 1.0
        if opened.returns != WIN:
            start = opened.engine.program.layout.variables[opened.returns].start
            counted = next(one for one in known.numbers if one.name == opened.returns and not one.on)
            assert isinstance(start, int), "what each player has one of is no list"
            low, high = counted.low - start, counted.high - start
        room = answers or _whole(most)
        return Sizes(room, _whole(known.pieces), low, high, is_for_a_team(game) or setting.players == 1)

    return remembered("sizes", key, found)


def _whole(most: float) -> int:
    return ROOM if most == inf else int(most)
