"""How often the intervals hold what is true, in games whose win rate is known exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, sqrt
from pathlib import Path

from interpreter.simulation.games.played import Row
from interpreter.simulation.games.run import Rules
from interpreter.simulation.simulate import Result, simulate
from interpreter.simulation.statistics.intervals import wilson

#: The first seat wins with a six.
SIX = """
game "Six":
    players: 2 to 2
dice die: from 1 to 6
step 1 throw "Throw":
    roll 1 die as thrown
    let sixes be total pips of thrown
    if sixes = 6:
        first of players wins
    otherwise:
        last of players wins
"""


def winners(path: Path, text: str, seats: int, games: int) -> list[int]:
    """The winner of each game, from 0, in the order of the seeds."""
    (path / "game.bylaws").write_text(text)
    found: list[int] = []

    def kept(rows: Sequence[Row], result: Callable[[], Result]) -> None:
        found.extend(int(str(row[6])) - 1 for row in rows)

    simulate(Rules(str(path)), ("random",) * seats, games=games, seed=1, jobs=1, most_seats=seats, kept=kept)
    return found


def test_wilsons_intervals_hold_the_true_share_as_often_as_they_should(tmp_path: Path) -> None:
    """30 games tell 1 in 6 in about 96 of 100 cases; how often exactly, is a sum over the ways that they can end.

    The textbook's interval, the share and 1.96 standard errors, would do so in 87 of 100.
    """
    games, rate, batches = 30, 1 / 6, 400

    def holds(wins: int) -> bool:
        interval = wilson(wins, games)
        return interval.low <= rate <= interval.high

    exactly = sum(comb(games, k) * rate**k * (1 - rate) ** (games - k) for k in range(games + 1) if holds(k))
    assert 0.93 < exactly < 0.98
    won = winners(tmp_path, SIX, 2, games * batches)
    held = sum(holds(won[start : start + games].count(0)) for start in range(0, len(won), games))
    assert abs(held / batches - exactly) < 4 * sqrt(exactly * (1 - exactly) / batches)
