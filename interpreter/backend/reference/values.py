"""What an expression is worth: the reference, written to be obviously right.

A value is an int or a tuple of ints. `value` is the door; every kind of expression has its function in
`VALUES`. Nothing is shared with the production back end but the program and the layout of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.backend.reference.functions import FUNCTIONS
from interpreter.backend.reference.scene import Scene as Scene
from interpreter.backend.reference.scene import Value
from interpreter.errors import BY_ZERO, DISAGREE, RuleFault
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.nodes import Definition, Exact
from interpreter.program.model.setting import absent
from interpreter.runtime.state import effect_attribute, kept_attribute


def value(scene: Scene, node: ir.Expression) -> Value:
    """The value of an expression."""
    return VALUES[type(node)](scene, node)


def holds(scene: Scene, node: ir.Expression | None) -> bool:
    """Whether a condition holds; no condition always does."""
    return node is None or bool(value(scene, node))


def with_each(scene: Scene, over: Sequence[int], slot: int, node: ir.Expression) -> list[Value]:
    """The value of an expression for each item in turn, which stands in `slot`."""
    before = scene.frame[slot]
    found = []
    for item in over:
        scene.frame[slot] = item
        found.append(value(scene, node))
    scene.frame[slot] = before
    return found


# ---------------------------------------------------------------- plain ones


def _constant(_: Scene, node: ir.Constant) -> Value:
    return node.value


def _local(scene: Scene, node: ir.Local) -> Value:
    return scene.frame[node.slot]


def _previous(scene: Scene, _: ir.Previous) -> Value:
    return scene.previous


def _in_force(scene: Scene, node: ir.InForce) -> Value:
    return getattr(scene.state, effect_attribute(node.effect))


def _list_of(scene: Scene, node: ir.ListOf) -> Value:
    found: list[int] = []
    for item in node.items:
        this = value(scene, item)
        found.extend(this if isinstance(this, tuple) else (this,))
    return tuple(found)


def _cases(scene: Scene, node: ir.Cases) -> Value:
    for condition, result in node.cases:
        if holds(scene, condition):
            return value(scene, result)
    return value(scene, node.default)


# ---------------------------------------------------------------- what is remembered


def place_in(sizes: Sequence[int], at: Sequence[int]) -> int | None:
    """The place in a flat list of what has these indices, or None if one of them is none."""
    place = 0
    for size, index in zip(sizes, at, strict=True):
        if not 0 <= index < size:
            return None
        place = place * size + index
    return place


def read(scene: Scene, variable: str, at: Sequence[int]) -> Value:
    """A variable; of nothing, it is none."""
    slot = scene.program.layout.variables[variable]
    stored = getattr(scene.state, slot.attribute)
    if not slot.sizes:
        return stored
    place = place_in(slot.sizes, at)
    return absent(slot.variable.type) if place is None else stored[place]


def _read(scene: Scene, node: ir.Read) -> Value:
    return read(scene, node.variable, [value(scene, index) for index in node.at])


def _read_counter(scene: Scene, node: ir.ReadCounter) -> Value:
    counter = value(scene, node.counter)
    if counter < 0:
        return 0
    return read(scene, scene.program.layout.counters[counter], [value(scene, node.player)])


def _attribute(scene: Scene, node: ir.Attribute) -> Value:
    """What is printed on a piece; of none it is none, 0 or no."""
    layout, piece = scene.program.layout, value(scene, node.piece)
    kinds = scene.state.kind
    if node.field in layout.kept:
        kinds = getattr(scene.state, kept_attribute(layout.kept.index(node.field)))
    return layout.printed[node.field][kinds[piece] if piece >= 0 else -1]


# ---------------------------------------------------------------- definitions


def _derived(scene: Scene, node: ir.Derived) -> Value:
    definition = scene.program.definitions[node.define]
    arguments = [value(scene, argument) for argument in node.arguments]
    inner = scene.inside([*arguments, *[ir.NONE] * (definition.slots - len(arguments))])
    found = value(inner, definition.value)
    return _with_exceptions(inner, definition, found) if definition.exceptions else found


_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)


def _with_exceptions(scene: Scene, definition: Definition, found: Value) -> Value:
    """Exact values, then least and most, then what starts from the usual value, then the type's bounds."""
    scene.previous = found
    applying = [applies for rule in definition.exceptions for applies in _applying(scene, rule)]
    if not applying:
        return found
    found = _exact(scene, definition, found, applying)
    for standing in _STANDINGS:
        same = [(rule, one) for rule, one in applying if rule.standing is standing]
        found = _limited(scene, definition, found, same)
    for standing in _STANDINGS:
        for rule, one in applying:
            if rule.how == "plain" and rule.standing is standing:
                scene.previous = found
                found = _worth(scene, rule, one)
    if definition.bounds is not None:
        low, high = definition.bounds
        found = max(low, min(high, found))
    return found


def _applying(scene: Scene, rule: Exact) -> list[tuple[Exact, Value]]:
    """The exception, if its condition holds; with each effect for which it does, if it hangs on effects."""
    if rule.instances is None:
        return [(rule, None)] if holds(scene, rule.condition) else []
    each = value(scene, rule.instances)
    kept = with_each(scene, each, rule.instance, rule.condition)
    return [(rule, one) for one, holds_now in zip(each, kept, strict=True) if holds_now]


def _worth(scene: Scene, rule: Exact, one: Value) -> Value:
    if rule.instances is not None:
        scene.frame[rule.instance] = one
    return value(scene, rule.value)


def _began(one: Value) -> int:
    """How many effects had begun then; what has always been there began first."""
    return one[BEGAN] if isinstance(one, tuple) else 0


_COMBINE: dict[str, Callable[[list[int]], int]] = {
    "highest": max,
    "lowest": min,
    "sum": sum,
    "latest": lambda values: values[-1],
}


def _exact(scene: Scene, definition: Definition, found: Value, applying: list[tuple[Exact, Value]]) -> Value:
    """The exact value of the highest standing that has one; several agree or are combined."""
    for standing in reversed(_STANDINGS):
        rules = [(rule, one) for rule, one in applying if rule.how == "instead" and rule.standing is standing]
        if definition.combining == "latest":
            rules.sort(key=lambda pair: _began(pair[1]))
        values = [_worth(scene, rule, one) for rule, one in rules]
        if values and definition.combining is not None:
            return _COMBINE[definition.combining](values)
        if len(set(values)) > 1:
            raise RuleFault(rules[-1][0].span, DISAGREE.format(definition.name))
        if values:
            return values[0]
    return found


def _limited(scene: Scene, definition: Definition, found: Value, rules: list[tuple[Exact, Value]]) -> Value:
    scene.previous = found
    rules = [(rule, one) for rule, one in rules if rule.how in ("at_least", "at_most")]
    least = [_worth(scene, rule, one) for rule, one in rules if rule.how == "at_least"]
    most = [_worth(scene, rule, one) for rule, one in rules if rule.how == "at_most"]
    if least and most and max(least) > min(most):
        raise RuleFault(rules[-1][0].span, DISAGREE.format(definition.name))
    return max([min([found, *most]), *least])


# ---------------------------------------------------------------- zones and pieces


def _zone_at(scene: Scene, node: ir.ZoneAt) -> Value:
    slot = scene.program.layout.zones[node.zone]
    place = place_in(slot.sizes, [value(scene, index) for index in node.at])
    return ir.NONE if place is None else slot.base + place


def _zones(scene: Scene, node: ir.Zones) -> Value:
    slot = scene.program.layout.zones[node.zone]
    found: list[list[int]] = [[]]
    for size, index in zip(slot.sizes, node.at, strict=True):
        indices = range(size) if index is None else [value(scene, index)]
        found = [[*at, place] for at in found for place in indices]
    places = [place_in(slot.sizes, at) for at in found]
    return tuple(slot.base + place for place in places if place is not None)


def _pieces_in(scene: Scene, zone: int) -> list[int]:
    """The pieces in a zone from bottom to top; in no zone there are none."""
    return scene.state.zones[zone] if zone >= 0 else []


def _contents(scene: Scene, node: ir.Contents) -> Value:
    zone = value(scene, node.zone)
    zones = zone if isinstance(zone, tuple) else (zone,)
    return tuple(piece for one in zones for piece in _pieces_in(scene, one))


def _pile_end(scene: Scene, node: ir.PileEnd) -> Value:
    pieces = _pieces_in(scene, value(scene, node.zone))
    outermost_first = list(reversed(pieces)) if node.end == "top" else list(pieces)
    if node.amount is None:
        return outermost_first[0] if outermost_first else ir.NONE
    return tuple(outermost_first[: max(0, value(scene, node.amount))])


# ---------------------------------------------------------------- lists


def _all_of(scene: Scene, node: ir.AllOf) -> Value:
    layout = scene.program.layout
    if node.of.kind is ir.Kind.PIECE:
        kinds = scene.state.kind
        return tuple(p for p, kind in enumerate(kinds) if node.of.name in ("", layout.kinds[kind].card_type))
    return tuple(range(layout.setting.size(node.of)))


def _players_from(scene: Scene, node: ir.PlayersFrom) -> Value:
    players = scene.program.setting.players
    start = max(0, value(scene, node.start))
    return tuple((start + place) % players for place in range(players))


def _filter(scene: Scene, node: ir.Filter) -> Value:
    over = value(scene, node.over)
    kept = with_each(scene, over, node.slot, node.where)
    return tuple(item for item, keep in zip(over, kept, strict=True) if keep)


def _count_of(scene: Scene, node: ir.CountOf) -> Value:
    return len(value(scene, node.over))


def _some(scene: Scene, node: ir.Some) -> Value:
    over = value(scene, node.over)
    if node.where is None:
        return int(bool(over))
    return int(any(with_each(scene, over, node.slot, node.where)))


def _first(scene: Scene, node: ir.First) -> Value:
    over = value(scene, node.over)
    return over[0] if over else ir.NONE


def _item(scene: Scene, node: ir.Item) -> Value:
    return value(scene, node.over)[value(scene, node.place)]


_BEST: dict[str, Callable[[list[int]], int]] = {"highest": max, "lowest": min, "total": sum}


def _best_of(scene: Scene, node: ir.BestOf) -> Value:
    values = with_each(scene, value(scene, node.over), node.slot, node.value)
    return _BEST[node.how](values) if values else 0


def _ranked(scene: Scene, node: ir.Ranked) -> Value:
    left = value(scene, node.over)
    for criterion in node.by:
        values = with_each(scene, left, node.slot, criterion.value)
        if values:
            best = max(values) if criterion.most else min(values)
            left = tuple(item for item, worth in zip(left, values, strict=True) if worth == best)
    return left


def _without(scene: Scene, node: ir.Without) -> Value:
    gone = value(scene, node.item)
    unwanted = gone if isinstance(gone, tuple) else (gone,)
    return tuple(item for item in value(scene, node.over) if item not in unwanted)


def _is_in(scene: Scene, node: ir.IsIn) -> Value:
    return int(value(scene, node.item) in value(scene, node.group))


# ---------------------------------------------------------------- numbers and conditions


def _arithmetic(scene: Scene, node: ir.Arithmetic) -> Value:
    left, right = value(scene, node.left), value(scene, node.right)
    match node.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case _:
            return left * right


def _divide(scene: Scene, node: ir.Divide) -> Value:
    left, right = value(scene, node.left), value(scene, node.right)
    if right == 0:
        raise RuleFault(node.span, BY_ZERO)
    return -((-left) // right) if node.up else left // right


_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _compare(scene: Scene, node: ir.Compare) -> Value:
    left, right = value(scene, node.left), value(scene, node.right)
    if node.operator == "=":
        return int(left == right)
    if node.operator == "!=":
        return int(left != right)
    if _is_none(node.left.type, left) or _is_none(node.right.type, right):
        return 0
    return int(_ORDER[node.operator](left, right))


def _is_none(type_: ir.Type, worth: int) -> bool:
    """Whether a value is none: -1, but for numbers that cannot be none."""
    counts = type_.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not type_.optional
    return worth == ir.NONE and not counts


def _and(scene: Scene, node: ir.And) -> Value:
    return int(all(holds(scene, part) for part in node.parts))


def _or(scene: Scene, node: ir.Or) -> Value:
    return int(any(holds(scene, part) for part in node.parts))


def _not(scene: Scene, node: ir.Not) -> Value:
    return int(not holds(scene, node.inner))


def _function(scene: Scene, node: ir.Function) -> Value:
    return FUNCTIONS[node.name](scene, node, *(value(scene, argument) for argument in node.arguments))


#: Every kind of expression.
VALUES: dict[type, Callable[[Scene, Any], Value]] = {
    ir.Constant: _constant,
    ir.Local: _local,
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: _attribute,
    ir.Derived: _derived,
    ir.ZoneAt: _zone_at,
    ir.Zones: _zones,
    ir.Contents: _contents,
    ir.PileEnd: _pile_end,
    ir.AllOf: _all_of,
    ir.PlayersFrom: _players_from,
    ir.Filter: _filter,
    ir.CountOf: _count_of,
    ir.Some: _some,
    ir.First: _first,
    ir.Item: _item,
    ir.BestOf: _best_of,
    ir.Ranked: _ranked,
    ir.ListOf: _list_of,
    ir.Without: _without,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.IsIn: _is_in,
    ir.Cases: _cases,
    ir.Previous: _previous,
    ir.InForce: _in_force,
    ir.Function: _function,
}
