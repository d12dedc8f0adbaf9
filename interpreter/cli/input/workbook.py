"""Workbooks of spreadsheet programs (.xlsx), by openpyxl, the extra `bylaws[xlsx]`: nobody else imports it.

A workbook is read as values. A formula counts as the value that was stored when it was saved; one without is told of.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from dsl.tables.sheet import MOST_COLUMNS, Cell, Sheet, Unreadable, value_in
from interpreter.cli.wrong_use import WrongUse

#: A workbook is a packed folder: unpacked it may be so large, in bytes, and have so many rows.
MOST_UNPACKED = 100_000_000
MOST_ROWS = 100_000
#: The longest name of a sheet in a workbook, and what cannot be in one.
LONGEST_NAME, _NOT_IN_NAMES = 31, re.compile(r"[\[\]:*?/\\]")
_NO_VALUE = "a formula whose value is not in the file: open it in your spreadsheet program and save it"


def sheet_names(decks: Sequence[str]) -> dict[str, str]:
    """What the sheets of decks are called in a workbook: by the deck, as far as such a name may go."""
    names: dict[str, str] = {}
    for deck in decks:
        name = _NOT_IN_NAMES.sub(" ", deck)[:LONGEST_NAME].strip("' ")
        number = 2
        while name.casefold() in (taken.casefold() for taken in names.values()):
            ending = f" {number}"
            name = name[: LONGEST_NAME - len(ending)] + ending
            number += 1
        names[deck] = name
    return names


def read_workbook(data: bytes) -> list[Sheet]:
    """All its sheets with something in them. Raises Unreadable, and WrongUse if openpyxl is not installed."""
    library = _library()
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise Unreadable(f"unpacked it is larger than {MOST_UNPACKED // 1_000_000} MB")
        values = library.load_workbook(BytesIO(data), read_only=True, data_only=True)
        formulas = library.load_workbook(BytesIO(data), read_only=True)
    except Unreadable:
        raise
    except Exception as fault:  # whatever a broken file makes of its parts
        raise Unreadable("it is no workbook, or is broken: save it again, or as CSV UTF-8") from fault
    pairs = ((values[name], formulas[name]) for name in values.sheetnames if hasattr(values[name], "iter_rows"))
    return [sheet for one, typed in pairs if (sheet := Sheet(_rows(one, typed), name=one.title)).rows]


def workbook_of(tables: Mapping[str, Sequence[Sequence[str]]], numbers: Mapping[str, frozenset[int]]) -> bytes:
    """A new workbook with a sheet for each table, by its name; in `numbers` of its columns stand numbers."""
    library = _library()
    book = library.Workbook()
    book.remove(book.active)
    for name, rows in tables.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([None] * len(row))
        for row, line in zip(rows, sheet.iter_rows(), strict=True):
            for column, (text, cell) in enumerate(zip(row, line, strict=True)):
                _fill(cell, text, column in numbers[name])
        _lay_out(sheet, rows)
    done = BytesIO()
    book.save(done)
    return done.getvalue()


def _library() -> Any:
    if find_spec("openpyxl") is None:
        raise WrongUse(
            "workbooks are read and written by openpyxl, which is not installed",
            'type `pip install "bylaws[xlsx]"`, or save the sheet as CSV UTF-8',
        )
    return import_module("openpyxl")


# ---------------------------------------------------------------- reading


def _rows(values: Any, formulas: Any) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for number, (row, typed) in enumerate(zip(values.iter_rows(), formulas.iter_rows(), strict=False), start=1):
        if number > MOST_ROWS:
            raise Unreadable(f"the sheet {values.title} has more than {MOST_ROWS:,} rows")
        rows.append(tuple(map(_cell, row[:MOST_COLUMNS], typed)))
    while rows and not any(cell.text or cell.odd for cell in rows[-1]):
        rows.pop()
    return tuple(rows)


def _cell(value: Any, typed: Any) -> Cell:
    match value.value:
        case None if typed.data_type == "f":
            return Cell("", odd=_NO_VALUE)
        case None:
            return Cell("")
        case bool(said):
            return Cell("yes" if said else "no")
        case float(number) if number.is_integer():
            return Cell(str(int(number)))
        case date() | time() as moment:
            return Cell(str(moment), odd="a date; make it text, with ' before it")
        case str(text) if value.data_type == "e":
            return Cell(text, odd=f"a formula that has failed ({text}); write the value")
        case str(text):
            found = value_in(text)
            return Cell(text.strip(), odd="" if text.strip().startswith("=") else found.odd)
        case other:
            return Cell(str(other))


# ---------------------------------------------------------------- writing


def _fill(cell: Any, text: str, is_number: bool) -> None:
    if is_number and re.fullmatch(r"-?\d{1,15}", text):
        cell.value = int(text)
        return
    if text:
        cell.value, cell.data_type = text, "s"  # words, even where they look like a formula
    cell.quotePrefix = text.startswith(("=", "+", "-", "@"))  # it stays text where somebody edits it
    cell.alignment = import_module("openpyxl.styles").Alignment(wrap_text=True, vertical="top")


def _lay_out(sheet: Any, rows: Sequence[Sequence[str]]) -> None:
    """The names of the columns stay in sight, and a column is as wide as what stands in it, up to a point."""
    styles = import_module("openpyxl.styles")
    sheet.freeze_panes = "B2"
    for cell in sheet[1]:
        cell.font = styles.Font(bold=True)
    for column, width in enumerate(_widths(rows)):
        sheet.column_dimensions[sheet.cell(1, column + 1).column_letter].width = width


def _widths(rows: Sequence[Sequence[str]]) -> Iterator[int]:
    for column in zip(*rows, strict=True):
        yield min(60, max(len(line) for text in column for line in text.split("\n")) + 2)
