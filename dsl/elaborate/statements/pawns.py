"""Elaborates how pawns move: to a space, or so many spaces along a track."""

from typing import NoReturn

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, TEXT
from dsl.names.symbols import EnumSymbol, VariableSymbol
from dsl.names.tracks import numbers_of
from dsl.names.type_advice import shown
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of

_ASK = "or ask first: `let goal be the ...`, then `if goal exists: move ... to goal`"


def move(c: Context, doing: n.Move, span: Span) -> ir.Statement | None:
    """A pawn stands on a space: moving it sets where. None if it is no pawn that moves."""
    if (symbol := _pawn(c, doing.pieces)) is None:
        return None
    _is_a_space(c, doing.target)
    return _write(c, symbol, doing.pieces, ex.typed(c, doing.target, symbol.type, "where a pawn goes"), span)


def advance(c: Context, doing: n.Advance, span: Span) -> ir.Statement:
    """`forward by 3`: on a ring round and round, else no further than to the end of the track."""
    if (symbol := _pawn(c, doing.pawn)) is None:
        found = f"`{shown(doing.pawn.span)}` is none"
        c.e.wrong("not-a-pawn", f"only a pawn goes forward and back, and {found}", doing.pawn.span,
                  label="not a pawn", help=("to a number is added with `raise X by 3`",))  # fmt: skip
    enum = c.e.scope.enums.get(symbol.type.name)
    if enum is None or not (isinstance(enum.node, n.Track) and enum.node.whole):
        _no_way(c, doing, enum)
    at = ex.expression(c, doing.pawn)
    steps = ex.number(c, doing.steps, "how many spaces further")
    if doing.back:
        steps = ir.Arithmetic("-", ir.Constant(0, NUMBER), steps, span=doing.steps.span)
    if not enum.ring:
        steps = _on_the_track(c, numbers_of(enum.node), at, steps)
    kind = symbol.type if enum.ring else symbol.type.or_none()
    return _write(c, symbol, doing.pawn, ir.Function("shift", (at, steps), kind, span=span), span)


def _on_the_track(c: Context, numbers: range, at: ir.Expression, steps: ir.Expression) -> ir.Expression:
    """As many of these steps as there are spaces left."""
    place = ir.Function("value_attribute", (ir.Constant(c.e.text("place"), TEXT), at), NUMBER, span=at.span)
    left, gone = (ir.Arithmetic("-", ir.Constant(end, NUMBER), place) for end in (numbers[-1], numbers[0]))
    return ir.Function("larger", (ir.Function("smaller", (steps, left), NUMBER), gone), NUMBER)


def _write(c: Context, symbol: VariableSymbol, pawn: n.Expression, to: ir.Expression, span: Span) -> ir.Statement:
    read = ex.expression(c, pawn)
    return ir.Write(symbol.name, read.at if isinstance(read, ir.Read) else (), to, c.site(span), span=span)


def _pawn(c: Context, node: n.Expression) -> VariableSymbol | None:
    """The pawn that is named."""
    head = node.name if isinstance(node, n.Property) else node
    symbol = c.e.scope.find(head.text) if isinstance(head, n.Name) and c.find(head.text) is None else None
    return symbol if isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Pawn) else None


def _is_a_space(c: Context, target: n.Expression) -> None:
    """`the Slope where place = X`, if only some numbers of it are spaces, may be nowhere."""
    target = target.inner if isinstance(target, n.Brackets) else target
    if not isinstance(target, n.The) or target.where is None or not isinstance(target.noun, n.Name):
        return
    kind = target.noun.text
    enum = c.e.scope.enums.get(kind)
    if enum is None or not isinstance(enum.node, n.Track) or enum.node.whole:
        return
    if any(name.text == "place" for name in nodes_of(target.where, n.Name)):
        c.e.wrong("no-space-there", f"the pawn may be moved to none: only some numbers of `{kind}` are spaces",
                  target.span, label="there may be no such space", help=(_whole(enum.node), _ASK))  # fmt: skip


def _no_way(c: Context, doing: n.Advance, enum: EnumSymbol | None) -> NoReturn:
    word = "back" if doing.back else "forward"
    if enum is not None and isinstance(enum.node, n.Track):
        why, help_ = f"only some numbers of `{enum.name}` are spaces", _whole(enum.node)
    else:
        named = f"`{enum.name}`" if enum is not None else "a board"
        why, help_ = f"the spaces of {named} have no numbers", "make them a track: `track NAME, spaces 1 to 30`"
    c.e.wrong("not-on-a-track", f"a pawn cannot go {word} here: {why}", doing.pawn.span,
              label="this pawn stands there", help=(help_,))  # fmt: skip


def _whole(node: n.Track) -> str:
    return f"make every number a space: `track {node.name.text}, spaces {shown(node.range.span)}`"
