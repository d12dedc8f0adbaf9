"""`python -m tests.benchmarks.simulating`: what whole commands of `bylaws simulate` take, each a process of its own.

First what native code adds to as few games as it is made for, when nothing of it is in the cache, but all else is. Then
a thousand games, watched, once all is there. Seconds of the processor, and by the clock; the best of several, in turn.
"""

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import copytree
from tempfile import TemporaryDirectory
from time import perf_counter

from interpreter.simulation.native.modules import MANY_WATCHED

TIMES = 5
SMALL, LARGE = ("tic_tac_toe", "goofspiel", "kuhn_poker"), (
    "action_the_project", "bad_day_at_the_office", "office_job", "theyre_coming", "thrown_under_the_bus",
)  # fmt: skip
WITHOUT = "from interpreter.backend.wasm.driver import source; source.is_there = lambda: False; "
RUN = "import sys; from interpreter.cli.main import main; sys.exit(main())"
FEW = str(MANY_WATCHED)
REPOSITORY = Path(__file__).parents[2]


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    for name in names or (*SMALL, *LARGE):
        players = "2" if name in SMALL else "4"
        with TemporaryDirectory() as kept:
            seconds(WITHOUT + RUN, kept, name, players, FEW)
            found: dict[str, list[tuple[float, float]]] = {RUN: [], WITHOUT + RUN: []}
            for _ in range(TIMES):
                for code, times in found.items():
                    with TemporaryDirectory() as cache:
                        copytree(kept, cache, dirs_exist_ok=True)
                        times.append(seconds(code, cache, name, players, FEW))
            seconds(RUN, kept, name, players, "1000")
            warm, clock = min(seconds(RUN, kept, name, players, "1000") for _ in range(TIMES))
        (natively, _), (otherwise, _) = map(min, found.values())
        print(
            f"{name:<22} {FEW} games without native code in the cache {natively:.2f} s, by others {otherwise:.2f} s;"
            f"  1,000 games {warm:.2f} s, {clock:.2f} by the clock", flush=True,
        )  # fmt: skip


def seconds(code: str, cache: str, name: str, players: str, games: str) -> tuple[float, float]:
    """What a command takes: of the processor, and by the clock."""
    arguments = ["simulate", name, "--players", players, "--games", games, "--jobs", "1", "--format", "json"]
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(REPOSITORY)}
    subprocess.run(
        [sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=REPOSITORY, env=environment
    )
    clock, after = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


if __name__ == "__main__":
    main(sys.argv[1:])
