"""Collects the declarations of a rule set into a scope: every name, once, with its kind and type.

`collect` reads declarations only; no body and no expression is looked into, so the order of declarations never
matters. A name answers to its plain plural in -s.
"""

import re
from collections.abc import Iterable, Iterator

from attrs import evolve

from dsl.diagnostic import error
from dsl.ir.limits import MOST_VALUES
from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Kind, Type
from dsl.names.declare import TAKEN, add, name_taken, said_twice
from dsl.names.state import add_counters, add_variable, dimensions_of, is_mark, spaces_of, type_of_pawn, zone_symbol
from dsl.names.symbols import (
    ActionSymbol,
    CardTypeSymbol,
    DefineSymbol,
    DieSymbol,
    EnumSymbol,
    FlowSymbol,
    GridSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    Scope,
    declared_at,
    only,
    singular,
    what,
)
from dsl.names.title_values import has_titles, values_of
from dsl.names.tracks import seats_of
from dsl.names.traits import Declared, misplaced_traits
from dsl.names.type_names import named_type, report_unknown, type_of
from dsl.names.types import words
from dsl.syntax import nodes as n
from dsl.walk import children, nodes_by_kind, nodes_in, nodes_in_whole


def collect(items: tuple[n.TopItem, ...]) -> Scope:
    """The scope of these declarations, with a diagnostic for each name said twice or type unknown."""
    scope = Scope()
    nodes = nodes_by_kind(items)
    scope.libraries = {item.span.source: item for item in items if isinstance(item, n.Library)}
    for line in nodes.get(n.BadLine, ()):
        quoted = r'"[^"]*"'
        scope.unknowns.silent |= set(re.findall(r"[A-Za-z]\w*", re.sub(quoted, " ", line.span.text)))
        scope.unknowns.silent |= set(re.findall(quoted, line.span.text))
    for item in items:
        _declare_kind(scope, item)
    for item in items:
        if has_titles(item):
            values = values_of(scope, item, items)
            _add_enum(scope, item.name, EnumSymbol(item.name.text, item, values, item.ring, at=item.name.span))
    for item in items:
        _declare_thing(scope, item)
    for part in nodes.get(n.WhenPart, ()):
        scope.parts.setdefault(part.name.text, part.name)
    _definitions_apart(scope)
    _parts_apart(scope)
    _fields_in_play(scope, nodes_in_whole(items) if {n.Assign, n.Raise} & nodes.keys() else ())
    kinds = scope.names_of(CardTypeSymbol)
    for node in (*nodes.get(n.Deck, ()), *nodes.get(n.Create, ())):
        if not {node.card_type.text, singular(node.card_type.text)} & kinds:
            scope.missing_cards = True
    return scope


# ---------------------------------------------------------------- first the kinds of things


def _declare_kind(scope: Scope, item: n.TopItem) -> None:
    match item:
        case n.Enum(name, ring, _, values) if not has_titles(item):
            _add_enum(scope, name, EnumSymbol(name.text, item, only(values, n.EnumValue), ring, at=name.span))
        case n.Spaces(name, _, values):
            _add_enum(scope, name, EnumSymbol(name.text, item, only(values, n.EnumValue), False, at=name.span))
        case n.Track(name):
            _add_enum(scope, name, EnumSymbol(name.text, item, seats_of(item), item.ring, at=name.span))
        case n.Counters(n.Name() as group):
            counters = only(item.items, n.CounterItem)
            _add_enum(scope, group, EnumSymbol(group.text, item, counters, False, at=group.span))
        case n.Cards(name) | n.Tokens(name):
            add(scope, name, CardTypeSymbol(item, {}))
        case n.Dice(name):
            add(scope, name, DieSymbol(item))
        case _:
            pass


def _add_enum(scope: Scope, name: n.Name, symbol: EnumSymbol) -> None:
    add(scope, name, symbol)
    scope.enums.setdefault(name.text, symbol)
    seen: dict[str, n.Name] = {}
    for value in symbol.values:
        if first := seen.get(value.name.text):
            scope.diagnostics.append(
                said_twice(scope, value.name, first.span, f"{symbol.name} has `{first.text}` already")
            )
        seen.setdefault(value.name.text, value.name)


# ---------------------------------------------------------------- then the things


def _declare_thing(scope: Scope, item: n.TopItem) -> None:
    if isinstance(item, Declared):
        owner = None if isinstance(item, n.Role | n.Dice) else item.owner
        scope.diagnostics.extend(misplaced_traits(item, is_mark=is_mark(scope, owner)))
    match item:
        case n.Parameter(name, value):
            add(scope, name, ParameterSymbol(item, _parameter_type(scope, value)))
        case n.Counters():
            add_counters(scope, item)
        case n.Flag(name, owner, by, title=title):
            add_variable(scope, name, dimensions_of(scope, owner, by), YES_NO, item, title=title)
        case n.Role(name, title=title):
            add_variable(scope, name, (), PLAYER.or_none(), item, title=title)
        case n.Remember(name, owner, by, type_name, title=title):
            add_variable(scope, name, dimensions_of(scope, owner, by), type_of(scope, type_name), item, title=title)
        case n.Pawn(name, owner, title=title):
            add_variable(scope, name, dimensions_of(scope, owner, None), type_of_pawn(scope, item), item, title=title)
        case n.Zone(name):
            add(scope, name, zone_symbol(scope, item))
        case n.Cards(name, fields) | n.Tokens(name, fields=fields):
            _fill_fields(scope, item, name, fields)
        case n.Enum(name, _, _, values) | n.Spaces(name, _, values):
            _fill_attributes(scope, name.text, only(values, n.EnumValue))
        case n.Track(name, seats=seats):
            _fill_attributes(scope, name.text, only(seats, n.Seat))
        case n.Grid(name, _, _, kind):
            _add_grid(scope, item, name, kind)
        case n.Define():
            _add_define(scope, item)
        case n.Procedure():
            _add_procedure(scope, item)
        case n.Flow():
            _add_flow(scope, item, "")
        case n.Action(_, name) | n.Reaction(n.Name() as name):
            add(scope, name, ActionSymbol(item))
        case _:
            pass


def _add_grid(scope: Scope, item: n.Grid, name: n.Name, kind: n.Name) -> None:
    if kind.text not in scope.enums:
        report_unknown(scope, kind, "no spaces are called", spaces_of(scope), "unknown-spaces", "the spaces are")
    if item.rows.value * item.columns.value > MOST_VALUES:
        scope.diagnostics.append(
            error(
                "too-large", f"a grid may have {MOST_VALUES:,} cells at most", item.rows.span, label="this has more",
                help=("make the grid smaller",),
            )
        )  # fmt: skip
    add(scope, name, GridSymbol(item, kind.text))


def _add_procedure(scope: Scope, item: n.Procedure) -> None:
    types = tuple(type_of(scope, p.type) for p in item.parameters)
    add(scope, item.name, ProcedureSymbol(item, types, type_of(scope, item.answer) if item.answer else None))


def _add_flow(scope: Scope, flow: n.Flow, inside: str) -> None:
    add(scope, flow.name, FlowSymbol(flow, inside))
    for step in _steps_in(flow.body):
        _add_flow(scope, step, flow.name.text)


def _steps_in(tree: object) -> Iterator[n.Flow]:
    """The steps and phases below, without those that stand in one of them."""
    for node in children(tree):
        if isinstance(node, n.Flow):
            yield node
        else:
            yield from _steps_in(node)


def _parameter_type(scope: Scope, value: n.Expression) -> Type:
    match value:
        case n.YesNo():
            return YES_NO
        case n.Name(text):
            found = scope.values_named(text)
            if found:
                return Type(Kind.VALUE, found[0][0].name)
            names = scope.value_names()
            report_unknown(scope, value, "no enum has a value called", names, "unknown-value", "the values are")
            return Type(Kind.UNKNOWN)
        case _:
            return NUMBER


# ---------------------------------------------------------------- what is printed on cards and values


def _fill_fields(scope: Scope, node: n.Cards | n.Tokens, name: n.Name, fields: tuple[n.CardField, ...]) -> None:
    symbol = scope.names.get(name.text)
    if not isinstance(symbol, CardTypeSymbol) or symbol.node is not node:
        return
    first: dict[str, n.Name] = {}
    for f in fields:
        if earlier := first.get(f.name.text):
            message = f"{name.text} cards have a `{f.name.text}` already"
            scope.diagnostics.append(said_twice(scope, f.name, earlier.span, message))
            continue
        first[f.name.text] = f.name
        symbol.fields[f.name.text] = type_of(scope, f.type)


def _fill_attributes(scope: Scope, name: str, values: tuple[n.EnumValue, ...] | tuple[n.Seat, ...]) -> None:
    symbol = scope.enums.get(name)
    if symbol is None:
        return
    for value in values:
        for attribute in value.attributes:
            if isinstance(attribute, n.Attribute):
                symbol.attributes.setdefault(attribute.name.text, _attribute_type(scope, attribute.value))
    if isinstance(symbol.node, n.Track):
        symbol.attributes.setdefault("place", NUMBER)


def _attribute_type(scope: Scope, value: n.Expression | n.EachValue | None) -> Type:
    match value:
        case None | n.YesNo():
            return YES_NO
        case n.Text():
            return TEXT
        case n.Name(text) if found := scope.values_named(text):
            return Type(Kind.VALUE, found[0][0].name)
        case _:
            return NUMBER


def _fields_in_play(scope: Scope, nodes: Iterable[object]) -> None:
    """What is printed on cards and set in play is a variable: under its own name, if nothing else is called so."""
    targets = [node.target for node in nodes if node.__class__ in (n.Assign, n.Raise)]
    for name in dict.fromkeys(t.name.text for t in targets if isinstance(t, n.Property)):
        for _, type_ in scope.fields_named(name):
            taken = name in scope.names or name in scope.set_fields.values()
            scope.set_fields.setdefault((name, type_), f"{name} of {words(type_)}" if taken else name)


# ---------------------------------------------------------------- definitions


def _add_define(scope: Scope, node: n.Define) -> None:
    node = _as_meant(scope, node)
    arguments = tuple(type_of(scope, n.TypeName(d.kind, False, span=d.span)) for d in node.domains)
    if node.name.text in TAKEN:
        scope.diagnostics.append(name_taken(node.name))
        return
    same = [s for s in scope.defines.get(node.name.text, []) if s.arguments == arguments]
    if same:
        message = f"`{node.name.text}` is already a definition"
        scope.diagnostics.append(said_twice(scope, node.name, same[0].node.name.span, message))
        return
    scope.defines.setdefault(node.name.text, []).append(DefineSymbol(node, arguments))


def _as_meant(scope: Scope, node: n.Define) -> n.Define:
    """`define worth of who: player = 1` is read as `define worth of player as who: 1`, and reported as such."""
    match node:
        case n.Define(domains=(n.Domain(who, None),), value=n.Compare("=", n.Name() as kind, value)) if (
            named_type(scope, kind.text) and not named_type(scope, who.text)
        ):
            named = any(isinstance(x, n.Name) and x.text == who.text for x in nodes_in(value))
            line = f"define {node.name.text} of {kind.text}{f' as {who.text}' if named else ''}: {value.span.text}"
            scope.diagnostics.append(
                error(
                    "unknown-type", f"there is no type called `{who.text}`", who.span,
                    label=f"what it is of stands here: `{kind.text}`", help=(f"write `{line}`",),
                )
            )  # fmt: skip
            return evolve(node, domains=(n.Domain(kind, who, span=who.span),), value=value)
        case _:
            return node


def _definitions_apart(scope: Scope) -> None:
    """A definition may share its name with other definitions, and with nothing else."""
    for name, same in scope.defines.items():
        other = scope.names.get(name)
        if other is not None:
            message = f"`{name}` is already {what(other)}"
            scope.twice.add(name)
            scope.diagnostics.append(said_twice(scope, same[0].node.name, declared_at(other), message))


def _parts_apart(scope: Scope) -> None:
    """`do NAME of CARD` is a part of a card's text, or a procedure."""
    for name, part in scope.parts.items():
        if isinstance(other := scope.names.get(name), ProcedureSymbol):
            scope.diagnostics.append(said_twice(scope, part, declared_at(other), f"`{name}` is already {what(other)}"))
