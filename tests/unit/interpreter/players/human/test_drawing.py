"""A board as squares: as many as there are spaces, side by side as far as there is room."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from interpreter.players.human.drawing import drawing
from interpreter.players.human.grids import Grid, Square


def drawn(spaces: int, width: int) -> list[str]:
    squares = tuple(Square(f"Room {k}", (), (), ("2 x gem",)) for k in range(1, spaces + 1))
    console = Console(file=StringIO(), width=width)
    with console.capture() as said:
        console.print(drawing(Grid("House", (squares,), (), flows=True), None, width))
    return said.get().splitlines()


@pytest.mark.parametrize(
    ("spaces", "width", "rows", "across"), [(2, 80, 1, 2), (5, 80, 1, 5), (5, 30, 2, 3), (1, 80, 1, 1)]
)
def test_there_are_as_many_squares_as_spaces(spaces: int, width: int, rows: int, across: int) -> None:
    lines = drawn(spaces, width)
    assert [line.count("┬") + 1 for line in lines if line.startswith("┌")] == [across]
    assert sum(line.startswith(("├", "└")) for line in lines) == rows
    assert max(map(len, lines)) <= width
