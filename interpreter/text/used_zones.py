"""Liveness of declarations: zones used once the setup is done, and variables of running procedures."""

from collections.abc import Iterable, Iterator

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, bodies
from dsl.walk import nodes_in


def used_zones(game: ir.Game) -> frozenset[str]:
    """The zones that rules use which may run after the setup; all of them if cards are found wherever they lie."""
    found: set[str] = set()
    for node in _reached_after_setup(game):
        match node:
            case ir.ZoneAt(zone) | ir.Zones(zone):
                found.add(zone)
            case ir.AllOf(of) if of.kind is ir.Kind.PIECE:
                return frozenset(zone.name for zone in game.zones)
    return frozenset(found | {zone.refill for zone in game.zones if zone.refill and zone.name in found})


def used_variables(game: ir.Game, procedures: Iterable[str]) -> frozenset[str]:
    """The variables that stand in the bodies of these procedures."""
    bodies = tuple(procedure.body for procedure in game.procedures if procedure.name in procedures)
    return frozenset(
        node.variable for node in nodes_in(bodies) if isinstance(node, ir.Read | ir.Write | ir.Change | ir.Pot)
    )


def _reached_after_setup(game: ir.Game) -> Iterator[object]:
    """Every node of the rules that are not the setup's alone, with the procedures and definitions that they use."""
    procedures = {procedure.name: procedure for procedure in game.procedures}
    defines = {define.name: define for define in game.defines}
    waiting: list[object] = [game.effects]
    for one in bodies(game):
        match one.id.kind:
            case BodyKind.SETUP | BodyKind.PROCEDURE:
                pass
            case BodyKind.MAIN | BodyKind.TEXT:
                waiting.append(one.body)
            case _:
                waiting.append(one.owner)  # with its conditions
    while waiting:
        for node in nodes_in(waiting.pop()):
            yield node
            if isinstance(node, ir.Call) and node.procedure in procedures:
                waiting.append(procedures.pop(node.procedure))
            elif isinstance(node, ir.Derived) and node.define in defines:
                waiting.append(defines.pop(node.define))
