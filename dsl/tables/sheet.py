"""Reads the bytes of a table as a spreadsheet program saves them: encodings, separators, quotation marks.

Rows and columns count from 0 here; a person is told of a cell as spreadsheets call it, `B6`. A row is what a
spreadsheet program shows as one: a cell in quotation marks may go over several lines of the file.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from unicodedata import normalize

from dsl.controls import has_controls
from dsl.frozen import frozen

#: What stands between cells, the likeliest first.
SEPARATORS = ",;\t"
#: The row with the names of the columns is one of the first so many.
MOST_ABOVE = 20
#: No spreadsheet program has more columns than this.
MOST_COLUMNS = 16_384

FORMULA = "a formula; save the values in its place"
_FAILED = re.compile(r"#(?:REF|NAME|VALUE|DIV/0|N/A|NUM|NULL|SPILL|CALC|ERROR)[!?]?|Err:\d+")
_SEP = re.compile(r"sep=(.)(?:\r\n|\r|\n|$)", re.IGNORECASE)
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)" *')
_LINE_END = re.compile(r"\r\n|\r|\n")


class Unreadable(Exception):
    """Why a file cannot be read as a table, in a sentence."""


@frozen
class Cell:
    """What stands in a cell, without blanks around it; `odd` is why that is no value.

    `start` and `end` are where the cell is in the text of the file, quotation marks and all; 0 in a workbook.
    """

    text: str
    start: int = 0
    end: int = 0
    odd: str = ""


@frozen
class Sheet:
    """The rows of a table, and what is to be said of how it was read. `text` is what was read, if that is text."""

    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    name: str = ""
    text: str = ""


def place(row: int, column: int) -> str:
    """A cell as spreadsheet programs call it: row 5 of column 1 is `B6`."""
    return f"{letters(column)}{row + 1}"


def letters(column: int) -> str:
    """A column as spreadsheet programs call it: `A`, `B`, ..., `Z`, `AA`."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def read_sheet(data: bytes, headings: Sequence[str]) -> Sheet:
    """The table in a CSV file, in which columns of these names are looked for. Raises `Unreadable`."""
    text, notes = decoded(data)
    begin, separators = 0, SEPARATORS
    if said := _SEP.match(text):
        begin, separators = said.end(), said[1]
    known = {heading.casefold() for heading in headings}
    best = max(separators, key=lambda each: _known_names(text, begin, each, known))
    return Sheet(tuple(_rows(text, begin, best)), notes, text=text)


def decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file in UTF-8, UTF-16 or Windows-1252, and a note if it is not the first. Raises `Unreadable`."""
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _as(data, "utf-16", "UTF-16"), ()
    try:
        return normalize("NFC", data.decode("utf-8")), ()
    except UnicodeDecodeError:
        note = "it is not saved as UTF-8 and was read as Windows-1252: look at the letters with accents"
        return _as(data, "cp1252", "text"), (note,)


def value_in(text: str, start: int = 0, end: int = 0) -> Cell:
    """The cell in which these words stand, guarded or not."""
    text = text.strip()
    if text.startswith("="):
        return Cell(text, start, end, FORMULA)
    if _FAILED.fullmatch(text):
        return Cell(text, start, end, f"a formula that has failed ({text}); write the value")
    if has_controls(text.replace("\n", "").replace("\t", "")):
        return Cell(text, start, end, "a sign that nobody can see; type the text anew")
    return Cell(unguarded(text), start, end)


def guarded(text: str) -> str:
    """The words so that a spreadsheet program takes them as words: with `'` before what it would reckon."""
    return f"'{text}" if _is_reckoned(text) else text


def unguarded(text: str) -> str:
    """The words without that sign."""
    return text[1:] if text.startswith("'") and _is_reckoned(text[1:]) else text


def _is_reckoned(text: str) -> bool:
    """Whether it is a formula, a date or a number written otherwise to a spreadsheet, or is guarded and would be."""
    text = text.lstrip("'")
    return text.startswith(("=", "+", "@", "-")) or (
        re.fullmatch(r"\d[\d.,:/Ee+ -]*", text) is not None and re.fullmatch(r"0|[1-9]\d{0,14}", text) is None
    )


def _as(data: bytes, encoding: str, called: str) -> str:
    try:
        return normalize("NFC", data.decode(encoding))
    except UnicodeDecodeError as fault:
        raise Unreadable(f"it is no {called}: save it as CSV UTF-8") from fault


def _known_names(text: str, begin: int, separator: str, known: set[str]) -> tuple[int, int]:
    """How many columns have a name that is wanted, in the row in which most have; and how many cells there are."""
    try:
        rows = list(islice(_rows(text, begin, separator), MOST_ABOVE))
    except Unreadable:
        return 0, 0
    named = (sum(cell.text.casefold() in known for cell in row) for row in rows)
    return max(named, default=0), sum(map(len, rows))


def _rows(text: str, begin: int, separator: str) -> Iterator[tuple[Cell, ...]]:
    row: list[Cell] = []
    number, at = 1, begin
    while at < len(text) or row:
        cell, at = _cell(text, at, separator, number)
        row.append(cell)
        if len(row) > MOST_COLUMNS:
            raise Unreadable(f"row {number} has more than {MOST_COLUMNS:,} cells")
        if text.startswith(separator, at):
            at += 1
            if at == len(text):
                row.append(Cell("", at, at))
            else:
                continue
        ended = _LINE_END.match(text, at)
        at = ended.end() if ended else at
        yield tuple(row)
        row = []
        number += 1


def _cell(text: str, at: int, separator: str, row: int) -> tuple[Cell, int]:
    """The cell that begins there, and where it ends."""
    quote = at
    while text.startswith(" ", quote):
        quote += 1
    if not text.startswith('"', quote):
        end = re.compile(f"[{re.escape(separator)}\r\n]").search(text, at)
        stop = end.start() if end else len(text)
        return value_in(text[at:stop], at, stop), stop
    found = _QUOTED.match(text, quote)
    if not found:
        raise Unreadable(f"a quotation mark of row {row} is never closed")
    if found.end() < len(text) and text[found.end()] not in (separator, "\r", "\n"):
        raise Unreadable(f"in row {row} more stands behind a cell in quotation marks; write those inside it twice")
    inside = _LINE_END.sub("\n", found[1].replace('""', '"'))
    return value_in(inside, quote, found.end()), found.end()
