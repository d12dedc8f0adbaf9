"""What follows from open answers: which pieces cannot lie where. Who does not follow suit has none of it.

An answer that would not have been legal had a certain piece been there, tells that it was not. It is tried piece by
piece, with nothing else that is not open to all: so what is true makes no difference to what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import Resource, reads, state_names
from interpreter.backend.reference.values import Context, value, with_each
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import Action, are_pieces
from interpreter.runtime.chance import below
from interpreter.runtime.state import State
from interpreter.runtime.thought import MOST_RULED
from interpreter.table.worlds import named_pieces, put, staying, without_order
from interpreter.text.redaction import PUBLIC, alike_unknown, knows

#: By the piece that lies at a place, those that cannot lie there: each is a bit.
RuledOut: TypeAlias = Mapping[int, int]

#: So often a piece is tried among others, drawn by lot, before it is ruled out.
_AMONG_OTHERS: Final = 2


#: So much is remembered of what answers have told; what was told first is forgotten first.
_MOST_TOLD: Final = 400


@frozen(eq=False)
class Answered:
    """A question that was answered, by the place of the answer."""

    state: State
    place: int


@frozen(eq=False)
class Told:
    """That none of the pieces in `mask`, a bit for each, was among those in a zone when something was answered.

    `there`: which of those that lay there have not left it since. `seats`: who has seen all that has left it, a bit for
    each; nothing is told any more to others.
    """

    zone: int
    mask: int
    there: frozenset[int]
    seats: int


def heard(engine: Engine, told: Sequence[Told], answered: Answered, after: State) -> Sequence[Told]:
    """What is told after an answer, which led to a state, by it and by all before."""
    before = answered.state
    found = follows(engine, before, answered.place, after)
    everybody = (1 << engine.players) - 1
    new = [Told(zone, mask, frozenset(before.zones[zone]), everybody) for zone, mask in found.items()]
    still: list[Told] = []
    for one in (*told, *new):
        there, seats = one.there.intersection(after.zones[one.zone]), one.seats
        for gone in set(before.zones[one.zone]).difference(after.zones[one.zone]):
            seats &= after.seen[gone]
        if there and seats:
            still.append(evolve(one, there=there, seats=seats))
    return still[-_MOST_TOLD:]


def ruled_out(engine: Engine, told: Sequence[Told], now: State, seat: int) -> RuledOut:
    """What a seat can rule out in a state, by what has been told before."""
    if not told:
        return {}
    unknown = {piece for piece in range(len(now.kind)) if not knows(now, piece, seat)}
    hidden = sum(1 << piece for piece in unknown)
    zones, masks = {*without_order(now, seat, least=1)}, dict[int, int]()
    for one in told:
        if one.seats >> seat & 1 and one.zone in zones:
            for piece in one.there & unknown:
                masks[piece] = masks.get(piece, 0) | (one.mask & hidden)
    kept = sorted({mask for mask in masks.values() if mask})[:MOST_RULED]
    return {piece: mask for piece, mask in sorted(masks.items()) if mask in kept}


def hides_pieces(engine: Engine) -> bool:
    """Whether there are places that not everybody sees, and somebody from whom they are hidden."""
    return engine.players > 1 and bool(engine.program.layout.hidden_zones)


# ---------------------------------------------------------------- one answer


def follows(engine: Engine, before: State, place: int, after: State) -> Mapping[int, int]:
    """By the zones of whoever answered, which pieces were not there, as everybody can tell: each is a bit."""
    conditions = _conditions_of(engine, before, place, after)
    telling = _hidden_zones(engine, before, place, conditions) if conditions else frozenset()
    layout = before.layout
    own = [
        zone for zone in (without_order(before, PUBLIC, least=1) if telling else ())
        if layout.seats[zone] == before.player and telling & {"", layout.zone_names[zone]}
    ]  # fmt: skip
    if not own:
        return {}
    option = _option(before, place)

    def legal(state: State) -> bool:
        scene = engine.scene(state)
        return all(_holds(scene, one, before.player, option) for one in conditions)

    fixed = staying(engine, before) | {piece for piece in range(len(before.kind)) if knows(after, piece, PUBLIC)}
    groups = [group for group in alike_unknown(before, PUBLIC, fixed) if before.zone[group[0]] >= 0]
    found: dict[int, int] = {}
    for zone in own:
        for group in groups:
            there = [piece for piece in before.zones[zone] if piece in group]
            if there:
                mask = _not_there(_Tried(engine, before, zone, group, legal), len(there))
                if mask:
                    found[zone] = found.get(zone, 0) | mask
    return found


#: Which local an answer stands in, none for a place in a menu; which action needs it, if one does; the condition.
_Condition: TypeAlias = tuple[int | None, Action | None, ir.Expression]


def _option(state: State, place: int) -> int:
    """The answer at a place, or the number of the action that was offered besides."""
    number = place - len(state.options)
    return int(state.options[place] if number < 0 else state.offers[number])


def _conditions_of(engine: Engine, before: State, place: int, after: State) -> Sequence[_Condition]:
    """What had to hold that an answer could be given, but for that something is there to choose from.

    Nothing if not all have seen which answer it was.
    """
    asked, is_offer = engine.asked(before), place >= len(before.options)
    if asked.secret or place >= engine.option_count(before) - before.can_pass:
        return ()
    option = _option(before, place)
    if is_offer:
        return _needs(engine, next(offer.name for offer in asked.offers if offer.action == option))
    is_unknown = are_pieces(asked.options) and not (option >= 0 and knows(after, option, PUBLIC))
    if is_unknown or option in asked.secret_options:
        return ()
    match asked.options:
        case ir.FromList(candidates):
            return [*_filters(candidates)]
        case ir.FromMenu(_, conditions):
            return [(None, None, one) for one in conditions[option : option + 1] if one is not None]
        case ir.FromActions(names, conditions):
            own = [(None, None, one) for one in conditions[option : option + 1] if one is not None]
            return [*own, *_needs(engine, names[option])]
        case ir.FromRange() | ir.InOrder():
            return ()


def _needs(engine: Engine, name: str) -> list[_Condition]:
    action = engine.program.actions[name]
    return [(None, action, need) for need in action.needs]


def _filters(listed: ir.Expression) -> Iterator[_Condition]:
    while isinstance(listed, ir.Filter):
        yield listed.slot, None, listed.where
        listed = listed.over


def _holds(scene: Context, condition: _Condition, player: int, option: int) -> bool:
    slot, action, expression = condition
    if action is not None:
        return bool(value(scene.inside([player, *[ir.NONE] * (len(action.slots) - 1)]), expression))
    return bool(value(scene, expression) if slot is None else with_each(scene, (option,), slot, expression)[0])


def _hidden_zones(engine: Engine, before: State, place: int, conditions: Sequence[_Condition]) -> frozenset[str]:
    """The names of zones that not everybody sees and on which conditions hang; "": whichever it may be."""
    known = _HIDDEN_ZONES.setdefault(engine, {})
    key = before.site, ir.NONE if conditions[0][0] is not None else _option(before, place)
    if key not in known:
        read = reads(tuple(one for _, _, one in conditions), state_names(engine.program.game))
        hidden = {"", *engine.program.layout.hidden_zones}
        known[key] = frozenset(str(name) for what, name in read if what is Resource.ZONE and name in hidden)
    return known[key]


_HIDDEN_ZONES: WeakKeyDictionary[Engine, dict[tuple[int, int], frozenset[str]]] = WeakKeyDictionary()


@frozen(eq=False, slots=False)
class _Tried:
    """Whether an answer would have been legal with some pieces of a group in a zone, in place of those that were."""

    engine: Engine
    before: State
    zone: int
    group: Sequence[int]
    legal: Callable[[State], bool]

    def with_there(self, pieces: Sequence[int]) -> bool:
        """The others lie elsewhere by their numbers; who knows them makes no difference."""
        state = self.nothing_there
        zones = {self.zone, *(state.zone[piece] for piece in pieces)} - {-1}
        before, zone = {zone: [*state.zones[zone]] for zone in zones}, {piece: state.zone[piece] for piece in pieces}
        for piece in pieces:
            if state.zone[piece] >= 0:
                state.zones[state.zone[piece]].remove(piece)
            state.zone[piece] = self.zone
        state.zones[self.zone].extend(pieces)
        try:
            return self.legal(state)
        finally:
            for number, there in before.items():
                state.zones[number] = there
            for piece, number in zone.items():
                state.zone[piece] = number

    @cached_property
    def nothing_there(self) -> State:
        """The state in which nothing that is not open lies in the zone: what would, lies nowhere."""
        state = self.engine.clone(self.before)
        there, elsewhere = self.slots
        put(self.engine, state, dict(zip([*elsewhere, *there], self.group, strict=True)))
        for piece in self.group:
            state.seen[piece] = 0
            if state.zone[piece] == self.zone:
                state.zones[self.zone].remove(piece)
                state.zone[piece] = -1
        return state

    @cached_property
    def slots(self) -> tuple[list[int], list[int]]:
        """The pieces of the group that lie in the zone, and the others: zone by zone, those that are named first."""
        state = self.before
        named: dict[int, int] = {}
        for piece in named_pieces(self.engine, state):
            named.setdefault(piece, len(named))
        order = sorted(self.group, key=lambda piece: (state.zone[piece], named.get(piece, len(named))))
        there = [piece for piece in order if state.zone[piece] == self.zone]
        return there, [piece for piece in order if state.zone[piece] != self.zone]


def _not_there(tried: _Tried, count: int) -> int:
    """Which of a group cannot have been among so many that lay there."""
    try:
        if not tried.with_there(()) or tried.with_there(tried.group):
            return 0
        found = [piece for piece in tried.group if not tried.with_there((piece,))]
        return sum(1 << piece for piece in found if not _can_be_among_others(tried, piece, found, count))
    except RuleFault:
        return 0


def _can_be_among_others(tried: _Tried, piece: int, ruled: Sequence[int], count: int) -> bool:
    """Whether it would have been legal with some that were not ruled out; then a piece alone tells nothing."""
    luck = piece
    others = [one for one in tried.group if one not in ruled]
    for _ in range(_AMONG_OTHERS if count > 1 and others else 0):
        left, drawn = [*others], [piece]
        while left and len(drawn) < count:
            luck, at = below(luck, len(left))
            drawn.append(left.pop(at))
        if tried.with_there(drawn):
            return True
    return False
