"""A deck goes out as a table and in again as it was, and cells that are changed make just these edits."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.formatting import format_source
from dsl.loading import Loaded, load
from dsl.source import Source
from dsl.tables.compare import compared
from dsl.tables.decks import decks_of, table_of
from dsl.tables.sheet import guarded, read_sheet
from dsl.tables.take_in import Wanted, taken_in
from tests.bundled import GAMES
from tests.made_decks import CELLS, HEADINGS, MadeCard, csv_of, decks, row_of, rules_of, with_cell

HOME = Path("game.bylaws")
SAVED = st.sampled_from([(",", "utf-8-sig"), (";", "utf-8"), ("\t", "utf-16"), (",", "utf-8")])


def _rules(text: str) -> Loaded:
    return load(HOME, texts={HOME: text})


def _guarded(rows: list[list[str]]) -> list[list[str]]:
    numbers = [HEADINGS.index(name) for name in ("Copies", "power")]
    return [[text if k in numbers else guarded(text) for k, text in enumerate(row)] for row in rows]


@pytest.mark.slow
@given(decks(), SAVED, st.sampled_from(["\r\n", "\n", "\r"]))
@settings(max_examples=30)
def test_out_and_in_changes_nothing(deck: list[MadeCard], saved: tuple[str, str], line_end: str) -> None:
    rules = _rules(rules_of(deck))
    assert [d for d in rules.diagnostics if d.level.value == "error"] == []
    (table,) = decks_of(rules)
    rows = [list(HEADINGS), *map(row_of, deck)]
    assert list(table_of(table)) == rows
    separator, encoding = saved
    data = csv_of(_guarded(rows), separator, line_end).encode(encoding)
    found = compared(table, read_sheet(data, table.printed.headings))
    assert (found.changes, found.faults, found.notes, found.gone, found.new) == ((), (), (), (), ())


@pytest.mark.parametrize("name", GAMES)
def test_the_decks_of_the_games_change_nothing(name: str) -> None:
    for table in decks_of(load(name)):
        data = csv_of([[guarded(text) for text in row] for row in table_of(table)]).encode()
        found = compared(table, read_sheet(data, table.printed.headings))
        assert (found.changes, found.faults, found.gone, found.new) == ((), (), (), ())


@pytest.mark.slow
@given(decks(), st.data())
@settings(max_examples=25)
def test_other_cells_make_just_these_edits(deck: list[MadeCard], data: st.DataObject) -> None:
    """What is told, how the rules read then, and what stays: comments, clauses, what cards do, the style."""
    line_end = data.draw(st.sampled_from(["\n", "\r\n"]))
    text = format_source(Source("x", rules_of(deck))).text.replace("\n", line_end)
    rules = _rules(text)
    edited = list(deck)
    changed = set()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(deck) - 1))
        heading = data.draw(st.sampled_from([each for each in CELLS if each != "Title"]))
        edited[number] = with_cell(edited[number], heading, data.draw(CELLS[heading]))
    for number, (old, new) in enumerate(zip(deck, edited, strict=True)):
        for heading in CELLS:
            if old.cells[heading] != new.cells[heading]:
                changed.add((number, heading))
    (table,) = decks_of(rules)
    sheet = read_sheet(csv_of(_guarded([list(HEADINGS), *map(row_of, edited)])).encode(), HEADINGS)
    found = taken_in(rules, [Wanted(table.name, sheet)])
    if any("keep it" in fault for fault in found.faults):  # one text in two places, of which neither is meant alone
        return
    assert (found.faults, found.diagnostics) == ((), ())
    assert len(found.changes) == len(changed)
    (after,) = found.texts.values() if changed else [text]
    assert list(table_of(decks_of(_rules(after))[0]))[1:] == list(map(row_of, edited))
    assert sorted(re.findall(r"#.*", _plain(after))) == sorted(re.findall(r"#.*", _plain(text)))
    assert re.findall(r"\[made-\d+\]", after) == re.findall(r"\[made-\d+\]", text)
    assert re.findall(r".*gains? \d.*", _plain(after)) == re.findall(r".*gains? \d.*", _plain(text))
    assert format_source(Source("x", after)).text == after
    untouched = [number for number in range(len(deck)) if not any(at == number for at, _ in changed)]
    for number in untouched:
        assert _block(after, deck[number]) == _block(text, deck[number])


def _plain(text: str) -> str:
    """Without what is said in words and in titles."""
    return re.sub(r'"[^"\n]*"', '""', re.sub(r">.*", "", text))


def _block(text: str, card: MadeCard) -> list[str]:
    """What stands below the line of a card."""
    lines = text.replace("\r\n", "\n").split("\n")
    start = next(k for k, line in enumerate(lines) if f'"{card.cells["Title"]}"' in line and line[4:5] not in " >#")
    end = next(k for k in range(start + 1, len(lines)) if not lines[k].startswith("        "))
    return lines[start + 1 : end]
