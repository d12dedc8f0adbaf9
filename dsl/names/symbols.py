"""Defines symbols, what a name can stand for, and the scope that holds all of a rule set."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from dsl.diagnostic import Diagnostic
from dsl.frozen import frozen
from dsl.ir.nodes import Index, Seen, Type
from dsl.names.built_ins import BY_NAME, CONSTANT_NAMES
from dsl.names.unknown import Unknowns
from dsl.source import Source, Span
from dsl.syntax import nodes as n

N = TypeVar("N")


@frozen
class ParameterSymbol:
    """A number, yes or no, or value that designers may turn."""

    node: n.Parameter
    type: Type


@frozen
class VariableSymbol:
    """A counter, flag, role, pawn or remembered value.

    `number` is its place among the counters of player, or -1; `seen`: all see that mark, also on a piece that they do
    not know; `sealed`: it stays hidden when the game is over.
    """

    name: str
    title: str
    dimensions: tuple[Index, ...]
    type: Type
    node: n.Counters | n.Flag | n.Role | n.Remember | n.Pawn
    traits: tuple[n.Trait, ...]
    hidden: bool
    group: str = ""
    number: int = -1
    seen: bool = False
    sealed: bool = False
    shown: bool | None = None
    at: Span = field(kw_only=True)


@frozen
class ZoneSymbol:
    """A place where pieces lie, perhaps one for each of something."""

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
    at: Span = field(kw_only=True)

    @property
    def of_counters(self) -> bool:
        return isinstance(self.node, n.Counters)

    def place(self, value: str) -> int | None:
        """The value's place in the list, from 0."""
        return self._places.get(value)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in reversed(tuple(enumerate(self.value_names())))}

    def value_names(self) -> list[str]:
        return [v.name.text for v in self.values]


@frozen
class CardTypeSymbol:
    """A kind of cards or tokens, with what is printed on them."""

    node: n.Cards | n.Tokens
    fields: dict[str, Type]


@frozen
class DieSymbol:
    """A kind of dice."""

    node: n.Dice


@frozen
class GridSymbol:
    """A board whose spaces are of that kind."""

    node: n.Grid
    kind: str


@frozen
class DefineSymbol:
    """A derived value, with what it is of."""

    node: n.Define
    arguments: tuple[Type, ...]


@frozen
class ProcedureSymbol:
    """A named body, with what it takes and what it decides."""

    node: n.Procedure
    parameters: tuple[Type, ...]
    answer: Type | None


@frozen
class FlowSymbol:
    """A round, phase or step, with the name of the one it stands in."""

    node: n.Flow
    inside: str


@frozen
class ActionSymbol:
    """What a player can choose to do."""

    node: n.Action | n.Reaction


Symbol: TypeAlias = (
    ParameterSymbol | VariableSymbol | ZoneSymbol | EnumSymbol | CardTypeSymbol | DieSymbol | GridSymbol
    | DefineSymbol | ProcedureSymbol | FlowSymbol | ActionSymbol
)  # fmt: skip


_WITH_PLURAL = (VariableSymbol, ZoneSymbol, EnumSymbol, CardTypeSymbol, DieSymbol, GridSymbol)


@define
class Scope:
    """All global names. `names` holds what a bare name may mean; definitions may share a name by what they are of.

    `twice` are the names that stand for two things: which one is meant cannot be known. `unknowns` are the names found
    to be declared nowhere. Those of lines that could not be read are silent there: what they would have declared is
    not known, and their fault has been reported.
    """

    names: dict[str, Symbol] = field(factory=dict)
    kinds: dict[type, dict[str, Any]] = field(factory=dict)  # the same, by the kind of what they mean
    defines: dict[str, list[DefineSymbol]] = field(factory=dict)
    enums: dict[str, EnumSymbol] = field(factory=dict)
    counters: list[VariableSymbol] = field(factory=list)  # of player, by number
    set_fields: dict[tuple[str, Type], str] = field(factory=dict)  # printed, and set in play: as which variable
    parts: dict[str, n.Name] = field(factory=dict)  # what cards say under `when NAME:`, where it is said first
    twice: set[str] = field(factory=set)
    missing_cards: bool = False  # some kind of card is not declared, so nobody knows what is printed on it
    unknowns: Unknowns = field(factory=Unknowns)
    libraries: dict[Source, n.Library] = field(factory=dict)  # texts whose local names may be anything
    in_a_library: set[str] = field(factory=set)  # names that a library uses and the game has taken
    plurals: set[str] = field(factory=set)  # names of which the rules say the plural somewhere
    diagnostics: list[Diagnostic] = field(factory=list)

    def declare(self, name: str, symbol: Symbol) -> None:
        """From now on the name means that."""
        self.names[name] = symbol
        self.kinds.setdefault(type(symbol), {})[name] = symbol

    def of_kind(self, kind: type[N]) -> Mapping[str, N]:
        """The names that mean something of that kind, in the order in which they were declared."""
        return self.kinds.get(kind, {})

    def find(self, name: str) -> Symbol | None:
        """What a name or its plain plural stands for, definitions apart; what is done has no plural."""
        symbol = self.names.get(name)
        if symbol is None and isinstance(one := self.names.get(singular(name)), _WITH_PLURAL):
            self.plurals.add(singular(name))
            return one
        return symbol

    def counter_of_several(self, name: str) -> VariableSymbol | None:
        """The counter of player whose name is the plain plural of this: `points`, where `gain 1 point` is said."""
        several = self.names.get(f"{name}s")
        return several if isinstance(several, VariableSymbol) and several.number >= 0 else None

    def definitions(self, name: str) -> list[DefineSymbol]:
        """The definitions of that name, or of which it is the plain plural."""
        return self.defines.get(name) or self.defines.get(singular(name)) or []

    def names_of(self, kind: type[Symbol]) -> set[str]:
        return set(self.of_kind(kind))

    def values_named(self, name: str) -> list[tuple[EnumSymbol, int]]:
        return [(e, k) for e in self.enums.values() if (k := e.place(name)) is not None]

    def card_types(self) -> Iterable[tuple[str, CardTypeSymbol]]:
        return self.of_kind(CardTypeSymbol).items()

    def actions(self) -> Iterator[n.Action]:
        nodes = (symbol.node for symbol in self.of_kind(ActionSymbol).values())
        return (node for node in nodes if isinstance(node, n.Action))

    def fields_named(self, name: str) -> list[tuple[str, Type]]:
        """Card types that print a field of that name, with its type."""
        return [(k, s.fields[name]) for k, s in self.card_types() if name in s.fields]

    def value_names(self) -> set[str]:
        return {v for e in self.enums.values() for v in e.value_names()}

    def field_names(self) -> set[str]:
        return {f for _, s in self.card_types() for f in s.fields}

    def said_once(self, names: Sequence[n.Name]) -> Mapping[str, Span]:
        """Those that are declared and stand nowhere else, of all names in the rules."""
        counted = Counter(name.text for name in names)
        declared = {*self.names, *self.defines, *self.value_names(), *self.field_names()}
        return {name.text: name.span for name in names if counted[name.text] == 1 and name.text in declared}

    def all_names(self) -> set[str]:
        """Every name that can stand in an expression."""
        things = chain.from_iterable(map(self.of_kind, (ParameterSymbol, VariableSymbol, ZoneSymbol)))
        others = (self.defines, self.value_names(), self.field_names(), BY_NAME, CONSTANT_NAMES)
        return {*things, *chain.from_iterable(others)}


def singular(name: str) -> str:
    """The name that a plain plural in -s is of."""
    return name[:-1] if name.endswith("s") and len(name) > 2 else name


def only(items: Iterable[object], kind: type[N]) -> tuple[N, ...]:
    """Those items that are of one kind."""
    return tuple(x for x in items if isinstance(x, kind))


def declared_at(symbol: Symbol) -> Span:
    """Where the name was declared."""
    match symbol:
        case VariableSymbol() | EnumSymbol():
            return symbol.at
        case ActionSymbol(node):
            return node.name.span if node.name else node.span
        case _:
            return symbol.node.name.span


#: What is declared, in a word or two.
DECLARED: Mapping[type, str] = {
    n.Parameter: "a parameter",
    n.Counters: "a counter",
    n.Flag: "a flag",
    n.Role: "a role",
    n.Remember: "a remembered value",
    n.Pawn: "a pawn",
    n.Zone: "a zone",
    n.Enum: "an enum",
    n.Spaces: "a set of spaces",
    n.Track: "a track",
    n.Cards: "a kind of card",
    n.Tokens: "a kind of token",
    n.Dice: "a kind of die",
    n.Grid: "a board",
    n.Define: "a definition",
    n.Procedure: "a procedure",
    n.Action: "an action",
    n.Reaction: "a reaction",
}


def what(symbol: Symbol) -> str:
    """What a name stands for, in a word or two: `a zone`, `a step`."""
    match symbol:
        case FlowSymbol(node):
            return f"a {node.kind}"
        case EnumSymbol(of_counters=True):
            return "a group of counters"
        case _:
            return DECLARED[type(symbol.node)]
