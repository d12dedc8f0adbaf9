"""Files with tables: CSV, and workbooks, as bytes from the disk and as sheets."""

from collections.abc import Sequence
from pathlib import Path

from dsl.disk.regular import NoFile, read_regular
from dsl.tables.sheet import Sheet, Unreadable, read_sheet
from interpreter.cli.input.workbook import read_workbook
from interpreter.cli.wrong_use import WrongUse

#: The largest file with a table, in bytes; a list of cards is a thousandth of it.
MOST_BYTES = 20_000_000
WORKBOOK, CSV = ".xlsx", ".csv"
READ = (CSV, ".tsv", ".txt")


def sheets_in(path: Path, headings: Sequence[str]) -> list[Sheet]:
    """The sheets of a file; of a CSV file the one. Raises WrongUse."""
    kind = path.suffix.lower()
    if kind not in (WORKBOOK, *READ):
        raise WrongUse(f"{path} is no table that can be read", f"save it as CSV UTF-8 ({CSV}) or as {WORKBOOK}")
    try:
        data = read_regular(path, MOST_BYTES)
    except NoFile as fault:
        raise WrongUse(f"{path} is not a file") from fault
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "no file can be called so"
        raise WrongUse(f"{path} cannot be read: {reason}") from fault
    if len(data) > MOST_BYTES:
        raise WrongUse(f"{path} is larger than {MOST_BYTES // 1_000_000} MB, too large for a list of cards")
    try:
        return read_workbook(data) if kind == WORKBOOK else [read_sheet(data, headings)]
    except Unreadable as fault:
        raise WrongUse(f"{path} cannot be read as a table: {fault}") from fault
