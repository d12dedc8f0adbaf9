"""What a rule set declares: every name, once, with its kind and type.

`collect` reads declarations only; no body and no expression is looked into, so the order of declarations never
matters. A name answers to its plain plural in -s.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import define, field, frozen

from dsl.check.built_ins import BY_NAME
from dsl.diagnostic import Diagnostic, Label, error
from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Dimension, Index, Kind, Seen, Type
from dsl.nearest import nearest
from dsl.syntax import nodes as n


@frozen
class ParameterSymbol:
    node: n.Parameter
    type: Type


@frozen
class VariableSymbol:
    """A counter, flag, role or remembered value; `owner_piece`: it is a mark on every piece."""

    name: str
    title: str
    dimensions: tuple[Index, ...]
    type: Type
    node: n.Counters | n.Flag | n.Role | n.Remember | n.Pawn
    traits: tuple[n.Trait, ...]
    hidden: bool
    group: str = ""
    number: int = -1
    of_piece: bool = False


@frozen
class ZoneSymbol:
    node: n.Zone
    dimensions: tuple[Index, ...]
    shape: str
    seen: Seen


@frozen
class EnumSymbol:
    """An enum, the spaces of a board, or a group of counters. `attributes` are printed on the values."""

    name: str
    node: n.Enum | n.Spaces | n.Counters | n.Track
    values: tuple[n.EnumValue | n.CounterItem | n.Seat, ...]
    ring: bool
    attributes: dict[str, Type] = field(factory=dict)

    def place(self, value: str) -> int | None:
        return next((k for k, v in enumerate(self.values) if v.name.text == value), None)


@frozen
class CardTypeSymbol:
    node: n.Cards | n.Tokens
    fields: dict[str, Type]


@frozen
class DieSymbol:
    node: n.Dice


@frozen
class GridSymbol:
    node: n.Grid | n.Track
    kind: str


@frozen
class DefineSymbol:
    node: n.Define
    arguments: tuple[Type, ...]


@frozen
class ProcedureSymbol:
    node: n.Procedure
    parameters: tuple[Type, ...]
    answer: Type | None


@frozen
class FlowSymbol:
    node: n.Flow
    inside: str


@frozen
class ActionSymbol:
    node: n.Action | n.Reaction


Symbol: TypeAlias = (
    ParameterSymbol | VariableSymbol | ZoneSymbol | EnumSymbol | CardTypeSymbol | DieSymbol | GridSymbol
    | DefineSymbol | ProcedureSymbol | FlowSymbol | ActionSymbol
)


@define
class Scope:
    """All global names. `names` holds what a bare name may mean; definitions may share a name by what they are of."""

    names: dict[str, Symbol] = field(factory=dict)
    defines: dict[str, list[DefineSymbol]] = field(factory=dict)
    enums: dict[str, EnumSymbol] = field(factory=dict)
    counters: list[VariableSymbol] = field(factory=list)  # of player, by number
    piece_fields: dict[str, Type] = field(factory=dict)  # marks on every piece
    diagnostics: list[Diagnostic] = field(factory=list)

    def find(self, name: str) -> Symbol | None:
        return self.names.get(name) or self.names.get(singular(name))

    def values_named(self, name: str) -> list[tuple[EnumSymbol, int]]:
        return [(e, k) for e in self.enums.values() if (k := e.place(name)) is not None]

    def fields_named(self, name: str) -> list[tuple[str, Type]]:
        """Card types that print a field of that name, with its type."""
        found = [
            (s.node.name.text, s.fields[name])
            for s in self.names.values()
            if isinstance(s, CardTypeSymbol) and name in s.fields
        ]
        return found or ([("", self.piece_fields[name])] if name in self.piece_fields else [])

    def all_names(self) -> set[str]:
        values = {v.name.text for e in self.enums.values() for v in e.values}
        fields = {f for s in self.names.values() if isinstance(s, CardTypeSymbol) for f in s.fields}
        return {*self.names, *self.defines, *values, *fields, *self.piece_fields, *BY_NAME}


def singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and len(name) > 2 else name


def collect(items: Iterable[n.TopItem]) -> Scope:
    """The scope of these declarations, with a diagnostic for each name said twice or type unknown."""
    scope = Scope()
    listed = list(items)
    for item in listed:
        _declare_kinds(scope, item)
    for item in listed:
        _declare_things(scope, item)
    return scope


# ---------------------------------------------------------------- first the kinds of things, then the things


def _declare_kinds(scope: Scope, item: n.TopItem) -> None:
    match item:
        case n.Enum(name, ring, _, values):
            _add_enum(scope, name, item, _only(values, n.EnumValue), ring)
        case n.Spaces(name, values):
            _add_enum(scope, name, item, _only(values, n.EnumValue), ring=False)
        case n.Track(name, _, seats):
            _add_enum(scope, n.Name(name.text.capitalize(), span=name.span), item, _only(seats, n.Seat), ring=False)
        case n.Counters(n.Name() as group):
            _add_enum(scope, group, item, _only(item.items, n.CounterItem), ring=False)
        case n.Cards(name):
            _add(scope, name, CardTypeSymbol(item, {}))
        case n.Tokens(name):
            _add(scope, name, CardTypeSymbol(item, {}))
        case n.Dice(name):
            _add(scope, name, DieSymbol(item))
        case _:
            pass


def _only(items: Iterable[object], kind: type) -> tuple:  # type: ignore[type-arg]
    return tuple(x for x in items if isinstance(x, kind))


def _add_enum(
    scope: Scope, name: n.Name, node: n.Enum | n.Spaces | n.Counters | n.Track, values: tuple, ring: bool  # type: ignore[type-arg]
) -> None:
    symbol = EnumSymbol(name.text, node, values, ring)
    _add(scope, name, symbol)
    scope.enums.setdefault(name.text, symbol)
    seen: dict[str, n.Name] = {}
    for value in values:
        if first := seen.get(value.name.text):
            scope.diagnostics.append(_twice(value.name, first, f"{name.text} has the value"))
        seen[value.name.text] = value.name


def _add(scope: Scope, name: n.Name, symbol: Symbol) -> None:
    if (other := scope.names.get(name.text)) is not None:
        scope.diagnostics.append(_twice(name, _name_of(other), "there is already something called"))
        return
    scope.names[name.text] = symbol


def _twice(name: n.Name, first: n.Name, said: str) -> Diagnostic:
    return error(
        "name-twice",
        f"{said} `{name.text}`",
        name.span,
        label="said again here",
        labels=(Label(first.span, "first said here"),),
        help=("each name stands for one thing: choose another name for one of the two, or take one away",),
    )


def _name_of(symbol: Symbol) -> n.Name:
    match symbol:
        case VariableSymbol(name, _, _, _, node):
            return n.Name(name, span=node.span)
        case EnumSymbol(name, node):
            return n.Name(name, span=node.span)
        case ActionSymbol(node):
            return node.name or n.Name("", span=node.span)
        case (
            ParameterSymbol(node) | ZoneSymbol(node) | CardTypeSymbol(node) | DieSymbol(node) | GridSymbol(node)
            | DefineSymbol(node) | ProcedureSymbol(node) | FlowSymbol(node)
        ):  # fmt: skip
            return node.name


def _declare_things(scope: Scope, item: n.TopItem) -> None:
    match item:
        case n.Parameter(name, value):
            _add(scope, name, ParameterSymbol(item, _parameter_type(scope, value)))
        case n.Counters():
            _add_counters(scope, item)
        case n.Flag(name, owner, by, traits):
            _add_variable(scope, name, "", owner, by, YES_NO, item, traits)
        case n.Role(name, traits):
            _add_variable(scope, name, "", None, None, PLAYER.or_none(), item, traits)
        case n.Remember(name, owner, by, type_name, traits):
            _add_variable(scope, name, "", owner, by, type_of(scope, type_name), item, traits)
        case n.Pawn(name, owner, traits):
            _add_pawn(scope, item, name, owner, traits)
        case n.Zone(name, owner, by):
            _add(scope, name, _zone(scope, item, owner, by))
        case n.Cards(name, fields) | n.Tokens(name, fields=fields):
            _fill_fields(scope, name, fields)
        case n.Enum(name, _, _, values) | n.Spaces(name, values):
            _fill_attributes(scope, name.text, _only(values, n.EnumValue))
        case n.Track(name, _, seats):
            _fill_attributes(scope, name.text.capitalize(), _only(seats, n.Seat))
            _add(scope, name, GridSymbol(item, name.text.capitalize()))
        case n.Grid(name, _, _, kind):
            _add(scope, name, GridSymbol(item, kind.text))
        case n.Define():
            _add_define(scope, item)
        case n.Procedure(name, parameters, answer):
            types = tuple(type_of(scope, p.type) for p in parameters)
            _add(scope, name, ProcedureSymbol(item, types, type_of(scope, answer) if answer else None))
        case n.Flow():
            _add_flow(scope, item, "")
        case n.Action(_, name):
            _add(scope, name, ActionSymbol(item))
        case n.Reaction(n.Name() as name):
            _add(scope, name, ActionSymbol(item))
        case _:
            pass


def _add_flow(scope: Scope, flow: n.Flow, inside: str) -> None:
    _add(scope, flow.name, FlowSymbol(flow, inside))
    for item in flow.body.items:
        if isinstance(item, n.Flow):
            _add_flow(scope, item, flow.name.text)


def _parameter_type(scope: Scope, value: n.Expression) -> Type:
    match value:
        case n.YesNo():
            return YES_NO
        case n.Name(text):
            found = scope.values_named(text)
            if found:
                return Type(Kind.VALUE, found[0][0].name)
            scope.diagnostics.append(_unknown("unknown-value", "no enum has a value called", value, _value_names(scope)))
            return Type(Kind.UNKNOWN)
        case _:
            return NUMBER


def _value_names(scope: Scope) -> set[str]:
    return {v.name.text for e in scope.enums.values() for v in e.values}


def _add_counters(scope: Scope, node: n.Counters) -> None:
    group = node.group.text if node.group else ""
    for item in _only(node.items, n.CounterItem):
        title = item.title.text if item.title else ""
        _add_variable(scope, item.name, title, node.owner, node.by, NUMBER, node, node.traits, group)


def _add_variable(
    scope: Scope,
    name: n.Name,
    title: str,
    owner: n.Name | None,
    by: n.Name | None,
    type_: Type,
    node: n.Counters | n.Flag | n.Role | n.Remember,
    traits: tuple[n.Trait, ...],
    group: str = "",
) -> None:
    if owner and owner.text == "card":
        scope.piece_fields[name.text] = type_
    dimensions = _dimensions(scope, owner, by)
    counts = isinstance(node, n.Counters) and dimensions == (Index(Dimension.PLAYER),)
    symbol = VariableSymbol(
        name.text, title or spoken(name.text), dimensions, type_, node, traits,
        hidden=any(t.kind == "hidden" for t in traits), group=group,
        number=len(scope.counters) if counts else -1, of_piece=bool(owner and owner.text == "card"),
    )  # fmt: skip
    _add(scope, name, symbol)
    if counts and scope.names.get(name.text) is symbol:
        scope.counters.append(symbol)


def _add_pawn(
    scope: Scope, node: n.Pawn, name: n.Name, owner: n.Name | None, traits: tuple[n.Trait, ...]
) -> None:
    spaces = [e.name for e in scope.enums.values() if isinstance(e.node, n.Spaces | n.Track)]
    type_ = Type(Kind.VALUE, spaces[0] if spaces else "")
    _add(
        scope, name,
        VariableSymbol(name.text, spoken(name.text), _dimensions(scope, owner, None), type_, node, traits, hidden=False),
    )  # fmt: skip


def spoken(name: str) -> str:
    """A name as a title, when none is given: `start_player` is "Start player"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _dimensions(scope: Scope, owner: n.Name | None, by: n.Name | None) -> tuple[Index, ...]:
    return tuple(_index(scope, name) for name in (owner, by) if name is not None and name.text != "card")


def _index(scope: Scope, name: n.Name) -> Index:
    if name.text == "player":
        return Index(Dimension.PLAYER)
    if name.text in scope.enums:
        return Index(Dimension.VALUE, name.text)
    candidates = {"player", "card", *scope.enums}
    scope.diagnostics.append(_unknown("unknown-kind", "there is nothing to count by called", name, candidates))
    return Index(Dimension.VALUE, name.text)


def _zone(scope: Scope, node: n.Zone, owner: n.Name | None, by: n.Name | None) -> ZoneSymbol:
    shape = next((t.word or "" for t in node.traits if t.kind == "shape"), "")
    if not shape:
        scope.diagnostics.append(
            error(
                "zone-without-shape", f"how do pieces lie in `{node.name.text}`?", node.name.span,
                help=("say one of: stack, row, slot, hand, group, board, as in `zone deck: stack, face down`",),
            )  # fmt: skip
        )
    return ZoneSymbol(node, _dimensions(scope, owner, by), shape or "group", seen_by(node.traits, shape))


def seen_by(traits: tuple[n.Trait, ...], shape: str) -> Seen:
    """Who sees the faces of what lies in a zone, by its traits."""
    seen = next((t.word for t in traits if t.kind == "seen"), None)
    if seen:
        return Seen(seen)
    face = next((t.word for t in traits if t.kind == "face"), None)
    if face:
        return Seen.EVERYBODY if face == "up" else Seen.NOBODY
    return Seen.OWNER if shape == "hand" else Seen.EVERYBODY


def _fill_fields(scope: Scope, name: n.Name, fields: tuple[n.CardField, ...]) -> None:
    symbol = scope.names.get(name.text)
    if isinstance(symbol, CardTypeSymbol):
        for f in fields:
            symbol.fields[f.name.text] = type_of(scope, f.type)


def _fill_attributes(scope: Scope, name: str, values: tuple[n.EnumValue | n.Seat, ...]) -> None:
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


def _add_define(scope: Scope, node: n.Define) -> None:
    arguments = tuple(_domain_type(scope, d) for d in node.domains)
    same = [s for s in scope.defines.get(node.name.text, []) if s.arguments == arguments]
    if same:
        scope.diagnostics.append(_twice(node.name, same[0].node.name, "there is already a definition of"))
        return
    scope.defines.setdefault(node.name.text, []).append(DefineSymbol(node, arguments))


def _domain_type(scope: Scope, domain: n.Domain) -> Type:
    return type_of(scope, n.TypeName(domain.kind, False, span=domain.span))


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
        candidates = {*_SIMPLE_TYPES, *scope.enums, *(k for k, s in scope.names.items() if isinstance(s, CardTypeSymbol))}
        scope.diagnostics.append(_unknown("unknown-type", "there is no type called", name.name, candidates))
        return Type(Kind.UNKNOWN)
    return found.or_none() if name.or_none else found


def _named_type(scope: Scope, text: str) -> Type | None:
    if text in _SIMPLE_TYPES:
        return _SIMPLE_TYPES[text]
    if text in scope.enums:
        return Type(Kind.VALUE, text)
    symbol = scope.names.get(text)
    if isinstance(symbol, CardTypeSymbol):
        return Type(Kind.PIECE, text)
    if isinstance(symbol, DieSymbol):
        return Type(Kind.DIE, text)
    return None


def _unknown(name: str, said: str, at: n.Name, candidates: Iterable[str]) -> Diagnostic:
    near = nearest(at.text, candidates)
    return error(
        name,
        f"{said} `{at.text}`",
        at.span,
        label=f"did you mean `{near[0]}`?" if near else "",
        help=() if near else ("there are: " + ", ".join(sorted(candidates)),),
    )
