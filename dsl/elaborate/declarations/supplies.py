"""Elaborates initial tokens: `tokens cube of player: 5 each, starts in store`."""

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.expressions.subjects import NOBODY, you
from dsl.elaborate.statements import verbs
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, Dimension, Index
from dsl.listing import joined
from dsl.names.symbols import ZoneSymbol
from dsl.syntax import nodes as n


def supply(c: Context, node: n.Tokens) -> Statements:
    """What makes the tokens at the beginning of the setup: those of a player are theirs."""
    amount = next((t.value for t in node.traits if t.kind == "supply"), None)
    if amount is None:
        return ()
    place = next((t.value for t in node.traits if t.kind == "starts"), None)
    if place is None:
        zones = joined(sorted(c.e.scope.names_of(ZoneSymbol)))
        c.e.wrong("tokens-without-place", f"where do the {node.name.text}s lie at the start?", node.name.span,
                  label="it is not said where", help=(f"add `starts in ZONE`; the zones are {zones}",))  # fmt: skip
    number = ex.number(c, amount, "how many there are")
    if node.owner is None:
        return (_made(c, node, number, verbs.zone_of(c, place, "where they lie"), NOBODY),)
    over = ir.PlayersFrom(NOBODY, span=node.span)
    with c.block():
        one = c.bind(None, PLAYER, hidden_name="player")
        with c.with_you(one):
            made = _made(c, node, number, _own_zone(c, place), one)
    return (ir.ForEach(one.slot, over, (made,), span=node.span),)


def _made(c: Context, node: n.Tokens, number: ir.Expression, zone: ir.Expression, owner: ir.Expression) -> ir.Statement:
    return ir.Create(node.name.text, number, None, zone, owner, c.site(node.span), span=node.span)


def _own_zone(c: Context, place: n.Expression) -> ir.Expression:
    """A zone of player, named alone, is everybody's own."""
    symbol = c.e.scope.names.get(place.text) if isinstance(place, n.Name) else None
    if isinstance(symbol, ZoneSymbol) and symbol.dimensions == (Index(Dimension.PLAYER),):
        return ir.ZoneAt(symbol.node.name.text, (you(c, place.span),), span=place.span)
    return verbs.zone_of(c, place, "where they lie")
