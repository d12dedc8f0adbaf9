"""`as X, decided by Y`: while somebody else decides for a player, questions whose options everybody sees go to them.

A secret choice, and one among pieces that lie where not everybody sees them, stays with the player.
"""

from collections.abc import Mapping

from dsl.ir import nodes as ir
from dsl.ir.effects import zones_in
from dsl.walk import rebuilt, with_fields
from interpreter.program.desugar.routines import Source
from interpreter.program.model.nodes import Component, sets
from interpreter.program.model.routine_id import RoutineId


def with_deciders(sources: Mapping[RoutineId, Source], game: ir.Game) -> dict[RoutineId, Source]:
    """Redirects questions to whoever decides, where that may be."""
    bodies = tuple(source.statements for source in sources.values())
    if not sets(bodies, Component.DECIDER):
        return dict(sources)
    hidden = frozenset(zone.name for zone in game.zones if zone.seen is not ir.Seen.EVERYBODY)

    def change(node: object) -> object:
        if isinstance(node, ir.AllAtOnce):
            return with_fields(node, body=rebuilt(node.body, change))
        below = rebuilt(node, change)
        if isinstance(below, ir.Choose) and _is_open(below, hidden):
            asked = ir.Function("decider", (below.player,), below.player.type, span=below.span)
            return with_fields(below, player=asked)
        return below

    return {name: with_fields(s, statements=rebuilt(s.statements, change)) for name, s in sources.items()}


def _is_open(choice: ir.Choose, hidden: frozenset[str]) -> bool:
    if choice.manner in (ir.Manner.SECRETLY, ir.Manner.RANDOMLY) or choice.hidden_options:
        return False
    match choice.options:
        case ir.FromList(over) | ir.InOrder(over) if over.type.kind is ir.Kind.PIECE:
            zones = zones_in(over)
            return bool(zones) and hidden.isdisjoint(zones)
    return True
