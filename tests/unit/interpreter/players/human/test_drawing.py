"""A board without a grid is a list, whatever the window; one that is laid out has its squares side by side."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from interpreter.players.human.drawing import drawing
from interpreter.showing.grids import Grid, Square


def drawn(grid: Grid, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width)
    with console.capture() as said:
        console.print(drawing(grid, None, width))
    return said.get().splitlines()


def rooms(spaces: int, used: int) -> tuple[Square, ...]:
    return tuple(Square(f"Room {k}", (), (), ("2 x gem",) if k <= used else ()) for k in range(1, spaces + 1))


@pytest.mark.parametrize("width", [40, 80, 160])
def test_spaces_that_lie_in_no_order_are_a_list(width: int) -> None:
    lines = drawn(Grid("House", (rooms(4, 2),), (), flows=True), width)
    assert lines == ["Room 1: 2 x gem", "Room 2: 2 x gem", "Nothing on: Room 3, Room 4"]


@pytest.mark.parametrize("width", [40, 80, 160])
def test_spaces_that_are_laid_out_keep_their_neighbours(width: int) -> None:
    around = rooms(3, 3)
    lines = drawn(Grid("House", (around[:2], (*around[2:], None)), ()), width)
    assert [line.count("┬") + 1 for line in lines if line.startswith("┌")] == [2]
    assert sum(line.startswith(("├", "└")) for line in lines) == 2


def test_a_track_is_one_row_with_who_stands_where() -> None:
    spaces = (
        Square("1", (), ((0, "Ann"), (1, "Ben")), ()),
        Square("2", (), (), ()),
        Square("3 The inn", ("Guard",), (), ("Mud 2",)),
    )
    assert drawn(Grid("Road", (spaces,), (), track=True), 80) == ["Road: 1 (Ann, Ben) · 2 · 3 The inn (Guard, Mud 2)"]
