"""Tables as spreadsheet programs save them: letters, separators, quotation marks, and what is no value."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.tables.sheet import Cell, Unreadable, guarded, place, read_sheet, unguarded

HEADINGS = ("Title", "Copies", "kind")


def _texts(data: bytes) -> list[list[str]]:
    return [[cell.text for cell in row] for row in read_sheet(data, HEADINGS).rows]


@pytest.mark.parametrize(
    ("row", "column", "called"),
    [(0, 0, "A1"), (5, 1, "B6"), (0, 25, "Z1"), (9, 26, "AA10"), (0, 701, "ZZ1"), (0, 702, "AAA1")],
)
def test_a_cell_is_called_as_in_a_spreadsheet(row: int, column: int, called: str) -> None:
    assert place(row, column) == called


SAVED = {
    "excel, in germany": "Title;Copies;kind\r\nÜberstunden;4,0;task\r\n".encode("cp1252"),
    "excel, csv utf-8": "\ufeffTitle,Copies,kind\r\nÜberstunden,\"4,0\",task\r\n".encode(),
    "excel, unicode text": "\ufeffTitle\tCopies\tkind\r\nÜberstunden\t4,0\ttask\r\n".encode("utf-16-le"),
    "excel, told of the separator": "sep=;\r\nTitle;Copies;kind\r\nÜberstunden;4,0;task\r\n".encode("cp1252"),
    "libreoffice": 'Title,Copies,kind\nÜberstunden,"4,0",task\n'.encode(),
    "google sheets": 'Title,Copies,kind\r\nÜberstunden,"4,0",task'.encode(),
    "numbers": "Title;Copies;kind\nU\u0308berstunden;4,0;task".encode(),
    "an old mac": 'Title,Copies,kind\rÜberstunden,"4,0",task\r'.encode("utf-16"),
    "by hand": 'Title, Copies, kind\nÜberstunden, "4,0", task\n'.encode(),
}


@pytest.mark.parametrize("program", SAVED)
def test_every_program_is_read_alike(program: str) -> None:
    assert _texts(SAVED[program]) == [["Title", "Copies", "kind"], ["Überstunden", "4,0", "task"]]


def test_a_guess_at_the_letters_is_told() -> None:
    guessed = [program for program, data in SAVED.items() if read_sheet(data, HEADINGS).notes]
    assert guessed == ["excel, in germany", "excel, told of the separator"]


ROWS = st.lists(st.lists(st.text("aß,;\t\"'\n =1", max_size=5), min_size=2, max_size=4), min_size=1, max_size=4)


@given(ROWS, st.sampled_from(",;\t"))
@settings(max_examples=100)
def test_cells_are_those_that_were_written(rows: list[list[str]], separator: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([list(HEADINGS), *rows])
    sheet = read_sheet(out.getvalue().encode(), HEADINGS)
    expected = [[unguarded(text.strip()) for text in row] for row in rows]
    assert [[cell.text for cell in row] for row in sheet.rows[1:]] == expected
    for row in sheet.rows:
        for cell in row:
            assert unguarded(cell.text) in sheet.text[cell.start : cell.end].replace('""', '"')


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("+ the rest", "'+ the rest"),
        ("=1", "'=1"),
        ("-", "'-"),
        ("@you", "'@you"),
        ("'=1", "''=1"),
        ("1/2", "'1/2"),
        ("3-4", "'3-4"),
        ("007", "'007"),
        ("12", "12"),
        ("'tis", "'tis"),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_what_a_spreadsheet_would_reckon_is_guarded(text: str, shown: str) -> None:
    assert guarded(text) == shown
    assert unguarded(shown) == text


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("=B2*3", "a formula; save the values in its place"),
        ("#REF!", "a formula that has failed (#REF!); write the value"),
        ("#N/A", "a formula that has failed (#N/A); write the value"),
        ("Err:502", "a formula that has failed (Err:502); write the value"),
        ("a\u200eb\u202e", "a sign that nobody can see; type the text anew"),
        ("#1 fan", ""),
        ("'=B2", ""),
    ],
)
def test_what_is_no_value(cell: str, why: str) -> None:
    assert read_sheet(f"Title\n{cell}\n".encode(), HEADINGS).rows[1][0].odd == why


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'Title,Copies\n"Tide,3\nComet,2\n', "a quotation mark of row 2 is never closed"),
        (b'Title,Copies\n"Tide"x,3\n', "in row 2 more stands behind a cell in quotation marks"),
        (b"\xff\xfeT\x00i", "it is no UTF-16: save it as CSV UTF-8"),
        (b"Title\n\x81\x8d\n", "it is no text: save it as CSV UTF-8"),
    ],
)
def test_what_cannot_be_read(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why.replace("(", r"\(")):
        read_sheet(data, HEADINGS)


def test_an_empty_file_has_no_rows() -> None:
    assert read_sheet(b"", HEADINGS).rows == ()
    assert read_sheet(b"\n\n", HEADINGS).rows == ((Cell("", 0, 0),), (Cell("", 1, 1),))
