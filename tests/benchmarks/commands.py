"""`python -m tests.benchmarks.commands`: how long a person waits for a command, from its start to its end.

Each is run several times in a process of its own, all in turn, and the middle one of the times counts; `python -c pass`
runs among them, which is what Python itself takes. `first` is the first time after an installation, when nothing is
in the cache, not even the parse tables of the grammar; `again` is when nothing has changed since; `edited` when one
file of the game has, each time otherwise, so that nothing can be known of it.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from attrs import frozen

from interpreter.cli.commands import COMMANDS

REPOSITORY = Path(__file__).parents[2]
TIMES = 7
GAMES = ("theyre_coming", "office_job", "action_the_project")
NOTHING = ("-c", "pass")


@frozen
class Row:
    """What is measured; `before` is done before each time, which does not count."""

    name: str
    arguments: tuple[str, ...]
    before: Callable[[int], None] = lambda number: None


def main() -> None:
    """Prints a line for each command."""
    with TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        for game in GAMES:
            shutil.copytree(REPOSITORY / "games" / game, games / game)
        environment = {**os.environ, "XDG_CACHE_HOME": str(Path(folder) / "cache"), "PYTHONPATH": str(REPOSITORY)}
        found = measured(list(rows(games, Path(folder) / "cache")), games, environment)
    print(f"The middle one of {TIMES}; Python {platform.python_version()} on {platform.machine()}\n")
    print("| command | milliseconds |\n|---|---|")
    for name, times in found.items():
        print(f"| {name} | {median(times) * 1000:,.0f} |")


def rows(games: Path, cache: Path) -> Iterator[Row]:
    """All that is measured, in the order of the table."""
    yield Row("`python -c pass`", NOTHING)
    yield Row("`--help`", command("--help"))
    yield Row("`--version`", command("--version"))
    for name in COMMANDS:
        yield Row(f"`{name} --help`", command(name, "--help"))
    yield Row("`lint theyre_coming`, first", command("lint", "theyre_coming"), lambda _: forget(cache))
    for game in GAMES:
        place = games / game
        yield Row(f"`lint {game}`, `--no-cache`", command("lint", game, "--no-cache"))
        yield Row(f"`lint {game}`, again", command("lint", game))
        yield Row(f"`lint {game}`, rules edited", command("lint", game), edit(place / "game.bylaws"))
        yield Row(f"`lint {game}`, a scenario edited", command("lint", game), edit(scenario_of(place)))
    for game in GAMES:
        yield Row(f"`check {game}`, again", command("check", game))
        yield Row(f"`test {game}`", command("test", game))
        yield Row(f"`simulate {game} --games 1`", command("simulate", game, "--games", "1", "--jobs", "1"))


def measured(wanted: Sequence[Row], games: Path, environment: dict[str, str]) -> dict[str, list[float]]:
    """The times of each in seconds, all of them in turn in every round."""
    found: dict[str, list[float]] = {row.name: [] for row in wanted}
    for number in range(TIMES):
        for row in wanted:
            row.before(number)
            began = perf_counter()
            subprocess.run(
                [sys.executable, *row.arguments], cwd=games, env=environment, capture_output=True, check=True
            )
            found[row.name].append(perf_counter() - began)
    return found


def command(*arguments: str) -> tuple[str, ...]:
    return ("-m", "interpreter.cli.main", *arguments)


def forget(cache: Path) -> None:
    shutil.rmtree(cache, ignore_errors=True)


def edit(file: Path) -> Callable[[int], None]:
    """Puts another comment at the end of the file each time."""
    text = file.read_text(encoding="utf-8")

    def change(number: int) -> None:
        file.write_text(f"{text}\n# edited {number}\n", encoding="utf-8")

    return change


def scenario_of(game: Path) -> Path:
    return max((game / "scenarios").glob("*.bylaws"), key=lambda path: path.stat().st_size)


if __name__ == "__main__":
    main()
