"""`python -m tests.benchmarks.native`: whole games natively beside generated Python, the same games on both sides.

Time of the processor, each in turn, the best of several rounds; nothing is made of the games in Python.
"""

import sys
from collections.abc import Callable
from functools import partial
from time import process_time

from dsl.loading import load
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.engine import Engine
from interpreter.players.uniform import BOTS
from interpreter.runtime.chance import bot_seed
from interpreter.simulation.games.run import chooser
from interpreter.simulation.native.modules import Modules

ROUNDS = 5
#: Each with how many players, and how many games generated Python and native code play.
TABLES = {
    "goofspiel": (2, 2000, 100_000), "tic_tac_toe": (2, 2000, 100_000), "kuhn_poker": (2, 2000, 100_000),
    "leduc_poker": (2, 2000, 100_000), "liars_dice": (2, 2000, 100_000), "hearts": (4, 400, 20_000),
    "action_the_project": (4, 400, 20_000), "bad_day_at_the_office": (4, 100, 4_000), "office_job": (4, 100, 4_000),
    "theyre_coming": (4, 100, 4_000), "thrown_under_the_bus": (4, 100, 2_000),
}  # fmt: skip


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    for name in names or TABLES:
        players, few, many = TABLES[name]
        loaded = load(name).game
        assert loaded is not None
        engine = Engine(loaded, players)
        seats = ("random",) * players
        began = process_time()
        compiled = engine.native()
        assert compiled is not None, name
        machine = Machine(compiled, seats)
        made = process_time() - began
        watching = Modules(loaded, players).watching()
        assert watching is not None, name
        ways = (partial(generated, engine, players), few), *(
            (partial(natively, one), many) for one in (machine, Machine(watching, seats))
        )  # fmt: skip
        slow, fast, watched = map(min, zip(*([timed(*way) for way in ways] for _ in range(ROUNDS)), strict=True))
        print(
            f"{name:<22} {players} players  generated {1 / slow:>9,.0f} games/s  native {1 / fast:>11,.0f} games/s"
            f"  {slow / fast:>6.1f} x  ready in {made:.2f} s  watching costs {watched / fast - 1:.0%}",
            flush=True,
        )


def timed(play: Callable[[int], object], games: int) -> float:
    """Seconds for each game."""
    began = process_time()
    play(games)
    return (process_time() - began) / games


def generated(engine: Engine, players: int, games: int) -> None:
    """Plays games in generated Python, each in one go."""
    for seed in range(games):
        engine.play_out(seed, [chooser(BOTS["random"], bot_seed(seed, seat), {}) for seat in range(players)])


def natively(machine: Machine, games: int) -> None:
    """Plays the same games natively, as many at once as there is room for."""
    seeds = range(games)
    while seeds:
        batch = machine.played(seeds)
        seeds = seeds[len(batch.seeds) + batch.given_up :]


if __name__ == "__main__":
    main(sys.argv[1:])
