"""Elaborates where a list begins: `each player from host`, `every player from left of you anticlockwise`."""

import attrs

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.expressions.subjects import NOBODY
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, PLAYERS
from dsl.names.symbols import ZoneSymbol
from dsl.source import Span
from dsl.syntax import nodes as n


def players_from(c: Context, start: n.Start | None, wanted: str, span: Span) -> ir.PlayersFrom:
    """All players in order of play, from whoever is named, else from `you`."""
    if start is None:
        return ir.PlayersFrom(c.you or NOBODY, span=span)
    return ir.PlayersFrom(ex.player(c, start.first, wanted), anticlockwise=start.anticlockwise, span=span)


def beginning_with(c: Context, group: ir.Expression, node: n.Start | None, span: Span) -> ir.Expression:
    """The list from that item on, and then from its beginning; players, and what lies before them, in order of play."""
    if node is None:
        return group
    start, from_there = node.first, "back_from" if node.anticlockwise else "from"
    match group:
        case ir.AllOf() if group.type == PLAYERS:
            return players_from(c, node, "where it begins", span)
        case ir.Contents(ir.Zones(zone, (None, *others)) as zones) if _of_players(c, zones):
            who = ex.player(c, start, "where it begins")
            first = (ir.Constant(0, ir.NUMBER) if index is None else index for index in others)
            own = ir.ZoneAt(zone, (who, *first), span=start.span)
            return attrs.evolve(group, zone=ir.Function(from_there, (zones, own), zones.type, span=span))
        case _ if group.type == PLAYERS:
            return _in_order_of_play(c, group, players_from(c, node, "where it begins", span), span)
        case _:
            begin = ex.typed(c, start, group.type.one(), "where it begins")
            return ir.Function(from_there, (group, begin), group.type, span=span)


def _in_order_of_play(c: Context, group: ir.Expression, players: ir.PlayersFrom, span: Span) -> ir.Expression:
    """Those players from one on, who need not be among them."""
    one = ir.Local(c.new_slot("candidate"), "candidate", PLAYER)
    return ir.Filter(players, one.slot, ir.IsIn(one, group, span=span), PLAYERS, span=span)


def _of_players(c: Context, zones: ir.Zones) -> bool:
    symbol = c.e.scope.names.get(zones.zone)
    return isinstance(symbol, ZoneSymbol) and symbol.dimensions[0].dimension is ir.Dimension.PLAYER
