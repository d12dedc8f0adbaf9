"""Many random games of Action the Project! come out as worked out and measured elsewhere.

The success rates of uniformly random action cards can be worked out exactly: each card is Support or Oppose with chance
1/4, so the project succeeds when more of n cards are the one than the other. How often an auction is held at each of
the four points was measured with another program (no gifts, an auction opened with chance 1/2 when that is possible).
"""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import pytest

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.players.uniform import BOTS
from interpreter.program.model.nodes import Verb
from interpreter.simulation.games.run import play_game

SEATS = (2, 3, 4, 5, 6)
#: So many games have twice as many turns for each number of players. All bounds hang on the number of turns.
GAMES = {players: 800 // players for players in SEATS}
POINTS = ("project", "leader", "action", "trial")
AUCTIONS = {
    2: (0.7, 0.6, 0.5, 0.35),
    3: (0.8, 0.7, 0.65, 0.4),
    4: (0.9, 0.8, 0.75, 0.5),
    5: (0.9, 0.9, 0.8, 0.5),
    6: (0.95, 0.9, 0.9, 0.55),
}


def success_rate(players: int, fate: tuple[int, ...] = (0,)) -> float:
    """The chance that more of `players` cards are Support than Oppose, one of `fate` being added to the difference."""
    won = 0.0
    for support in range(players + 1):
        for oppose in range(players + 1 - support):
            ways = comb(players, support) * comb(players - support, oppose) * 2 ** (players - support - oppose)
            good = sum(support + luck > oppose for luck in fate) / len(fate)
            won += good * ways / 4**players
    return won


def counted(players: int, variants: tuple[str, ...]) -> Counter[str]:
    """What happened in all games: routines that ran, and auctions that somebody opened at each point."""
    game = load("action_the_project", variants).game
    assert game is not None
    engine = Engine(game, players, trace=True)
    names = [str(name) for name in engine.program.names]
    found: Counter[str] = Counter()
    for seed in range(GAMES[players]):
        state, _, _ = play_game(engine, seed, [BOTS["random"]] * players)
        assert state.over
        point = ""
        for entry in state.journal or ():
            if entry[1] == Verb.BEGIN:
                name = names[entry[5]]
                found[name] += 1
                point = name.removeprefix("procedure bid_for_") if "bid_for" in name else point
            elif entry[1] == Verb.DECIDE and names[entry[5]] == "procedure auction" and entry[6] >= 0:
                found[f"auction at {point}"] += 1
    return found


def near(share: float, expected: float, count: int, more: float = 0.0) -> bool:
    """Within four standard errors, and what the published figure is rounded by."""
    return abs(share - expected) <= 4 * sqrt(expected * (1 - expected) / count) + more


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_projects_succeed_as_often_as_chance_has_it(players: int) -> None:
    found = counted(players, ())
    _has_all_turns(found, players)
    turns = found["pass project_turn"]
    assert near(found["procedure success"] / turns, success_rate(players), turns)


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_fate_shifts_success_by_one_voice(players: int) -> None:
    """A leader who draws again draws blindly, so the vote of the last Fate card is as good as any."""
    found = counted(players, ("fate",))
    _has_all_turns(found, players)
    turns = found["pass project_turn"]
    assert near(found["procedure success"] / turns, success_rate(players, (1, 0, -1)), turns)


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_auctions_are_held_as_often_as_measured_elsewhere_and_some_failures_become_trials(players: int) -> None:
    found = counted(players, ("no_gifts",))
    _has_all_turns(found, players)
    turns = found["pass project_turn"]
    for point, expected in zip(POINTS, AUCTIONS[players], strict=True):
        assert near(found[f"auction at {point}"] / turns, expected, turns, more=0.06), point
    assert 0.2 <= found["procedure hold_over"] / found["procedure failure"] <= 0.5


def _has_all_turns(found: Counter[str], players: int) -> None:
    """Every game has twice as many turns as players."""
    assert found["pass project_turn"] == 2 * players * GAMES[players]


def test_the_published_exact_rates() -> None:
    """The rates that are printed with the clauses, to three places."""
    without = (0.313, 0.344, 0.363, 0.377, 0.387)
    with_fate = (0.354, 0.370, 0.382, 0.391, 0.398)
    for n, plain, varied in zip(SEATS, without, with_fate, strict=True):
        assert abs(success_rate(n) - plain) < 0.0006
        assert abs(success_rate(n, (1, 0, -1)) - varied) < 0.0006
