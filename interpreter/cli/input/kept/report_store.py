"""`--keep DIR`: keeps the games of a report in a folder while they are played, so that it can go on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final

from attrs import define, field

from interpreter.cli.input.kept.folder import EVERY, Differences, damaged, hold_against, locked, read_kept
from interpreter.cli.wrong_use import WrongUse
from interpreter.report.course import Evidence
from interpreter.report.report import Played
from interpreter.simulation.reports.plain_data import as_data, from_data
from interpreter.table.atomic_write import atomic_write, own_file

FILE: Final = "report.json"
FORMAT: Final = 1
#: So many bytes the games of a report never take.
LARGEST: Final = 1024 * 1024 * 1024

#: What makes two reports the same.
_DIFFERENCES: Final[Differences] = {
    "game": ("is a report on {}, not on {}", ""),
    "variants": ("was begun with other variants", ""),
    "parameters": ("was begun with other values of parameters", ""),
    "rules": ("was begun with other rules: they have been changed since", ""),
    "players": ("is for {} players, not for {}", "or type --players {} to go on with it"),
    "seed": ("begins with the seed {}, not with {}", "or type --seed {} to go on with it"),
    "games": ("is of {} games, not of {}", "or type --games {} to go on with it"),
    "think": ("thinks for {} tries, not for {}", "or type --think {} to go on with it"),
    "limit": ("ends games after {} decisions, not after {}", "or type --limit {} to go on with it"),
}


@define
class ReportStore:
    """What has been played of each rule set, and the folder for it, if any."""

    played: list[Played]
    asked: Mapping[str, Any]
    folder: Path | None = None
    kept: float = field(factory=monotonic)

    def keep(self, now: bool = False) -> None:
        """Writes what has been played to the disk, if it is time."""
        if self.folder is None or (not now and monotonic() - self.kept < EVERY):
            return
        each = [{name: as_data(found) for name, found in one.evidence.items()} for one in self.played]
        whole = {"format": FORMAT, "asked": self.asked, "played": each}
        atomic_write(own_file(self.folder, FILE), json.dumps(whole).encode())
        self.kept = monotonic()


@contextmanager
def report_store(said: str | None, asked: Mapping[str, Any], rule_sets: int) -> Iterator[ReportStore]:
    """Opens the store. Raises WrongUse if the folder holds another report, or cannot be written."""
    store = ReportStore([Played() for _ in range(rule_sets)], asked)
    if said is None:
        yield store
        return
    path = Path(said)
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = locked(path, "--keep")
        try:
            if own_file(path, FILE).exists():
                found = read_kept(path / FILE, LARGEST, FORMAT, "--keep")
                hold_against(f"the report in {said}", found["asked"], asked, _DIFFERENCES, "--keep")
                try:
                    store.played = [
                        Played({name: from_data(Evidence, data) for name, data in one.items()})
                        for one in found["played"]
                    ]
                    if len(store.played) != rule_sets:
                        raise ValueError("another number of rule sets")
                except (AttributeError, LookupError, TypeError, ValueError) as fault:
                    raise damaged(path / FILE, "--keep") from fault
            store.folder = path
            yield store
        finally:
            if lock is not None:
                lock.close()
    except OSError as fault:
        why = fault.strerror or fault
        raise WrongUse(f"--keep {said} cannot be written: {why}", "choose another place for it") from fault
