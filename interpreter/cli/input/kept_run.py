"""What `bylaws simulate` keeps while it plays: rows of the games, and a folder from which the run can go on."""

from __future__ import annotations

import errno
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from attrs import Factory, define

from dsl.ir import nodes as ir
from interpreter.cli.input.game_rows import GameRows, checked, rows_for, write_rows
from interpreter.cli.input.run_folder import RunFolder, run_folder
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.played import Row, columns
from interpreter.simulation.games.ranking import ranking
from interpreter.simulation.games.run import Result, Rules

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def kept_run(
    options: Namespace, asked: Mapping[str, Any], rules: Rules, each: Sequence[tuple[str, ...]], game: ir.Game
) -> Iterator[KeptRun]:
    """What is kept while games are played; at the end the rows are written. Raises WrongUse for what goes wrong."""
    target = checked(options.rows) if options.rows else None
    named = columns(ranking(game), max(map(len, each))) if target is not None else None
    try:
        with ExitStack() as stack:
            kept = KeptRun()
            if options.out:
                kept.folder = stack.enter_context(run_folder(options.out, asked, rules, each, named))
                kept.rows = kept.folder.rows
                _say_what_is_there(options, kept.folder)
            elif target is not None and named is not None:
                kept.rows = [stack.enter_context(rows_for(target, named))]
            yield kept
            if target is not None:
                write_rows(kept.rows, target)
    except OSError as fault:
        raise _not_written(options, fault) from fault


@define
class KeptRun:
    """Where rows, and what a run has come to so far, are kept; nowhere, if nobody asked for it.

    The rows of each table are apart in a folder, else all together.
    """

    rows: list[GameRows] = Factory(list)
    folder: RunFolder | None = None

    def so_far(self, place: int) -> Result | None:
        """What a table came to in an earlier run."""
        there = self.folder.results if self.folder is not None else []
        return there[place] if place < len(there) else None

    def keep(self, place: int, rows: Sequence[Row], result: Callable[[], Result]) -> None:
        """Some more games have been played."""
        if self.rows:
            self.rows[place if self.folder is not None else 0].add(rows)
        if self.folder is not None and self.folder.is_due:
            self.folder.keep(result(), place)

    def end(self, result: Result, place: int) -> None:
        """All games at a table have been played, or it was interrupted."""
        if self.folder is not None:
            self.folder.keep(result, place)


def _say_what_is_there(options: Namespace, folder: RunFolder) -> None:
    done, wanted = sum(result.done for result in folder.results), options.games * len(folder.asked["tables"])
    if done:
        print(f"{options.out} has {done:,} of the {wanted:,} games already; going on from there", file=sys.stderr)


def _not_written(options: Namespace, fault: OSError) -> WrongUse:
    asked = (("--rows", options.rows), ("--out", options.out))
    where = " or ".join(f"{option} {said}" for option, said in asked if said)
    why = fault.strerror or str(fault)
    if fault.errno in _NO_ROOM and options.out:
        return WrongUse(f"{where} cannot be written: {why}", "make room and type the same again: it goes on from there")
    return WrongUse(f"{where} cannot be written: {why}", "choose another place for it")
