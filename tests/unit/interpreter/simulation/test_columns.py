"""Columns of records are counted as their numbers are one by one, small ones and others."""

import struct
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from interpreter.simulation.native.columns import Column, added_up, first_winners, of_seats, products

_NUMBERS = st.one_of(
    st.just(26), st.integers(0, 3), st.integers(0, 255), st.integers(254, 257), st.integers(-(1 << 31), (1 << 31) - 1)
)


@st.composite
def _columns(draw: st.DrawFn) -> list[list[int]]:
    games = draw(st.integers(1, 12))
    kinds = st.sampled_from((st.just(26), st.integers(0, 3), st.integers(0, 255), _NUMBERS))
    return [draw(st.lists(draw(kinds), min_size=games, max_size=games)) for _ in range(draw(st.integers(1, 4)))]


def _column(numbers: list[int]) -> Column:
    return Column(struct.pack(f"<{len(numbers)}i", *numbers))


@given(_columns(), st.data())
def test_they_are_counted_as_their_numbers_are(columns: list[list[int]], data: st.DataObject) -> None:
    made = [_column(numbers) for numbers in columns]
    rows = list(zip(*columns, strict=True))
    assert [dict(column.times) for column in made] == [Counter(numbers) for numbers in columns]
    assert [column.total for column in made] == [sum(numbers) for numbers in columns]
    assert dict(added_up(made).times) == Counter(map(sum, rows))
    for one, column in zip(columns, made, strict=True):
        for other, by in zip(columns, made, strict=True):
            assert products(column, by) == sum(a * b for a, b in zip(one, other, strict=True))
    first = data.draw(st.lists(st.integers(0, len(columns) - 1), min_size=len(rows), max_size=len(rows)))
    many = data.draw(st.lists(st.integers(0, len(columns)), min_size=len(rows), max_size=len(rows)))
    seats = first_winners(_column(first), _column(many))
    wanted = Counter(row[seat] for row, seat, won in zip(rows, first, many, strict=True) if won)
    assert dict(of_seats(made, seats)) == wanted
