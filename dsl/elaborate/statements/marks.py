"""Elaborates marks: variables that lie on pieces, kept within their bounds."""

from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator
from dsl.elaborate.expressions import bounds
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER
from dsl.names.symbols import Scope, VariableSymbol
from dsl.source import Span


def write(c: Context, field: str, piece: ir.Expression, value: ir.Expression, span: Span) -> ir.Statement:
    """`set FIELD of PIECE to v`, as far as the bounds of that mark allow."""
    c.e.changing_fields.add(field)
    symbol = _mark(c.e.scope, field)
    if symbol is not None:
        for bound, function in zip(bounds.bounds(c.e, symbol), ("larger", "smaller"), strict=True):
            if bound is not None:
                value = ir.Function(function, (value, bound), NUMBER, span=span)
    return ir.WriteAttribute(field, piece, value, c.site(span), span=span)


def start(e: Elaborator, field: str) -> ir.Expression | None:
    """What such a mark is at first, if its declaration says so."""
    symbol = _mark(e.scope, field)
    if symbol is None or not any(t.kind in ("starts", "bounds") for t in symbol.traits):
        return None
    return bounds.start(e, symbol, *bounds.bounds(e, symbol))


def is_seen(scope: Scope, field: str) -> bool:
    """Whether everybody sees that mark, also on a piece that they do not know."""
    symbol = _mark(scope, field)
    return symbol is not None and symbol.seen


def _mark(scope: Scope, field: str) -> VariableSymbol | None:
    symbol = scope.names.get(field)
    return symbol if isinstance(symbol, VariableSymbol) and symbol.of_piece else None
