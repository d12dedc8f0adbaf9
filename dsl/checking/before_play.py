"""What is known of a number before play, at a table of so many players with every parameter as it is."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from dsl.checking.rule_set import RuleSet
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind


@frozen
class Table:
    """A game for that many players; `slots` are the values of locals that are known."""

    rules: RuleSet
    players: int
    slots: Mapping[int, int]

    def having(self, slot: int, value: int) -> Table:
        return Table(self.rules, self.players, {**self.slots, slot: value})


def known(e: ir.Expression | None, table: Table) -> int | None:
    """The value of an expression, as far as it hangs on nothing that happens in play."""
    match e:
        case ir.Constant(value):
            return value
        case ir.Local(slot):
            return table.slots.get(slot)
        case ir.Function():
            return _function(e, table)
        case ir.CountOf(over):
            return size(over, table)
        case ir.Arithmetic(operator, left, right):
            return _sum(operator, known(left, table), known(right, table))
        case ir.Divide(left, right, up):
            return _quotient(known(left, table), known(right, table), up)
        case ir.Compare(operator, left, right):
            return _compared(operator, left, right, table)
        case ir.Not(inner):
            holds = known(inner, table)
            return None if holds is None else int(not holds)
        case ir.And(parts):
            return _all([known(part, table) for part in parts])
        case ir.Or(parts):
            values = [known(part, table) for part in parts]
            either = _all([None if value is None else int(not value) for value in values])
            return None if either is None else int(not either)
        case ir.Cases(cases, default):
            return _case(cases, default, table)
        case ir.Derived(define, arguments):
            return _derived(define, arguments, table)
        case _:
            return None


def size(over: ir.Expression, table: Table) -> int | None:
    """How many things a list holds."""
    match over:
        case ir.AllOf(ir.Type(Kind.PLAYER)) | ir.PlayersFrom():
            return table.players
        case ir.AllOf(ir.Type(Kind.VALUE, name)):
            return next((len(x.values) for x in table.rules.game.enumerations if x.name == name), None)
        case ir.ListOf(items) if not any(item.type.many for item in items):
            return len(items)
        case _:
            return None


def _function(e: ir.Function, table: Table) -> int | None:
    match e.name, e.arguments:
        case "parameter", (ir.Constant(place),):
            p = table.rules.parameters.get(table.rules.game.texts[place])
            return p.value if p is not None else None
        case "smaller" | "larger", (left, right):
            values = known(left, table), known(right, table)
            if None in values:
                return None
            return (
                min(v for v in values if v is not None)
                if e.name == "smaller"
                else max(v for v in values if v is not None)
            )
        case "value_attribute", (ir.Constant(key), value):
            return _printed(table.rules.game.texts[key], value, table) if e.type == NUMBER else None
        case "left" | "right", (player,):
            seat = known(player, table)
            return None if seat is None or seat < 0 else (seat + (1 if e.name == "left" else -1)) % table.players
        case _:
            return None


def _printed(attribute: str, e: ir.Expression, table: Table) -> int | None:
    """A number that is printed on a value of an enum: 0 if it is not printed."""
    place = known(e, table)
    enum = next((x for x in table.rules.game.enumerations if x.name == e.type.name), None)
    if place is None or place < 0 or enum is None:
        return None
    return dict(enum.values[place].attributes).get(attribute, 0)


def _sum(operator: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def _quotient(left: int | None, right: int | None, up: bool) -> int | None:
    if left is None or right is None or right == 0:
        return None
    return -(-left // right) if up else left // right


def _compared(operator: str, left: ir.Expression, right: ir.Expression, table: Table) -> int | None:
    a, b = known(left, table), known(right, table)
    if a is None or b is None or left.type.many or right.type.many:
        return None
    return int({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[operator])


def _all(values: list[int | None]) -> int | None:
    if 0 in values:
        return 0
    return None if None in values else 1


def _case(cases: tuple[tuple[ir.Expression, ir.Expression], ...], default: ir.Expression, table: Table) -> int | None:
    for condition, value in cases:
        holds = known(condition, table)
        if holds is None:
            return None
        if holds:
            return known(value, table)
    return known(default, table)


def _derived(name: str, arguments: tuple[ir.Expression, ...], table: Table) -> int | None:
    """A definition without exceptions, worked out for what is known of its arguments."""
    d = table.rules.defines.get(name)
    if d is None or d.exceptions:
        return None
    slots = {k: value for k, a in enumerate(arguments) if (value := known(a, table)) is not None}
    return known(d.value, Table(table.rules, table.players, slots))
