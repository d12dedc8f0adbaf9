"""What numbers can be at least and at most, whatever happens in play and however parameters are set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dsl.checking.out_of_bounds import UNKNOWN, Range
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.lint.subject import Subject

#: How deep definitions and names are looked into.
_DEEPEST = 12


NATURAL = Range(0, None)

#: What fills each slot of a body; a slot that is not here may hold anything.
Slots = Mapping[int, Sequence["ir.Expression | Range"]]


def slots_of(nodes: Iterable[Any]) -> Slots:
    """What statements keep in each slot; in a slot that is not here stands what the body is told."""
    found: dict[int, list[ir.Expression | Range]] = {}
    for node in nodes:
        match node:
            case ir.SetLocal(slot, value):
                found.setdefault(slot, []).append(value)
            case ir.Choose(slot=slot, options=ir.FromRange(low, high)) | ir.ForRange(slot, low, high):
                found.setdefault(slot, []).extend((low, high))
            case ir.Choose(slot=slot) | ir.Draw(slot=slot) | ir.Roll(slot=slot) | ir.Call(slot=slot):
                found.setdefault(slot, []).append(UNKNOWN)
            case ir.ForEach(slot) | ir.AllAtOnce(slot):
                found.setdefault(slot, []).append(UNKNOWN)
            case _:
                pass
    return found


def range_of(e: ir.Expression, subject: Subject, slots: Slots, depth: int = 0) -> Range:
    """The range of a number."""
    if depth > _DEEPEST or e.type != ir.NUMBER:
        return UNKNOWN

    def of(inner: ir.Expression) -> Range:
        return range_of(inner, subject, slots, depth + 1)

    match e:
        case ir.Constant(value):
            return Range(value, value)
        case ir.Local(slot):
            others = {k: values for k, values in slots.items() if k != slot}
            filled = slots.get(slot, (UNKNOWN,))
            return _any_of([x if isinstance(x, Range) else range_of(x, subject, others, depth + 1) for x in filled])
        case ir.Read(variable, at):
            return _of_somebody(_variable(variable, subject, depth), at)
        case ir.ReadCounter(_, player):
            counters = [_variable(v.name, subject, depth) for v in subject.game.variables if v.number >= 0]
            return _of_somebody(_any_of(counters), (player,))
        case ir.CountOf(over):
            return _count(over, subject)
        case ir.BestOf(how, _, _, value):
            return _best(how, of(value))
        case ir.Arithmetic(operator, left, right):
            return _sum(operator, of(left), of(right))
        case ir.Cases(cases, default):
            return _any_of([of(value) for value in (*(value for _, value in cases), default)])
        case ir.Derived(name):
            define = subject.rules.defines.get(name)
            plain = define is not None and not define.exceptions
            return range_of(define.value, subject, {}, depth + 1) if define is not None and plain else UNKNOWN
        case ir.Function():
            return _function(e, subject, of)
        case _:
            return UNKNOWN


def _function(e: ir.Function, subject: Subject, of: Any) -> Range:
    match e.name, e.arguments:
        case "parameter", (ir.Constant(place),):
            parameter = subject.rules.parameters.get(subject.game.texts[place])
            return Range(parameter.low, parameter.high) if parameter is not None else UNKNOWN
        case "smaller", (left, right):
            a, b = of(left), of(right)
            return Range(_least(a.low, b.low), min((h for h in (a.high, b.high) if h is not None), default=None))
        case "larger", (left, right):
            a, b = of(left), of(right)
            return Range(max((low for low in (a.low, b.low) if low is not None), default=None), _most(a.high, b.high))
        case "round_number", _:
            return NATURAL
        case "seat_number", _:
            return Range(1, subject.game.most_players)
        case "pips", _:
            dice = subject.game.dice
            return _any_of([Range(die.low, die.high) for die in dice]) if dice else UNKNOWN
        case _:
            return UNKNOWN


def _of_somebody(range_: Range, owners: tuple[ir.Expression, ...]) -> Range:
    """What nobody has counts as 0."""
    return _any_of([range_, Range(0, 0)]) if any(owner.type.optional for owner in owners) else range_


def _variable(name: str, subject: Subject, depth: int) -> Range:
    variable = next((v for v in subject.game.variables if v.name == name), None)
    if variable is None or variable.type != ir.NUMBER:
        return UNKNOWN
    low = range_of(variable.low, subject, {}, depth + 1).low if variable.low is not None else None
    high = range_of(variable.high, subject, {}, depth + 1).high if variable.high is not None else None
    return Range(low, high)


def _count(over: ir.Expression, subject: Subject) -> Range:
    match over:
        case ir.AllOf(ir.Type(Kind.PLAYER)) | ir.PlayersFrom():
            return Range(subject.game.fewest_players, subject.game.most_players)
        case ir.AllOf(ir.Type(Kind.VALUE, name)):
            sizes = [len(x.values) for x in subject.game.enumerations if x.name == name]
            return Range(sizes[0], sizes[0]) if sizes else NATURAL
        case ir.Filter(ir.AllOf(ir.Type(Kind.PLAYER))):
            return Range(0, subject.game.most_players)
        case _:
            return NATURAL


def _best(how: str, value: Range) -> Range:
    """Of an empty list it is 0."""
    if how == "total":
        return NATURAL if value.low is not None and value.low >= 0 else UNKNOWN
    return _any_of([value, Range(0, 0)])


def _sum(operator: str, a: Range, b: Range) -> Range:
    match operator:
        case "+":
            return Range(_added(a.low, b.low), _added(a.high, b.high))
        case "-":
            return Range(_added(a.low, _negative(b.high)), _added(a.high, _negative(b.low)))
        case _ if a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0:
            high = a.high * b.high if a.high is not None and b.high is not None else None
            return Range(a.low * b.low, high)
        case _:
            return UNKNOWN


def _any_of(ranges: Sequence[Range]) -> Range:
    low, high = ranges[0].low, ranges[0].high
    for other in ranges[1:]:
        low, high = _least(low, other.low), _most(high, other.high)
    return Range(low, high)


def _least(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def _most(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)


def _added(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _negative(a: int | None) -> int | None:
    return None if a is None else -a
