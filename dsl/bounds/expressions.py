"""What an expression can come to, by what is known so far of all that it is worked out from."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from attrs import evolve

from dsl.bounds.facts import Facts
from dsl.bounds.worth import ANY_NUMBER, NEVER, Worth, divided, either, number, put_together, summed, times
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind

#: Stands among the slots for what an exception starts from.
_PREVIOUS = -1

Slots = Mapping[int, Worth]


def worth(e: ir.Expression, facts: Facts, slots: Slots) -> Worth:
    """The worth of an expression, where `slots` are those of the body that it stands in."""

    def of(inner: ir.Expression) -> Worth:
        return worth(inner, facts, slots)

    match e:
        case ir.Constant(value, type_):
            return _constant(value, type_, facts)
        case ir.Local(slot, _, type_):
            return slots[slot] if slot in slots else _told(type_, facts)
        case ir.Previous(type_):
            return slots.get(_PREVIOUS, facts.tables.by_type(type_))
        case ir.Read(variable, at):
            return _of_nobody(facts.variables.get(variable, NEVER), e.type, *at)
        case ir.ReadCounter(counter, _):
            return either(number(0), *(facts.variables.get(str(name), NEVER) for name in of(counter).of))
        case ir.Attribute(field, piece, type_):
            return _attribute(field, of(piece), type_, facts)
        case ir.Derived(define, arguments, type_):
            return _derived(define, [of(a) for a in arguments], type_, facts)
        case ir.ZoneAt(zone):
            return Worth(-1, inf, 1, frozenset((zone,)))
        case ir.Zones(zone, zones_at):
            dimensions = facts.tables.zones[zone].dimensions
            open_ones = tuple(index for index, place in zip(dimensions, zones_at, strict=True) if place is None)
            return Worth(-1, inf, facts.tables.instances(open_ones), frozenset((zone,)))
        case ir.Contents(zone):
            return _contents(of(zone), facts)
        case ir.PileEnd(_, zone, amount):
            there = _contents(of(zone), facts)
            return there.one if amount is None else there.several(min(there.most, max(0, of(amount).high)))
        case ir.AllOf(of=type_):
            return _all(type_, facts)
        case ir.PlayersFrom():
            return facts.tables.by_type(ir.PLAYERS)
        case ir.Filter(over) | ir.Ranked(over) | ir.Without(over):
            return of(over)
        case ir.CountOf(over):
            return number(_fewest(over, facts), of(over).most)
        case ir.First(over, type_) | ir.Item(over, _, type_):
            item = of(over).one
            return item.or_none if type_.optional else item
        case ir.BestOf(how, over, slot, value, type_):
            items = of(over)
            each = worth(value, facts, {**slots, slot: items.one})
            return _best(how, each, items, type_)
        case ir.ListOf(items):
            return put_together(of(item) for item in items)
        case ir.Arithmetic(operator, left, right):
            result = summed(operator, of(left), of(right))
            return _counters(result, facts) if e.type.kind is Kind.COUNTER else result
        case ir.Divide(left, right, up):
            return divided(of(left), of(right), up)
        case ir.Cases(cases, default):
            return either(*(of(value) for _, value in cases), of(default))
        case ir.Held(effect, _, _, type_) if type_ == ir.NUMBER:
            return facts.held.get(effect, NEVER)
        case ir.Held(type=type_):
            return _told(type_, facts)
        case ir.InForce():
            return ANY_NUMBER.several(inf)
        case ir.Function():
            return _function(e, [of(a) for a in e.arguments], facts)
        case _:
            return facts.tables.by_type(e.type)


def _told(type_: ir.Type, facts: Facts) -> Worth:
    """Anything of that type; nobody acts in some bodies, though `you` stands in them."""
    found = facts.tables.by_type(type_)
    return found.or_none if type_.kind is Kind.PLAYER else found


def _constant(value: int, type_: ir.Type, facts: Facts) -> Worth:
    if type_.kind is Kind.COUNTER and value in facts.tables.counter_numbers:
        return Worth(value, value, 1, frozenset((facts.tables.counter_numbers[value],)))
    return number(value)


def _counters(found: Worth, facts: Facts) -> Worth:
    """The counters with these numbers."""
    names = facts.tables.counter_numbers.items()
    return evolve(found, of=frozenset(name for place, name in names if found.low <= place <= found.high))


def _of_nobody(found: Worth, type_: ir.Type, *owners: ir.Expression) -> Worth:
    """What nobody has counts as nothing: 0, no or none."""
    if not any(owner.type.optional for owner in owners):
        return found
    return found.or_zero if type_.kind in (Kind.NUMBER, Kind.YES_NO) and not type_.optional else found.or_none


def _attribute(field: str, piece: Worth, type_: ir.Type, facts: Facts) -> Worth:
    tables = facts.tables
    if type_.kind not in (Kind.NUMBER, Kind.YES_NO, Kind.VALUE) or type_.many:
        return tables.by_type(type_)
    nothing = 0 if type_.kind is not Kind.VALUE and not tables.field_types[field].optional else -1
    if field in facts.fields:
        return either(facts.fields[field], number(nothing), *((number(-1),) if type_.optional else ()))
    kinds = range(len(tables.kinds)) if tables.copying else [k for k in piece.of if isinstance(k, int)]
    printed = [number(tables.kinds[k].values.get(field, nothing)) for k in kinds]
    return either(number(nothing), *printed, *((number(-1),) if type_.optional else ()))


def _contents(zone: Worth, facts: Facts) -> Worth:
    """The pieces that lie in one of these zones, or in so many of them together."""
    names = [str(name) for name in zone.of]
    kinds: frozenset[int | str] = frozenset(k for name in names for k in facts.lying.get(name, ()))
    most = max((facts.in_zone(name, int(min(zone.most, 10**6))) for name in names), default=0)
    if len(names) > 1 and zone.most > 1:
        most = facts.count(kinds)
    return Worth(-1, inf, most, kinds)


def _all(type_: ir.Type, facts: Facts) -> Worth:
    found = facts.tables.by_type(type_)
    return found.several(facts.count(found.of) if type_.kind is Kind.PIECE else facts.tables.all_of(type_))


def _fewest(over: ir.Expression, facts: Facts) -> int:
    """How many there are at least."""
    match over:
        case ir.PlayersFrom():
            return facts.tables.players
        case ir.AllOf(of=ir.Type(Kind.PLAYER | Kind.VALUE) as type_):
            return int(facts.tables.all_of(type_))
        case _:
            return 0


def _best(how: str, each: Worth, items: Worth, type_: ir.Type) -> Worth:
    """Of an empty list it is 0, or none."""
    if type_.kind is not Kind.NUMBER:
        return each.or_none
    if how == "total" and each.is_number:
        return number(min(0, times(each.low, items.most)), max(0, times(each.high, items.most)))
    return either(number(0), evolve(each, most=1)) if each.is_number else number(0)


# ---------------------------------------------------------------- definitions


def _derived(name: str, arguments: list[Worth], type_: ir.Type, facts: Facts) -> Worth:
    define = facts.tables.defines[name]
    slots = dict(enumerate(arguments))
    found = worth(define.value, facts, slots)
    if not define.exceptions:
        return found
    if define.combining == "sum":
        return facts.tables.by_type(type_)
    for exception in define.exceptions:
        if exception.how != "plain":
            found = either(found, worth(exception.value, facts, {**slots, _PREVIOUS: found}))
    for exception in define.exceptions:
        if exception.how == "plain":
            found = _bent(exception, found, slots, facts)
    return either(found, facts.tables.by_type(type_)) if type_.kind is Kind.VALUE else found


def _bent(exception: ir.ExceptionRule, found: Worth, slots: Slots, facts: Facts) -> Worth:
    """One more exception that starts from the usual value; one that holds for a time may hold any number of times."""
    after = either(found, worth(exception.value, facts, {**slots, _PREVIOUS: found}))
    if exception.effect < 0 or after == found:
        return after
    low, high = (-inf if after.low < found.low else found.low), (inf if after.high > found.high else found.high)
    return Worth(low, high, inf if after.most > found.most else found.most, after.of)


# ---------------------------------------------------------------- functions


def _function(e: ir.Function, arguments: list[Worth], facts: Facts) -> Worth:
    tables = facts.tables
    match e.name, arguments:
        case "parameter", _ if isinstance(e.arguments[0], ir.Constant):
            return tables.parameters[tables.game.texts[e.arguments[0].value]]
        case "smaller", (a, b) if a.is_number and b.is_number:
            return number(min(a.low, b.low), min(a.high, b.high))
        case "larger", (a, b) if a.is_number and b.is_number:
            return number(max(a.low, b.low), max(a.high, b.high))
        case "round_number", _:
            return facts.rounds
        case "seat_number", _:
            return number(0 if e.arguments[0].type.optional else 1, tables.players)
        case "pips", (die,):
            return die.one
        case "value_attribute", (_, value) if e.type.kind is Kind.NUMBER:
            return _on_values(e, value, facts)
        case "longest_line", _:
            return number(0, arguments[-1].most)
        case "distance", _:
            return number(-1, tables.sizes.get(e.arguments[-1].type.name, inf))
        case (("item" | "first" | "last"), _):
            items = either(*(w for w, a in zip(arguments, e.arguments, strict=True) if a.type.many))
            return items.one.or_none
        case _ if e.type.many:
            lists = [
                w for w, a in zip(arguments, e.arguments, strict=True) if a.type.many and a.type.one() == e.type.one()
            ]
            return either(*lists) if lists else tables.by_type(e.type)
        case (("smaller" | "larger"), _):
            return NEVER
        case _:
            return tables.by_type(e.type)


def _on_values(e: ir.Function, value: Worth, facts: Facts) -> Worth:
    """A number that is printed on the values of an enum: 0 where it is not, and of no value."""
    game = facts.tables.game
    key, of = e.arguments
    assert isinstance(key, ir.Constant)
    enum = next((x for x in game.enumerations if x.name == of.type.name), None)
    if enum is None:
        return ANY_NUMBER
    printed = [
        number(dict(v.attributes).get(game.texts[key.value], 0))
        for place, v in enumerate(enum.values)
        if value.low <= place <= value.high
    ]
    return either(number(0), *((number(-1),) if e.type.optional else ()), *printed)
