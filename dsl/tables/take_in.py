"""Takes sheets into the rules: the new texts of files, held to saying what the cells say and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.disk.files import Files
from dsl.editing.rename import Unfit, hold_to_the_meaning, meaning_in, renameable, renamed, texts_after
from dsl.editing.surroundings import surroundings
from dsl.formatting import format_source
from dsl.frozen import frozen
from dsl.listing import grouped, listed
from dsl.loading import Loaded, load
from dsl.loading.identity import meaning_of
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.tables.compare import Change, Compared, NewTitle, compared
from dsl.tables.decks import DeckTable, Row, decks_of
from dsl.tables.sheet import Sheet

Texts = dict[Path, str]


@frozen
class TakenIn:
    """What becomes of rules: nothing if there are `faults` of cells, or `diagnostics` of the rules as they would be.

    `gone` are the titles that no row has, `new` those of new cards.
    """

    texts: Mapping[Source, str]
    changes: tuple[Change, ...]
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


@frozen
class Wanted:
    """A sheet, and the deck by its name that it lists."""

    deck: str
    sheet: Sheet


def taken_in(rules: Loaded, wanted: Sequence[Wanted], *, renaming: bool = False, removing: bool = False) -> TakenIn:
    """What the sheets make of rules without errors. A card has another title with `renaming`, or is taken away."""
    texts: Texts = {}
    done: list[Change] = []
    found = _compared(rules, wanted, removing)
    faults = [fault for each in found for fault in each.faults]
    titles = [(one.deck, each) for one, its in zip(wanted, found, strict=True) for each in its.titles]
    if titles and not faults and not removing:
        if renaming:
            texts, done, faults = _renamed(rules, titles)
            found = _compared(_again(rules, texts), wanted, removing) if not faults else found
        else:
            faults = [_offer(rules, each) for _, each in titles]
    notes = tuple(note for each in found for note in each.notes)
    gone = tuple(row.title for each in found for row in each.gone if not removing)
    new = tuple(title for each in found for title in each.new)
    changes = (*done, *(change for each in found for change in each.changes))
    if faults or not changes:
        return TakenIn({}, (), tuple(faults), notes, (), gone)
    edits = [edit for each in found for change in each.changes for edit in change.edits]
    before = _again(rules, texts)
    texts = _in_style(rules, {**texts, **texts_after(edits)})
    wrong = _wrong(rules, texts)
    if not wrong and not _says_the_cells(before, _again(rules, texts), wanted, removing):
        faults = ["the rules would say more than the cells do, a fault of Bylaws: please report it, with the file"]
    sources = {path: rules.disk.read(path)[0] for path in texts}
    told = {sources[path]: text for path, text in texts.items() if sources[path].text != text}
    return TakenIn(told, changes, tuple(faults), notes, wrong, gone, new)


def _compared(rules: Loaded, wanted: Sequence[Wanted], removing: bool) -> list[Compared]:
    tables = {table.name: table for table in decks_of(rules)}
    return [compared(tables[one.deck], one.sheet, removing=removing) for one in wanted]


def _again(rules: Loaded, texts: Texts) -> Loaded:
    return load(rules.place.rules[0], texts={**rules.disk.texts, **texts}) if texts else rules


# ---------------------------------------------------------------- cards with another title


def _renamed(rules: Loaded, titles: Sequence[tuple[str, NewTitle]]) -> tuple[Texts, list[Change], list[str]]:
    """The texts in which these cards have their new titles, wherever they are said; or why one cannot have it."""
    texts: Texts = {}
    forms: dict[str, frozenset[str]] = {}
    done: list[Change] = []
    home = rules.place.rules[0]
    for deck, new in titles:
        row = _row(_again(rules, texts), deck, new.row.title)
        around = surroundings(Path(row.entry.span.source.path), Files({**rules.disk.texts, **texts}))
        try:
            edits, said = renamed(around, renameable(around, row.entry.title.span.start), new.title)
        except Unfit as why:
            return {}, [], [f"{new.place}: `{new.row.title}` cannot be called `{new.title}`: {why}"]
        texts |= texts_after(edits)
        forms |= {form: forms.get(form, frozenset()) | others for form, others in said.items()}
        done.append(Change(new.row.entry.title.span, f"`{new.row.title}`: is called `{new.title}`", ()))
    try:
        hold_to_the_meaning(home, Files(rules.disk.texts), Files({**rules.disk.texts, **texts}), forms)
    except Unfit as why:
        return {}, [], [f"{new.place}: `{new.row.title}` cannot be called `{new.title}`: {why}"]
    return texts, done, []


def _row(rules: Loaded, deck: str, title: str) -> Row:
    table = next(table for table in decks_of(rules) if table.name == deck)
    return next(row for row in table.rows if row.title == title)


def _offer(rules: Loaded, new: NewTitle) -> str:
    old = new.row.title
    return (
        f"{new.place}: `{new.title}` has all cells of `{old}`, which no row has. With --rename that is its new title,"
        f" {_said_in(rules, new)}; with --remove it is another card in its place"
    )


def _said_in(rules: Loaded, new: NewTitle) -> str:
    """The files that name a card, besides its own line."""
    span = new.row.entry.title.span
    words = surroundings(Path(span.source.path), rules.disk).words.get(new.row.title, ())
    files = dict.fromkeys(word.span.source.path for word in words if word.span != span)
    return f"also in {listed(files)}" if files else "and nothing else names it"


# ---------------------------------------------------------------- what the rules say then


def _in_style(rules: Loaded, texts: Texts) -> Texts:
    """The texts formatted, where the file was: others are left as they are typed."""
    done: Texts = {}
    for path, text in texts.items():
        source = rules.disk.read(path)[0]
        was = format_source(source)
        done[path] = text if was.changed or was.faults else format_source(Source(source.path, text)).text
    return done


def _wrong(rules: Loaded, texts: Texts) -> tuple[Diagnostic, ...]:
    """What would be wrong with the rules and is not now."""
    home = rules.place.rules[0]
    known = {(fault.name, fault.sentence) for fault in meaning_in(home, Files(rules.disk.texts)).faults}
    found = meaning_in(home, Files({**rules.disk.texts, **texts})).faults
    return tuple(fault for fault in found if (fault.name, fault.sentence) not in known)


def _says_the_cells(before: Loaded, after: Loaded, wanted: Sequence[Wanted], removing: bool) -> bool:
    """Whether the decks are as the cells say, and all else is as it was."""
    if any(each.changes or each.faults for each in _compared(after, wanted, removing)):
        return False
    old, new = ({table.name: table for table in decks_of(r)} for r in (before, after))
    kept = [(one, other) for name, table in old.items() for one, other in _both(table, new[name])]
    same = all(meaning_of(one.entry.body) == meaning_of(other.entry.body) for one, other in kept)
    return same and meaning_of(_without_decks(before)) == meaning_of(_without_decks(after))


def _both(old: DeckTable, new: DeckTable) -> Iterator[tuple[Row, Row]]:
    """Each card of a deck with the same one in another: of several with one title, the first with the first."""
    waiting = grouped((row.title, row) for row in new.rows)
    return ((row, waiting[row.title].pop(0)) for row in old.rows if waiting.get(row.title))


def _without_decks(rules: Loaded) -> tuple[n.TopItem, ...]:
    return tuple(evolve(item, entries=()) if isinstance(item, n.Deck) else item for item in rules.items)
