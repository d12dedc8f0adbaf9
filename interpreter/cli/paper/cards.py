"""`bylaws cards`: a deck as a table for a spreadsheet, and what the table has changed back into the rules."""

import csv
import io
import sys
from argparse import Namespace
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path

from dsl.controls import visible_lines
from dsl.disk.files import shown
from dsl.ir.nodes import NUMBER
from dsl.listing import count, joined
from dsl.loading import Loaded, load
from dsl.nearest import nearest
from dsl.render import render
from dsl.tables.decks import DeckTable, decks_of, table_of
from dsl.tables.sheet import Sheet, guarded
from dsl.tables.take_in import TakenIn, Wanted, taken_in
from interpreter.cli.input.game import sound
from interpreter.cli.input.rule_files import rewrite_all
from interpreter.cli.input.sheets import CSV, READ, WORKBOOK, sheets_in
from interpreter.cli.input.workbook import sheet_names, workbook_of
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import writing
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.atomic_write import atomic_write


def run(options: Namespace) -> int:
    """1 if the rules have errors, a cell cannot be taken in, or with --check anything would change."""
    rules = load(options.game)
    sound(rules)
    decks = decks_of(rules)
    if not decks:
        raise WrongUse(f"{rules.title} has no deck", "a deck lists cards: `deck KIND in ZONE:`")
    if options.to is not None:
        if options.check or options.remove or options.rename:
            raise WrongUse("--check, --remove and --rename are for --from alone")
        _write(rules, _named(decks, options.deck), Path(options.to))
        return 0
    return _take_in(rules, decks, options)


def _named(decks: Sequence[DeckTable], name: str | None) -> list[DeckTable]:
    """The decks that are meant: all without a name. Raises WrongUse."""
    if name is None:
        return list(decks)
    said = name.removeprefix("deck ").rstrip(":")
    ways = {deck.name: (deck.name, deck.deck.card_type.text, deck.name.partition(" in ")[2]) for deck in decks}
    for way in range(3):
        found = [deck for deck in decks if ways[deck.name][way] == said]
        if len(found) == 1:
            return found
        if found:
            raise WrongUse(f"there are {len(found)} decks called {said}", _names(found))
    near = nearest(said, [each for known in ways.values() for each in known])
    raise WrongUse(f"there is no deck called {said}", f'did you mean "{near[0]}"?' if near else _names(decks))


def _names(decks: Sequence[DeckTable]) -> str:
    return f"say which: {', '.join(_quoted(deck) for deck in decks)}"


def _quoted(deck: DeckTable) -> str:
    return f'"{deck.name}"'


# ---------------------------------------------------------------- out


def _write(rules: Loaded, decks: Sequence[DeckTable], path: Path) -> None:
    tables = {deck.name: list(table_of(deck)) for deck in decks}
    match path.suffix.lower():
        case ".xlsx":
            if path.exists():
                raise WrongUse(
                    f"{path} is there already, and a workbook may hold more than we know of",
                    f"write a new one, or take in what it has: bylaws cards GAME --from {path}",
                )
            names = sheet_names(list(tables))
            numbers = {names[deck.name]: _numbers(deck) for deck in decks}
            data = workbook_of({names[name]: rows for name, rows in tables.items()}, numbers)
        case ".csv":
            if len(decks) > 1:
                raise WrongUse(f"{rules.title} has {len(decks)} decks, and a CSV file has room for one", _names(decks))
            data = BOM_UTF8 + "".join(map(_csv, decks)).encode()
        case _:
            raise WrongUse(f"--to {path} does not say which kind of file", f"end the name with {CSV} or {WORKBOOK}")
    with writing(path, "choose another place for --to"):
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, data)
    cards = count(sum(len(deck.rows) for deck in decks), "card")
    print(f"{cards} of {rules.title} in {shown(path)}", file=sys.stderr)


def _numbers(deck: DeckTable) -> frozenset[int]:
    """The columns with numbers."""
    fields = {heading for name, heading in deck.printed.fields.items() if deck.kind.fields[name].one() == NUMBER}
    return frozenset(k for k, heading in enumerate(deck.printed.headings) if heading == "Copies" or heading in fields)


def _csv(deck: DeckTable) -> str:
    """As spreadsheet programs read it, whatever stands in a cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    numbers = _numbers(deck)
    for row in table_of(deck):
        cells = (text if k in numbers else guarded(text) for k, text in enumerate(row))
        writer.writerow(visible_lines(text) for text in cells)
    return out.getvalue()


# ---------------------------------------------------------------- in


def _take_in(rules: Loaded, decks: Sequence[DeckTable], options: Namespace) -> int:
    path = Path(options.source)
    found = taken_in(rules, _wanted(decks, path, options.deck), renaming=options.rename, removing=options.remove)
    for note in found.notes:
        print(f"{shown(path)}: {note}", file=sys.stderr)
    for fault in found.faults:
        print(f"{shown(path)}, {fault}", file=sys.stderr)
    print(render(found.diagnostics, "full", has_colour(sys.stderr)), end="", file=painted(sys.stderr))
    wrong = bool(found.faults or found.diagnostics)
    if not wrong:
        print("".join(_changes(found)), end="")
        if not options.check:
            rewrite_all(found.texts)
    print("\n".join(_summary(found, wrong, options.check)), file=sys.stderr)
    return int(wrong or (options.check and bool(found.texts)))


def _wanted(decks: Sequence[DeckTable], path: Path, name: str | None) -> list[Wanted]:
    """The sheets of the file, each with its deck. Raises WrongUse."""
    chosen = _named(decks, name)
    if taken := [deck.sheet for deck in chosen if deck.sheet]:
        raise WrongUse(
            f"the rules take this deck from {', '.join(taken)} themselves",
            "edit that file, and `bylaws check` says whether all is well",
        )
    sheets = sheets_in(path, [heading for deck in chosen for heading in deck.printed.headings])
    if path.suffix.lower() in READ and len(chosen) > 1:
        raise WrongUse(f"there are {len(chosen)} decks, and a CSV file has one", _names(chosen))
    if len(chosen) == 1 and len(sheets) == 1:
        return [Wanted(chosen[0].name, sheets[0])]
    names = sheet_names([deck.name for deck in decks])
    called: dict[str, Sheet] = {sheet.name: sheet for sheet in sheets}
    found = [Wanted(deck.name, called[names[deck.name]]) for deck in chosen if names[deck.name] in called]
    if not found:
        raise WrongUse(
            f"no sheet of {path} is called as a deck is",
            f"its sheets are {joined(called)}; give one the name {joined((names[d.name] for d in chosen), 'or')}",
        )
    return found


def _changes(found: TakenIn) -> Iterator[str]:
    for change in found.changes:
        yield f"{change.at.source.path}:{change.at.line}: {change.words}\n"


def _summary(found: TakenIn, wrong: bool, checking: bool) -> Iterator[str]:
    if found.gone:
        yield f"no row has {joined(found.gone)}: left as it is; --remove takes away what no row has"
    if wrong:
        yield "nothing was changed"
    elif not found.texts:
        yield "the rules say the same already"
    else:
        files = ", ".join(shown(Path(source.path)) for source in found.texts)
        yield f"{count(len(found.changes), 'change')} {'would be made' if checking else 'made'} in {files}"
        if found.new:
            yield f"{joined(found.new)} does nothing yet: write below it what it does"
