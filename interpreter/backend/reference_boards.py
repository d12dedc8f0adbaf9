"""How far apart spaces lie on a board, as the reference works it out."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import nodes as ir


def distance(columns: int, cells: Sequence[int], first: int, second: int) -> int:
    """The fewest steps between spaces side by side, or none. `cells`: for each space where it lies, row by row."""
    if not (_lies(cells, first) and _lies(cells, second)):
        return ir.NONE
    steps, reached = 0, {first}
    while second not in reached:
        further = {space for space in range(len(cells)) if any(_beside(columns, cells, space, one) for one in reached)}
        if further <= reached:
            return ir.NONE
        reached |= further
        steps += 1
    return steps


def _lies(cells: Sequence[int], space: int) -> bool:
    return space >= 0 and cells[space] >= 0


def _beside(columns: int, cells: Sequence[int], one: int, other: int) -> bool:
    if not (_lies(cells, one) and _lies(cells, other)):
        return False
    (row, column), (other_row, other_column) = divmod(cells[one], columns), divmod(cells[other], columns)
    return abs(row - other_row) + abs(column - other_column) == 1
