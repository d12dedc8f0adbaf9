"""Elaborates the laying and shuffling of spaces on a board."""

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import grids
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.core.grids import Cells, cell_type, space_type
from dsl.elaborate.expressions import boards
from dsl.elaborate.expressions.subjects import NOBODY
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Manner
from dsl.names.symbols import GridSymbol
from dsl.source import Span
from dsl.syntax import nodes as n

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)


def place_meant(c: Context, node: n.Expression) -> tuple[GridSymbol, str] | None:
    """The board and its part, if `centre of B` or `rim of B` is meant, or `B`: all of it."""
    if (found := boards.part_of(c, node)) is not None:
        return boards.board_named(c, found[0]), found[1]
    whole = c.e.scope.names.get(node.text) if isinstance(node, n.Name) and c.find(node.text) is None else None
    return (whole, "whole") if isinstance(whole, GridSymbol) else None


def lay(c: Context, doing: n.Move, board: GridSymbol, part: str, span: Span) -> Statements:
    """`move X to centre of B`: whatever lay there is taken away. `... to B`, `... to rim of B`: each to a free cell."""
    if part == "centre":
        moved = ex.typed(c, doing.pieces, space_type(board), "what is laid in the middle of a board")
        return _lay_in_middle(c, moved, board, boards.middle(c, board, doing.target.span), span)
    return _lay_in_order(c, doing.pieces, board, grids.in_order(board, part), span)


def shuffle(c: Context, board: GridSymbol, part: str, span: Span) -> Statements:
    """`shuffle B`, `shuffle rim of B`: what lies there changes places by chance."""
    if part == "centre":
        c.e.wrong("nothing-to-shuffle", "one space alone has no order", span, label="the centre is a single cell",
                  help=(f"write `shuffle rim of {board.node.name.text}`",))  # fmt: skip
    where = ir.Local(c.new_slot("cells"), "cells", cell_type(board).list(), span=span)
    order = ir.Local(c.new_slot("order"), "order", space_type(board).list(), span=span)
    cells = grids.in_order(board, part)
    there = ir.InOrder(boards.on_cells(c, board, cells, span), span=span)
    laid = _laid_in(c, order, where, board, span)
    chance = ir.Choose(
        NOBODY, there, order.slot, False, Manner.RANDOMLY, (), None, (), laid, (), c.site(span), span=span
    )
    return (ir.SetLocal(where.slot, _taken(c, board, cells, span), span=span), chance)


def given(
    c: Context, pieces: tuple[n.Piece, ...], board: GridSymbol, part: str, span: Span
) -> list[tuple[ir.Expression, ir.Expression]]:
    """Where spaces lie when B or its rim holds these, in this order, and no others: pairs of a space and its cell."""
    kind = space_type(board)
    named = [ex.typed(c, piece.name, kind, "what lies on a board") for piece in pieces]
    at = (boards.middle(c, board, span),) if part == "centre" else grids.in_order(board, part)
    if len(pieces) > len(at):
        place = f"`{board.node.name.text}`" if part == "whole" else f"the {part} of `{board.node.name.text}`"
        c.e.wrong("no-room", f"{place} has {len(at)} cells", pieces[len(at)].span,
                  label="no room for this", help=("name no more spaces than there are cells",))  # fmt: skip
    places = [space.value for space in named if isinstance(space, ir.Constant)]
    others = [k for k in range(len(c.e.scope.enums[board.kind].values)) if k not in places]
    there = ir.ListOf(at, cell_type(board).list(), span=span)
    return [*(_lifted(board, ir.Constant(k, kind), there, span) for k in others), *zip(named, at, strict=False)]


# ---------------------------------------------------------------- laying


def _lay_in_order(c: Context, spaces: n.Expression, board: GridSymbol, cells: Cells, span: Span) -> Statements:
    kind = space_type(board)
    moved = ex.expression(c, spaces, kind)
    c.expect(moved, kind.list() if moved.type.many else kind, spaces.span, "what is laid on a board")
    kept = ir.Local(c.new_slot("spaces"), "spaces", kind.list(), span=span)
    one = ir.Local(c.new_slot("space"), "space", kind, span=span)
    cell = ir.First(_free(c, board, cells, span), cell_type(board).or_none(), span=span)
    return (
        ir.SetLocal(kept.slot, ex.as_list(moved, spaces.span), span=span),
        ir.ForEach(one.slot, kept, (_write(c, board, one, _NOTHING, span),), span=span),
        ir.ForEach(one.slot, kept, (_write(c, board, one, cell, span),), span=span),
    )


def _lay_in_middle(c: Context, moved: ir.Expression, board: GridSymbol, cell: ir.Constant, span: Span) -> Statements:
    one = ir.Local(c.new_slot("space"), "space", moved.type, span=span)
    other = ir.Local(c.new_slot("space"), "space", space_type(board), span=span)
    taken_away = (_write(c, board, other, _NOTHING, span),)
    away = ir.ForEach(other.slot, boards.all_at(c, board, cell, span), taken_away, span=span)
    there = ir.Compare("!=", one, _NOTHING, span=span)
    return (
        ir.SetLocal(one.slot, moved, span=span),
        ir.If(there, (away, _write(c, board, one, cell, span)), (), span=span),
    )


def _laid_in(c: Context, spaces: ir.Local, where: ir.Local, board: GridSymbol, span: Span) -> Statements:
    """The spaces go to these cells, one to each."""
    place = ir.Local(c.new_slot("place"), "place", NUMBER, span=span)
    space = ir.Local(c.new_slot("space"), "space", space_type(board), span=span)
    cell = ir.Item(where, place, cell_type(board), span=span)
    next_place = ir.Arithmetic("+", place, ir.Constant(1, NUMBER), span=span)
    body = (_write(c, board, space, cell, span), ir.SetLocal(place.slot, next_place, span=span))
    return (
        ir.SetLocal(place.slot, ir.Constant(0, NUMBER), span=span),
        ir.ForEach(space.slot, spaces, body, span=span),
    )


def _write(c: Context, board: GridSymbol, space: ir.Expression, cell: ir.Expression, span: Span) -> ir.Write:
    return ir.Write(board.node.name.text, (space,), cell, c.site(span), span=span)


def _lifted(
    board: GridSymbol, space: ir.Expression, there: ir.Expression, span: Span
) -> tuple[ir.Expression, ir.Expression]:
    """The space, and its cell unless that is one of those."""
    cell = grids.where_lies(board, space, span)
    gone = ((ir.IsIn(cell, there, span=span), ir.Constant(ir.NONE, cell.type)),)
    return space, ir.Cases(gone, cell, cell.type, span=span)


# ---------------------------------------------------------------- free and taken cells


def _free(c: Context, board: GridSymbol, cells: Cells, span: Span) -> ir.Expression:
    """Those of the cells in which nothing lies."""
    cell = ir.Local(c.new_slot("cell"), "cell", cell_type(board), span=span)
    return _among(cells, cell, ir.Not(_is_taken(c, board, cell, span), span=span), span)


def _taken(c: Context, board: GridSymbol, cells: Cells, span: Span) -> ir.Expression:
    """Those of the cells in which something lies."""
    cell = ir.Local(c.new_slot("cell"), "cell", cell_type(board), span=span)
    return _among(cells, cell, _is_taken(c, board, cell, span), span)


def _is_taken(c: Context, board: GridSymbol, cell: ir.Expression, span: Span) -> ir.Expression:
    return ir.Some(boards.all_at(c, board, cell, span), -1, None, span=span)


def _among(cells: Cells, cell: ir.Local, holds: ir.Expression, span: Span) -> ir.Expression:
    listed = ir.ListOf(cells, cell.type.list(), span=span)
    return ir.Filter(listed, cell.slot, holds, listed.type, span=span)
