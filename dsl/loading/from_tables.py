"""Puts decks together that a table lists: `deck Job in pile from "jobs.csv":`.

What is made is a deck as if it stood in the rules: the table gives titles, copies, what is printed, and the text; the
block below the line says what cards do. Each of these stands where its cell is, in the text of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from dsl.diagnostic import Diagnostic, error
from dsl.disk.files import Files, LoadError
from dsl.frozen import frozen
from dsl.ir.nodes import TEXT as TEXT_TYPE
from dsl.ir.nodes import Type
from dsl.loading.read import Read
from dsl.names.collect import collect
from dsl.names.symbols import CardTypeSymbol, Scope
from dsl.names.title_values import titled
from dsl.nearest import nearest
from dsl.source import Source, Span, source_of
from dsl.syntax import nodes as n
from dsl.tables.columns import COPIES, TEXT, TITLE, CardRow, Listed, Printed, listed_in
from dsl.tables.sheet import Unreadable, read_sheet
from dsl.tables.values import SAID_IN_RULES, Unfit, Written, copies_in, title_in, written
from dsl.variant.rules import Items

T = TypeVar("T")


@frozen
class Made:
    """A deck with all its cards; what is wrong with its table, and the text of that, if it could be read."""

    deck: n.Deck
    faults: tuple[Diagnostic, ...] = ()
    source: Source | None = None


def with_tables(items: Items, others: Items, first: Path, files: Files) -> Read:
    """The rules with all cards of their decks; what is wrong with the tables, and their texts.

    `others` are declared too, by libraries and variants; `first` is the first file of the game.
    """
    edits = (edit for item in others if isinstance(item, n.Variant) for edit in item.edits)
    faults = [_no_table(x, "a variant says its cards itself") for x in edits if isinstance(x, n.Deck) and x.table]
    waiting = [item for item in items if isinstance(item, n.Deck) and item.table is not None]
    if not waiting:
        return Read(items, tuple(faults))
    scope = collect((*items, *(item for item in others if not isinstance(item, n.Variant))))
    made = {id(deck): _made(deck, scope, first, files) for deck in waiting}
    faults += (fault for one in made.values() for fault in one.faults)
    sources = dict.fromkeys(one.source for one in made.values() if one.source is not None)
    return Read(tuple(made[id(item)].deck if id(item) in made else item for item in items), tuple(faults), (*sources,))


def _made(deck: n.Deck, scope: Scope, first: Path, files: Files) -> Made:
    assert deck.table is not None, "only decks from tables are put together"
    kind = scope.names.get(deck.card_type.text)
    plain = evolve(deck, table=None)
    if not isinstance(kind, CardTypeSymbol):
        return Made(plain)  # which is told of elsewhere
    printed = Printed(deck.card_type.text, tuple(kind.fields))
    try:
        path, data = files.table(first, deck.table.text)
        sheet = read_sheet(data, printed.headings)
    except (LoadError, Unreadable) as why:
        return Made(plain, (_no_table(deck, str(why)),))
    source = source_of(path, sheet.text)
    listed = listed_in(sheet, printed)
    table = _Table(deck, kind, scope, printed, source)
    if listed.faults or not listed.rows:
        return Made(plain, (_no_table(deck, listed.faults[0] if listed.faults else "it lists no card"),), source)
    entries = tuple(table.entries(listed))
    return Made(evolve(plain, entries=entries), tuple(table.faults), source)


def _no_table(deck: n.Deck, why: str) -> Diagnostic:
    assert deck.table is not None, "there is one, or it would not be missed"
    return error(
        "no-table", f'the cards of this deck cannot be taken from "{deck.table.text}": {why}', deck.table.span,
        help=("`bylaws cards GAME DECK --to FILE` writes a table of a deck, to begin with",),
    )  # fmt: skip


class _Table:
    """Makes the entries of one deck, and collects what is wrong."""

    def __init__(self, deck: n.Deck, kind: CardTypeSymbol, scope: Scope, printed: Printed, source: Source) -> None:
        self.deck, self.kind, self.scope, self.printed, self.source = deck, kind, scope, printed, source
        self.faults: list[Diagnostic] = []

    def entries(self, listed: Listed) -> Iterator[n.CardEntry | n.RuleText | n.BadLine]:
        """The cards in the order of the table."""
        block = [entry for entry in self.deck.entries if isinstance(entry, n.CardEntry)]
        yield from (entry for entry in self.deck.entries if not isinstance(entry, n.CardEntry))
        told = {entry.title.text: entry for entry in reversed(block)}
        met: dict[str, CardRow] = {}
        for row in listed.rows:
            title = row.cell(TITLE)
            if title in met:
                self._wrong(row, TITLE, f"`{title}` stands here twice; it is in {met[title].place(TITLE)} already")
                continue
            met[title] = row
            yield self._entry(row, told.get(title))
        for entry in block:
            self._check(entry, met, told[entry.title.text] is entry)

    def _check(self, entry: n.CardEntry, rows: dict[str, CardRow], is_first: bool) -> None:
        """What does not fit in an entry of the block."""
        assert self.deck.table is not None, "the block stands below a table"
        title = entry.title.text
        if title not in rows:
            near = nearest(title, rows)
            self.faults.append(error(
                "not-in-table", f'"{self.deck.table.text}" lists no card called "{title}"', entry.title.span,
                label=f'did you mean "{near[0]}"?' if near else "",
                help=() if near else ("add a row for it to the table",),
            ))  # fmt: skip
        said = [a for a in entry.attributes if isinstance(a, n.Attribute)]
        if said or entry.copies is not None or not is_first:
            span = said[0].span if said else entry.copies.span if entry.copies is not None else entry.title.span
            self.faults.append(error(
                "said-in-table", f'what is printed on "{title}", and how often there is one, stands in the table', span,
                label="not here" if is_first else "the same card again",
                help=("below its title, say what the card does",),
            ))  # fmt: skip

    def _entry(self, row: CardRow, told: n.CardEntry | None) -> n.CardEntry:
        title = self._value(row, TITLE, title_in) or row.cell(TITLE)
        said = self._value(row, COPIES, partial(copies_in, self.scope)) if row.cell(COPIES) else ""
        printed = tuple(self._printed(row))
        lasts = () if told is None else tuple(a for a in told.attributes if isinstance(a, n.Lasts))
        lines = (" ".join(line.split()) for line in row.cell(TEXT).split("\n"))
        texts = tuple(n.RuleText(line, span=self._span(row, TEXT)) for line in lines if line)
        cells = [cell for cell in row.cells.values() if cell.end]
        return n.CardEntry(
            _number_or_name(said, self._span(row, COPIES)) if said and said != "1" else None,  # type: ignore[arg-type]
            n.Text(title, span=self._span(row, TITLE)), (*printed, *lasts), (*texts, *(told.body if told else ())),
            span=Span(self.source, min(cell.start for cell in cells), max(cell.end for cell in cells)),
            trivia=told.trivia if told else n.NO_TRIVIA,
        )  # fmt: skip

    def _printed(self, row: CardRow) -> Iterator[n.Attribute]:
        for field, heading in self.printed.fields.items():
            if heading in row.cells:
                type_ = self.kind.fields[field]
                value = self._value(row, heading, partial(_written, self.scope, type_))
                span = self._span(row, heading)
                if isinstance(value, Written) and value.is_said and value.text != "no":
                    node = None if value.is_bare else _number_or_name(value.text, span)
                    yield n.Attribute(n.Name(field, span=span), node, span=span)

    def _value(self, row: CardRow, heading: str, read: Callable[[str], T]) -> T | None:
        """What a cell says; nothing if that cannot be, which is told."""
        cell = row.cells[heading]
        try:
            if cell.odd:
                raise Unfit(cell.odd)
            return read(cell.text)
        except Unfit as why:
            self._wrong(row, heading, str(why))
            return None

    def _wrong(self, row: CardRow, heading: str, why: str) -> None:
        self.faults.append(error("wrong-cell", f"{row.place(heading)}: {why}", self._span(row, heading)))

    def _span(self, row: CardRow, heading: str) -> Span:
        cell = row.cells.get(heading)
        return Span(self.source, cell.start, cell.end) if cell else Span(self.source, 0, 0)


def _written(scope: Scope, type_: Type, cell: str) -> Written:
    if SAID_IN_RULES.fullmatch(cell) and type_ != TEXT_TYPE:
        raise Unfit(f"`{cell}` is worked out, or makes several cards: write that in rules")
    return Written(f'"{cell}"') if cell and titled(scope, type_) else written(scope, type_, cell)


def _number_or_name(text: str, span: Span) -> n.Expression:
    """The node of a value as rules write it."""
    if text.startswith('"'):
        return n.Text(text[1:-1], span=span)
    if text == "none":
        return n.Nothing(span=span)
    if text.startswith("-"):
        return n.Negative(n.Number(text[1:], span=span), span=span)
    return n.Number(text, span=span) if text.isdecimal() else n.Name(text, span=span)
