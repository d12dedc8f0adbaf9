"""Elaborates the bounds of a variable and its initial value."""

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind
from dsl.names.symbols import VariableSymbol
from dsl.syntax import nodes as n


def bounds(e: Elaborator, symbol: VariableSymbol) -> tuple[ir.Expression | None, ir.Expression | None]:
    """The lowest and the highest value that it may have; None where there is no bound."""
    said = next((t.range for t in symbol.traits if t.kind == "bounds"), None)
    most = next((t.value for t in symbol.traits if t.kind == "at_most"), None)
    below_zero = next((t for t in symbol.traits if t.kind == "below_zero"), None)
    c = Context(e)
    low = high = None
    if said is not None and below_zero is not None:
        e.note("trait-out-of-place", f"the bounds of `{symbol.name}` say how far down it goes", below_zero.span,
               label="not beside `from ... to ...`", help=("leave it out, or say `at most` alone",))  # fmt: skip
    if said is not None:
        low, high = ex.number(c, said.low, "the lowest value"), ex.number(c, said.high, "the highest value")
    elif isinstance(symbol.node, n.Counters) and below_zero is None:
        low = ir.Constant(0, NUMBER)
    if most is not None:
        high = ex.number(c, most, "the highest value")
    return low, high


def start(
    e: Elaborator, symbol: VariableSymbol, low: ir.Expression | None, high: ir.Expression | None
) -> ir.Expression:
    """What it is at first, between these bounds."""
    said = next((t.value for t in symbol.traits if t.kind == "starts"), None)
    if said is not None:
        wanted = (
            f"where `{symbol.name}` starts" if isinstance(symbol.node, n.Pawn) else f"what `{symbol.name}` starts at"
        )
        first = ex.typed(Context(e), said, symbol.type, wanted)
        _within(e, symbol, said, first, low, high)
        return first
    if symbol.type.kind is Kind.NUMBER:
        return _nearest_to_zero(low, high)
    nothing = ir.NONE if symbol.type.kind in (Kind.PLAYER, Kind.PIECE, Kind.ZONE) or symbol.type.optional else 0
    return ir.Constant(nothing, symbol.type)


def _nearest_to_zero(low: ir.Expression | None, high: ir.Expression | None) -> ir.Expression:
    """0, or the bound that keeps a number from being 0."""
    zero = ir.Constant(0, NUMBER)
    match low, high:
        case None, None:
            return zero
        case ir.Constant(least), _ if least >= 0:
            return low
        case ((None | ir.Constant()), (None | ir.Constant())):
            return zero if high is None or high.value >= 0 else high
        case _:
            first = zero if high is None else ir.Function("smaller", (zero, high), NUMBER)
            return first if low is None else ir.Function("larger", (low, first), NUMBER)


def _within(
    e: Elaborator, symbol: VariableSymbol, said: n.Expression, start: ir.Expression,
    low: ir.Expression | None, high: ir.Expression | None,
) -> None:  # fmt: skip
    """A start that is plainly outside the bounds is a mistake."""
    if not isinstance(start, ir.Constant) or symbol.type != NUMBER:
        return
    below = isinstance(low, ir.Constant) and start.value < low.value
    above = isinstance(high, ir.Constant) and start.value > high.value
    if below or above:
        bound = low if below else high
        assert isinstance(bound, ir.Constant)
        e.note(
            "start-outside", f"`{symbol.name}` starts outside its bounds", said.span,
            label=f"{'below' if below else 'above'} {bound.value}", help=("choose another start, or widen the bounds",),
        )  # fmt: skip
