"""What whoever thinks is after: to win, and beside that to come as far as it can; or else as high a score as can be.

Nine tenths of what a game is worth are the share of the win. The last tenth is the place in the ranking by which the
rules find the winner, where they do, so that who cannot win any more still plays on; or, where all could have won
together, how near they were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.records import Judged
from interpreter.engine import Engine
from interpreter.players.thinking.progress import progress
from interpreter.players.thinking.thinkable import NotThinkable
from interpreter.program.model.constants import ZERO
from interpreter.runtime.state import State
from interpreter.runtime.worth import MOST_PROGRESS, ahead, shares, weighed, wins_together
from interpreter.table.ending.ranking import Judging, is_for_a_team, judging_of


@frozen(eq=False)
class Aim:
    """`judged`: what a back end works out of a game that is over; `places` and `nearness` do that in Python."""

    judged: Judged | None
    players: int
    together: bool
    places: Callable[[State], Sequence[int]]
    nearness: Callable[[State], float]
    scores: Callable[[State], Sequence[int]] | None = None

    def worth(self, state: State) -> tuple[list[float], list[float]]:
        """What a game that is over was worth for each seat, and the share of the win that each has."""
        share = shares(state.winners, self.players, self.together)
        if self.scores is not None:
            return ahead(self.scores(state)), share
        if self.judged is None:
            return share, share
        return weighed(share, self.places(state), self.nearness(state), self.players), share


def judged_by(game: ir.Game, players: int) -> tuple[Judged | None, Judging | None]:
    """What is worked out of a game that is over: what ranks the players, and then how near all came to winning."""
    found = judging_of(game, players)
    ranks = found.ranks if found is not None and found.ranks is not None and found.ranks.decides else None
    near = progress(game) if is_for_a_team(game) else None
    if ranks is None and near is None:
        return None, None
    judging = Judging(ranks, found.wanted if found is not None and ranks is not None else (), ())
    more = () if near is None else (near,)
    return Judged((*judging.values, *more), judging.compared, judging.most, near=near is not None), judging


def scored_by(game: ir.Game, players: int) -> Judged:
    """What whoever is after the score wants to have most of: what ranks the players first. Raises NotThinkable."""
    found = judging_of(game, players)
    if found is None or found.ranks is None:
        raise NotThinkable("nothing is counted of each player that a score could be")
    negated = not found.ranks.criteria[0].most
    values = (ir.Arithmetic("-", ZERO, one, ir.NUMBER) if negated else one for one in found.wanted[0])
    return Judged((*values,), score=True)


def aim_of(engine: Engine, *, score: bool = False) -> Aim:
    """The aim of those who play in an engine, to win or else to score. Raises NotThinkable where nobody scores."""
    aims = _AIMS.setdefault(engine, {})
    if score not in aims:
        aims[score] = _after_score(engine) if score else _aim(engine)
    return aims[score]


_AIMS: WeakKeyDictionary[Engine, dict[bool, Aim]] = WeakKeyDictionary()


def _after_score(engine: Engine) -> Aim:
    judged = scored_by(engine.rules, engine.players)
    values = engine.evaluator(judged.values)

    def scores(state: State) -> Sequence[int]:
        return [*map(int, values(state))]

    return Aim(judged, engine.players, wins_together(engine.rules), lambda state: (), lambda state: 0.0, scores)


def _aim(engine: Engine) -> Aim:
    judged, judging = judged_by(engine.rules, engine.players)

    def places(state: State) -> Sequence[int]:
        if judging is None or judging.ranks is None or compared is None or values is None:
            return ()
        seats = [int(seat) for seat in compared(state)[0]]
        found = judging.standings(map(int, values(state)), seats, state.winners)
        return found.places

    def nearness(state: State) -> float:
        return int(near(state)[0]) / MOST_PROGRESS if near is not None else 0.0

    compared = values = near = None
    if judged is not None and judging is not None:
        compared = engine.evaluator((judged.compared,)) if judged.compared is not None else None
        values = engine.evaluator(judging.values) if judging.values else None
        near = engine.evaluator(judged.values[-1:]) if judged.near else None
    return Aim(judged, engine.players, wins_together(engine.rules), places, nearness)
