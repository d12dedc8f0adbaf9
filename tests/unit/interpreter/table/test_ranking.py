"""What is compared at the end of a game, however the rules say it, and what is counted where nothing is compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.simulation.games.measures import measures
from interpreter.simulation.games.run import Rules
from interpreter.simulation.reports.report import as_json
from interpreter.simulation.simulate import simulate
from interpreter.table.ending.ranking import ranking

GAME = """
game "Toss":
    players: 3
counter points of player
counter misses of player
counter pile
remember last_pips of player: number
flag lucky of player
dice die: from 1 to 3
define gained of player: points - misses
step 1 toss "Toss":
    each player as one:
        roll 1 die as thrown
        set last_pips of one to total pips of thrown
        one gains (total pips of thrown) points
        if total pips of thrown = 3: one gains 1 misses
game ends:
    WINNERS
"""


@pytest.mark.parametrize(
    ("winners", "names", "decides"),
    [
        ("the player with most points then fewest misses wins", ("points", "misses"), True),
        ("every player where points = highest points of players wins", ("points",), True),
        ("every player where misses is lowest misses of players wins", ("misses",), True),
        ("every player where gained = highest gained of players wins", ("gained",), True),
        ("every player where points >= 2 wins", ("points", "misses"), False),
        ("every player where points = highest misses of players wins", ("points", "misses"), False),
        ("every player where points = highest points of players where misses = 0 wins", ("points", "misses"), False),
        ("nobody wins", ("points", "misses"), False),
    ],
)
def test_what_is_compared(winners: str, names: tuple[str, ...], decides: bool, tmp_path: Path) -> None:
    (tmp_path / "game.bylaws").write_text(GAME.replace("WINNERS", winners))
    loaded = load(str(tmp_path))
    assert loaded.game is not None, [each.message for each in loaded.diagnostics]
    found = ranking(loaded.game)
    assert found is not None and (found.names, found.decides) == (names, decides)
    assert ("margin" in [one.name for one in measures(loaded.game, ("random",) * 3)]) == decides


def test_scores_of_a_game_that_compares_nobody(tmp_path: Path) -> None:
    (tmp_path / "game.bylaws").write_text(GAME.replace("WINNERS", "every player where points >= 2 wins"))
    rules = Rules(str(tmp_path))
    result = simulate(rules, ("random",) * 3, games=300, seed=1, jobs=1)
    told = as_json(result, rules.game())
    assert told["scores"]["points"]["mean"] == pytest.approx(2, abs=0.1)
    assert sum(told["scores"]["points"]["seats"]) == pytest.approx(3 * told["scores"]["points"]["mean"], abs=0.002)
    assert told["scores"]["misses"]["mean"] == pytest.approx(1 / 3, abs=0.06)
    assert told["decided_by"] is None and told["margins"]["mean"] is None
