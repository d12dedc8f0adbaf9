"""Whether a player can know what an expression is worth, or whether it looks at what is hidden from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.ir import nodes as ir
from dsl.walk import children
from interpreter.backend.reference.values import Scene, value
from interpreter.text.redaction import is_hidden, knows


def can_know(scene: Scene, seat: int, node: object) -> bool:
    """Whether `seat` can work this out, without hidden counters of others and faces that they do not know.

    Answers that are in the locals of `scene` count as known.
    """
    rule = _RULES.get(type(node))
    if rule is not None:
        return rule(scene, seat, node)
    return all(can_know(scene, seat, child) for child in children(node))


def _read(scene: Scene, seat: int, node: ir.Read) -> bool:
    if not all(can_know(scene, seat, index) for index in node.at):
        return False
    if scene.program.layout.variables[node.variable].variable.is_mark:
        return _knows_piece(scene, seat, node.at[0])
    at = tuple(value(scene, index) for index in node.at)
    return not is_hidden(scene.state, scene.program.layout.variables[node.variable].variable, at, seat)


def _read_counter(scene: Scene, seat: int, node: ir.ReadCounter) -> bool:
    if not (can_know(scene, seat, node.counter) and can_know(scene, seat, node.player)):
        return False
    counter, player = value(scene, node.counter), value(scene, node.player)
    if counter < 0:
        return True
    layout = scene.program.layout
    return not is_hidden(scene.state, layout.variables[layout.counters[counter]].variable, (player,), seat)


def _attribute(scene: Scene, seat: int, node: ir.Attribute) -> bool:
    return can_know(scene, seat, node.piece) and _knows_piece(scene, seat, node.piece)


def _function(scene: Scene, seat: int, node: ir.Function) -> bool:
    if not all(can_know(scene, seat, argument) for argument in node.arguments):
        return False
    return node.name not in ("owner", "title") or _knows_piece(scene, seat, node.arguments[0])


def _knows_piece(scene: Scene, seat: int, node: ir.Expression) -> bool:
    piece = value(scene, node)
    return piece < 0 or knows(scene.state, piece, seat)


def _derived(scene: Scene, seat: int, node: ir.Derived) -> bool:
    if not all(can_know(scene, seat, argument) for argument in node.arguments):
        return False
    definition = scene.program.definitions[node.define]
    arguments = [value(scene, argument) for argument in node.arguments]
    inner = scene.inside([*arguments, *[ir.NONE] * (definition.slots - len(arguments))])
    parts = (definition.value, *(part for e in definition.exceptions for part in (e.condition, e.value)))
    return all(can_know(inner, seat, part) for part in parts)


def _each(part: str) -> Callable[[Scene, int, Any], bool]:
    """For what looks at each item of a list in turn: at the expression, or the criteria, called `part`."""

    def rule(scene: Scene, seat: int, node: Any) -> bool:
        if not can_know(scene, seat, node.over):
            return False
        before = scene.frame[node.slot] if node.slot >= 0 else None
        known = True
        for item in value(scene, node.over):
            if node.slot >= 0:
                scene.frame[node.slot] = item
            looked_at = getattr(node, part)
            parts = looked_at if isinstance(looked_at, tuple) else (looked_at,)
            known = known and all(one is None or can_know(scene, seat, one) for one in parts)
        if node.slot >= 0:
            scene.frame[node.slot] = before
        return known

    return rule


_RULES: dict[type, Callable[[Scene, int, Any], bool]] = {
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: _attribute,
    ir.Function: _function,
    ir.Derived: _derived,
    ir.Filter: _each("where"),
    ir.Some: _each("where"),
    ir.BestOf: _each("value"),
    ir.Ranked: _each("by"),
}
