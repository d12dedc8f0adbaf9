"""What a rule set declares: every name, once, with its kind and type.

`collect` reads declarations only; no body and no expression is looked into, so the order of declarations never
matters. A name answers to its plain plural in -s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.check.symbols import (
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
    Symbol,
    VariableSymbol,
    ZoneSymbol,
    declared_at,
    only,
    singular,
    what,
)
from dsl.check.unknown import unknown
from dsl.diagnostic import Diagnostic, Label, error
from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Dimension, Index, Kind, Seen, Type
from dsl.ir.walk import children, nodes_in, nodes_of
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n

#: Words with a meaning of their own in every rule set; nothing else can be called so.
TAKEN = frozenset(
    "player players card cards piece pieces token tokens die dice round_number game_is_over controller".split()
)


def collect(items: Iterable[n.TopItem]) -> Scope:
    """The scope of these declarations, with a diagnostic for each name said twice or type unknown."""
    scope = Scope()
    listed = list(items)
    scope.libraries = {item.span.source for item in listed if isinstance(item, n.Library)}
    for line in nodes_of(tuple(listed), n.BadLine):
        scope.unknowns.silent |= set(_words_of(line.span.text))
    for item in listed:
        _declare_kind(scope, item)
    for item in listed:
        _declare_thing(scope, item)
    _definitions_apart(scope)
    kinds = scope.names_of(CardTypeSymbol)
    for node in nodes_in(tuple(listed)):
        if isinstance(node, n.Deck | n.Create) and not {node.card_type.text, singular(node.card_type.text)} & kinds:
            scope.missing_cards = True
    return scope


def _words_of(line: str) -> list[str]:
    return re.findall(r"[A-Za-z]\w*", re.sub(r'"[^"]*"', " ", line))


# ---------------------------------------------------------------- first the kinds of things


def _declare_kind(scope: Scope, item: n.TopItem) -> None:
    match item:
        case n.Enum(name, ring, _, values):
            _add_enum(scope, name, EnumSymbol(name.text, item, only(values, n.EnumValue), ring, at=name.span))
        case n.Spaces(name, values):
            _add_enum(scope, name, EnumSymbol(name.text, item, only(values, n.EnumValue), False, at=name.span))
        case n.Track(name, _, seats):
            kind = _kind_of_track(name)
            _add_enum(scope, kind, EnumSymbol(kind.text, item, only(seats, n.Seat), False, at=name.span))
        case n.Counters(n.Name() as group):
            counters = only(item.items, n.CounterItem)
            _add_enum(scope, group, EnumSymbol(group.text, item, counters, False, at=group.span))
        case n.Cards(name) | n.Tokens(name):
            _add(scope, name, CardTypeSymbol(item, {}))
        case n.Dice(name):
            _add(scope, name, DieSymbol(item))
        case _:
            pass


def _kind_of_track(name: n.Name) -> n.Name:
    """The seats of `track long_table` are of the kind `Long_table`."""
    return n.Name(name.text.capitalize(), span=name.span)


def _add_enum(scope: Scope, name: n.Name, symbol: EnumSymbol) -> None:
    _add(scope, name, symbol)
    scope.enums.setdefault(name.text, symbol)
    seen: dict[str, n.Name] = {}
    for value in symbol.values:
        if first := seen.get(value.name.text):
            scope.diagnostics.append(_twice(value.name, first.span, f"{symbol.name} has `{first.text}` already"))
        seen.setdefault(value.name.text, value.name)


def _add(scope: Scope, name: n.Name, symbol: Symbol) -> None:
    if name.text in TAKEN and not (name.text == "die" and isinstance(symbol, DieSymbol)):
        scope.diagnostics.append(_taken(name))
        return
    if (other := scope.names.get(name.text)) is not None:
        message = f"`{name.text}` is already {what(other)}"
        scope.diagnostics.append(_twice(name, declared_at(other), message))
        scope.twice.add(name.text)
        return
    scope.names[name.text] = symbol


def _taken(name: n.Name) -> Diagnostic:
    return error(
        "name-taken", f"`{name.text}` has a meaning in every game", name.span,
        label="cannot be declared", help=("choose another name, such as `my_" + name.text + "`",),
    )  # fmt: skip


def _twice(name: n.Name, first: Span, message: str) -> Diagnostic:
    return error(
        "name-twice", message, name.span, label="declared again here", labels=(Label(first, "first declared here"),),
        help=("one name, one thing: give one of the two another name, or take one away",),
    )  # fmt: skip


# ---------------------------------------------------------------- then the things


def _declare_thing(scope: Scope, item: n.TopItem) -> None:
    match item:
        case n.Parameter(name, value):
            _add(scope, name, ParameterSymbol(item, _parameter_type(scope, value)))
        case n.Counters():
            _add_counters(scope, item)
        case n.Flag(name, owner, by):
            _add_variable(scope, name, _dimensions(scope, owner, by), YES_NO, item, owner)
        case n.Role(name):
            _add_variable(scope, name, (), PLAYER.or_none(), item, None)
        case n.Remember(name, owner, by, type_name):
            _add_variable(scope, name, _dimensions(scope, owner, by), type_of(scope, type_name), item, owner)
        case n.Pawn(name, owner):
            _add_variable(scope, name, _dimensions(scope, owner, None), _type_of_spaces(scope), item, owner)
        case n.Zone(name):
            _add(scope, name, _zone(scope, item))
        case n.Cards(name, fields) | n.Tokens(name, fields=fields):
            _fill_fields(scope, item, name, fields)
        case n.Enum(name, _, _, values) | n.Spaces(name, values):
            _fill_attributes(scope, name.text, only(values, n.EnumValue))
        case n.Track(name, _, seats):
            _fill_attributes(scope, _kind_of_track(name).text, only(seats, n.Seat))
            if name.text not in scope.enums:
                _add(scope, name, GridSymbol(item, _kind_of_track(name).text))
        case n.Grid(name, _, _, kind):
            _add_grid(scope, item, name, kind)
        case n.Define():
            _add_define(scope, item)
        case n.Procedure():
            _add_procedure(scope, item)
        case n.Flow():
            _add_flow(scope, item, "")
        case n.Action(_, name) | n.Reaction(n.Name() as name):
            _add(scope, name, ActionSymbol(item))
        case _:
            pass


def _add_grid(scope: Scope, item: n.Grid, name: n.Name, kind: n.Name) -> None:
    if kind.text not in scope.enums:
        _report_unknown(scope, kind, "no spaces are called", _spaces(scope), "unknown-spaces", "the spaces are")
    _add(scope, name, GridSymbol(item, kind.text))


def _add_procedure(scope: Scope, item: n.Procedure) -> None:
    types = tuple(type_of(scope, p.type) for p in item.parameters)
    _add(scope, item.name, ProcedureSymbol(item, types, type_of(scope, item.answer) if item.answer else None))


def _add_flow(scope: Scope, flow: n.Flow, inside: str) -> None:
    _add(scope, flow.name, FlowSymbol(flow, inside))
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
            _report_unknown(scope, value, "no enum has a value called", names, "unknown-value", "the values are")
            return Type(Kind.UNKNOWN)
        case _:
            return NUMBER


# ---------------------------------------------------------------- variables and zones


def _add_counters(scope: Scope, node: n.Counters) -> None:
    group = node.group.text if node.group else ""
    dimensions = _dimensions(scope, node.owner, node.by)
    for item in only(node.items, n.CounterItem):
        number = len(scope.counters) if dimensions == (Index(Dimension.PLAYER),) else -1
        title = item.title.text if item.title else ""
        _add_variable(scope, item.name, dimensions, NUMBER, node, node.owner, title=title, group=group, number=number)


def _add_variable(
    scope: Scope, name: n.Name, dimensions: tuple[Index, ...], type_: Type,
    node: n.Counters | n.Flag | n.Role | n.Remember | n.Pawn, owner: n.Name | None,
    *, title: str = "", group: str = "", number: int = -1,
) -> None:  # fmt: skip
    of_piece = owner is not None and (owner.text == "card" or owner.text in scope.names_of(CardTypeSymbol))
    symbol = VariableSymbol(
        name.text, title or spoken(name.text), dimensions, type_, node, node.traits,
        hidden=any(t.kind == "hidden" for t in node.traits), group=group, number=number, of_piece=of_piece,
        at=name.span,
    )  # fmt: skip
    _add(scope, name, symbol)
    if scope.names.get(name.text) is not symbol:
        return
    if of_piece and owner is not None:
        _add_mark(scope, name, owner, type_)
    if number >= 0:
        scope.counters.append(symbol)


def _add_mark(scope: Scope, name: n.Name, owner: n.Name, type_: Type) -> None:
    """A mark on every card, or on those of one kind."""
    symbol = scope.names.get(owner.text)
    if isinstance(symbol, CardTypeSymbol):
        symbol.fields[name.text] = type_
        symbol.marks.add(name.text)
    else:
        scope.piece_fields[name.text] = type_


def spoken(name: str) -> str:
    """A name as a title, when none is given: `start_player` is "Start player"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _type_of_spaces(scope: Scope) -> Type:
    """Where a pawn stands: on the only board there is, or on whichever."""
    boards = _spaces(scope)
    return Type(Kind.VALUE, boards[0] if len(boards) == 1 else "")


def _spaces(scope: Scope) -> list[str]:
    return [e.name for e in scope.enums.values() if isinstance(e.node, n.Spaces | n.Track)]


def _dimensions(scope: Scope, owner: n.Name | None, by: n.Name | None) -> tuple[Index, ...]:
    of_pieces = {"card", *scope.names_of(CardTypeSymbol)}
    return tuple(_index(scope, name) for name in (owner, by) if name is not None and name.text not in of_pieces)


def _index(scope: Scope, name: n.Name) -> Index:
    if name.text == "player":
        return Index(Dimension.PLAYER)
    if name.text not in scope.enums:
        candidates = {"player", "card", *scope.enums}
        message = "there can be one for each player, card or value of an enum, but nothing is called"
        _report_unknown(scope, name, message, candidates, "unknown-kind", "there can be one for each")
        return _index(scope, meant) if (meant := _probably(name, candidates)) else Index(Dimension.VALUE)
    return Index(Dimension.VALUE, name.text)


def _probably(name: n.Name, candidates: Iterable[str]) -> n.Name | None:
    """What a misspelt name was probably meant to be: so it is read, so that its uses are not reported too."""
    near = nearest(name.text, sorted(candidates))
    return n.Name(near[0], span=name.span) if near else None


def _zone(scope: Scope, node: n.Zone) -> ZoneSymbol:
    shape = next((t.word or "" for t in node.traits if t.kind == "shape"), "")
    if not shape:
        scope.diagnostics.append(
            error(
                "zone-without-shape", f"how do the pieces in `{node.name.text}` lie?", node.name.span,
                label="say how they lie",
                help=(
                    f"a zone is a stack, row, slot, hand, group or board, as in `zone {node.name.text}: stack, face down`",
                ),
            )  # fmt: skip
        )
    return ZoneSymbol(node, _dimensions(scope, node.owner, node.by), shape or "group", seen_by(node.traits, shape))


def seen_by(traits: tuple[n.Trait, ...], shape: str) -> Seen:
    """Who sees the faces of what lies in a zone, by its traits."""
    seen = next((t.word for t in traits if t.kind == "seen"), None)
    if seen:
        return Seen(seen)
    face = next((t.word for t in traits if t.kind == "face"), None)
    if face:
        return Seen.EVERYBODY if face == "up" else Seen.NOBODY
    return Seen.OWNER if shape == "hand" else Seen.EVERYBODY


# ---------------------------------------------------------------- what is printed on cards and values


def _fill_fields(scope: Scope, node: n.Cards | n.Tokens, name: n.Name, fields: tuple[n.CardField, ...]) -> None:
    symbol = scope.names.get(name.text)
    if not isinstance(symbol, CardTypeSymbol) or symbol.node is not node:
        return
    first: dict[str, n.Name] = {}
    for f in fields:
        if earlier := first.get(f.name.text):
            message = f"{name.text} cards have a `{f.name.text}` already"
            scope.diagnostics.append(_twice(f.name, earlier.span, message))
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


def _attribute_type(scope: Scope, value: n.Expression | None) -> Type:
    match value:
        case None | n.YesNo():
            return YES_NO
        case n.Text():
            return TEXT
        case n.Name(text) if found := scope.values_named(text):
            return Type(Kind.VALUE, found[0][0].name)
        case _:
            return NUMBER


# ---------------------------------------------------------------- definitions


def _add_define(scope: Scope, node: n.Define) -> None:
    arguments = tuple(_domain_type(scope, d) for d in node.domains)
    if node.name.text in TAKEN:
        scope.diagnostics.append(_taken(node.name))
        return
    same = [s for s in scope.defines.get(node.name.text, []) if s.arguments == arguments]
    if same:
        message = f"`{node.name.text}` is already a definition"
        scope.diagnostics.append(_twice(node.name, same[0].node.name.span, message))
        return
    scope.defines.setdefault(node.name.text, []).append(DefineSymbol(node, arguments))


def _domain_type(scope: Scope, domain: n.Domain) -> Type:
    return type_of(scope, n.TypeName(domain.kind, False, span=domain.span))


def _definitions_apart(scope: Scope) -> None:
    """A definition may share its name with other definitions, and with nothing else."""
    for name, same in scope.defines.items():
        other = scope.names.get(name)
        if other is not None:
            message = f"`{name}` is already {what(other)}"
            scope.twice.add(name)
            scope.diagnostics.append(_twice(same[0].node.name, declared_at(other), message))


# ---------------------------------------------------------------- types


_SIMPLE_TYPES = {
    "number": NUMBER, "yes_no": YES_NO, "text": TEXT, "player": PLAYER, "card": Type(Kind.PIECE),
    "piece": Type(Kind.PIECE), "die": Type(Kind.DIE), "zone": Type(Kind.ZONE), "counter": Type(Kind.COUNTER),
}  # fmt: skip


def type_of(scope: Scope, name: n.TypeName) -> Type:
    """The type that a word names: `player`, `players`, `Stance`, `Resource or none`."""
    found = _named_type(scope, name.name.text)
    if found is None and (one := _named_type(scope, singular(name.name.text))):
        found = one.list()
    if found is None:
        candidates = {*_SIMPLE_TYPES, *scope.enums, *scope.names_of(CardTypeSymbol)}
        _report_unknown(scope, name.name, "there is no type called", candidates, "unknown-type", "the types are")
        scope.missing_cards = True
        meant = _probably(name.name, candidates)
        return type_of(scope, n.TypeName(meant, name.or_none, span=name.span)) if meant else Type(Kind.UNKNOWN)
    return found.or_none() if name.or_none else found


def _named_type(scope: Scope, text: str) -> Type | None:
    if text in _SIMPLE_TYPES:
        return _SIMPLE_TYPES[text]
    if text in scope.enums:
        return Type(Kind.VALUE, text)
    match scope.names.get(text):
        case CardTypeSymbol():
            return Type(Kind.PIECE, text)
        case DieSymbol():
            return Type(Kind.DIE, text)
        case _:
            return None


def _report_unknown(
    scope: Scope, name: n.Name, message: str, candidates: Iterable[str], rule: str, listed: str
) -> None:
    if scope.unknowns.is_new(name):
        found = unknown(name, f"{message} `{name.text}`", candidates, rule=rule, listed=listed)
        scope.diagnostics.append(found)
