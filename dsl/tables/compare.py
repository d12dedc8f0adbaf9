"""Compares a sheet with the deck that it lists, cell by cell, and says which edits of the rules that makes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from dsl.editing.rename import Edit
from dsl.frozen import frozen
from dsl.listing import grouped
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.tables.columns import COPIES, TEXT, TITLE, CardRow, listed_in
from dsl.tables.decks import DeckTable, Row, cell_of
from dsl.tables.lines import Place
from dsl.tables.sheet import Sheet
from dsl.tables.texts import lines, new_paragraphs, paragraphs_in, paragraphs_of
from dsl.tables.values import Unfit, Written, copies_in, title_in, written


@frozen
class Change:
    """What becomes of a card, in words, and the edits of the rules that do it; `at` is where the card stands."""

    at: Span
    words: str
    edits: tuple[Edit, ...]


@frozen
class NewTitle:
    """A card that no row has, and a row with all its cells but the title."""

    row: Row
    title: str
    place: str


@frozen
class Compared:
    """What a sheet changes; `faults` are of cells, and keep everything as it is. `gone` are cards that no row has."""

    changes: tuple[Change, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    gone: tuple[Row, ...] = ()
    new: tuple[str, ...] = ()
    titles: tuple[NewTitle, ...] = ()


def compared(table: DeckTable, sheet: Sheet, *, removing: bool = False) -> Compared:
    """Compares them. With `removing`, cards that no row has are taken away."""
    listed = listed_in(sheet, table.printed, table.titles)
    faults = [*listed.faults, *_twice(table, listed.rows)]
    pairs = _paired(table, listed.rows)
    changes: list[Change] = []
    for row, cells in pairs:
        for heading in cells.cells:
            try:
                changes += _in_cell(table, row, cells, heading)
            except Unfit as why:
                faults.append(f"{cells.place(heading)}: {why}")
    met = {id(row) for row, _ in pairs if row is not None}
    gone = [row for row in table.rows if id(row) not in met]
    new = [cells for row, cells in pairs if row is None]
    if not faults:
        changes += _added(table, pairs)
        changes += _removed(gone) if removing else []
    if removing and not listed.rows:
        faults.append("no row has a title, and a deck has at least one card")
    titles = () if faults else tuple(_new_titles(table, gone, new))
    fresh = tuple(cells.cell(TITLE) for cells in new)
    return Compared(tuple(changes), tuple(faults), listed.notes, tuple(gone), fresh, titles)


# ---------------------------------------------------------------- which row is which card


def _twice(table: DeckTable, rows: Sequence[CardRow]) -> Iterator[str]:
    """Titles that stand there more often than in the deck."""
    allowed = Counter(table.titles)
    for title, same in grouped((row.cell(TITLE), row) for row in rows).items():
        if len(same) > max(1, allowed[title]):
            yield f"{same[-1].place(TITLE)}: `{title}` stands here twice; it is in {same[0].place(TITLE)} already"


def _paired(table: DeckTable, rows: Sequence[CardRow]) -> list[tuple[Row | None, CardRow]]:
    """Each row with its card: of several with one title, the first with the first."""
    waiting = grouped((row.title, row) for row in table.rows)
    return [(waiting[t].pop(0) if waiting.get(t := cells.cell(TITLE)) else None, cells) for cells in rows]


def _new_titles(table: DeckTable, gone: Sequence[Row], new: Sequence[CardRow]) -> Iterator[NewTitle]:
    """Cards that seem to have another title now. Of several alike it is told only if there are as many of each."""
    there = [name for name in table.printed.headings if new and name in new[0].cells and name != TITLE]
    old = grouped((_alike(table, row, there), row) for row in gone)
    fresh = grouped((tuple(_plain(table, cells, name) for name in there), cells) for cells in new)
    for said, rows in old.items():
        if len(rows) == len(fresh.get(said, ())):
            for row, cells in zip(rows, fresh[said], strict=True):
                yield NewTitle(row, cells.cell(TITLE), cells.place(TITLE))


def _alike(table: DeckTable, row: Row, names: Sequence[str]) -> tuple[object, ...]:
    said: dict[str, object] = {COPIES: row.copies, TEXT: tuple(paragraphs_in(row.text))}
    said |= {heading: _settled(_said(row.printed.get(name))) for name, heading in table.printed.fields.items()}
    return tuple(said[name] for name in names)


def _plain(table: DeckTable, cells: CardRow, name: str) -> object:
    if name == TEXT:
        return tuple(paragraphs_in(cells.cell(TEXT)))
    if name == COPIES:
        return copies_in(table.scope, cells.cell(COPIES))
    return _settled(written(table.scope, table.kind.fields[table.printed.field(name)], cells.cell(name)))


# ---------------------------------------------------------------- what changes in a card


def _in_cell(table: DeckTable, row: Row | None, cells: CardRow, heading: str) -> Iterable[Change]:
    """What a cell changes in a card; nothing in a new one, which comes whole. Raises `Unfit`."""
    if odd := cells.cells[heading].odd:
        raise Unfit(odd)
    if heading == TITLE:
        title_in(cells.cell(TITLE))
    elif row is None:
        _plain(table, cells, heading)
    elif heading == COPIES:
        return _copies(table, row, cells)
    elif heading == TEXT:
        return _text(row, cells)
    else:
        return _printed(table, row, cells, heading)
    return ()


def _copies(table: DeckTable, row: Row, cells: CardRow) -> Iterator[Change]:
    wanted = copies_in(table.scope, cells.cell(COPIES))
    if wanted == row.copies:
        return
    old = row.entry.copies
    span, text = (old.span, wanted) if old is not None else (_before(row.entry.title.span), f"{wanted} x ")
    yield _change(row, f"copies {row.copies} -> {wanted}", Edit(span, text))


def _before(span: Span) -> Span:
    return Span(span.source, span.start, span.start)


def _wanted(table: DeckTable, row: Row, field: str, cell: str) -> Written:
    """What a cell says of a field; as it is written now, if that is the same."""
    now = row.printed.get(field)
    if cell == cell_of(now):
        return _said(now)
    wanted = written(table.scope, table.kind.fields[field], cell)
    return _said(now) if _settled(wanted) == _settled(_said(now)) else wanted


def _said(printed: n.Attribute | None) -> Written:
    if printed is None:
        return Written()
    if printed.value is None:
        return Written(is_bare=True)
    return Written(printed.value.span.text if not isinstance(printed.value, n.Text) else f'"{printed.value.text}"')


def _settled(value: Written) -> Written:
    """The same, however it is written: what is not said to be so is not so."""
    return {"yes": Written(is_bare=True), "no": Written()}.get(value.text, value)


def _printed(table: DeckTable, row: Row, cells: CardRow, heading: str) -> Iterator[Change]:
    field = table.printed.field(heading)
    entry, now = row.entry, row.printed.get(field)
    old, value = _said(now), _wanted(table, row, field, cells.cell(heading))
    if value == old:
        return
    if now is None:
        last = entry.attributes[-1] if entry.attributes else entry.title
        edit = Edit(Span(last.span.source, last.span.end, last.span.end), f", {_words(field, value)}")
    elif not value.is_said:
        before = next(one for one, other in pairwise([entry.title, *entry.attributes]) if other is now)
        edit = Edit(Span(now.span.source, before.span.end, now.span.end), "")
    elif now.value is not None and value.text:
        edit = Edit(now.value.span, value.text)
    else:
        edit = Edit(now.span, _words(field, value))
    yield _change(row, f"{field} {_told(old)} -> {_told(value)}", edit)


def _words(field: str, value: Written) -> str:
    return f"{field} {value.text}".rstrip()


def _told(value: Written) -> str:
    return value.text or ("yes" if value.is_bare else "nothing")


def _text(row: Row, cells: CardRow) -> Iterator[Change]:
    wanted = paragraphs_in(cells.cell(TEXT))
    old = [words for group in row.groups for words in paragraphs_of(group)]
    if wanted == old:
        return
    place = Place.of(row.entry)
    if not row.groups:
        edits = place.first_inside(row.entry, lines(wanted, place.inside))
        yield _change(row, "has a text", *edits)
        return
    shares = new_paragraphs(row.groups, wanted)
    if shares is None:
        raise Unfit(
            f"the text of this card stands in {len(row.groups)} places between its rules: keep it {len(old)} lines, or"
            f" change it in {row.entry.span.source.path}, line {row.entry.span.line}"
        )
    edits = tuple(
        Place.of(group[0]).replace(group, share)
        for group, share in zip(row.groups, shares, strict=True)
        if paragraphs_of(group) != paragraphs_in("\n".join(share))
    )
    is_empty = not row.has_rules and not any(shares)
    closing = place.closing(row.entry) if is_empty else ()
    yield _change(row, "another text" if wanted else "no text any more", *edits, *closing)


def _change(row: Row, words: str, *edits: Edit) -> Change:
    return Change(row.entry.title.span, f"`{row.title}`: {words}", edits)


# ---------------------------------------------------------------- cards that come and go


def _added(table: DeckTable, pairs: Sequence[tuple[Row | None, CardRow]]) -> Iterator[Change]:
    """The new cards, each behind the card of the row above it; the first of all before the first card."""
    after: Row | None = None
    together: dict[int, tuple[Row | None, list[CardRow]]] = {}
    for row, cells in pairs:
        if row is not None:
            after = row
        else:
            together.setdefault(id(after), (after, []))[1].append(cells)
    for above, new in together.values():
        place = Place.of(above.entry if above is not None else table.rows[0].first)
        texts = ["\n".join(_entry(table, cells, place)) for cells in new]
        edit = place.below(above.entry, texts) if above is not None else place.above(texts)
        for number, cells in enumerate(new):
            yield Change(edit.span, f"`{cells.cell(TITLE)}` is new", () if number else (edit,))


def _entry(table: DeckTable, cells: CardRow, place: Place) -> Iterator[str]:
    copies = copies_in(table.scope, cells.cell(COPIES)) if COPIES in cells.columns else ""
    head = f'{copies} x "' if copies else '"'
    parts = [head + title_in(cells.cell(TITLE)) + '"']
    for field, heading in table.printed.fields.items():
        value = written(table.scope, table.kind.fields[field], cells.cell(heading))
        if _settled(value).is_said:
            parts.append(_words(field, value))
    said = lines(paragraphs_in(cells.cell(TEXT)), place.inside)
    yield place.indent + ", ".join(parts) + (":" if said else "")
    yield from said


def _removed(gone: Sequence[Row]) -> Iterator[Change]:
    for row in gone:
        place = Place.of(row.entry)
        above = [place.without(group[0], group[-1]) for group in row.groups[: int(row.above)]]
        yield _change(row, "is removed", *above, place.without(row.entry, row.entry))
