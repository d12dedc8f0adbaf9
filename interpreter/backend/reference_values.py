"""The reference back end's values: works an expression out by walking its tree, in the most obvious way.

Nothing is shared with the production back end but the program and the layout of the state, so that the two can be
held against each other. Speed does not matter here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from attrs import define

from dsl.ir import nodes as ir
from interpreter.fault import BY_ZERO, DISAGREE, RuleFault
from interpreter.program.nodes import Definition, Exact, Program
from interpreter.program.setting import absent
from interpreter.state import State

STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)
DEEPEST_DEFINITION = 100


@define
class Values:
    """Expressions of one program, on one state, with the locals of one frame (and the `previous` of an exception)."""

    program: Program
    state: State
    frame: list[Any]
    previous: Any = None
    depth: int = 0

    def of(self, node: ir.Expression) -> Any:
        """Its value: an int, or a tuple of ints for a list."""
        return _WORK_OUT[type(node)](self, node)

    def whole(self, node: ir.Expression) -> int:
        return int(self.of(node))

    def items(self, node: ir.Expression) -> tuple[int, ...]:
        """A list; a single thing is a list of one."""
        value = self.of(node)
        return value if isinstance(value, tuple) else (value,)

    def holds(self, node: ir.Expression | None) -> bool:
        return node is None or bool(self.of(node))

    def with_item(self, slot: int, item: int) -> None:
        """Puts a candidate in its slot; the frame grows where a query's slot is not there yet."""
        while len(self.frame) <= slot:
            self.frame.append(ir.NONE)
        self.frame[slot] = item


# ---------------------------------------------------------------- what is read


def _constant(v: Values, node: ir.Constant) -> int:
    return node.value


def _local(v: Values, node: ir.Local) -> Any:
    return v.frame[node.slot]


def _read(v: Values, node: ir.Read) -> Any:
    slot = v.program.layout.variables[node.variable]
    held = getattr(v.state, slot.attribute)
    if not slot.sizes:
        return held
    at = [v.whole(index) for index in node.at]
    return absent(node.type) if min(at) < 0 else held[_place(at, slot.strides)]


def _place(at: list[int], strides: tuple[int, ...]) -> int:
    return sum(index * stride for index, stride in zip(at, strides, strict=True))


def _read_counter(v: Values, node: ir.ReadCounter) -> int:
    counter, player = v.whole(node.counter), v.whole(node.player)
    if counter < 0 or player < 0:
        return 0
    slot = v.program.layout.variables[v.program.layout.counters[counter]]
    return int(getattr(v.state, slot.attribute)[player])


def _attribute(v: Values, node: ir.Attribute) -> int:
    piece = v.whole(node.piece)
    if piece < 0:
        return absent(node.type)
    changing = v.program.layout.fields.get(node.field)
    if changing is not None:
        return int(getattr(v.state, changing.attribute)[piece])
    return v.program.layout.printed[node.field][v.state.kind[piece]]


def _zone_at(v: Values, node: ir.ZoneAt) -> int:
    slot = v.program.layout.zones[node.zone]
    at = [v.whole(index) for index in node.at]
    return ir.NONE if at and min(at) < 0 else slot.base + _place(at, slot.strides)


def _zones(v: Values, node: ir.Zones) -> tuple[int, ...]:
    slot = v.program.layout.zones[node.zone]
    ranges = [range(size) if at is None else [v.whole(at)] for at, size in zip(node.at, slot.sizes, strict=True)]
    return tuple(slot.base + _place(list(at), slot.strides) for at in product(*ranges))


def _contents(v: Values, node: ir.Contents) -> tuple[int, ...]:
    return tuple(piece for zone in v.items(node.zone) if zone >= 0 for piece in v.state.zones[zone])


def _pile_end(v: Values, node: ir.PileEnd) -> Any:
    zone = v.whole(node.zone)
    pile = list(v.state.zones[zone]) if zone >= 0 else []
    if node.end == "top":
        pile.reverse()
    if node.amount is None:
        return pile[0] if pile else ir.NONE
    return tuple(pile[: max(v.whole(node.amount), 0)])


# ---------------------------------------------------------------- lists


def _all_of(v: Values, node: ir.AllOf) -> tuple[int, ...]:
    if node.of.kind is ir.Kind.PIECE:
        kinds = v.program.layout.kinds
        return tuple(
            p for p, kind in enumerate(v.state.kind) if node.of.name in ("", kinds[kind].card_type)
        )
    return tuple(range(v.program.setting.size(node.of)))


def _players_from(v: Values, node: ir.PlayersFrom) -> tuple[int, ...]:
    count = v.program.setting.players
    first = max(v.whole(node.start), 0)
    return tuple((first + k) % count for k in range(count))


def _filter(v: Values, node: ir.Filter) -> tuple[int, ...]:
    return tuple(item for item in v.items(node.over) if _passes(v, node.slot, item, node.where))


def _passes(v: Values, slot: int, item: int, where: ir.Expression) -> bool:
    v.with_item(slot, item)
    return v.holds(where)


def _count_of(v: Values, node: ir.CountOf) -> int:
    return len(v.items(node.over))


def _some(v: Values, node: ir.Some) -> int:
    items = v.items(node.over)
    if node.where is None:
        return int(bool(items))
    return int(any(_passes(v, node.slot, item, node.where) for item in items))


def _first(v: Values, node: ir.First) -> int:
    return next(iter(v.items(node.over)), ir.NONE)


def _item(v: Values, node: ir.Item) -> int:
    return v.items(node.over)[v.whole(node.place)]


def _best_of(v: Values, node: ir.BestOf) -> int:
    values = [_value_for(v, node.slot, item, node.value) for item in v.items(node.over)]
    if node.how == "total":
        return sum(values)
    if not values:
        return 0
    return max(values) if node.how == "highest" else min(values)


def _value_for(v: Values, slot: int, item: int, value: ir.Expression) -> int:
    v.with_item(slot, item)
    return v.whole(value)


def _ranked(v: Values, node: ir.Ranked) -> tuple[int, ...]:
    left = v.items(node.over)
    for criterion in node.by:
        if len(left) < 2:
            break
        values = [_value_for(v, node.slot, item, criterion.value) for item in left]
        best = max(values) if criterion.most else min(values)
        left = tuple(item for item, value in zip(left, values, strict=True) if value == best)
    return left


def _list_of(v: Values, node: ir.ListOf) -> tuple[int, ...]:
    return tuple(item for part in node.items for item in v.items(part))


def _without(v: Values, node: ir.Without) -> tuple[int, ...]:
    gone = v.items(node.item)
    return tuple(item for item in v.items(node.over) if item not in gone)


# ---------------------------------------------------------------- operators


def _arithmetic(v: Values, node: ir.Arithmetic) -> int:
    left, right = v.whole(node.left), v.whole(node.right)
    return left + right if node.operator == "+" else left - right if node.operator == "-" else left * right


def _divide(v: Values, node: ir.Divide) -> int:
    left, right = v.whole(node.left), v.whole(node.right)
    if right == 0:
        raise RuleFault(node.span, "nothing can be divided by 0")
    return -(-left // right) if node.up else left // right


def _compare(v: Values, node: ir.Compare) -> int:
    left, right = v.of(node.left), v.of(node.right)
    if node.operator == "=":
        return int(left == right)
    if node.operator == "!=":
        return int(left != right)
    if _is_none(node.left, left) or _is_none(node.right, right):
        return 0
    return int({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[node.operator])


def _is_none(node: ir.Expression, value: Any) -> bool:
    return bool(node.type.optional and value == ir.NONE)


def _and(v: Values, node: ir.And) -> int:
    return int(all(v.holds(part) for part in node.parts))


def _or(v: Values, node: ir.Or) -> int:
    return int(any(v.holds(part) for part in node.parts))


def _not(v: Values, node: ir.Not) -> int:
    return int(not v.holds(node.inner))


def _is_in(v: Values, node: ir.IsIn) -> int:
    return int(v.whole(node.item) in v.items(node.group))


def _cases(v: Values, node: ir.Cases) -> Any:
    for condition, value in node.cases:
        if v.holds(condition):
            return v.of(value)
    return v.of(node.default)


def _previous(v: Values, node: ir.Previous) -> Any:
    return v.previous


# ---------------------------------------------------------------- definitions


def _derived(v: Values, node: ir.Derived) -> Any:
    definition = v.program.definitions[node.define]
    if v.depth > DEEPEST_DEFINITION:
        raise RuleFault(node.span, f"`{definition.name}` is worked out from itself without end")
    inner = Values(v.program, v.state, [v.of(a) for a in node.arguments], depth=v.depth + 1)
    value = inner.of(definition.value)
    for layer in (_exact, _limits, _changes):
        value = layer(inner, definition, value)
    if definition.bounds is not None and not isinstance(value, tuple) and value != ir.NONE:
        low, high = definition.bounds
        value = max(low, min(high, value))
    return value


def _holding(v: Values, definition: Definition, *hows: str) -> list[Exact]:
    """The exceptions of a layer that hold, base before variant before card."""
    found = [x for x in definition.exceptions if x.how in hows and v.holds(x.condition)]
    return sorted(found, key=lambda x: STANDINGS.index(x.standing))


def _exact(v: Values, definition: Definition, value: Any) -> Any:
    """An exact value takes the place of the usual one; the highest standing wins."""
    found = _holding(v, definition, "instead")
    if not found:
        return value
    highest = [x for x in found if x.standing is found[-1].standing]
    values = [_with_previous(v, value, x) for x in highest]
    if len(set(values)) == 1:
        return values[0]
    return _combined(definition, highest, values)


def _combined(definition: Definition, rules: list[Exact], values: list[Any]) -> Any:
    match definition.combining:
        case "highest":
            return max(values)
        case "lowest":
            return min(values)
        case "sum":
            return sum(values)
        case "latest":
            return values[-1]
        case _:
            lines = " and ".join(f"{x.span.source.path}:{x.span.line}" for x in rules)
            raise RuleFault(rules[-1].span, f"two exceptions to `{definition.name}` disagree: {lines}")


def _limits(v: Values, definition: Definition, value: Any) -> Any:
    for x in _holding(v, definition, "at_least", "at_most"):
        limit = _with_previous(v, value, x)
        value = max(value, limit) if x.how == "at_least" else min(value, limit)
    return value


def _changes(v: Values, definition: Definition, value: Any) -> Any:
    for x in _holding(v, definition, "plain"):
        value = _with_previous(v, value, x)
    return value


def _with_previous(v: Values, value: Any, rule: Exact) -> Any:
    v.previous = value
    return v.of(rule.value)


# ---------------------------------------------------------------- built-in functions


def _function(v: Values, node: ir.Function) -> Any:
    return _FUNCTIONS[node.name](v, node, [v.of(a) for a in node.arguments])


def _seat_beside(step: int) -> Callable[[Values, ir.Function, list[Any]], int]:
    def beside(v: Values, node: ir.Function, given: list[Any]) -> int:
        return ir.NONE if given[0] < 0 else (given[0] + step) % v.program.setting.players

    return beside


def _parameter(v: Values, node: ir.Function, given: list[Any]) -> int:
    return v.program.setting.parameters[v.program.game.texts[given[0]]]


def _value_attribute(v: Values, node: ir.Function, given: list[Any]) -> int:
    key, value = given
    missing = absent(node.type)
    enum = v.program.setting.enumerations[node.arguments[1].type.name]
    return missing if value < 0 else dict(enum.values[value].attributes).get(v.program.game.texts[key], missing)


def _shift(v: Values, node: ir.Function, given: list[Any]) -> int:
    value, steps = given
    enum = v.program.setting.enumerations[node.arguments[0].type.name]
    there = value + steps
    if value < 0:
        return ir.NONE
    if enum.ring:
        return int(there % len(enum.values))
    return there if 0 <= there < len(enum.values) else ir.NONE


def _next(v: Values, node: ir.Function, given: list[Any]) -> int:
    return _shift(v, node, [given[0], 1])


def _from(v: Values, node: ir.Function, given: list[Any]) -> tuple[int, ...]:
    """A list turned so that it begins with one of its items; as it is if that is not in it."""
    items, start = given
    if start not in items:
        return tuple(items)
    at = items.index(start)
    return (*items[at:], *items[:at])


def _owner(v: Values, node: ir.Function, given: list[Any]) -> int:
    return ir.NONE if given[0] < 0 else v.state.owner[given[0]]


def _title(v: Values, node: ir.Function, given: list[Any]) -> int:
    if given[0] < 0:
        return ir.NONE
    return v.program.layout.texts.index(v.program.layout.kinds[v.state.kind[given[0]]].title)


def _nth(v: Values, node: ir.Function, given: list[Any]) -> int:
    place, items = given
    return int(items[place - 1]) if 1 <= place <= len(items) else ir.NONE


_FUNCTIONS: dict[str, Callable[[Values, ir.Function, list[Any]], Any]] = {
    "parameter": _parameter,
    "value_attribute": _value_attribute,
    "left": _seat_beside(1),
    "right": _seat_beside(-1),
    "owner": _owner,
    "title": _title,
    "smaller": lambda v, node, given: min(given),
    "larger": lambda v, node, given: max(given),
    "pips": lambda v, node, given: given[0],
    "next": _next,
    "shift": _shift,
    "from": _from,
    "item": _nth,
    "first": lambda v, node, given: given[0][0] if given[0] else ir.NONE,
    "last": lambda v, node, given: given[0][-1] if given[0] else ir.NONE,
    "round_number": lambda v, node, given: v.state.round_number,
    "game_is_over": lambda v, node, given: int(v.state.over),
}

_WORK_OUT: dict[type, Callable[[Values, Any], Any]] = {
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
    ir.Function: _function,
}
