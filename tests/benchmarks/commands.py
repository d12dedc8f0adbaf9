"""`python -m tests.benchmarks.commands`: how long a person waits for a command, from its start to its end.

Each is run several times in a process of its own, and the best time counts. `cold` is the first time after an
installation, when the parse tables of the grammar have to be worked out; all others find them kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

GAME = "action_the_project"
TIMES = 3
COMMANDS = (("--help",), ("check", GAME), ("test", GAME), ("simulate", GAME, "--games", "1", "--jobs", "1"))


def main() -> None:
    """Prints a line for each command."""
    with TemporaryDirectory() as folder:
        kept = {**os.environ, "XDG_CACHE_HOME": folder}
        print(f"{'check ' + GAME + ', cold':<50} {seconds(('check', GAME), kept) * 1000:>7.0f} ms")
        for arguments in COMMANDS:
            best = min(seconds(arguments, kept) for _ in range(TIMES))
            print(f"{' '.join(arguments):<50} {best * 1000:>7.0f} ms")


def seconds(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    """How long the command takes, its output thrown away."""
    began = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "interpreter.cli.main", *arguments],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        check=True,
    )
    return perf_counter() - began


if __name__ == "__main__":
    main()
