"""Encodes a board in the IR: which space lies in which cell, and which cells are adjacent.

A board is a variable that says for each space in which cell it lies; the cells are an enumeration, on whose values
their neighbours are printed. So all that is asked of a board comes down to what is asked of any variable.
"""

from dsl.elaborate.core.elaborator import Elaborator
from dsl.elaborate.core.titles import title_of
from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_VALUES
from dsl.ir.nodes import Dimension, Index, Kind, Type
from dsl.names.symbols import GridSymbol
from dsl.source import Span

Cells = tuple[ir.Constant, ...]

#: What is printed on a cell: the cells beside it, row by row.
SIDES = ("above", "leftward", "rightward", "below")

_ROUND = (("clockwise", 1), ("anticlockwise", -1))


def grids(e: Elaborator) -> list[GridSymbol]:
    """The boards of the game."""
    return [s for s in e.scope.names.values() if isinstance(s, GridSymbol)]


def lying(board: GridSymbol) -> ir.Variable:
    """The variable that a board is: the cell of each space, or none."""
    name, cell = board.node.name, cell_type(board).or_none()
    dimensions = (Index(Dimension.VALUE, board.kind),)
    return ir.Variable(
        name.text, title_of(name, None), dimensions, cell, ir.Constant(ir.NONE, cell), None, None, False, "", -1,
        span=board.node.span,
    )  # fmt: skip


def cells(board: GridSymbol) -> ir.Enumeration:
    """The cells of a board, row by row; printed on each are those beside it, and the next ones on the rim."""
    columns = size(board)[1]
    values = []
    for cell in range(size(board)[0] * columns):
        row, column = divmod(cell, columns)
        title = f"row {row + 1}, column {column + 1}"
        values.append(ir.Value(f"r{row + 1}c{column + 1}", title, tuple(_printed(board, cell))))
    return ir.Enumeration(cell_type(board).name, tuple(values), False, span=board.node.span)


def where_lies(board: GridSymbol, space: ir.Expression, span: Span) -> ir.Read:
    """The cell of a space, or none."""
    return ir.Read(board.node.name.text, (space,), cell_type(board).or_none(), span=span)


def space_type(board: GridSymbol) -> Type:
    """The kind of what lies on a board."""
    return Type(Kind.VALUE, board.kind)


def cell_type(board: GridSymbol) -> Type:
    """The kind of where it lies."""
    return Type(Kind.VALUE, f"{board.node.name.text} cells")


def size(board: GridSymbol) -> tuple[int, int]:
    """Rows and columns; of a board that is too large, which has been reported, one cell."""
    rows, columns = board.node.rows.value, board.node.columns.value
    return (rows, columns) if rows * columns <= MOST_VALUES else (1, 1)


def in_order(board: GridSymbol, part: str) -> Cells:
    """The cells of the rim, clockwise from the upper left, or of the whole board, row by row."""
    rows, columns = size(board)
    cells = _rim(rows, columns) if part == "rim" else range(rows * columns)
    return tuple(ir.Constant(cell, cell_type(board)) for cell in cells)


def _printed(board: GridSymbol, cell: int) -> list[tuple[str, int]]:
    found = [(name, other) for name, other in zip(SIDES, _beside(cell, *size(board)), strict=True) if other is not None]
    around = _rim(*size(board))
    if cell in around:
        found += [(name, around[(around.index(cell) + step) % len(around)]) for name, step in _ROUND]
    return found


def _beside(cell: int, rows: int, columns: int) -> tuple[int | None, ...]:
    row, column = divmod(cell, columns)
    return (
        cell - columns if row > 0 else None,
        cell - 1 if column > 0 else None,
        cell + 1 if column < columns - 1 else None,
        cell + columns if row < rows - 1 else None,
    )


def _rim(rows: int, columns: int) -> list[int]:
    if rows == 1 or columns == 1:
        return list(range(rows * columns))
    last = (rows - 1) * columns
    right = [row * columns + columns - 1 for row in range(1, rows - 1)]
    left = [row * columns for row in range(rows - 2, 0, -1)]
    return [*range(columns), *right, *range(last + columns - 1, last - 1, -1), *left]
