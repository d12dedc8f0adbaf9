"""Expressions as Python text: numbers, single things and conditions; lists are in `python_lists.py`.

Loops cannot stand inside an expression: they are written as lines before it at once, so a text has to be
used before anything is written that changes what it reads. Where only one of several parts is to be worked
out, and one of them needs lines, the whole becomes `if` statements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.ir import nodes as ir
from interpreter.backend import python_boards as boards
from interpreter.backend import python_lists as lists
from interpreter.backend import python_members as members
from interpreter.backend.python_code import Code, added, cheapest_first, place_in, sequence, test, value
from interpreter.backend.python_definitions import derived
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import atom, conjunct, is_simple, operand
from interpreter.errors import BY_ZERO
from interpreter.program.model.setting import absent
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute, kept_attribute


def of_something(c: Code, node: ir.Expression, found: Callable[[str], str], gone: str, wish: str = "t") -> str:
    """`found` of the value's text, or `gone` if the value is none."""
    text = value(c, node)
    if sure(c, node):
        return found(text)
    first, later = c.named(text, wish)
    return f"({found(later)} if {first} >= 0 else {gone})"


# ---------------------------------------------------------------- plain ones


def _constant(_: Code, node: ir.Constant) -> str:
    return str(node.value)


def _local(c: Code, node: ir.Local) -> str:
    return c.read(node.slot)


def _previous(c: Code, _: ir.Previous) -> str:
    return c.previous


def _cases(c: Code, node: ir.Cases) -> str:
    """One of several values, of which only one is worked out."""
    before = c.mark()
    condition = test(c, node.cases[0][0])
    later = c.mark()
    parts = [(condition, value(c, node.cases[0][1]))]
    parts.extend((test(c, holds), value(c, result)) for holds, result in node.cases[1:])
    last = value(c, node.default)
    if c.mark() == later:
        for holds, result in reversed(parts):
            last = f"{operand(result)} if {holds} else {last}"
        return f"({last})"
    c.rewind(before)
    name = c.text.name("t")
    _written_cases(c, name, node.cases, node.default)
    return name


def _written_cases(c: Code, name: str, cases: tuple[tuple[Any, Any], ...], default: ir.Expression) -> None:
    if not cases:
        c.text.line(f"{name} = {value(c, default)}")
        return
    holds, result = cases[0]
    with c.text.block(f"if {test(c, holds)}:"):
        c.text.line(f"{name} = {value(c, result)}")
    with c.text.block("else:"):
        _written_cases(c, name, cases[1:], default)


# ---------------------------------------------------------------- what is remembered


def _read(c: Code, node: ir.Read) -> str:
    return read(c, node.variable, node.at)


def read(c: Code, variable: str, at: tuple[ir.Expression, ...]) -> str:
    """A variable. A list with one index ends with what nothing has, where -1 leads."""
    slot = c.unit.layout.variables[variable]
    if not slot.sizes:
        return f"st.{slot.attribute}"
    if len(at) == 1:
        return f"st.{slot.attribute}[{value(c, at[0])}]"
    place, good = place_in(c, slot.strides, at)
    found = f"st.{slot.attribute}[{place}]"
    return f"({found} if {good} else {absent(slot.variable.type)})" if good else found


def _read_counter(c: Code, node: ir.ReadCounter) -> str:
    if isinstance(node.counter, ir.Constant):
        if node.counter.value < 0:
            return "0"
        return read(c, c.unit.layout.counters[node.counter.value], (node.player,))
    counters, number = counter_lists(c, node.counter)
    return f"{counters}[{number}][{value(c, node.player)}]"


def counter_lists(c: Code, counter: ir.Expression) -> tuple[str, str]:
    """The lists of all counters that may be meant, one of zeros for none; the number of the one that is."""
    names, number = possible_counters(c, counter)
    attributes = "".join(f"st.{c.unit.layout.variables[name].attribute}, " for name in names)
    return f"({attributes}NOTHING)", value(c, number)


def possible_counters(c: Code, counter: ir.Expression) -> tuple[tuple[str, ...], ir.Expression]:
    """The counters that may be meant, and the number of the one that is among them."""
    layout = c.unit.layout
    group = counter.left if isinstance(counter, ir.Arithmetic) else counter
    if group.type.kind is ir.Kind.VALUE:
        members = tuple(n for n in layout.counters if layout.variables[n].variable.group == group.type.name)
        return members, group
    return layout.counters, counter


def _attribute(c: Code, node: ir.Attribute) -> str:
    """A field of a piece."""
    layout = c.unit.layout
    if node.field in layout.fields:
        field = layout.fields[node.field]
        return _of_piece(c, node.piece, f"st.{field.attribute}[{{}}]", str(field.absent))
    printed = layout.printed[node.field]
    if node.field in layout.kept:
        kinds = f"st.{kept_attribute(layout.kept.index(node.field))}"
        return _of_piece(c, node.piece, f"{c.unit.table(node.field, printed)}[{kinds}[{{}}]]", str(printed[-1]))
    return _of_kind(c, node.field, printed, node.piece)


def _of_kind(c: Code, name: str, by_kind: tuple[int, ...], piece: ir.Expression) -> str:
    """What hangs on the kind of a piece; last comes what it is of nothing."""
    layout = c.unit.layout
    if layout.fixed_kinds:
        by_piece = (*(by_kind[kind] for kind, _, _ in layout.first_pieces), by_kind[-1])
        return f"{c.unit.table(f'{name} of pieces', by_piece)}[{value(c, piece)}]"
    return _of_piece(c, piece, f"{c.unit.table(name, by_kind)}[st.kind[{{}}]]", str(by_kind[-1]))


def _of_piece(c: Code, piece: ir.Expression, of: str, gone: str) -> str:
    if isinstance(piece, ir.PileEnd) and piece.amount is None:
        first, zone = c.named(lists.zone_list(c, piece.zone), "z")
        found = f"{zone}[{-1 if piece.end == 'top' else 0}]"
        return f"({of.format(found)} if {first} else {gone})"
    return of_something(c, piece, of.format, gone, "p")


def _zone_at(c: Code, node: ir.ZoneAt) -> str:
    if (known := c.worked_out.get(node)) is not None:
        return known
    slot = c.unit.layout.zones[node.zone]
    place, good = place_in(c, slot.strides, node.at)
    text = added(slot.base, place)
    if good and not slot.base and len(node.at) == 1:
        return value(c, node.at[0])  # none is none
    return f"({text} if {good} else -1)" if good else text


def _pile_end(c: Code, node: ir.PileEnd) -> str:
    first, zone = c.named(lists.zone_list(c, node.zone), "z")
    return f"({zone}[{-1 if node.end == 'top' else 0}] if {first} else -1)"


# ---------------------------------------------------------------- numbers


def _arithmetic(c: Code, node: ir.Arithmetic) -> str:
    left, right = value(c, node.left), value(c, node.right)
    if node.operator == "*":
        return f"{atom(left)} * {atom(right)}"
    return f"{operand(left)} {node.operator} {atom(right)}"


def _divide(c: Code, node: ir.Divide) -> str:
    left, right = atom(value(c, node.left)), value(c, node.right)
    if isinstance(node.right, ir.Constant) and node.right.value:
        return f"-(-{left} // {right})" if node.up else f"{left} // {right}"
    first, later = c.named(right, "divisor")
    done = f"-(-{left} // {later})" if node.up else f"{left} // {later}"
    return f"({done} if {first} else {c.unit.fault(node.span, BY_ZERO)})"


# ---------------------------------------------------------------- conditions


_OPERATORS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "==", "!=": "!="}


def _compare(c: Code, node: ir.Compare) -> str:
    left, right = value(c, node.left), value(c, node.right)
    guards = []
    if node.operator not in ("=", "!="):
        if _may_be_none(c, node.left):
            first, left = c.named(left)
            guards.append(f"{first} != -1")
        if _may_be_none(c, node.right):
            first, right = c.named(right)
            guards.append(f"{first} != -1")
    return " and ".join([*guards, f"{operand(left)} {_OPERATORS[node.operator]} {operand(right)}"])


def _may_be_none(c: Code, node: ir.Expression) -> bool:
    counts = node.type.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not node.type.optional
    return not counts and not sure(c, node)


def _and(c: Code, node: ir.And) -> str:
    return _joined(c, node.parts, "and")


def _or(c: Code, node: ir.Or) -> str:
    return _joined(c, node.parts, "or")


def _joined(c: Code, parts: tuple[ir.Expression, ...], word: str) -> str:
    """Cheap parts come first where the order makes no difference."""
    parts = cheapest_first(c, parts)
    before = c.mark()
    texts = [test(c, parts[0])]
    later = c.mark()
    texts.extend(test(c, part) for part in parts[1:])
    if c.mark() == later:
        return f" {word} ".join(conjunct(text) for text in texts)
    c.rewind(before)
    name = c.text.name("t")
    _written_join(c, name, parts, word)
    return name


def _written_join(c: Code, name: str, parts: tuple[ir.Expression, ...], word: str) -> None:
    c.text.line(f"{name} = {test(c, parts[0])}")
    if len(parts) > 1:
        with c.text.block(f"if {name}:" if word == "and" else f"if not {name}:"):
            _written_join(c, name, parts[1:], word)


def _not(c: Code, node: ir.Not) -> str:
    return f"not {atom(test(c, node.inner))}"


def _is_in(c: Code, node: ir.IsIn) -> str:
    if kinds := _kinds_of_pieces(node.group):
        wanted = (*(int(kind.card_type in kinds) for kind in c.unit.layout.kinds), 0)
        return _of_kind(c, f"is {' '.join(kinds)}", wanted, node.item)
    if (found := members.is_in(c, node)) is not None:
        return found
    return f"{operand(value(c, node.item))} in {operand(sequence(c, node.group).text)}"


def _kinds_of_pieces(group: ir.Expression) -> tuple[str, ...]:
    """The kinds of which all pieces are in a list, if that is what it is."""
    match group:
        case ir.AllOf(ir.Type(ir.Kind.PIECE, name)) if name:
            return (name,)
        case ir.ListOf(items) if all(_kinds_of_pieces(item) for item in items):
            return tuple(name for item in items for name in _kinds_of_pieces(item))
        case _:
            return ()


# ---------------------------------------------------------------- built-in functions


def _function(c: Code, node: ir.Function) -> str:
    return FUNCTIONS[node.name](c, node)


def _seat(step: str) -> Callable[[Code, ir.Function], str]:
    def beside(c: Code, node: ir.Function) -> str:
        return of_something(c, node.arguments[0], lambda p: f"({operand(p)} {step}) % {c.unit.players}", "-1", "p")

    return beside


def _owner(c: Code, node: ir.Function) -> str:
    return of_something(c, node.arguments[0], "st.owner[{}]".format, "-1", "p")


def _title(c: Code, node: ir.Function) -> str:
    layout = c.unit.layout
    titles = c.unit.table("title", tuple(layout.texts.index(kind.title) for kind in layout.kinds))
    return of_something(c, node.arguments[0], lambda piece: f"{titles}[st.kind[{piece}]]", "-1", "p")


def _taken(c: Code, node: ir.Function) -> str:
    action, player = node.arguments
    assert isinstance(action, ir.Constant), "which action is meant is always said"
    first = action.value * c.unit.program.setting.players
    return of_something(c, player, lambda seat: f"st.taken[{added(first, seat)}]", "0", "p")


def _entry(c: Code, node: ir.Function) -> str:
    return of_something(c, node.arguments[0], "st.kind[{}]".format, "-1", "p")


def _place(c: Code, node: ir.Function) -> str:
    return of_something(c, node.arguments[0], "st.zone[{}]".format, "-1", "p")


def _kept_from(c: Code, node: ir.Function) -> str:
    place, piece = node.arguments
    assert isinstance(place, ir.Constant), "which field is meant is always said"
    return f"st.{kept_attribute(place.value)}[{value(c, piece)}]"


def _deep(_: Code, node: ir.Function) -> str:
    (number,) = node.arguments
    assert isinstance(number, ir.Constant), "which procedure is meant is always said"
    return f"st.{depth_attribute(number.value)}"


def _copies(c: Code, node: ir.Function) -> str:
    (card,) = node.arguments
    assert isinstance(card, ir.Constant), "which card is meant is always said"
    if c.unit.layout.copying:
        return f"tuple([piece for piece, kind in enumerate(st.kind) if kind == {card.value}])"
    pieces = c.unit.layout.first_pieces
    return str(tuple(piece for piece, (kind, _, _) in enumerate(pieces) if kind == card.value))


def _has_begun(c: Code, node: ir.Function) -> str:
    card, *in_force = node.arguments
    piece = c.text.kept(text, "p") if not is_simple(text := value(c, card)) else text
    each = [sequence(c, effect).text for effect in in_force]
    found = " or ".join(f"{effect} and is_of({effect}, {piece})" for effect in each)
    return f"(1 if {piece} >= 0 and ({found}) else 0)" if each else "0"


def _seat_number(c: Code, node: ir.Function) -> str:
    return of_something(c, node.arguments[0], lambda player: f"{operand(player)} + 1", "0", "p")


def _holder(c: Code, node: ir.Function) -> str:
    seats = tuple(-1 if seat is None else seat for seat in c.unit.layout.seats)
    holders = c.unit.table("holder", seats)
    return of_something(c, node.arguments[0], lambda piece: f"{holders}[st.zone[{piece}]]", "-1", "p")


def _face_up(c: Code, node: ir.Function) -> str:
    everybody = c.unit.layout.everybody
    return of_something(c, node.arguments[0], lambda piece: f"int(st.seen[{piece}] == {everybody})", "0", "p")


def _without_each(c: Code, node: ir.Function) -> str:
    items, gone = (sequence(c, argument).text for argument in node.arguments)
    return f"without_each({items}, {gone})"


def _better(how: str) -> Callable[[Code, ir.Function], str]:
    def better(c: Code, node: ir.Function) -> str:
        left, right = (c.named(value(c, argument)) for argument in node.arguments)
        return f"({left[1]} if {left[0]} {how} {right[0]} else {right[1]})"

    return better


def _shifted(c: Code, at: ir.Expression, steps: str) -> str:
    enum = c.unit.program.setting.enumerations[at.type.name]
    size = len(enum.values)
    if enum.ring:
        return of_something(c, at, lambda v: f"({operand(v)} + {atom(steps)}) % {size}", "-1", "v")
    first, text = c.named(value(c, at), "v")
    there = c.text.name("v")
    return f"({there} if {first} >= 0 and 0 <= ({there} := {text} + {atom(steps)}) < {size} else -1)"


def _item_of(c: Code, node: ir.Function) -> str:
    place = c.named(value(c, node.arguments[0]))
    items = c.named(sequence(c, node.arguments[1]).text, "items")
    return f"({items[1]}[{place[1]} - 1] if 1 <= {place[0]} <= len({items[0]}) else -1)"


def _end_of(place: int) -> Callable[[Code, ir.Function], str]:
    def end(c: Code, node: ir.Function) -> str:
        if (only := lists.only_one(c, node.arguments[0], place)) is not None:
            return only
        first, items = c.named(sequence(c, node.arguments[0]).text, "items")
        return f"({items}[{place}] if {first} else -1)"

    return end


def _value_attribute(c: Code, node: ir.Function) -> str:
    key, at = node.arguments
    setting = c.unit.program.setting
    assert isinstance(key, ir.Constant), "which attribute is meant is always said"
    name = setting.game.texts[key.value]
    gone = absent(node.type)
    printed = (*setting.attribute_table(at.type.name, name, gone), gone)
    return f"{c.unit.table(f'{name} of {at.type.name}', printed)}[{value(c, at)}]"


def _parameter(c: Code, node: ir.Function) -> str:
    (name,) = node.arguments
    setting = c.unit.program.setting
    assert isinstance(name, ir.Constant), "which parameter is meant is always said"
    return str(setting.parameters[setting.game.texts[name.value]])


#: Every built-in function that gives one thing, by its name.
FUNCTIONS: dict[str, Callable[[Code, ir.Function], str]] = {
    "left": _seat("+ 1"),
    "right": _seat("- 1"),
    "owner": _owner,
    "title": _title,
    "seat_number": _seat_number,
    "holder": _holder,
    "face_up": _face_up,
    "distance": boards.distance,
    "longest_line": boards.longest_line,
    "without_each": _without_each,
    "smaller": _better("<"),
    "larger": _better(">"),
    "pips": lambda c, node: value(c, node.arguments[0]),
    "next": lambda c, node: _shifted(c, node.arguments[0], "1"),
    "shift": lambda c, node: _shifted(c, node.arguments[0], value(c, node.arguments[1])),
    "item": _item_of,
    "first": _end_of(0),
    "last": _end_of(-1),
    "parameter": _parameter,
    "value_attribute": _value_attribute,
    "round_number": lambda c, node: "st.round_number",
    "game_is_over": lambda c, node: "st.over",
    "decider": lambda c, node: f"decider(st, {value(c, node.arguments[0])})",
    "turn_over": lambda c, node: f"st.{TURN_OVER}",
    "seen": lambda c, node: f"st.seen[{value(c, node.arguments[0])}]",
    "kept_from": _kept_from,
    "deep": _deep,
    "held": lambda c, node: "st.held",
    "rules_under_way": lambda c, node: f"st.{RULES_UNDER_WAY}",
    "cause": lambda c, node: "st.cause",
    "causer": lambda c, node: "st.causer",
    "active_player": lambda c, node: "st.active_player",
    "next_player": lambda c, node: "st.next_player",
    "taken": _taken,
    "entry": _entry,
    "copies": _copies,
    "place": _place,
    "has_begun": _has_begun,
}

#: Every kind of expression that gives a number or one thing.
VALUES: dict[type, Callable[[Code, Any], str]] = {
    ir.Constant: _constant,
    ir.Local: _local,
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: _attribute,
    ir.Derived: derived,
    ir.ZoneAt: _zone_at,
    ir.PileEnd: _pile_end,
    ir.CountOf: lists.count,
    ir.First: lists.first,
    ir.Item: lists.item,
    ir.BestOf: lists.best,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Cases: _cases,
    ir.Previous: _previous,
    ir.Function: _function,
}

#: Every kind of expression that is a condition.
TESTS: dict[type, Callable[[Code, Any], str]] = {
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.IsIn: _is_in,
    ir.Some: lists.some,
}
