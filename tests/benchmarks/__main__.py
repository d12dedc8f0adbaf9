"""`python -m tests.benchmarks`: the engine beside games written by hand, in one run, the same random players on both.

Everything is measured in turn, several times over, in time of the processor, and the best time of each counts, so
that a busy machine does not favour either side. What matters is the ratio; games a second are for orientation.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

from attrs import frozen

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.runtime.state import State
from tests.benchmarks.action_core import hand_written as action_core
from tests.benchmarks.compiling import compiled
from tests.benchmarks.goofspiel import hand_written as goofspiel
from tests.benchmarks.office_job import hand_written as office_job
from tests.benchmarks.theyre_coming import hand_written as theyre_coming
from tests.benchmarks.tic_tac_toe import hand_written as tic_tac_toe

HERE = Path(__file__).parent
ROUNDS = 5

Bot: TypeAlias = Callable[[int, int], int]
Play: TypeAlias = Callable[[], tuple[int, int]]  # all games: decisions, and a score (to see that it is the same game)


@frozen
class Benchmark:
    """A game on both sides. `by_hand` plays one game; `score` is read off the engine's state in the end."""

    name: str
    players: int
    rules: str | Path
    games: int
    player: Callable[[int], Bot]
    by_hand: Callable[[int, Bot], tuple[int, int]]
    score: Callable[[State], int]
    unit: str


def main(arguments: list[str]) -> int:
    """Prints a table for each game, or with --json an object."""
    found = {benchmark.name: report(benchmark) for benchmark in BENCHMARKS}
    if "--json" in arguments:
        print(json.dumps({"version": 4, "games": found}))
        return 0
    for benchmark in BENCHMARKS:
        print(
            f"{benchmark.name}, {benchmark.players} players, {benchmark.games} games, best of {ROUNDS};",
            f"Python {platform.python_version()} on {platform.machine()}",
        )
        rows = found[benchmark.name]
        for name, row in rows["engines"].items():
            speed = f"{row['games_per_s']:>9,} games/s {row['decisions_per_s']:>11,} decisions/s"
            check = f"{row['decisions_per_game']} decisions, {row['mean_score']} {benchmark.unit}"
            print(f"{name:<26} {speed}  {row['ratio']:>6.2f} x hand-written   {check}")
        compiling = f"compile {rows['compile_ms']} ms from the IR, {rows['compile_cached_ms']} ms from the cache"
        print(f"clone {rows['clone_us']} us, {compiling}")
    return 0


def report(benchmark: Benchmark) -> dict[str, Any]:
    """What was measured of one game."""
    game = load(benchmark.rules).game
    assert game is not None
    compiling = compiled(game, benchmark.players)
    engines = {
        "generated": Engine(game, benchmark.players),
        "generated, with journal": Engine(game, benchmark.players, trace=True),
        "reference": Engine(game, benchmark.players, engine="reference"),
    }
    plays: dict[str, Play] = {"hand-written": lambda: by_hand(benchmark)}
    plays["whole games"] = lambda: whole_games(benchmark, engines["generated"])
    plays["whole games, with journal"] = lambda: whole_games(benchmark, engines["generated, with journal"])
    plays |= {name: partial(by_engine, benchmark, engine) for name, engine in engines.items()}
    seconds, checks = measured(plays)
    return {
        "players": benchmark.players,
        "engines": {
            name: {
                "games_per_s": round(benchmark.games / seconds[name], 1),
                "decisions_per_s": round(checks[name][0] / seconds[name]),
                "ratio": round(seconds["hand-written"] / seconds[name], 3),
                "decisions_per_game": round(checks[name][0] / benchmark.games, 2),
                "mean_score": round(checks[name][1] / benchmark.games / benchmark.players, 2),
            }
            for name in plays
        },
        "clone_us": round(clone_time(engines["generated"]) * 1e6, 2),
        "compile_ms": round(compiling.from_ir * 1e3, 1),
        "compile_cached_ms": round(compiling.from_cache * 1e3, 1),
    }


def measured(plays: dict[str, Play]) -> tuple[dict[str, float], dict[str, tuple[int, int]]]:
    """The best time of each, all of them in turn in every round."""
    seconds = dict.fromkeys(plays, float("inf"))
    checks: dict[str, tuple[int, int]] = {}
    for number in range(ROUNDS):
        for name, play in plays.items():
            if name == "reference" and number:
                continue  # slow, and only here to be seen
            began = process_time()
            checks[name] = play()
            seconds[name] = min(seconds[name], process_time() - began)
    return seconds, checks


def bidder(seed: int) -> Bot:
    """Opens or raises with chance 1/8, else chooses evenly: the same on both sides."""
    below = action_core.Luck(seed + 1_000_000_007).below

    def choose(count: int, can_pass: int) -> int:
        if can_pass and count > 2:
            return count - 1 if below(8) else below(count - 1)
        return below(count)

    return choose


def random_player(seed: int) -> Bot:
    """Passes with chance 1/2 where that is possible, else chooses evenly: the same on both sides."""
    below = action_core.Luck(seed + 1_000_000_007).below

    def choose(count: int, can_pass: int) -> int:
        if can_pass and (count == 1 or below(2)):
            return count - 1
        return below(count - can_pass)

    return choose


def action_core_by_hand(seed: int, bot: Bot) -> tuple[int, int]:
    game, asked = action_core.run(4, seed, bot)
    return asked, sum(p.money for p in game.players)


def office_job_by_hand(seed: int, bot: Bot) -> tuple[int, int]:
    game, asked = office_job.run(4, seed, bot)
    return asked, sum(game.points)


def theyre_coming_by_hand(seed: int, bot: Bot) -> tuple[int, int]:
    game, asked = theyre_coming.run(4, seed, bot)
    return asked, sum(game.injuries) + sum(game.strikes)


def goofspiel_by_hand(players: int) -> Callable[[int, Bot], tuple[int, int]]:
    def play(seed: int, bot: Bot) -> tuple[int, int]:
        points, asked = goofspiel.run(players, seed, bot)
        return asked, sum(points)

    return play


def tic_tac_toe_by_hand(_: int, bot: Bot) -> tuple[int, int]:
    winner, asked = tic_tac_toe.run(bot)
    return asked, 2 * (winner == 0)  # shared out among two


BENCHMARKS = (
    Benchmark(
        "action core", 4, HERE / "action_core", 400, bidder, action_core_by_hand,
        lambda state: sum(state.money), "money",  # type: ignore[attr-defined]
    ),
    Benchmark(
        "office job", 4, "office_job", 200, random_player, office_job_by_hand,
        lambda state: sum(state.point[:4]), "points",  # type: ignore[attr-defined]
    ),
    Benchmark(
        "they're coming", 4, "theyre_coming", 80, random_player, theyre_coming_by_hand,
        lambda state: sum(state.injuries[:4]) + sum(state.strikes[:4]),  # type: ignore[attr-defined]
        "injuries and strikes",
    ),
    *(
        Benchmark(
            f"goofspiel for {players}", players, "goofspiel", 1000, random_player, goofspiel_by_hand(players),
            lambda state: sum(state.points), "points",  # type: ignore[attr-defined]
        )
        for players in (2, 4)
    ),
    Benchmark(
        "tic-tac-toe", 2, "tic_tac_toe", 2000, random_player, tic_tac_toe_by_hand,
        lambda state: 2 * (0 in state.winners), "won by who begins",
    ),
)  # fmt: skip


def by_hand(benchmark: Benchmark) -> tuple[int, int]:
    decisions = score = 0
    for seed in range(benchmark.games):
        asked, won = benchmark.by_hand(seed, benchmark.player(seed))
        decisions += asked
        score += won
    return decisions, score


def by_engine(benchmark: Benchmark, engine: Engine) -> tuple[int, int]:
    decisions = score = 0
    advance = engine.advance
    for seed in range(benchmark.games):
        choose = benchmark.player(seed)
        state = engine.new_game(seed)
        while state.pc >= 0:
            decisions += 1
            can_pass = state.can_pass
            advance(state, choose(len(state.options) + len(state.offers) + can_pass, can_pass))
        score += benchmark.score(state)
    return decisions, score


def whole_games(benchmark: Benchmark, engine: Engine) -> tuple[int, int]:
    decisions = score = 0
    for seed in range(benchmark.games):
        state = engine.play_out(seed, (benchmark.player(seed),) * benchmark.players)
        assert state is not None
        decisions += state.decisions
        score += benchmark.score(state)
    return decisions, score


def clone_time(engine: Engine) -> float:
    state = engine.new_game(1)
    began = process_time()
    for _ in range(20_000):
        engine.clone(state)
    return (process_time() - began) / 20_000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
