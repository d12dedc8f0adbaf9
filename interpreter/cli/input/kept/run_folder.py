"""`--out DIR`: keeps a run in a folder as it goes, so that it can go on where it was interrupted or killed.

`run.json` (what is played, and the results so far) is replaced whole. With `--rows` there is a file of rows for each
table; what was written after the last `run.json` is cut off again. The same run with more games goes on as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from attrs import Factory, define, field

from interpreter.cli.input.kept.folder import EVERY, Differences, damaged, hold_against, locked, read_kept
from interpreter.cli.input.kept.game_rows import GameRows
from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.reports.plain_data import as_data, from_data
from interpreter.simulation.simulate import Result
from interpreter.table.atomic_write import atomic_write, own_file

RUN = "run.json"
FORMAT = 5
#: So many bytes the results of a run never take.
LARGEST_RUN = 64 * 1024 * 1024

#: What makes two runs the same.
_DIFFERENCES: Differences = {
    "game": ("is a run of {}, not of {}", ""),
    "variants": ("was begun with {}, not with {}", ""),
    "parameters": ("was begun with {}, not with {}", ""),
    "rules": ("was begun with other rules: they have been changed since", ""),
    "tables": ("is a run with {}, not with {}", ""),
    "seed": ("begins with the seed {}, not with {}", "or type --seed {} to go on with it"),
    "games": ("is a run of {} games, not of {}", "or type --games {}, or more, to go on with it"),
    "closely": ("watches {} games closely, not {}", "or type --closely {} to go on with it"),
    "rows": ("was begun {} --rows, not {} it", ""),
}


@define
class RunFolder:
    """A folder with a run. `asked` is what is played, `results` what each table has come to so far."""

    path: Path
    asked: Mapping[str, Any]
    results: list[Result]
    lock: Any = None
    rows: list[GameRows] = Factory(list)
    kept: float = field(factory=monotonic)

    def keep(self, result: Result, place: int) -> None:
        """Writes the result of a table to the disk."""
        self.results[place : place + 1] = [result]
        at = [rows.safe() for rows in self.rows]
        tables = [{"done": r.done, "seconds": r.seconds, "tally": as_data(r.tally)} for r in self.results]
        whole = {"format": FORMAT, "asked": self.asked, "rows": at, "tables": tables}
        atomic_write(own_file(self.path, RUN), json.dumps(whole).encode())
        self.kept = monotonic()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        for rows in self.rows:
            rows.close()
        if self.lock is not None:
            self.lock.close()

    @property
    def is_due(self) -> bool:
        """Whether so much has happened since the last time that it should be kept."""
        return monotonic() - self.kept >= EVERY


def run_folder(
    said: str, asked: Mapping[str, Any], rules: Rules, each: Sequence[tuple[str, ...]],
    columns: Mapping[str, type] | None,
) -> RunFolder:  # fmt: skip
    """Opens the folder, with rows if `columns` are given. Raises WrongUse if it holds another run, OSError."""
    path = Path(said)
    path.mkdir(parents=True, exist_ok=True)
    lock = locked(path, "--out")
    if not own_file(path, RUN).exists():
        folder, at = RunFolder(path, asked, [], lock), [0] * len(each)
        begun = {"format": FORMAT, "asked": asked, "rows": at, "tables": []}
        atomic_write(own_file(path, RUN), json.dumps(begun).encode())
    else:
        found = read_kept(path / RUN, LARGEST_RUN, FORMAT, "--out")
        try:
            done = [int(one["done"]) for one in found["tables"]]
            goes_on = partial(_goes_on, done)
            hold_against(f"the run in {said}", found["asked"], asked, _DIFFERENCES, "--out", goes_on)
            results = [_result(rules, seats, asked, one) for seats, one in zip(each, found["tables"], strict=False)]
            folder, at = RunFolder(path, asked, results, lock), [*map(int, found["rows"])]
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as fault:
            raise damaged(path / RUN, "--out") from fault
    if columns is not None:
        files = [own_file(path, f"games-{len(seats)}.part") for seats in each]
        sizes = [file.stat().st_size if file.exists() else 0 for file in files]
        if len(at) != len(files) or any(n > size for n, size in zip(at, sizes, strict=True)):
            raise damaged(path / RUN, "--out")
        for file, n in zip(files, at, strict=True):
            folder.rows.append(GameRows(file, columns, n))
    return folder


def _result(rules: Rules, seats: tuple[str, ...], asked: Mapping[str, Any], one: Mapping[str, Any]) -> Result:
    tally = from_data(Tally, one["tally"])
    if tally.games != one["done"] or tally.seats != len(seats):
        raise ValueError("the numbers do not fit together")
    return Result(rules, seats, asked["seed"], tally, asked["games"], one["done"], float(one["seconds"]))


def _goes_on(done: Sequence[int], name: str, old: Any, new: Any) -> bool:
    """Whether the games that were played would be the same, and watched alike, as the first of more."""
    match name, old, new:
        case "games", int(), int():
            return old < new
        case "closely", int(), int():
            return all(min(old, games) == min(new, games) for games in done)
        case _:
            return False
