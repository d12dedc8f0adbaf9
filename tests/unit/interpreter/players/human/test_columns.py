"""Columns that fit are laid out as rich lays them out, and others are left to it."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from interpreter.players.human.columns import Columns
from interpreter.players.human.terminal import Terminal

WORDS = st.lists(st.text("ab牌é", min_size=1, max_size=5), min_size=1, max_size=3).map(" ".join)
ROWS = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(WORDS, min_size=width, max_size=width), min_size=1))


@pytest.mark.slow
@given(ROWS, st.integers(1, 3), st.integers(0, 2), st.integers(20, 80), st.booleans())
def test_a_table_of_choices(rows: list[list[str]], gap: int, indent: int, width: int, soft: bool) -> None:
    grid = Table.grid(padding=(0, gap))
    for place in range(len(rows[0])):
        grid.add_column(justify="left" if place else "right", no_wrap=not place)
    for row in rows:
        grid.add_row(*map(Text, row))
    columns = Columns([[*map(Text, row)] for row in rows], gap, indent, keys=True)
    by_rich = printed(Padding(grid, (0, 0, 0, indent), expand=False), width, soft)
    assert text_of(columns, width, soft) == by_rich == printed(columns, width, soft)


@pytest.mark.slow
@given(ROWS, st.integers(1, 3), st.integers(20, 80), st.booleans())
def test_a_table_with_a_head(rows: list[list[str]], gap: int, width: int, soft: bool) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    for head in rows[0]:
        table.add_column(Text(head))
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    columns = Columns([[*map(Text, row)] for row in rows], gap, headed=True)
    assert text_of(columns, width, soft) == printed(table, width, soft) == printed(columns, width, soft)


@given(st.text("ab 牌é\t\n", max_size=90), st.integers(20, 60), st.booleans())
def test_a_text(text: str, width: int, soft: bool) -> None:
    assert text_of(Text(text), width, soft) == printed(Text(text), width, soft)


def text_of(part: Columns | Text, width: int, soft: bool) -> str:
    console = Console(file=StringIO(), width=width, color_system=None, soft_wrap=soft)
    return Terminal(console, asks=False, clears=False).text(part)


def printed(part: object, width: int, soft: bool) -> str:
    Console(file=(out := StringIO()), width=width, color_system=None, soft_wrap=soft).print(part)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
