"""`python -m tests.benchmarks.commands`: how long a person waits for a command, from its start to its end.

Each is run several times in a process of its own, all in turn, and the middle one of the times counts; `python -c pass`
runs among them, which is what Python itself takes. `first` is the first time after an installation, when nothing is
in the cache, not even the parse tables of the grammar: it has a cache of its own, or else nothing would be `again`.
That is when nothing has changed since; `edited` is when one file of the game has, each time otherwise, so that nothing
can be known of it. Modules are compiled beforehand, as they are where Bylaws is installed.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from attrs import frozen

from dsl.cache import Memory
from interpreter.cli.commands import COMMANDS
from interpreter.findings.find import look_for_doubts

REPOSITORY = Path(__file__).parents[2]
TIMES = 7
GAMES = ("theyre_coming", "office_job", "action_the_project", "bad_day_at_the_office", "thrown_under_the_bus")
NOTHING = ("-c", "pass")


@frozen
class Row:
    """What is measured, with the cache in that folder; `before` is done before each time, which does not count."""

    name: str
    arguments: tuple[str, ...]
    before: Callable[[int], None] = lambda number: None
    cache: str = "cache"


def main() -> None:
    """Prints a line for each command."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        games = home / "games"
        for game in GAMES:
            shutil.copytree(REPOSITORY / "games" / game, games / game)
        found = measured(list(rows(games, home / "first")), home)
        print(f"The middle one of {TIMES}; Python {platform.python_version()} on {platform.machine()}\n")
        print("| command | milliseconds | of the processor |\n|---|---|---|")
        for name, times in found.items():
            whole, busy = (median(each) * 1000 for each in zip(*times, strict=True))
            print(f"| {name} | {whole:,.0f} | {busy:,.0f} |")
        print("\n| in a process that stays | of the processor | without what cannot be played |\n|---|---|---|")
        for name, (whole, first) in staying(games / GAMES[0]).items():
            print(f"| {name} | {whole * 1000:,.0f} | {first * 1000:,.0f} |")


def rows(games: Path, first: Path) -> Iterator[Row]:
    """All that is measured, in the order of the table; in `first` is the cache of what runs for the first time."""
    yield Row("`python -c pass`", NOTHING)
    yield Row("`--help`", command("--help"))
    yield Row("`--version`", command("--version"))
    for name in COMMANDS:
        yield Row(f"`{name} --help`", command(name, "--help"))
    yield Row("`lint theyre_coming`, first", command("lint", "theyre_coming"), lambda _: forget(first), first.name)
    for game in GAMES:
        place = games / game
        yield Row(f"`lint {game}`, `--no-cache`", command("lint", game, "--no-cache"))
        yield Row(f"`lint {game}`, again", command("lint", game))
        yield Row(f"`lint {game}`, rules edited", command("lint", game), edit(place / "game.bylaws"))
        if (place / "people.bylaws").is_file():
            yield Row(f"`lint {game}`, cards edited", command("lint", game), edit(place / "people.bylaws"))
        yield Row(f"`lint {game}`, a scenario edited", command("lint", game), edit(scenario_of(place)))
    for game in GAMES:
        yield Row(f"`check {game}`, again", command("check", game))
        yield Row(f"`test {game}`", command("test", game))
        yield Row(f"`simulate {game} --games 1`", command("simulate", game, "--games", "1", "--jobs", "1"))
    yield Row("`test` of all of them", command("test", *GAMES))


def staying(game: Path) -> dict[str, tuple[float, float]]:
    """What is looked at after edits of a file of each kind, as an editor and `lint --watch` have it looked at.

    The second number is for all that a server tells at once, before it asks what cannot be played yet.
    """
    memory, found = Memory(), {}
    for file in ("game.bylaws", "people.bylaws", "variants/one_union.bylaws", "scenarios/events.bylaws"):
        path = game / file
        text = path.read_text(encoding="utf-8")
        times: dict[bool, list[float]] = {True: [], False: []}
        for number in range(2 * TIMES):
            playable = bool(number % 2)
            began = process_time()
            with memory.used():
                look_for_doubts(str(game), texts={path: f"{text}\n# edited {number}\n"}, playable=playable)
                times[playable].append(process_time() - began)
                memory.end_round()
        found[f"`{file}` edited"] = median(times[True]), median(times[False])
    return found


def measured(wanted: Sequence[Row], home: Path) -> dict[str, list[tuple[float, float]]]:
    """The times of each in seconds, and those of the processor, all of them in turn in every round after the first."""
    compiled = {"PYTHONPYCACHEPREFIX": str(home / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**os.environ, **compiled, "PYTHONPATH": str(REPOSITORY)}
    found: dict[str, list[tuple[float, float]]] = {row.name: [] for row in wanted}
    for number in range(TIMES + 1):
        for row in wanted:
            row.before(number)
            began, before = perf_counter(), _busy()
            subprocess.run(
                [sys.executable, *row.arguments], cwd=home / "games", capture_output=True, check=True,
                env={**environment, "XDG_CACHE_HOME": str(home / row.cache)},
            )  # fmt: skip
            if number > 0:  # the first round compiles, and fills the caches
                found[row.name].append((perf_counter() - began, _busy() - before))
    return found


def _busy() -> float:
    """The seconds that processes begun from here have kept the processor busy."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
