"""Prints expressions of the IR, in words close to those of the language, with every name and owner spelt out."""

from collections.abc import Iterable
from typing import assert_never

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension, Kind


@frozen
class Names:
    """What the numbers in a body stand for: the game's tables and the body's slots."""

    game: ir.Game
    slots: tuple[str, ...]

    def slot(self, number: int) -> str:
        """The name of a local; of several with one name, with its number."""
        if not 0 <= number < len(self.slots):
            return f"slot {number}"
        name = self.slots[number] or "it"
        return name if self.slots.count(name) < 2 else f"{name}.{number}"

    def constant(self, value: int, type_: ir.Type) -> str:
        """A value as its type has it."""
        match type_.kind:
            case Kind.YES_NO:
                return "yes" if value else "no"
            case Kind.TEXT:
                return f'"{self.game.texts[value]}"'
            case Kind.NUMBER | Kind.DIE:
                return str(value)
            case _ if value == ir.NONE:
                return "none"
            case Kind.VALUE:
                return self._value(type_.name, value)
            case Kind.COUNTER:
                return next((v.name for v in self.game.variables if v.number == value), f"counter {value}")
            case _:
                return f"{type_.kind} {value}"

    def _value(self, enum: str, place: int) -> str:
        values = next((e.values for e in self.game.enumerations if e.name == enum), ())
        return values[place].name if place < len(values) else f"{enum} {place}"


def phrase(e: ir.Expression, n: Names) -> str:
    """The expression in words; brackets stand wherever one could read it in two ways."""
    match e:
        case ir.Constant(value, type_):
            return n.constant(value, type_)
        case ir.Local(slot):
            return n.slot(slot)
        case ir.Read(variable, at):
            return _indexed(variable, at, _dimensions(n.game.variables, variable), n)
        case ir.ReadCounter(counter, player):
            return f"{inner(counter, n)} of {inner(player, n)}"
        case ir.Attribute(field, piece):
            return f"{field} of {inner(piece, n)}"
        case ir.Derived(define, arguments):
            return _of(ir.own_name(define), arguments, n)
        case ir.ZoneAt(zone, at):
            return _indexed(zone or "out of the game", at, _dimensions(n.game.zones, zone), n)
        case ir.Zones(zone, zones_at):
            return _indexed(zone, zones_at, _dimensions(n.game.zones, zone), n)
        case ir.Contents(zone):
            return f"all in {inner(zone, n)}"
        case ir.PileEnd(end, zone, amount):
            return f"{end} {inner(amount, n)} of {inner(zone, n)}" if amount else f"{end} of {inner(zone, n)}"
        case ir.AllOf(of):
            return "players" if of.kind is Kind.PLAYER else f"every {type_words(ir.Type(of.kind, of.name))}"
        case ir.PlayersFrom(start, anticlockwise=back):
            return f"players from {inner(start, n)}{' anticlockwise' if back else ''}"
        case ir.Filter(over, slot, where):
            return f"{n.slot(slot)} in {inner(over, n)} where {phrase(where, n)}"
        case ir.CountOf(ir.Contents(zone)):
            return f"number in {inner(zone, n)}"
        case ir.CountOf(over):
            return f"number of {inner(over, n)}"
        case ir.Some():
            return _some(e, n)
        case ir.First(over):
            return f"first of {inner(over, n)}"
        case ir.Item(over, place):
            return f"item {inner(place, n)} of {inner(over, n)}"
        case ir.BestOf(how, over, slot, value):
            return f"{how} of {inner(value, n)} for {n.slot(slot)} in {inner(over, n)}"
        case ir.Ranked(over, slot, by):
            return f"best {n.slot(slot)} of {inner(over, n)} by {_criteria(by, n)}"
        case ir.ListOf(items):
            return f"({', '.join(phrase(i, n) for i in items)})"
        case ir.Without(over, item):
            return f"{inner(over, n)} without {inner(item, n)}"
        case ir.Arithmetic(operator, left, right):
            return f"{inner(left, n)} {operator} {inner(right, n)}"
        case ir.Divide(left, right, up):
            return f"{inner(left, n)} / {inner(right, n)} rounded {'up' if up else 'down'}"
        case ir.Compare(operator, left, right):
            return f"{inner(left, n)} {operator} {inner(right, n)}"
        case ir.And(parts):
            return " and ".join(inner(p, n) for p in parts) or "yes"
        case ir.Or(parts):
            return " or ".join(inner(p, n) for p in parts) or "no"
        case ir.Not(what):
            return f"not {inner(what, n)}"
        case ir.IsIn(item, group):
            return f"{inner(item, n)} is in {inner(group, n)}"
        case ir.Cases(cases, default):
            said = [f"{phrase(value, n)} if {phrase(condition, n)}" for condition, value in cases]
            return "; ".join([*said, f"{phrase(default, n)} otherwise"])
        case ir.Previous():
            return "previous"
        case ir.Held(effect, instance, place):
            return f"what {inner(instance, n)} of effect {effect} keeps at {place}"
        case ir.InForce(effect):
            return f"every effect {effect} in force"
        case ir.Function():
            return _function(e, n)
        case _:
            assert_never(e)


def _some(e: ir.Some, n: Names) -> str:
    if e.where is not None:
        return f"any {n.slot(e.slot)} in {inner(e.over, n)} where {phrase(e.where, n)}"
    if isinstance(e.over, ir.Contents):
        return f"anything in {inner(e.over.zone, n)}"
    return f"any {inner(e.over, n)}"


_SIMPLE = (
    ir.Constant, ir.Local, ir.Read, ir.ReadCounter, ir.Attribute, ir.Derived, ir.ZoneAt, ir.Zones, ir.AllOf, ir.ListOf,
    ir.Previous, ir.Function, ir.PileEnd, ir.Contents,
)  # fmt: skip


def inner(e: ir.Expression, n: Names) -> str:
    """The expression as part of another: in brackets unless it is one thing."""
    text = phrase(e, n)
    return text if isinstance(e, _SIMPLE) else f"({text})"


def text_of(parts: Iterable[ir.TextPart], n: Names) -> str:
    """A text for players, with what is put in in braces."""
    return '"' + "".join(p if isinstance(p, str) else "{" + phrase(p, n) + "}" for p in parts) + '"'


# ---------------------------------------------------------------- names with owners and indices


def _dimensions(things: Iterable[ir.Variable] | Iterable[ir.Zone], name: str) -> tuple[ir.Index, ...]:
    return next((thing.dimensions for thing in things if thing.name == name), ())


def _indexed(name: str, at: tuple[ir.Expression | None, ...], dimensions: tuple[ir.Index, ...], n: Names) -> str:
    """`pot[kind]`, `hand of winner`, `desk[every Day] of players`."""
    owner, brackets = "", ""
    for index, dimension in zip(at, dimensions, strict=False):
        if dimension.dimension is Dimension.VALUE:
            brackets += f"[{phrase(index, n) if index is not None else f'every {dimension.name}'}]"
        else:
            owner = f" of {inner(index, n) if index is not None else 'players'}"
    return f"{name}{brackets}{owner}"


def _of(name: str, arguments: tuple[ir.Expression, ...], n: Names) -> str:
    match arguments:
        case ():
            return name
        case (one,):
            return f"{name} of {inner(one, n)}"
        case _:
            return f"{name}({', '.join(phrase(a, n) for a in arguments)})"


def _function(e: ir.Function, n: Names) -> str:
    match e.name, e.arguments:
        case "parameter", (ir.Constant(place),):
            return n.game.texts[place]
        case "value_attribute", (ir.Constant(place), value):
            return f"{n.game.texts[place]} of {inner(value, n)}"
        case "shift", (value, steps):
            return f"({inner(value, n)} + {inner(steps, n)})"
        case "from" | "back_from", (group, start):
            back = " anticlockwise" if e.name == "back_from" else ""
            return f"({phrase(group, n)} from {inner(start, n)}{back})"
        case _:
            return _of(e.name, e.arguments, n)


def _criteria(by: tuple[ir.Criterion, ...], n: Names) -> str:
    return ", then ".join(f"{'most' if c.most else 'fewest'} {inner(c.value, n)}" for c in by)


def type_words(type_: ir.Type) -> str:
    """A type as it is written in a rule file."""
    name = type_.name or ("card" if type_.kind is Kind.PIECE else str(type_.kind))
    return f"list of {name}" if type_.many else f"{name} or none" if type_.optional else name
