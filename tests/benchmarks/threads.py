"""`python -m tests.benchmarks.threads`: what a second thread gives simulations, by the clock, in one run.

It needs two processors to spare. One thread and two play the same games in turn; the best of several rounds counts.
"""

import sys

from interpreter.simulation.games.run import Rules
from interpreter.simulation.simulate import simulate

ROUNDS = 3
#: Each with how many players, and how many games are played, a second's worth or more.
TABLES = {
    "goofspiel": (2, 3_000_000), "kuhn_poker": (2, 10_000_000), "hearts": (4, 150_000),
    "action_the_project": (4, 120_000), "bad_day_at_the_office": (4, 40_000), "office_job": (4, 30_000),
    "theyre_coming": (4, 15_000), "thrown_under_the_bus": (4, 15_000),
}  # fmt: skip


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    for name in names or TABLES:
        players, games = TABLES[name]
        rules, seats = Rules(name), ("random",) * players
        seconds = {
            threads: min(simulate(rules, seats, games=games, seed=1, jobs=threads).seconds for _ in range(ROUNDS))
            for threads in (1, 2)
        }
        print(
            f"{name:<22} {players} players  one thread {games / seconds[1]:>11,.0f} games/s"
            f"  two {games / seconds[2]:>11,.0f} games/s  {seconds[1] / seconds[2]:.2f} x",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
