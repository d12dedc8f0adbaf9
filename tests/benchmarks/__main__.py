"""`python -m tests.benchmarks`: the engine beside a game written by hand, in one run, the same random players on both.

Everything is measured in turn, several times over, and the best time of each counts, so that a busy machine does not
favour either side. What matters is the ratio; games a second are for orientation.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from dsl.ir import nodes as ir
from dsl.load import load
from interpreter.engine import Engine
from tests.benchmarks.action_core import hand_written

HERE = Path(__file__).parent
PLAYERS = 4
GAMES = 400
ROUNDS = 5

Play = Callable[[], tuple[int, int]]  # games played: decisions, and money at the end (to see that it is the same game)


def main(arguments: list[str]) -> int:
    """Prints a table, or with --json an object."""
    game = load(HERE / "action_core").game
    assert game is not None
    engines = {
        "generated": Engine(game, PLAYERS),
        "generated, with journal": Engine(game, PLAYERS, trace=True),
        "reference": Engine(game, PLAYERS, engine="reference"),
    }
    plays: dict[str, Play] = {"hand-written": by_hand}
    plays |= {name: (lambda e=engine: by_engine(e)) for name, engine in engines.items()}
    seconds, checks = measured(plays)
    found = {
        name: {
            "games_per_s": round(GAMES / seconds[name], 1),
            "decisions_per_s": round(checks[name][0] / seconds[name]),
            "ratio": round(seconds["hand-written"] / seconds[name], 3),
            "decisions_per_game": round(checks[name][0] / GAMES, 2),
            "mean_money": round(checks[name][1] / GAMES / PLAYERS, 1),
        }
        for name in plays
    }
    small = {
        "clone_us": round(clone_time(engines["generated"]) * 1e6, 2),
        "compile_ms": round(compile_time(game) * 1e3, 1),
    }
    if "--json" in arguments:
        print(json.dumps({"version": 1, "players": PLAYERS, "games": GAMES, "engines": found, **small}))
        return 0
    print(
        f"action core, {PLAYERS} players, {GAMES} games, best of {ROUNDS};",
        f"Python {platform.python_version()} on {platform.machine()}",
    )
    for name, row in found.items():
        speed = f"{row['games_per_s']:>9,} games/s {row['decisions_per_s']:>11,} decisions/s"
        check = f"{row['decisions_per_game']} decisions, money {row['mean_money']}"
        print(f"{name:<24} {speed}  {row['ratio']:>6.2f} x hand-written   {check}")
    print(f"clone {small['clone_us']} us, compile {small['compile_ms']} ms from the IR")
    return 0


def measured(plays: dict[str, Play]) -> tuple[dict[str, float], dict[str, tuple[int, int]]]:
    """The best time of each, all of them in turn in every round."""
    seconds = dict.fromkeys(plays, float("inf"))
    checks: dict[str, tuple[int, int]] = {}
    for number in range(ROUNDS):
        for name, play in plays.items():
            if name == "reference" and number:
                continue  # slow, and only here to be seen
            began = perf_counter()
            checks[name] = play()
            seconds[name] = min(seconds[name], perf_counter() - began)
    return seconds, checks


def player(seed: int) -> Callable[[int, int], int]:
    """Opens or raises with chance 1/8, else chooses evenly: the same on both sides."""
    below = hand_written.Luck(seed + 1_000_000_007).below

    def choose(count: int, can_pass: int) -> int:
        if can_pass and count > 2:
            return count - 1 if below(8) else below(count - 1)
        return below(count)

    return choose


def by_hand() -> tuple[int, int]:
    decisions = money = 0
    for seed in range(GAMES):
        game, asked = hand_written.run(PLAYERS, seed, player(seed))
        decisions += asked
        money += sum(p.money for p in game.players)
    return decisions, money


def by_engine(engine: Engine) -> tuple[int, int]:
    decisions = money = 0
    advance = engine.advance
    for seed in range(GAMES):
        choose = player(seed)
        state = engine.new_game(seed)
        while state.pc >= 0:
            decisions += 1
            can_pass = state.can_pass
            advance(state, choose(len(state.options) + can_pass, can_pass))
        money += sum(state.money)  # type: ignore[attr-defined]
    return decisions, money


def clone_time(engine: Engine) -> float:
    state = engine.new_game(1)
    began = perf_counter()
    for _ in range(20_000):
        engine.clone(state)
    return (perf_counter() - began) / 20_000


def compile_time(game: ir.Game) -> float:
    """From the IR to a program that runs, for a number of players that was not compiled before."""
    best = float("inf")
    for players in (2, 3, 5, 6):
        began = perf_counter()
        Engine(game, players)
        best = min(best, perf_counter() - began)
    return best


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
