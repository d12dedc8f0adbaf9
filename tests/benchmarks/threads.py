"""`python -m tests.benchmarks.threads`: what a second thread gives simulations, by the clock, in one run.

It needs two processors to spare. In each round the same games are played by one thread, by two, and by one in each of
two processes at the same time, which share nothing: what these two are slower than one alone, the machine takes and not
we. The best of the rounds counts.
"""

import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection

from interpreter.simulation.games.run import Rules
from interpreter.simulation.simulate import simulate

ROUNDS = 9
#: Each with how many players, and how many games are played, a third of a second's worth or more.
TABLES = {
    "goofspiel": (2, 1_000_000), "kuhn_poker": (2, 4_000_000), "hearts": (4, 50_000),
    "action_the_project": (4, 40_000), "bad_day_at_the_office": (4, 15_000), "office_job": (4, 10_000),
    "theyre_coming": (4, 5_000), "thrown_under_the_bus": (4, 5_000),
}  # fmt: skip


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    context = get_context("spawn")
    for name in names or TABLES:
        ends = [context.Pipe() for _ in range(2)]
        processes = [context.Process(target=play, args=(name, there), daemon=True) for _, there in ends]
        for process in processes:
            process.start()
        others = [here for here, _ in ends]
        seconds(name, 1)  # what is made only once
        rounds = [(seconds(name, 1), seconds(name, 2), beside(others)) for _ in range(ROUNDS)]
        for other in others:
            other.send(False)
        one, two, apart = map(min, zip(*rounds, strict=True))
        players, games = TABLES[name]
        print(
            f"{name:<22} {players} players  one thread {games / one:>11,.0f} games/s  two {games / two:>11,.0f} games/s"
            f"  {one / two:.2f} x, two processes {2 * one / apart:.2f} x",
            flush=True,
        )


def seconds(name: str, threads: int) -> float:
    """How long the games of a table take."""
    players, games = TABLES[name]
    return simulate(Rules(name), ("random",) * players, games=games, seed=1, jobs=threads).seconds


def beside(others: list[Connection]) -> float:
    """How long it takes until both processes have played all the games."""
    for other in others:
        other.send(True)
    return max(float(other.recv()) for other in others)


def play(name: str, asked: Connection) -> None:
    """Plays the games as often as it is asked, and answers how long they took."""
    seconds(name, 1)
    while asked.recv():
        asked.send(seconds(name, 1))


if __name__ == "__main__":
    main(sys.argv[1:])
