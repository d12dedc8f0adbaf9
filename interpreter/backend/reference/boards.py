"""Distances and lines on a board, in the reference back end."""

from collections.abc import Sequence, Set

from dsl.ir import nodes as ir


def distance(columns: int, cells: Sequence[int], first: int, second: int) -> int:
    """The fewest steps between adjacent spaces, or none. `cells`: the cell of each space, row by row."""
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


def longest_line(columns: int, cells: Sequence[int], spaces: Sequence[int]) -> int:
    """The most of these spaces side by side in a row, a column or a diagonal."""
    taken = {divmod(cells[space], columns) for space in spaces if _lies(cells, space)}
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return max((_how_far(taken, row, column, *way) for row, column in taken for way in ways), default=0)


def _how_far(taken: Set[tuple[int, int]], row: int, column: int, down: int, right: int) -> int:
    """How many are taken from there on, in this direction."""
    return 1 + _how_far(taken, row + down, column + right, down, right) if (row, column) in taken else 0


def _lies(cells: Sequence[int], space: int) -> bool:
    return space >= 0 and cells[space] >= 0


def _beside(columns: int, cells: Sequence[int], one: int, other: int) -> bool:
    if not (_lies(cells, one) and _lies(cells, other)):
        return False
    (row, column), (other_row, other_column) = divmod(cells[one], columns), divmod(cells[other], columns)
    return abs(row - other_row) + abs(column - other_column) == 1
