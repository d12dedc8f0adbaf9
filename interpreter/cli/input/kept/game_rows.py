"""`--rows FILE`: one row for each game, in the order of the seeds, as CSV or Parquet.

Rows are written as they come, to a file beside; it takes its name when it is whole. Parquet is made of that at the end.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from dsl.controls import visible_lines
from interpreter.cli.output.written import csv_text
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.played import Row
from interpreter.table.atomic_write import atomic_file

CSV, PARQUET = ".csv", ".parquet"


class GameRows:
    """The rows so far, in a file of their own; `at` is how much of it counts."""

    def __init__(self, path: Path, columns: Mapping[str, type], at: int = 0) -> None:
        self.path, self.columns = path, columns
        self.file: IO[bytes] = open(path, "r+b" if at else "wb")  # noqa: SIM115
        self.file.truncate(at)
        self.file.seek(at)
        if not at:
            self.add([tuple(columns)])

    def add(self, rows: Sequence[Row]) -> None:
        """More rows, behind those that are there."""
        if rows:
            self.file.write(visible_lines(csv_text(rows)).encode())

    @property
    def has_any(self) -> bool:
        """Whether there is more than the heading."""
        with open(self.path, "rb") as file:
            file.readline()
            return bool(file.readline())

    def safe(self) -> int:
        """Waits until the disk has all rows; how much of the file counts now."""
        self.file.flush()
        os.fsync(self.file.fileno())
        return self.file.tell()

    def close(self) -> None:
        """No more rows; those that are not `safe` may be lost, as where the disk is full."""
        with suppress(OSError):
            self.file.close()


def write_rows(tables: Sequence[GameRows], target: Path) -> None:
    """All rows, those of one table after those of another, whole, to a file of that name."""
    for rows in tables:
        rows.safe()
    with atomic_file(target) as part:
        (_copy if target.suffix == CSV else _parquet)(tables, part)


@contextmanager
def rows_for(target: Path, columns: Mapping[str, type]) -> Iterator[GameRows]:
    """Rows that are on their way to `target`; gone afterwards, whatever happens. Raises OSError."""
    beside = target.parent / f".bylaws-{token_hex(8)}.part"
    rows = GameRows(beside, columns)
    try:
        yield rows
    finally:
        rows.close()
        with suppress(OSError):
            beside.unlink()


def checked(said: str) -> Path:
    """Where rows are to go. Raises WrongUse if they cannot be written so."""
    target = Path(said)
    if target.suffix not in (CSV, PARQUET):
        raise WrongUse(f"--rows {said} does not say which kind of file", f"end the name with {CSV} or {PARQUET}")
    if target.suffix == PARQUET and find_spec("pyarrow") is None:
        raise WrongUse(
            "Parquet files are written by pyarrow, which is not installed",
            'type `pip install "bylaws[parquet]"`, or end the name with .csv',
        )
    if not target.parent.is_dir():
        raise WrongUse(f"there is no folder {target.parent}", "make it first, or give --rows another name")
    if target.is_dir():
        raise WrongUse(f"{said} is a folder", "give --rows the name of a file")
    return target


def _copy(tables: Sequence[GameRows], part: Path) -> None:
    with open(part, "wb") as copy:
        for number, table in enumerate(tables):
            with open(table.path, "rb") as rows:
                if number:
                    rows.readline()  # one heading is enough
                while block := rows.read(1 << 20):
                    copy.write(block)


def _parquet(tables: Sequence[GameRows], part: Path) -> None:
    """Block by block, so that there is never much in memory."""
    pyarrow, arrow_csv, parquet = map(import_module, ("pyarrow", "pyarrow.csv", "pyarrow.parquet"))
    kinds: dict[type, Any] = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    types = {name: kinds[kind] for name, kind in tables[0].columns.items()}
    options = arrow_csv.ConvertOptions(
        column_types=types, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=True
    )
    with parquet.ParquetWriter(part, pyarrow.schema(list(types.items()))) as written:
        for table in tables:
            if table.has_any:
                with arrow_csv.open_csv(table.path, convert_options=options) as read:
                    for batch in read:
                        written.write_batch(batch)
