"""Stores a run of `bylaws simulate` while it plays: rows of the games, and a folder from which it can go on."""

from __future__ import annotations

import errno
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from attrs import Factory, define

from dsl.ir import nodes as ir
from interpreter.cli.input.kept.game_rows import GameRows, checked, rows_for, write_rows
from interpreter.cli.input.kept.run_folder import RunFolder, run_folder
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.played import Row, columns
from interpreter.simulation.games.run import Rules
from interpreter.simulation.simulate import Result
from interpreter.table.ending.ranking import ranking

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def run_store(
    options: Namespace, asked: Mapping[str, Any], rules: Rules, each: Sequence[tuple[str, ...]], game: ir.Game
) -> Iterator[RunStore]:
    """Opens the store of a run; at the end the rows are written. Raises WrongUse for what goes wrong."""
    target = checked(options.rows) if options.rows else None
    named = columns(ranking(game), max(map(len, each))) if target is not None else None
    try:
        with ExitStack() as stack:
            kept = RunStore()
            if options.out:
                kept.folder = stack.enter_context(run_folder(options.out, asked, rules, each, named))
                kept.rows = kept.folder.rows
                done = sum(result.done for result in kept.folder.results)
                wanted = options.games * len(asked["tables"])
                if done:
                    there = f"{options.out} has {done:,} of the {wanted:,} games already; going on from there"
                    print(there, file=sys.stderr)
            elif target is not None and named is not None:
                kept.rows = [stack.enter_context(rows_for(target, named))]
            yield kept
            if target is not None:
                write_rows(kept.rows, target)
    except OSError as fault:
        given = (("--rows", options.rows), ("--out", options.out))
        where = " or ".join(f"{option} {said}" for option, said in given if said)
        again = fault.errno in _NO_ROOM and options.out
        advice = "make room and type the same again: it goes on from there" if again else "choose another place for it"
        raise WrongUse(f"{where} cannot be written: {fault.strerror or str(fault)}", advice) from fault


@define
class RunStore:
    """Store of the rows and results of a run, if asked for; in a folder each table has rows of its own."""

    rows: list[GameRows] = Factory(list)
    folder: RunFolder | None = None

    def so_far(self, place: int) -> Result | None:
        """The result of a table in an earlier run."""
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
