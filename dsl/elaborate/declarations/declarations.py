"""Elaborates parameters, variables, zones and dice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator, attempt
from dsl.elaborate.core.titles import title_of
from dsl.elaborate.expressions import values
from dsl.elaborate.expressions.bounds import bounds, start
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, PLAYERS, Kind, Type
from dsl.listing import joined
from dsl.names.combinations import in_braces
from dsl.names.state import told
from dsl.names.symbols import ParameterSymbol, Scope, VariableSymbol, ZoneSymbol, only, what
from dsl.names.tracks import numbers_of
from dsl.names.type_advice import shown
from dsl.syntax import nodes as n


def parameter(e: Elaborator, symbol: ParameterSymbol) -> ir.Parameter:
    """A parameter with its range; without one it stays as it is, or is any value of its enum."""
    node = symbol.node
    name = node.name.text
    value = values.constant(e, node.value, symbol.type, f"`{name}`")
    low, high = values.whole_range(e, node.range) if node.range else _natural_range(e, symbol.type, value)
    if not low <= value <= high:
        labels = (Label(node.range.span, f"from {low} to {high}"),) if node.range is not None else ()
        e.note(
            "parameter-range", f"`{name}` is {value}, outside its own range", node.value.span,
            label=f"not from {low} to {high}", labels=labels, help=("choose another value, or widen the range",),
        )  # fmt: skip
    description = title_of(node.name, node.description)
    return ir.Parameter(name, symbol.type, value, low, high, description, span=node.span)


def _natural_range(e: Elaborator, type_: Type, value: int) -> tuple[int, int]:
    match type_.kind:
        case Kind.YES_NO:
            return 0, 1
        case Kind.VALUE:
            return 0, len(e.scope.enums[type_.name].values) - 1
        case _:
            return value, value


def variable(e: Elaborator, symbol: VariableSymbol) -> ir.Variable:
    """Counters begin at 0 and do not go below it unless their bounds say so; flags at no, the rest at none."""
    low, high = bounds(e, symbol)
    return ir.Variable(
        symbol.name, symbol.title, symbol.dimensions, symbol.type, start(e, symbol, low, high), low, high,
        symbol.hidden, symbol.group, symbol.number, pawn=isinstance(symbol.node, n.Pawn), seen=symbol.seen,
        sealed=symbol.sealed, unit=_unit(e, symbol), shown=symbol.shown,
        also=_also(e, symbol.name, symbol.dimensions, symbol.traits), raising=told(symbol.node.traits, "raising"),
        lowering=told(symbol.node.traits, "lowering"),
        below_zero=isinstance(symbol.node, n.Counters) and low is None, span=symbol.node.span,
    )  # fmt: skip


def _unit(e: Elaborator, symbol: VariableSymbol) -> str:
    """How one of a counter is shown: a text with the number in it that is multiplied, perhaps a parameter in braces."""
    said = next((t.value for t in symbol.traits if t.kind == "unit"), None)
    if not isinstance(said, n.Text):
        return ""
    text = said.text
    for name in in_braces(said):
        parameter = e.scope.names.get(name)
        if parameter is None:
            attempt(lambda where: e.unknown(
                where, "there is no parameter called", e.scope.names_of(ParameterSymbol), "unknown-parameter",
            ), _within(said, name))  # fmt: skip
            return ""
        if isinstance(parameter, ParameterSymbol) and parameter.type == NUMBER:
            number = values.constant(e, parameter.node.value, NUMBER, f"`{name}`")
            text = text.replace(f"{{{name}}}", str(number))
    if len(re.findall(r"[0-9]+", text)) != 1 or "{" in text:
        e.note(
            "unit-number", "how one of these is shown has one number in it, which is multiplied", said.span,
            label="no number, or several", help=('write, for example, `shown "$100" each`: four are then $400',),
        )  # fmt: skip
    return text


def _within(said: n.Text, name: str) -> n.Name:
    """A name in the braces of a text, at its place."""
    start = said.span.start + said.span.text.index(f"{{{name}}}") + 1
    return n.Name(name, span=evolve(said.span, start=start, end=start + len(name)))


def _also(
    e: Elaborator, name: str, dimensions: tuple[ir.Index, ...], traits: tuple[n.Trait, ...]
) -> ir.Expression | None:
    """Who else sees what is hidden, by a definition of its own; `their` is whoever it belongs to."""
    said = next((t.value for t in traits if t.kind == "also_seen"), None)
    if said is None:
        return None
    owner = (ir.Local(0, "player", PLAYER),) if ir.Index(ir.Dimension.PLAYER) in dimensions else ()
    c = Context(e, slots=["player"] if owner else [], candidate=owner[0] if owner else None)
    value = ex.players(c, said, "who sees it too")
    key = f"also seen of {name}"
    types = tuple(one.type for one in owner)
    e.defines[key, types] = ir.Define(key, types, tuple(c.slots), value, PLAYERS, None, (), span=said.span)
    return ir.Derived(key, owner, PLAYERS, span=said.span)


def fields_in_play(scope: Scope) -> Iterator[ir.Variable]:
    """What is printed on cards and set in play begins as it is printed."""
    for (field, type_), name in scope.set_fields.items():
        printed = [symbol.node for kind, symbol in scope.card_types() if (kind, type_) in scope.fields_named(field)]
        on = printed[0].name.text if len(printed) == 1 else ""
        start = ir.Attribute(field, ir.Local(0, "card", PIECE), type_)
        yield ir.Variable(
            name, field.replace("_", " "), (ir.Index(ir.Dimension.PIECE, on),), type_, start, None, None, False, "", -1,
            span=printed[0].span,
        )  # fmt: skip


def zone(e: Elaborator, symbol: ZoneSymbol) -> ir.Zone:
    """A zone; a slot holds one piece."""
    node = symbol.node
    refill = next((t.name for t in node.traits if t.kind == "refill"), None)
    if refill is not None:
        _known_zone(e, refill)
    most = next((t.value for t in node.traits if t.kind == "at_most"), None)
    capacity = ex.number(Context(e), most, "how many lie there at most") if most is not None else None
    if capacity is None and symbol.shape == "slot":
        capacity = ir.Constant(1, NUMBER)
    return ir.Zone(
        node.name.text, symbol.dimensions, ir.Shape(symbol.shape), symbol.seen, refill.text if refill else "", capacity,
        _also(e, node.name.text, symbol.dimensions, node.traits), told(node.traits, "entering"),
        node.title.text if node.title else "", span=node.span,
    )  # fmt: skip


def _known_zone(e: Elaborator, name: n.Name) -> None:
    symbol = e.scope.names.get(name.text)
    if isinstance(symbol, ZoneSymbol):
        return
    zones = e.scope.names_of(ZoneSymbol)
    if symbol is not None:
        e.wrong("not-a-zone", f"`{name.text}` is {what(symbol)}, not a zone", name.span, label="a zone is wanted",
                help=(f"the zones are: {joined(sorted(zones))}",))  # fmt: skip
    e.unknown(name, "there is no zone called", zones, "unknown-zone", "the zones are")


def track(e: Elaborator, node: n.Track) -> None:
    """The seats of a track lie within its range, as far as that is known before play."""
    c = Context(e)
    if node.whole:
        _whole_track(e, node)
    low = ex.number(c, node.range.low, "the first place")
    high = ex.number(c, node.range.high, "the last place")
    for seat in node.seats:
        if isinstance(seat, n.Seat):
            place = seat.place.value
            below = isinstance(low, ir.Constant) and place < low.value
            if below or (isinstance(high, ir.Constant) and place > high.value):
                e.note(
                    "outside-track", f"`{seat.name.text}` lies outside of `{node.name.text}`", seat.place.span,
                    label=f"not from {shown(node.range.low.span)} to {shown(node.range.high.span)}",
                    help=("give it another place, or make the track longer",),
                )  # fmt: skip


def _whole_track(e: Elaborator, node: n.Track) -> None:
    """Each of its numbers is one space, and they are known when the rules are read."""
    values.whole_range(e, node.range)
    if not numbers_of(node):
        e.note("not-plain", "the numbers of a track of spaces are written out", node.range.span,
               label="worked out", help=("write two numbers, as in `track Road, spaces 1 to 30`",))  # fmt: skip
    taken: dict[int, n.Seat] = {}
    for seat in only(node.seats, n.Seat):
        first = taken.setdefault(seat.place.value, seat)
        if first is not seat:
            e.note("name-twice", f"number {seat.place.text} of `{node.name.text}` is `{first.name.text}` already",
                   seat.place.span, label="said again here", labels=(Label(first.place.span, "first said here"),),
                   help=("give one of the two another number",))  # fmt: skip


def die(e: Elaborator, node: n.Dice) -> ir.Die:
    """A kind of dice; from 1 to 6 if nothing else is said."""
    bounds = next((t.range for t in node.traits if t.kind == "bounds"), None)
    low, high = values.whole_range(e, bounds) if bounds else (1, 6)
    return ir.Die(node.name.text, low, high, span=node.span)
