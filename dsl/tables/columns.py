"""Finds the columns of a sheet by their names, and the cells of each card in them."""

from collections.abc import Container, Iterator, Mapping, Sequence

from dsl.frozen import frozen
from dsl.listing import listed, series
from dsl.nearest import nearest
from dsl.tables.sheet import MOST_ABOVE, Cell, Sheet, letters, place

TITLE, COPIES, TEXT, RULES = "Title", "Copies", "Text", "Rules"
BUILT_IN = (TITLE, COPIES, TEXT, RULES)
_NOTHING = Cell("")
_TOTALS = ("total", "totals", "sum", "all", "cards", "count", "number of cards")


@frozen
class Printed:
    """What is printed on a kind of cards."""

    kind: str
    names: tuple[str, ...]

    @property
    def fields(self) -> dict[str, str]:
        """The column of each thing that is printed."""
        return {name: f"{name} (printed)" if name in BUILT_IN else name for name in self.names}

    def field(self, heading: str) -> str:
        """What is printed in a column of that name."""
        return next(name for name, called in self.fields.items() if called == heading)

    @property
    def headings(self) -> tuple[str, ...]:
        """All columns that a table of such cards can have."""
        return (TITLE, COPIES, *self.fields.values(), TEXT, RULES)


@frozen
class CardRow:
    """The cells of a card in a sheet, by the names of the columns that are there; and which row it is, from 0."""

    number: int
    cells: Mapping[str, Cell]
    columns: Mapping[str, int]

    def cell(self, heading: str) -> str:
        """The text in a column; none in one that is not there."""
        return self.cells.get(heading, _NOTHING).text

    def place(self, heading: str) -> str:
        """The cell as spreadsheet programs call it."""
        return place(self.number, self.columns[heading])


@frozen
class Listed:
    """The cards of a sheet; what is wrong with its columns, and what was left out."""

    rows: tuple[CardRow, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def listed_in(sheet: Sheet, table: Printed, titles: Container[str] = ()) -> Listed:
    """The cards that a sheet lists, if it is one for that kind; `titles` are known to be cards."""
    head = max(range(min(MOST_ABOVE, len(sheet.rows))), key=lambda k: len(_columns(sheet, k, table)[0]), default=0)
    columns, unknown = _columns(sheet, head, table) if sheet.rows else ({}, [])
    if TITLE not in columns:
        return Listed(faults=(_no_titles(sheet, head),))
    faults = [*_said_twice(sheet, head, table)]
    notes = [*sheet.notes, *_left_out(unknown, [name for name in table.headings if name not in columns], table)]
    rows: list[CardRow] = []
    for number in range(head + 1, len(sheet.rows)):
        row = CardRow(number, _cells(sheet, number, columns), columns)
        if not any(cell.text for cell in row.cells.values()):
            continue
        if not row.cell(TITLE) and not row.cells[TITLE].odd:
            notes.append(f"row {number + 1} has no title and was left out")
        elif _adds_up(row, rows, table, titles):
            notes.append(f"row {number + 1} adds up the copies above and was left out")
        else:
            rows.append(row)
    return Listed(tuple(rows), tuple(faults), tuple(notes))


def _cells(sheet: Sheet, number: int, columns: Mapping[str, int]) -> dict[str, Cell]:
    row = sheet.rows[number]
    return {name: row[at] if at < len(row) else _NOTHING for name, at in columns.items() if name != RULES}


def _columns(sheet: Sheet, number: int, table: Printed) -> tuple[dict[str, int], list[tuple[int, str]]]:
    """The columns by the names that we give them; and the others that have a name."""
    names = [cell.text for cell in sheet.rows[number]]
    found: dict[str, int] = {}
    for heading in table.headings:
        same = [at for at, name in enumerate(names) if name == heading]
        alike = [at for at, name in enumerate(names) if name.casefold() == heading.casefold()]
        if same or (alike and names[alike[0]] not in table.headings):
            found[heading] = (same or alike)[0]
    return found, [(at, name) for at, name in enumerate(names) if name and at not in found.values()]


def _no_titles(sheet: Sheet, head: int) -> str:
    names = [cell.text for cell in sheet.rows[head] if cell.text] if sheet.rows else []
    near = nearest(TITLE, names)
    return "no column is called `Title`" + (
        f": is it `{near[0]}`?" if near else ": the first row names the columns, as `bylaws cards --to` writes them"
    )


def _said_twice(sheet: Sheet, head: int, table: Printed) -> Iterator[str]:
    for heading in table.headings:
        at = [k for k, cell in enumerate(sheet.rows[head]) if cell.text == heading]
        if len(at) > 1:
            yield f"{series(place(head, k) for k in at)} are all called `{heading}`: keep one of them"


def _left_out(unknown: list[tuple[int, str]], missing: list[str], table: Printed) -> Iterator[str]:
    kind = table.kind
    meant = {at: nearest(name, missing) for at, name in unknown}
    for at, name in unknown:
        for near in meant[at]:
            yield f"column {letters(at)} `{name}` was left out, as no {kind} card has that: is it `{near}`?"
    others = [f"{letters(at)} `{name}`" for at, name in unknown if not meant[at]]
    if others:
        yield f"left out, since no {kind} card has that: column{'s' * (len(others) > 1)} {listed(others)}"


def _adds_up(row: CardRow, above: Sequence[CardRow], table: Printed, titles: Container[str]) -> bool:
    """Whether it is a row of totals: a title that no card has, and behind it the sum of the copies above alone."""
    title = row.cell(TITLE)
    if any(cell.text for name, cell in row.cells.items() if name not in (TITLE, COPIES)):
        return False
    if title in titles or not (table.fields or title.casefold() in _TOTALS):
        return False
    copies = [one.cell(COPIES).split(".")[0] or "1" for one in above]
    is_sum = all(each.isdecimal() for each in copies) and row.cell(COPIES).split(".")[0] == str(sum(map(int, copies)))
    return is_sum and len(above) > 1
