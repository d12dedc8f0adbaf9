"""Whether a player can know what an expression is worth, or whether it looks at what is hidden from them."""

from collections.abc import Callable
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.effects import BINDERS
from dsl.walk import children, schema
from interpreter.backend.reference.values import Context, value
from interpreter.program.model.nodes import Exact
from interpreter.text.redaction import is_hidden, knows_of


def can_know(scene: Context, seat: int, node: object) -> bool:
    """Whether `seat` can work this out without what is hidden from it; locals of `scene` count as known."""
    if (part := _LOOPS.get(type(node))) is not None:
        return _knows_each(scene, seat, node, part)
    rule = _RULES.get(type(node))
    return all(can_know(scene, seat, child) for child in children(node)) and (rule is None or rule(scene, seat, node))


def _read(scene: Context, seat: int, node: ir.Read) -> bool:
    is_mark = scene.program.layout.variables[node.variable].variable.is_mark
    if is_mark and not _knows_piece(scene, seat, node.at[0], node.variable):
        return False
    at = tuple(value(scene, index) for index in node.at)
    return not is_hidden(scene, scene.program.layout.variables[node.variable].variable, at, seat)


def _read_counter(scene: Context, seat: int, node: ir.ReadCounter) -> bool:
    layout, counter = scene.program.layout, value(scene, node.counter)
    return counter < 0 or not is_hidden(
        scene, layout.variables[layout.counters[counter]].variable, (value(scene, node.player),), seat
    )


def _function(scene: Context, seat: int, node: ir.Function) -> bool:
    return node.name not in ("owner", "title") or _knows_piece(scene, seat, node.arguments[0])


def _knows_piece(scene: Context, seat: int, node: ir.Expression, name: str = "") -> bool:
    """Whether it is known which piece this is; or at least what it is called by `name`."""
    piece = value(scene, node)
    return piece < 0 or knows_of(scene.state, piece, name, seat)


def _derived(scene: Context, seat: int, node: ir.Derived) -> bool:
    definition = scene.program.definitions[node.define]
    arguments = [value(scene, argument) for argument in node.arguments]
    inner = scene.inside([*arguments, *[ir.NONE] * (definition.slots - len(arguments))])
    return can_know(inner, seat, definition.value) and all(_knows_rule(inner, seat, e) for e in definition.exceptions)


def _knows_rule(scene: Context, seat: int, rule: Exact) -> bool:
    """Whether it is known what an exception makes of a definition; one by effects, for each of those in force."""
    parts = (rule.condition, rule.value)
    if rule.instances is None:
        return all(can_know(scene, seat, part) for part in parts)
    for one in value(scene, rule.instances):
        scene.frame[rule.instance] = one
        if not all(can_know(scene, seat, part) for part in parts):
            return False
    return True


def _knows_each(scene: Context, seat: int, node: Any, part: str) -> bool:
    """Whether `seat` can work out the expression, or the criteria, called `part`, for each item of a list in turn."""
    if not can_know(scene, seat, node.over):
        return False
    looked_at = getattr(node, part)
    parts = looked_at if isinstance(looked_at, tuple) else (looked_at,)
    before = scene.frame[node.slot] if node.slot >= 0 else None
    known = True
    for item in value(scene, node.over):
        if node.slot >= 0:
            scene.frame[node.slot] = item
        known = known and all(one is None or can_know(scene, seat, one) for one in parts)
    if node.slot >= 0:
        scene.frame[node.slot] = before
    return known


#: What else it takes to know a node, once its children are known.
_RULES: dict[type, Callable[[Context, int, Any], bool]] = {
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: lambda scene, seat, node: _knows_piece(scene, seat, node.piece, node.field),
    ir.Function: _function,
    ir.Derived: _derived,
}
#: What is worked out for each item.
_LOOPS: dict[type, str] = {kind: next(part for part in schema(kind).children if part != "over") for kind in BINDERS}
