"""Elaborates `this becomes a copy of CARD until ..., keeping FIELD`."""

from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.statements import lasting, verbs
from dsl.ir import nodes as ir
from dsl.ir.nodes import PIECE, YES_NO
from dsl.syntax import nodes as n

_NOTHING = ir.Constant(ir.NONE, ir.NOTHING)


def becomes(c: Context, item: n.Becomes) -> Statements:
    """A copy is an effect: as others it has an end, and is over then. Of nothing, or of itself, nothing is a copy."""
    piece, kept_piece = _local(c, item.subject, "what becomes a copy")
    original, kept_original = _local(c, item.original, "what it becomes a copy of")
    ends = lasting.until(c, item.duration) if item.duration is not None else None
    keeping = tuple(_printed(c, name) for name in item.keeping)
    block = lasting.begun(c, item.span)
    block.places[piece.slot] = len(block.held)
    block.held.append(piece)
    asks_for_you = item.condition is not None and block.over_unless(item.condition)
    if c.you is not None and c.you.type.optional and not asks_for_you:
        block.held[0] = lasting.NOBODY  # perhaps nobody acts here, and it makes no difference
    site = c.site(item.span)
    copy = ir.Become(block.effect, tuple(block.held), piece, original, keeping, ends, site, span=item.span)
    there = tuple(ir.Compare("!=", one, _NOTHING, YES_NO) for one in (piece, original))
    two = ir.And((*there, ir.Compare("!=", piece, original)), span=item.span)
    return (kept_piece, kept_original, ir.If(two, (copy,), (), span=item.span))


def _local(c: Context, node: n.Expression, wanted: str) -> tuple[ir.Local, ir.SetLocal]:
    value = c.expect(verbs.pieces_of(c, node), PIECE, node.span, wanted)
    one = c.bind(None, value.type.or_none(), hidden_name="piece")
    return one, ir.SetLocal(one.slot, value, span=node.span)


def _printed(c: Context, name: n.Name) -> str:
    if not c.e.scope.fields_named(name.text):
        printed = c.e.scope.field_names()
        c.e.unknown(name, "on no card is printed", printed, "unknown-field", "on cards is printed")
    return name.text
