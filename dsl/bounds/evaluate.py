"""The transfer functions of expressions: the interval of each node, by those of its parts."""

from collections.abc import Mapping
from math import inf
from typing import assert_never

from dsl.bounds.environment import Environment
from dsl.bounds.interval import (
    ANY_NUMBER,
    EMPTY,
    NO,
    YES_OR_NO,
    Interval,
    arithmetic,
    compare,
    concatenated,
    conjunction,
    join,
    nearer,
    negated,
    number,
    product,
    quotient,
)
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.walk import nodes_of

#: Stands among the slots for what an exception starts from.
PREVIOUS = -1

Slots = Mapping[int, Interval]
NO_SLOTS: Slots = {}


def constant(e: ir.Expression, environment: Environment, slots: Slots = NO_SLOTS) -> int | None:
    """The value of an expression, if it can only be one."""
    if isinstance(e, ir.Constant):
        return e.value
    if isinstance(e, ir.Local) and e.slot in slots:
        return None if e.type.many else slots[e.slot].point
    return None if e.type.many else evaluate(e, environment, slots).point


def never_negative(e: ir.Expression, environment: Environment, slots: Slots = NO_SLOTS) -> bool:
    """Whether a number is 0 or more, whatever happens in play."""
    return evaluate(e, environment, slots).low >= 0


def evaluate(e: ir.Expression, environment: Environment, slots: Slots = NO_SLOTS) -> Interval:
    """The interval of an expression, where `slots` are those of the body that it stands in."""

    def of(inner: ir.Expression) -> Interval:
        return evaluate(inner, environment, slots)

    match e:
        case ir.Constant(value, type_):
            return number(value) if type_.kind is not Kind.COUNTER else _counters(number(value), environment)
        case ir.Local(slot, _, type_):
            return slots[slot] if slot in slots else _told(type_, environment)
        case ir.Read(variable, at, type_):
            mark = environment.declared.variables[variable].is_mark
            return _of_nobody(environment.variable(variable), type_, mark or any(index.type.optional for index in at))
        case ir.Compare(operator, left, right):
            return _compared(operator, left, right, of(left), of(right))
        case ir.And(parts):
            return conjunction(of(part) for part in parts)
        case ir.Or(parts):
            return negated(conjunction(negated(of(part)) for part in parts))
        case ir.Not(inner):
            return negated(of(inner))
        case ir.Arithmetic(operator, left, right, type_):
            result = arithmetic(operator, of(left), of(right))
            return _counters(result, environment) if type_.kind is Kind.COUNTER else result
        case ir.CountOf(over):
            items = of(over)
            return number(items.least, items.most)
        case ir.Attribute(field, piece, type_):
            return environment.attribute(field, of(piece), type_)
        case ir.Function():
            return _function(e, [of(a) for a in e.arguments], environment)
        case ir.Derived(define, arguments, type_):
            return _derived(define, tuple(of(a) for a in arguments), type_, environment)
        case ir.ReadCounter(counter):
            return join(*(environment.variable(str(name)) for name in of(counter).of)).or_number(0)
        case ir.ZoneAt(zone):
            return Interval(-1, inf, 1, frozenset((zone,)))
        case ir.Zones(zone, zones_at):
            dimensions = environment.declared.zones[zone].dimensions
            open_ones = tuple(index for index, place in zip(dimensions, zones_at, strict=True) if place is None)
            return Interval(-1, inf, environment.instances(open_ones), frozenset((zone,)))
        case ir.Contents(zone):
            return environment.contents(of(zone))
        case ir.PileEnd(_, zone, amount):
            there = environment.contents(of(zone))
            return there.one if amount is None else there.several(min(there.most, max(0, of(amount).high)))
        case ir.AllOf(of=type_):
            return _all(type_, environment)
        case ir.PlayersFrom():
            return _all(ir.PLAYER, environment)
        case ir.Filter(over):
            items = of(over)
            return items.several(items.most)
        case ir.Ranked(over):
            items = of(over)
            return items.several(items.most, min(1, items.least))
        case ir.Without(over, item):
            items = of(over)
            return items.several(items.most, 0 if item.type.many else items.least - 1)
        case ir.Item(ir.Local(type=ir.EFFECTS), type=type_) if type_ != ir.NUMBER:
            return _told(type_, environment)  # of what an effect has kept, only the numbers are in its slot
        case ir.First(over, type_) | ir.Item(over, _, type_):
            item_of = of(over).one
            return item_of.or_none if type_.optional else item_of
        case ir.BestOf(how, over, slot, value, type_):
            items = of(over)
            return _best(how, evaluate(value, environment, {**slots, slot: items.one}), items, type_)
        case ir.ListOf(listed):
            return concatenated(of(x) if x.type.many else of(x).several(1, 1) for x in listed)
        case ir.Divide(left, right, up):
            return quotient(of(left), of(right), up)
        case ir.Cases(cases, default):
            return _cases(cases, default, environment, slots)
        case ir.Previous(type_):
            return slots[PREVIOUS] if PREVIOUS in slots else environment.by_type(type_)
        case ir.Held(effect, _, _, type_):
            return environment.held(effect) if type_ == ir.NUMBER else _told(type_, environment)
        case ir.InForce():
            return ANY_NUMBER.several(inf)
        case ir.Some() | ir.IsIn():
            return YES_OR_NO
        case _:
            assert_never(e)


def _told(type_: ir.Type, environment: Environment) -> Interval:
    """Anything of that type; nobody acts in some bodies, though `you` stands in them."""
    found = environment.by_type(type_)
    return found.or_none if type_.kind is Kind.PLAYER else found


def _counters(found: Interval, environment: Environment) -> Interval:
    """The counters with these numbers."""
    names = environment.declared.counters.items()
    named = frozenset(name for place, name in names if found.low <= place <= found.high)
    return Interval(found.low, found.high, found.most, named)


def _of_nobody(found: Interval, type_: ir.Type, perhaps: bool) -> Interval:
    """What nobody has, or no such piece, counts as nothing: 0, no or none."""
    if not perhaps:
        return found
    return found.or_number(0 if type_.kind in (Kind.NUMBER, Kind.YES_NO) and not type_.optional else -1)


def _compared(operator: ir.Comparison, left: ir.Expression, right: ir.Expression, a: Interval, b: Interval) -> Interval:
    """Nothing is known of lists; and of two things of which one may be none, none is more or less than the other."""
    if left.type.many or right.type.many:
        return YES_OR_NO
    found = compare(operator, a, b)
    for side, its in ((left, a), (right, b)) if operator not in ("=", "!=") else ():
        if side.type.optional and its.low < 0:
            found = NO if its.point == ir.NONE else found.or_number(0)
    return found


def _cases(
    cases: tuple[tuple[ir.Expression, ir.Expression], ...], default: ir.Expression, environment: Environment,
    slots: Slots,
) -> Interval:  # fmt: skip
    """Those whose conditions may hold, up to the first that always does."""
    found = EMPTY
    for condition, value in cases:
        holds = evaluate(condition, environment, slots)
        if holds.high >= 1:
            found = join(found, evaluate(value, environment, slots))
        if holds.low >= 1:
            return found
    return join(found, evaluate(default, environment, slots))


# ---------------------------------------------------------------- lists


def _all(type_: ir.Type, environment: Environment) -> Interval:
    found = environment.by_type(type_)
    most = environment.count(found.of) if type_.kind is Kind.PIECE else environment.all_of(type_)
    least = environment.fewest if type_.kind is Kind.PLAYER else most if type_.kind is Kind.VALUE else 0
    return found.several(most, least)


def _best(how: str, each: Interval, items: Interval, type_: ir.Type) -> Interval:
    """Of an empty list it is 0, or none."""
    if type_.kind is not Kind.NUMBER:
        return each.or_none
    if how == "total" and each.is_number:
        return number(min(0, product(each.low, items.most)), max(0, product(each.high, items.most)))
    return each.one.or_number(0) if each.is_number else number(0)


# ---------------------------------------------------------------- definitions


def _derived(name: str, arguments: tuple[Interval, ...], type_: ir.Type, environment: Environment) -> Interval:
    memo, key = environment.memo, (name, *arguments)
    if memo is None:
        return _worked_out(name, arguments, type_, environment)
    if key not in memo:
        memo[key] = _worked_out(name, arguments, type_, environment)
    return memo[key]


def _worked_out(name: str, arguments: tuple[Interval, ...], type_: ir.Type, environment: Environment) -> Interval:
    define = environment.declared.defines[name]
    slots = dict(enumerate(arguments))
    found = evaluate(define.value, environment, slots)
    if not define.exceptions:
        return found
    if define.combining == "sum":
        return environment.by_type(type_)
    for exception in define.exceptions:
        if exception.how != "plain":
            found = join(found, evaluate(exception.value, environment, {**slots, PREVIOUS: found}))
    for exception in define.exceptions:
        if exception.how == "plain":
            found = _bent(exception, found, slots, environment)
    return join(found, environment.by_type(type_)) if type_.kind is Kind.VALUE else found


def _bent(exception: ir.ExceptionRule, found: Interval, slots: Slots, environment: Environment) -> Interval:
    """One more exception that starts from the usual value; one that holds for a time may hold any number of times."""
    if exception.effect >= 0:
        slots = {**slots, exception.instance: environment.held(exception.effect).several(inf)}
    after = join(found, evaluate(exception.value, environment, {**slots, PREVIOUS: found}))
    if exception.effect < 0 or after == found:
        return after
    match exception.value:
        case ir.Arithmetic("+" | "-" as sign, ir.Previous(), more) if not any(nodes_of(more, ir.Previous)):
            each, times = evaluate(more, environment, slots), environment.times_in_force
            all_of_it = number(product(times, min(0, each.low)), product(times, max(0, each.high)))
            return arithmetic(sign, found, all_of_it)
        case _:
            return after.widened(found)


# ---------------------------------------------------------------- functions


def _function(e: ir.Function, arguments: list[Interval], environment: Environment) -> Interval:
    game = environment.game
    match e.name, arguments:
        case "parameter", _ if isinstance(e.arguments[0], ir.Constant):
            return environment.parameters[game.texts[e.arguments[0].value]]
        case (("smaller" | "larger" as name), (a, b)):
            return nearer(name, a, b)
        case "round_number", _:
            return number(0, environment.rounds)
        case "seat_number", (Interval(point=int(seat)),):
            return number(seat + 1)
        case "seat_number", _:
            return number(0 if e.arguments[0].type.optional else 1, environment.players)
        case (("left" | "right"), (Interval(point=int(seat)),)) if (
            environment.fewest == environment.players > seat >= 0
        ):
            return number((seat + (1 if e.name == "left" else -1)) % environment.players)
        case "pips", (die,):
            return die.one
        case "value_attribute", (_, value) if e.type.kind is Kind.NUMBER:
            return _on_values(e, value, environment)
        case "longest_line", _:
            return number(0, arguments[-1].most)
        case "metered", (_, worth):
            return worth
        case "distance", _:
            return number(-1, environment.declared.sizes.get(e.arguments[-1].type.name, inf))
        case (("item" | "first" | "last"), _):
            items = join(*(i for i, a in zip(arguments, e.arguments, strict=True) if a.type.many))
            return items.one.or_none
        case _ if e.type.many:
            lists = [
                i for i, a in zip(arguments, e.arguments, strict=True) if a.type.many and a.type.one() == e.type.one()
            ]
            return join(*lists) if lists else environment.by_type(e.type)
        case _:
            return environment.by_type(e.type)


def _on_values(e: ir.Function, value: Interval, environment: Environment) -> Interval:
    """A number that is printed on the values of an enum: 0 where it is not, and of no value."""
    key, of = e.arguments
    assert isinstance(key, ir.Constant)
    enum = environment.declared.enumerations.get(of.type.name)
    if enum is None:
        return ANY_NUMBER
    name = environment.game.texts[key.value]
    printed = [
        number(dict(v.attributes).get(name, 0))
        for place, v in enumerate(enum.values)
        if value.low <= place <= value.high
    ]
    found = join(*printed, *((number(0),) if value.low < 0 or not printed else ()))
    return found.or_none if e.type.optional else found
