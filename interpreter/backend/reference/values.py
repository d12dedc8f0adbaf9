"""Evaluation of expressions in the reference back end, written to be obviously right.

A value is an int or a tuple of ints. `value` is the door; every kind of expression has its function in `VALUES`.
Nothing is shared with the production back end but the program and the layout of the state.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, count

from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER, MOST_PIECES
from dsl.source import Span
from interpreter.backend.reference.context import Context as Context
from interpreter.backend.reference.functions import FUNCTIONS
from interpreter.errors import BY_ZERO, DISAGREE, TOO_LARGE, TOO_LONG_LIST, RuleFault
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.constant_fold import is_sum
from interpreter.program.model.nodes import Definition, Exact, OfItsKind
from interpreter.program.model.setting import absent
from interpreter.program.model.state_layers import Value
from interpreter.runtime.state import effect_attribute, kept_attribute
from interpreter.runtime.visibility import bit


def value(context: Context, node: ir.Expression) -> Value:
    """Evaluates an expression."""
    return VALUES[type(node)](context, node)


def holds(context: Context, node: ir.Expression | None) -> bool:
    """Evaluates a condition; None always holds."""
    return node is None or bool(value(context, node))


def with_each(context: Context, over: Sequence[int], slot: int, node: ir.Expression) -> list[Value]:
    """Evaluates an expression for each item in turn, in `slot`."""
    frame, evaluate = context.frame, VALUES[type(node)]
    before = frame[slot]
    found = []
    for item in over:
        frame[slot] = item
        found.append(evaluate(context, node))
    frame[slot] = before
    return found


def first_of(context: Context, over: Sequence[int], slot: int, node: ir.Expression) -> int | None:
    """The first item, in `slot`, for which a condition holds; those behind it are not asked."""
    frame, evaluate = context.frame, VALUES[type(node)]
    before = frame[slot]
    first = None
    for item in over:
        frame[slot] = item
        if evaluate(context, node):
            first = item
            break
    frame[slot] = before
    return first


# ---------------------------------------------------------------- plain ones


def _constant(_: Context, node: ir.Constant) -> Value:
    return node.value


def _local(context: Context, node: ir.Local) -> Value:
    return context.frame[node.slot]


def _previous(context: Context, _: ir.Previous) -> Value:
    return context.previous


def _in_force(context: Context, node: ir.InForce) -> Value:
    return getattr(context.state, effect_attribute(node.effect))


def _list_of(context: Context, node: ir.ListOf) -> Value:
    found: list[int] = []
    for item in node.items:
        this = value(context, item)
        found.extend(this if isinstance(this, tuple) else (this,))
    if node.span.in_file and len(found) > MOST_PIECES:
        raise RuleFault(node.span, TOO_LONG_LIST)
    return tuple(found)


def _cases(context: Context, node: ir.Cases) -> Value:
    for condition, result in node.cases:
        if holds(context, condition):
            return value(context, result)
    return value(context, node.default)


# ---------------------------------------------------------------- what is remembered


def place_in(sizes: Sequence[int], at: Sequence[int]) -> int | None:
    """The offset in a flat list of these indices, or None if one of them is none."""
    place = 0
    for size, index in zip(sizes, at, strict=True):
        if not 0 <= index < size:
            return None
        place = place * size + index
    return place


def read(context: Context, variable: str, at: Sequence[int]) -> Value:
    """A variable; of nothing, it is none."""
    slot = context.program.layout.variables[variable]
    stored = getattr(context.state, slot.attribute)
    if not slot.sizes:
        return stored
    place = place_in(slot.sizes, at)
    return absent(slot.variable.type) if place is None else stored[place]


def seers(context: Context, variable: ir.Variable, at: Sequence[int]) -> int:
    """The mask of the players who see a hidden variable: whose it is, and those who are said to see it besides."""
    pairs = zip(variable.dimensions, at, strict=True)
    owners = [place for index, place in pairs if index.dimension is ir.Dimension.PLAYER][:1]
    if variable.also is None:
        return bit(owners[0]) if owners else 0
    return sum({bit(seat) for seat in (*owners, *value(context.inside(owners), variable.also))})


def _read(context: Context, node: ir.Read) -> Value:
    return read(context, node.variable, [value(context, index) for index in node.at])


def _read_counter(context: Context, node: ir.ReadCounter) -> Value:
    counter = value(context, node.counter)
    if counter < 0:
        return 0
    return read(context, context.program.layout.counters[counter], [value(context, node.player)])


def _attribute(context: Context, node: ir.Attribute) -> Value:
    """What is printed on a piece; of none it is none, 0 or no."""
    layout, piece = context.program.layout, value(context, node.piece)
    kinds = context.state.kind
    if node.field in layout.kept:
        kinds = getattr(context.state, kept_attribute(layout.kept.index(node.field)))
    return layout.printed[node.field][kinds[piece] if piece >= 0 else -1]


# ---------------------------------------------------------------- definitions


def _derived(context: Context, node: ir.Derived) -> Value:
    definition = context.program.definitions[node.define]
    arguments = [VALUES[type(one)](context, one) for one in node.arguments]
    inner = context.inside([*arguments, *[ir.NONE] * (definition.slots - len(arguments))])
    found = value(inner, definition.value)
    return _with_exceptions(inner, definition, found) if definition.exceptions else found


_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)


def _with_exceptions(context: Context, definition: Definition, found: Value) -> Value:
    """Applies exact values, then least and most, then those relative to `previous`, then the type's bounds."""
    context.previous = found
    applying = [applies for rule in definition.exceptions for applies in _applying(context, rule)]
    if not applying:
        return found
    found = _exact(context, definition, found, applying)
    for standing in _STANDINGS:
        same = [(rule, one) for rule, one in applying if rule.standing is standing]
        found = _limited(context, definition, found, same)
    for standing in _STANDINGS:
        for rule, one in applying:
            if rule.how == "plain" and rule.standing is standing:
                context.previous = found
                found = _exception_value(context, rule, one)
    if definition.bounds is not None:
        low, high = definition.bounds
        found = max(low, min(high, found))
    return found


def _applying(context: Context, rule: Exact) -> list[tuple[Exact, Value]]:
    """The exception, if its condition holds; once for each instance of its effect for which it does."""
    if rule.instances is None:
        return [(rule, None)] if holds(context, rule.condition) else []
    each = value(context, rule.instances)
    kept = with_each(context, each, rule.instance, rule.condition)
    return [(rule, one) for one, holds_now in zip(each, kept, strict=True) if holds_now]


def _exception_value(context: Context, rule: Exact, one: Value) -> Value:
    if rule.instances is not None:
        context.frame[rule.instance] = one
    return value(context, rule.value)


def _began(one: Value) -> int:
    """When an instance began; what has always been there began first."""
    return one[BEGAN] if isinstance(one, tuple) else 0


_COMBINE: dict[str, Callable[[list[int]], int]] = {
    "highest": max,
    "lowest": min,
    "sum": sum,
    "latest": lambda values: values[-1],
}


def _exact(context: Context, definition: Definition, found: Value, applying: list[tuple[Exact, Value]]) -> Value:
    """Applies the exact value of the highest standing that has one; several agree or are combined."""
    for standing in reversed(_STANDINGS):
        rules = [(rule, one) for rule, one in applying if rule.how == "instead" and rule.standing is standing]
        if definition.combining == "latest":
            rules.sort(key=lambda pair: _began(pair[1]))
        values = [_exception_value(context, rule, one) for rule, one in rules]
        if values and definition.combining is not None:
            return in_range(_COMBINE[definition.combining](values), definition.span)
        if len(set(values)) > 1:
            raise RuleFault(rules[-1][0].span, DISAGREE.format(definition.name))
        if values:
            return values[0]
    return found


def _limited(context: Context, definition: Definition, found: Value, rules: list[tuple[Exact, Value]]) -> Value:
    context.previous = found
    rules = [(rule, one) for rule, one in rules if rule.how in ("at_least", "at_most")]
    least = [_exception_value(context, rule, one) for rule, one in rules if rule.how == "at_least"]
    most = [_exception_value(context, rule, one) for rule, one in rules if rule.how == "at_most"]
    if least and most and max(least) > min(most):
        raise RuleFault(rules[-1][0].span, DISAGREE.format(definition.name))
    return max([min([found, *most]), *least])


# ---------------------------------------------------------------- zones and pieces


def _zone_at(context: Context, node: ir.ZoneAt) -> Value:
    slot = context.program.layout.zones[node.zone]
    if not slot.sizes:
        return slot.base
    place = place_in(slot.sizes, [value(context, index) for index in node.at])
    return ir.NONE if place is None else slot.base + place


def _zones(context: Context, node: ir.Zones) -> Value:
    slot = context.program.layout.zones[node.zone]
    found: list[list[int]] = [[]]
    for size, index in zip(slot.sizes, node.at, strict=True):
        indices = range(size) if index is None else [value(context, index)]
        found = [[*at, place] for at in found for place in indices]
    places = [place_in(slot.sizes, at) for at in found]
    return tuple(slot.base + place for place in places if place is not None)


def _pieces_in(context: Context, zone: int) -> list[int]:
    """The pieces in a zone from bottom to top; in no zone there are none."""
    return context.state.zones[zone] if zone >= 0 else []


def _contents(context: Context, node: ir.Contents) -> Value:
    zone = value(context, node.zone)
    if not isinstance(zone, tuple):
        return tuple(_pieces_in(context, zone))
    return tuple([piece for one in zone for piece in _pieces_in(context, one)])


def _pile_end(context: Context, node: ir.PileEnd) -> Value:
    pieces = _pieces_in(context, value(context, node.zone))
    outermost_first = list(reversed(pieces)) if node.end == "top" else list(pieces)
    if node.amount is None:
        return outermost_first[0] if outermost_first else ir.NONE
    return tuple(outermost_first[: max(0, value(context, node.amount))])


# ---------------------------------------------------------------- lists


def _all_of(context: Context, node: ir.AllOf) -> Value:
    layout = context.program.layout
    if node.of.kind is ir.Kind.PIECE:
        wanted = layout.kinds_of[node.of.name]
        return tuple(compress(count(), map(wanted.__contains__, context.state.kind)))
    return tuple(range(layout.setting.size(node.of)))


def _players_from(context: Context, node: ir.PlayersFrom) -> Value:
    players = context.program.setting.players
    start = max(0, value(context, node.start))
    step = -1 if node.anticlockwise else 1
    return tuple((start + step * place) % players for place in range(players))


def _filter(context: Context, node: ir.Filter) -> Value:
    over = value(context, node.over)
    kept = with_each(context, over, node.slot, node.where)
    return tuple([item for item, keep in zip(over, kept, strict=True) if keep])


def _count_of(context: Context, node: ir.CountOf) -> Value:
    return len(value(context, node.over))


def _some(context: Context, node: ir.Some) -> Value:
    over = value(context, node.over)
    if node.where is None:
        return int(bool(over))
    return int(first_of(context, over, node.slot, node.where) is not None)


def _first(context: Context, node: ir.First) -> Value:
    if isinstance(node.over, ir.Filter):
        first = first_of(context, value(context, node.over.over), node.over.slot, node.over.where)
        return ir.NONE if first is None else first
    over = value(context, node.over)
    return over[0] if over else ir.NONE


def _item(context: Context, node: ir.Item) -> Value:
    return value(context, node.over)[value(context, node.place)]


_BEST: dict[str, Callable[[list[int]], int]] = {"highest": max, "lowest": min, "total": sum}


def _best_of(context: Context, node: ir.BestOf) -> Value:
    values = with_each(context, value(context, node.over), node.slot, node.value)
    return in_range(_BEST[node.how](values), node.span) if values else 0


def _ranked(context: Context, node: ir.Ranked) -> Value:
    left = value(context, node.over)
    for criterion in node.by:
        values = with_each(context, left, node.slot, criterion.value)
        if values:
            best = max(values) if criterion.most else min(values)
            left = tuple(item for item, one in zip(left, values, strict=True) if one == best)
    return left


def _without(context: Context, node: ir.Without) -> Value:
    gone = value(context, node.item)
    unwanted = gone if isinstance(gone, tuple) else (gone,)
    return tuple(item for item in value(context, node.over) if item not in unwanted)


def _is_in(context: Context, node: ir.IsIn) -> Value:
    return int(value(context, node.item) in value(context, node.group))


# ---------------------------------------------------------------- numbers and conditions


def _arithmetic(context: Context, node: ir.Arithmetic) -> Value:
    return in_range(_worked_out(context, node), node.span)


def _worked_out(context: Context, node: ir.Arithmetic) -> Value:
    left, right = _bare(context, node.left), _bare(context, node.right)
    match node.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right


def _bare(context: Context, node: ir.Expression) -> Value:
    """The value, of which a sum is not tested for its range."""
    if type(node) is ir.Arithmetic and is_sum(node):
        return _worked_out(context, node)
    return VALUES[type(node)](context, node)


def in_range(number: int, span: Span) -> int:
    """The number, if it is one that a game may have; what lowering counts has no place, and is never large."""
    if span.in_file and abs(number) > LARGEST_NUMBER:
        raise RuleFault(span, TOO_LARGE)
    return number


def _divide(context: Context, node: ir.Divide) -> Value:
    left, right = _bare(context, node.left), value(context, node.right)
    if right == 0:
        raise RuleFault(node.span, BY_ZERO)
    return in_range(-((-left) // right) if node.up else left // right, node.span)


_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _compare(context: Context, node: ir.Compare) -> Value:
    left, right = _bare(context, node.left), _bare(context, node.right)
    if node.operator == "=":
        return int(left == right)
    if node.operator == "!=":
        return int(left != right)
    if _is_none(node.left.type, left) or _is_none(node.right.type, right):
        return 0
    return int(_ORDER[node.operator](left, right))


def _is_none(type_: ir.Type, number: int) -> bool:
    """Whether a value is none: -1, but for numbers that cannot be none."""
    counts = type_.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not type_.optional
    return number == ir.NONE and not counts


def _and(context: Context, node: ir.And) -> Value:
    for part in node.parts:
        if not VALUES[type(part)](context, part):
            return 0
    return 1


def _or(context: Context, node: ir.Or) -> Value:
    for part in node.parts:
        if VALUES[type(part)](context, part):
            return 1
    return 0


def _not(context: Context, node: ir.Not) -> Value:
    return int(not holds(context, node.inner))


def _function(context: Context, node: ir.Function) -> Value:
    return FUNCTIONS[node.name](context, node, *[VALUES[type(one)](context, one) for one in node.arguments])


#: The function of each kind of expression.
VALUES: Mapping[type, Callable[[Context, OfItsKind], Value]] = {
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
