"""Games with a planted fault: the report finds it for 19 of 20 seeds, and raises no alarm over a fair game."""

from __future__ import annotations

import os

import pytest
from attrs import frozen

from interpreter.report.finding import Grade
from interpreter.report.report import Played, Report, Wanted, parts, play, report
from interpreter.simulation.processes.parallel import run_seeds
from tests.unit.interpreter.report.evidence import planted

#: At home nineteen of twenty seeds have to come out right; where a change is judged a few, that are always the same.
SEEDS, RIGHT = (5, 4) if os.environ.get("CI") else (20, 19)


@frozen
class Fault:
    """A game, the question whose answer is the fault, with which grade, and what it takes to find it."""

    game: str
    key: str
    grade: Grade
    think: int
    games: int
    names: str = ""


# With `think` 0 it shows when all is left to chance, which takes next to no time.
FAULTS = (
    Fault("favoured_seat", "fair", Grade.SEEMS, 0, 20, "Seat 1 seems favoured"),
    Fault("endless", "finite", Grade.SEEMS, 0, 4),
    Fault("coin_toss", "luck", Grade.SEEMS, 0, 10),
    Fault("coin_toss", "choices", Grade.NO_SIGN, 40, 80),
    Fault("runaway", "runaway", Grade.SEEMS, 0, 40),
    Fault("kingmaker", "kingmaking", Grade.SEEMS, 40, 20),
    Fault("solved", "solved", Grade.SEEMS, 60, 60, "seat 1 wins"),
    Fault("dominated", "dead", Grade.SEEMS, 80, 40, "Water"),
    Fault("dead_card", "dead", Grade.SEEMS, 60, 60, "Blank"),
)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.game}-{fault.key}")
def test_a_planted_fault_is_found(fault: Fault) -> None:
    right = 0
    for number in range(SEEDS):
        found = {one.key: one for one in of(fault.game, number, fault.think, fault.games).findings}[fault.key]
        told = [*found.sentences, *(item for one in found.lists for item in one.items)]
        right += found.grade is fault.grade and found.alarm and any(fault.names in words for words in told)
    assert right >= RIGHT


@pytest.mark.slow
def test_a_fair_game_raises_no_alarm() -> None:
    alarms = [[one.key for one in of("fair", number, 40, 40).alarms] for number in range(SEEDS)]
    assert alarms.count([]) >= RIGHT, alarms


def of(name: str, number: int, think: int, games: int) -> Report:
    """The report on a planted game, with seeds of its own; of thinkers alone, if they are to find a fault."""
    rules = planted(name)
    game = rules.game()
    limit = 100 if name == "endless" else 10_000
    wanted = Wanted(rules, game.fewest_players, games, think, 1 + 10_000 * number, limit)
    played = Played()
    if think and name != "fair":
        part = next(part for part in parts(wanted, game) if part.name == "thinkers")
        played.evidence[part.name] = run_seeds(part.series, range(wanted.seed, wanted.seed + games), jobs=1).result
    else:
        assert play(wanted, game, played, jobs=1)
    return report(wanted, game, played)
