"""Elaborates queries on boards: where a pawn stands, what lies in the middle, on the rim, beside a space."""

from collections.abc import Iterable

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import grids
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.core.grids import cell_type, space_type
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, TEXT, Kind, Type
from dsl.listing import joined
from dsl.names.built_ins import BuiltIn
from dsl.names.symbols import GridSymbol, VariableSymbol
from dsl.names.type_advice import shown
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n

#: The built-in names that are about boards and the pawns on them.
NAMES = frozenset(
    {"space", "centre", "rim", "circuit", "neighbours", "clockwise", "anticlockwise", "distance", "longest_line"}
)

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)


def function(c: Context, f: BuiltIn, arguments: list[n.Expression], span: Span) -> ir.Expression:
    """One of `NAMES`, of these."""
    match f.name:
        case "space":
            return _space_of_pawn(c, arguments[0], span)
        case "centre":
            board = board_named(c, arguments[0])
            return _space_at(c, board, middle(c, board, span), span)
        case "rim":
            board = board_named(c, arguments[0])
            return on_cells(c, board, grids.in_order(board, "rim"), span)
        case "distance":
            first, second = (_space(c, node, f) for node in arguments)
            lies = _lying(c, _board_of(c, first.type, span), span)
            return ir.Function("distance", (*lies, first, second), NUMBER.or_none(), span=span)
        case "longest_line":
            spaces = _space(c, arguments[0], f, many=True)
            lies = _lying(c, _board_of(c, spaces.type, span), span)
            return ir.Function("longest_line", (*lies, spaces), NUMBER, span=span)
        case _:
            return of_space(c, f, _space(c, arguments[0], f), span)


def holds(c: Context, type_: Type) -> bool:
    """Whether such things lie on a board."""
    return type_.kind is Kind.VALUE and any(board.kind == type_.name for board in grids.grids(c.e))


def of_space(c: Context, f: BuiltIn, space: ir.Expression, span: Span) -> ir.Expression:
    """What lies around a space."""
    board = _board_of(c, space.type, span)
    cell = grids.where_lies(board, space, span)
    match f.name:
        case "circuit":
            rim = on_cells(c, board, grids.in_order(board, "rim"), span)
            return ir.Function("from", (rim, space), rim.type, span=span)
        case "neighbours":
            beside = (_space_at(c, board, _printed(c, side, cell, span), span) for side in grids.SIDES)
            return _there(c, board, beside, span)
        case _:
            return _space_at(c, board, _printed(c, f.name, cell, span), span)


def on_cells(c: Context, board: GridSymbol, cells: grids.Cells, span: Span) -> ir.Expression:
    """The spaces in these cells, in their order."""
    return _there(c, board, (_space_at(c, board, cell, span) for cell in cells), span)


def all_at(c: Context, board: GridSymbol, cell: ir.Expression, span: Span) -> ir.Expression:
    """All spaces in a cell: one, or none."""
    kind = space_type(board)
    one = ir.Local(c.new_slot("space"), "space", kind, span=span)
    here: ir.Expression = ir.Compare("=", grids.where_lies(board, one, span), cell, span=span)
    if not isinstance(cell, ir.Constant):
        here = ir.And((ir.Compare("!=", cell, _NOTHING, span=span), here), span=span)
    return ir.Filter(ir.AllOf(kind, kind.list(), span=span), one.slot, here, kind.list(), span=span)


# ---------------------------------------------------------------- spaces by where they lie


def _space_at(c: Context, board: GridSymbol, cell: ir.Expression, span: Span) -> ir.Expression:
    return ir.First(all_at(c, board, cell, span), space_type(board).or_none(), span=span)


def _there(c: Context, board: GridSymbol, spaces: Iterable[ir.Expression], span: Span) -> ir.Expression:
    """Those that are not none."""
    listed = ir.ListOf(tuple(spaces), space_type(board).list(), span=span)
    one = ir.Local(c.new_slot("space"), "space", space_type(board).or_none(), span=span)
    return ir.Filter(listed, one.slot, ir.Compare("!=", one, _NOTHING, span=span), listed.type, span=span)


def _printed(c: Context, name: str, cell: ir.Expression, span: Span) -> ir.Expression:
    """Another cell, as it is printed on this one."""
    return ir.Function("value_attribute", (ir.Constant(c.e.text(name), TEXT), cell), cell.type, span=span)


def _lying(c: Context, board: GridSymbol, span: Span) -> tuple[ir.Expression, ir.Expression]:
    """What depends on where all spaces lie, depends on these: the number of columns, and the cell of each space."""
    spaces = range(len(c.e.scope.enums[board.kind].values))
    cells = tuple(grids.where_lies(board, ir.Constant(k, space_type(board)), span) for k in spaces)
    return ir.Constant(grids.size(board)[1], NUMBER), ir.ListOf(cells, cell_type(board).list(), span=span)


# ---------------------------------------------------------------- which board, cell, space and pawn is meant


def part_of(c: Context, node: n.Expression) -> tuple[n.Expression, str] | None:
    """`centre of B` or `rim of B`: B as written and which of the two, unless the game has another use for the word."""
    match node:
        case n.Property(n.Name("centre" | "rim" as part), None, owner):
            pass
        case n.The(n.Name("centre" | "rim" as part), owner):
            pass
        case _:
            return None
    own = c.find(part) is not None or c.e.scope.find(part) is not None or c.e.scope.definitions(part)
    return (owner, part) if owner is not None and not own else None


def board_named(c: Context, node: n.Expression) -> GridSymbol:
    """The board of that name."""
    symbol = c.e.scope.names.get(node.text) if isinstance(node, n.Name) else None
    if isinstance(symbol, GridSymbol):
        return symbol
    known = [board.node.name.text for board in grids.grids(c.e)]
    if isinstance(node, n.Name) and symbol is None:
        c.e.unknown(node, "there is no board called", known, "unknown-board", "the boards are")
    c.e.wrong("not-a-board", f"`{shown(node.span)}` is no board", node.span, label="a board is wanted",
              help=(f"the boards are: {joined(known)}" if known else _DECLARE,))  # fmt: skip


_DECLARE = "declare one: `grid NAME, 3 by 3 of SPACES`"


def middle(c: Context, board: GridSymbol, span: Span) -> ir.Constant:
    """The cell in the middle."""
    rows, columns = grids.size(board)
    if rows % 2 == 0 or columns % 2 == 0:
        c.e.wrong(
            "no-centre", f"`{board.node.name.text}` has no middle cell", span, label=f"{rows} by {columns}",
            help=("only a board with odd numbers of rows and columns has one",),
        )  # fmt: skip
    return ir.Constant((rows // 2) * columns + columns // 2, cell_type(board))


def _space(c: Context, node: n.Expression, f: BuiltIn, *, many: bool = False) -> ir.Expression:
    """A space that lies on some board, or a list of such spaces."""
    kinds = sorted({board.kind for board in grids.grids(c.e)})
    thing = ex.expression(c, node, Type(Kind.VALUE, kinds[0], many=many) if len(kinds) == 1 else None)
    if thing.type.kind is Kind.UNKNOWN:
        raise Reported
    if thing.type.kind is not Kind.VALUE or thing.type.many is not many or thing.type.name not in kinds:
        wanted, found = "a list of spaces" if many else "a space", words(thing.type)
        c.e.wrong(
            "not-on-a-board", f"`{f.name}` is of {wanted} on a board, not of {found}", node.span,
            label=f"this is {found}",
            help=(f"the spaces of boards are: {joined(kinds)}" if kinds else f"no board is declared; {_DECLARE}",),
        )  # fmt: skip
    return thing


def _board_of(c: Context, type_: Type, span: Span) -> GridSymbol:
    """The board on which such spaces lie."""
    first, *others = (board for board in grids.grids(c.e) if board.kind == type_.name)
    if others:
        names = joined((board.node.name.text for board in (first, *others)), "or")
        c.e.wrong("which-board", f"on which board, {names}?", span, label=f"{type_.name} spaces lie on several boards",
                  help=("give each board spaces of its own kind",))  # fmt: skip
    return first


def _space_of_pawn(c: Context, node: n.Expression, span: Span) -> ir.Expression:
    """A pawn is where it stands."""
    variables = {k: s for k, s in c.e.scope.names.items() if isinstance(s, VariableSymbol)}
    pawns = sorted(name for name, symbol in variables.items() if isinstance(symbol.node, n.Pawn))
    pawn = ex.expression(c, node)
    if isinstance(pawn, ir.Read) and pawn.variable in pawns:
        return ir.Read(pawn.variable, pawn.at, pawn.type, span=span)
    if pawn.type.kind is Kind.UNKNOWN:
        raise Reported
    there = f"the pawns are: {joined(pawns)}" if pawns else "declare one: `pawn NAME: starts on SPACE`"
    c.e.wrong("not-a-pawn", f"only a pawn stands on a space, not {words(pawn.type)}", node.span, label="not a pawn",
              help=(there,))  # fmt: skip
