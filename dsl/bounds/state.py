"""Holds the abstract state of the fixpoint: what has been found so far about a game at one table."""

from collections.abc import Mapping
from functools import cached_property
from math import inf

from attrs import define, field

from dsl.bounds.bodies import BodySites, Site, all_sites
from dsl.bounds.environment import Environment, parameters_of
from dsl.bounds.interval import EMPTY, Amount, Interval, join, number
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId
from dsl.ir.declarations import Declarations
from dsl.ir.effects import leads_to
from dsl.ir.nodes import Kind
from dsl.listing import grouped
from dsl.walk import nodes_in

#: Events in whose place a rule may stand so that something is not carried out that stands in the way of the rules.
_REPLACEABLE = ("move", "draw", "discard", "give", "enter", "leave", "remove", "flow", "procedure")


@frozen
class PieceKind:
    """A card of a deck, or what is made in play: `created` says by which sentence (its kind of card and its enum)."""

    title: str
    card_type: str
    values: Mapping[str, int]
    card: ir.Card | None = None
    created: tuple[str, str | None] | None = None


@frozen
class Why:
    """What keeps a number, in words, and the statement or declaration that is the reason, if it is one."""

    words: str
    node: object = None


@define(eq=False, slots=False)
class State(Environment):
    """`variables` by name, `slots` by body and number, `lying` the kinds of pieces by zone.

    `sizes` is how many pieces one instance of a zone may hold, `pieces` how many of each kind there may be, `runs` how
    often a body is carried out in a game, `passes` how often a round goes on each time it begins.
    """

    bodies: tuple[BodySites, ...] = ()
    variables: dict[str, Interval] = field(factory=dict)
    slots: dict[BodyId, dict[int, Interval]] = field(factory=dict)
    answers: dict[str, Interval] = field(factory=dict)
    captured: dict[int, Interval] = field(factory=dict)
    lying: dict[str, frozenset[int]] = field(factory=dict)
    sizes: dict[str, Amount] = field(factory=dict)
    pieces: dict[int, Amount] = field(factory=dict)
    runs: dict[tuple[str, str], Amount] = field(factory=dict)
    passes: dict[str, Amount] = field(factory=dict)
    why: dict[tuple[str, str], Why] = field(factory=dict)

    def grow(self, table: dict[str, Interval], name: str, found: Interval) -> None:
        """One more thing that it may be."""
        old = table.get(name, EMPTY)
        if not old.includes(found):
            table[name] = join(old, found)

    # ------------------------------------------------------------ what expressions ask for

    def variable(self, name: str) -> Interval:
        return self.variables.get(name, EMPTY)

    def held(self, effect: int) -> Interval:
        return self.captured.get(effect, EMPTY)

    def answer(self, procedure: str) -> Interval:
        return self.answers.get(procedure, EMPTY)

    @property
    def rounds(self) -> Amount:
        return max(self.passes.values(), default=0)

    def count(self, kinds: frozenset[int | str]) -> Amount:
        return sum(self.pieces.get(kind, 0) for kind in kinds if isinstance(kind, int))

    def contents(self, zone: Interval) -> Interval:
        names = [str(name) for name in zone.of]
        kinds: frozenset[int | str] = frozenset(k for name in names for k in self.lying.get(name, ()))
        most = max((self.in_zone(name, int(min(zone.most, 10**6))) for name in names), default=0)
        return Interval(-1, inf, self.count(kinds) if len(names) > 1 and zone.most > 1 else most, kinds)

    def in_zone(self, zone: str, instances: Amount) -> Amount:
        """How many pieces may lie in so many instances of a zone together."""
        kinds: frozenset[int | str] = frozenset(self.lying.get(zone, ()))
        room = self.sizes.get(zone, 0)
        return min(self.count(kinds), inf if room == inf else room * instances)

    def attribute(self, field: str, piece: Interval, type_: ir.Type) -> Interval:
        if type_.kind not in (Kind.NUMBER, Kind.YES_NO, Kind.VALUE) or type_.many:
            return self.by_type(type_)
        nothing = 0 if type_.kind is not Kind.VALUE and not self.field_types[field].optional else -1
        kinds = range(len(self.kinds)) if self.copying else [k for k in piece.of if isinstance(k, int)]
        found = join(number(nothing), *(number(self.kinds[k].values.get(field, nothing)) for k in kinds))
        return found.or_none if type_.optional else found

    # ------------------------------------------------------------ what does not grow

    @cached_property
    def callers(self) -> dict[tuple[str, str], list[tuple[BodySites, Site]]]:
        """Where each body is carried out from."""
        sites = ((body, site) for body in self.bodies for site in body.sites)
        return grouped((callee, (body, site)) for body, site in sites for callee in leads_to(site.statement))

    def sites_of(self, *kinds: type) -> list[tuple[BodySites, Site]]:
        """Every statement of these kinds, with the body that it stands in."""
        return [(body, site) for body in self.bodies for site in body.sites if isinstance(site.statement, kinds)]

    @cached_property
    def out_of_order(self) -> bool:
        """Whether somebody may be given a turn out of order."""
        return bool(self.sites_of(ir.NextTurn))

    @cached_property
    def cut_short(self) -> bool:
        """Whether a step may end before it is done, or a rule may stand in the place of what it does."""
        instead = [hook.event for hook in self.game.hooks if hook.timing is ir.Timing.INSTEAD]
        return bool(self.sites_of(ir.EndTurn)) or any(event in _REPLACEABLE for event in instead)

    # ------------------------------------------------------------ pieces

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """Every kind of piece that there can be."""
        cards = [PieceKind(c.title, c.card_type, dict(c.values), c) for c in self.game.cards]
        creates = {(n.card_type, n.of_each): n for n in nodes_in(self.game) if isinstance(n, ir.Create) and not n.like}
        return (*cards, *(kind for key in creates for kind in self._made(*key)))

    def _made(self, card_type: str, of_each: str | None) -> list[PieceKind]:
        if of_each is None:
            return [PieceKind(card_type, card_type, {}, created=(card_type, None))]
        fields = next(c.fields for c in self.game.card_types if c.name == card_type)
        name = next(f.name for f in fields if f.type.kind is Kind.VALUE and f.type.name == of_each)
        return [
            PieceKind(v.title or v.name, card_type, {name: place}, created=(card_type, of_each))
            for place, v in enumerate(self.declared.enumerations[of_each].values)
        ]

    @cached_property
    def copying(self) -> bool:
        """Whether pieces may become copies of others."""
        return any(isinstance(node, ir.Become) for node in nodes_in(self.game))

    def kinds_of(self, card_type: str) -> frozenset[int | str]:
        """The kinds of pieces that may be of that kind of card; all of them, where pieces may be copies."""
        every = self.copying or not card_type
        return frozenset(k for k, kind in enumerate(self.kinds) if every or kind.card_type == card_type)

    @cached_property
    def field_types(self) -> Mapping[str, ir.Type]:
        return {f.name: f.type for card_type in self.game.card_types for f in card_type.fields}


def nothing_known(game: ir.Game, players: int, given: Mapping[str, int]) -> State:
    """The state before anything is found; every parameter has its whole range, but for those that are given."""
    found = tuple(all_sites(game))
    parameters = parameters_of(game, given)
    return State(Declarations(game), players, players, parameters, bodies=found, slots={b.id: {} for b in found})
