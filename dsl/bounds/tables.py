"""The tables that are meant: so many players, every parameter within a range; and what there is at such a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import prod

from attrs import frozen

from dsl.bounds.worth import Worth, either, number
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.sizes import sizes
from dsl.walk import nodes_in


@frozen
class PieceKind:
    """A card of a deck, or what is made in play: `created` says by which sentence (its kind of card and its enum)."""

    title: str
    card_type: str
    values: Mapping[str, int]
    card: ir.Card | None = None
    created: tuple[str, str | None] | None = None


@frozen(eq=False, slots=False)
class Tables:
    """`parameters` has the range of every parameter of the game."""

    game: ir.Game
    players: int
    parameters: Mapping[str, Worth]

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many values each enum, board or group of counters has."""
        return sizes(self.game)

    @cached_property
    def defines(self) -> Mapping[str, ir.Define]:
        return {define.name: define for define in self.game.defines}

    @cached_property
    def variables(self) -> Mapping[str, ir.Variable]:
        return {variable.name: variable for variable in self.game.variables}

    @cached_property
    def zones(self) -> Mapping[str, ir.Zone]:
        return {zone.name: zone for zone in self.game.zones}

    @cached_property
    def counters(self) -> frozenset[str]:
        """The counters that players have."""
        return frozenset(v.name for v in self.game.variables if v.number >= 0)

    @cached_property
    def counter_numbers(self) -> Mapping[int, str]:
        return {v.number: v.name for v in self.game.variables if v.number >= 0}

    def index_size(self, index: ir.Index) -> int:
        return self.players if index.dimension is ir.Dimension.PLAYER else self.sizes[index.name]

    def instances(self, dimensions: tuple[ir.Index, ...]) -> int:
        """How many there are of what has these indices."""
        return prod(self.index_size(index) for index in dimensions)

    # ------------------------------------------------------------ pieces

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """Every kind of piece that there can be."""
        cards = [PieceKind(c.title, c.card_type, dict(c.values), c) for c in self.game.cards]
        creates = {(n.card_type, n.of_each): n for n in nodes_in(self.game) if isinstance(n, ir.Create)}
        return (*cards, *(kind for key in creates for kind in self._made(*key)))

    def _made(self, card_type: str, of_each: str | None) -> list[PieceKind]:
        if of_each is None:
            return [PieceKind(card_type, card_type, {}, created=(card_type, None))]
        fields = next(c.fields for c in self.game.card_types if c.name == card_type)
        name = next(f.name for f in fields if f.type.kind is Kind.VALUE and f.type.name == of_each)
        values = next(e.values for e in self.game.enumerations if e.name == of_each)
        return [
            PieceKind(v.title or v.name, card_type, {name: place}, created=(card_type, of_each))
            for place, v in enumerate(values)
        ]

    @cached_property
    def copying(self) -> bool:
        """Whether pieces may become copies of others."""
        return any(isinstance(node, ir.Become) for node in nodes_in(self.game))

    def kinds_of(self, card_type: str) -> frozenset[int]:
        """The kinds of pieces that may be of that kind of card; all of them, where pieces may be copies."""
        every = self.copying or not card_type
        return frozenset(k for k, kind in enumerate(self.kinds) if every or kind.card_type == card_type)

    @cached_property
    def field_types(self) -> Mapping[str, ir.Type]:
        return {f.name: f.type for card_type in self.game.card_types for f in card_type.fields}

    # ------------------------------------------------------------ what a type alone says

    def by_type(self, type_: ir.Type) -> Worth:
        """All that a thing of that type can be."""
        found = self._by_kind(type_)
        if type_.optional:
            found = found.or_none
        return found.several(self.all_of(type_)) if type_.many else found

    def _by_kind(self, type_: ir.Type) -> Worth:
        match type_.kind:
            case Kind.YES_NO:
                return number(0, 1)
            case Kind.PLAYER:
                return number(0, self.players - 1)
            case Kind.VALUE:
                return number(0, max(0, self.sizes[type_.name] - 1))
            case Kind.DIE:
                dice = [number(d.low, d.high) for d in self.game.dice if type_.name in ("", d.name)]
                return either(*dice)
            case Kind.PIECE:
                return Worth(-1, float("inf"), 1, self.kinds_of(type_.name))
            case Kind.ZONE:
                return Worth(-1, float("inf"), 1, frozenset(self.zones))
            case Kind.COUNTER:
                return Worth(-1, len(self.counters), 1, self.counters)
            case Kind.NOTHING:
                return number(-1)
            case _:
                return Worth(-float("inf"), float("inf"), 1)

    def all_of(self, type_: ir.Type) -> float:
        """How many there are of a type whose things are listed before play, each once."""
        match type_.kind:
            case Kind.PLAYER:
                return self.players
            case Kind.VALUE:
                return self.sizes[type_.name]
            case Kind.COUNTER:
                return len(self.counters)
            case _:
                return float("inf")


def tables(game: ir.Game, players: int, narrowed: Mapping[str, int]) -> Tables:
    """Every parameter has its whole range, but for those that are given a value."""
    parameters = {
        p.name: number(narrowed[p.name]) if p.name in narrowed else either(number(p.low, p.high), number(p.value))
        for p in game.parameters
    }
    return Tables(game, players, parameters)
