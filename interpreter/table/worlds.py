"""Other worlds: states of a game that a seat cannot tell from the real one at that moment.

What the seat does not know is different there: which of the pieces that it does not know lies where, in what order
pieces lie where no order is seen, what others have in hidden counters, who has a hidden role, what was remembered in
secret, and what somebody else has answered in secret. All else is the same, and so is the luck to come.
"""

import math
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import grouped
from dsl.walk import nodes_of
from interpreter.backend.reference.questions import candidates
from interpreter.backend.reference.values import place_in, value
from interpreter.engine import Engine
from interpreter.program.model.kept import Drawn
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import are_pieces
from interpreter.program.model.program import Program
from interpreter.runtime.alike import flat, named_by_variables
from interpreter.runtime.copying import copies
from interpreter.runtime.state import State
from interpreter.runtime.visibility import ORDERED
from interpreter.text.redaction import alike_unknown, is_hidden, knows


@frozen
class Exchanged:
    """Two pieces lie each where the other one did."""

    first: int
    second: int


@frozen
class Reordered:
    """The pieces of a zone lie in another order, which nobody sees there."""

    zone: int


@frozen
class Changed:
    """A hidden variable has another value at a place."""

    variable: str
    at: tuple[int, ...]
    before: int
    after: int


@frozen
class Answered:
    """A question has been answered otherwise, in secret: by the codes of the answers."""

    player: int
    site: int
    before: int
    after: int


@frozen
class Rolled:
    """Dice that were rolled in secret show something else, or chance has `picked` something else in secret."""

    player: int
    picked: bool


@frozen
class Redrawn:
    """What chance has given in secret, and is kept, is something else; `player` may know it, or nobody does."""

    player: int
    before: tuple[int, ...]
    after: tuple[int, ...]


#: A value of a variable: its place, by number and by its indices.
Cell: TypeAlias = tuple[VariableSlot, int, tuple[int, ...]]
Difference: TypeAlias = Exchanged | Reordered | Changed | Answered | Rolled | Redrawn
#: What chance gave in secret: the frame and its place there, who knows it, the lowest and the highest it could be.
Given: TypeAlias = tuple[int, int, int, int, int]


@frozen(eq=False)
class World:
    """A state in which something is different. `places` gives the number that a piece has there, if it is another.

    `pieces` are those of which it must not be known which is which, `holders` are the players who have something else
    there; `answers`: the codes of what is answered there, if it is something else, by how many questions later.
    """

    state: State
    places: Mapping[int, int]
    pieces: frozenset[int]
    differences: tuple[Difference, ...]
    holders: frozenset[int] = frozenset()
    answers: Mapping[int, int] = field(factory=dict)


@frozen(eq=False)
class Hidden:
    """What of a state a seat does not know, and what else it might be.

    `groups` of pieces that look the same; in `alike`, those that it has looked at stand with others worth the same.
    """

    engine: Engine
    state: State
    seat: int
    groups: tuple[tuple[int, ...], ...]
    alike: tuple[tuple[int, ...], ...]
    cells: tuple[Cell, ...]
    seen: tuple[Cell, ...]
    mixed: tuple[int, ...]
    given: tuple[Given, ...]
    can_ask: bool

    def world(self, chance: Random, number: int = 1) -> World | None:
        """Makes a world in which so many things are different; None if the question that waits is not put there."""
        world = World(self.engine.clone(self.state), {}, frozenset(), ())
        for _ in range(number):
            step = self._step(world.state, chance)
            if step is not None:
                world = _after(world, step)
        return world if world.differences and asked_anew(self.engine, world, self.can_ask) else None

    def drawn_anew(self, chance: Random, number: int) -> Iterator[World]:
        """Makes worlds in which all is drawn anew that the seat does not know, where what waits is asked there, too.

        With the same luck they are the same, whichever of the worlds is real that the seat cannot tell apart.
        """
        lying = {piece: (zone, k) for zone, there in enumerate(self.state.zones) for k, piece in enumerate(there)}
        ways = [
            [(group, sorted(group, key=lambda piece: lying.get(piece, ()))) for group in groups]
            for groups in ((self.groups, self.alike) if self.alike else (self.groups,))
        ]
        near = {_cell(self.state, *one[:2]) for one in self.seen} | set(_numbers_in(self.engine.program))
        worths = [self._values(slot, near) for slot, _, _ in self.cells]
        for k in range(number if ways[-1] or worths else 0):
            state, groups = self.engine.clone(self.state), ways[k % len(ways)]
            pairs = (zip(there, chance.sample(group, len(group)), strict=True) for group, there in groups)
            places = {old: new for each in pairs for old, new in each if old != new}
            world = put(self.engine, state, places) or World(state, {}, frozenset(), ())
            for (slot, place, _), values in zip(self.cells, worths, strict=True):
                set_hidden(self.engine, state, slot, place, chance.choice(values))
            if asked_anew(self.engine, world, self.can_ask):
                yield world

    def _step(self, state: State, chance: Random) -> World | None:
        """Makes one thing different in a state, or a few of one kind."""
        if not self._ways:
            return None
        match chance.choices(self._ways, cum_weights=self._often)[0]:
            case "pieces":
                return self._exchanged(state, chance)
            case "counters":
                return self._changed(state, chance)
            case "given":
                return self._redrawn(state, chance)
            case _:
                return self._reordered(state, chance)

    @cached_property
    def _ways(self) -> tuple[str, ...]:
        there = {
            "pieces": self.groups or self.alike, "counters": self.cells, "order": self.mixed, "given": self.given,
        }  # fmt: skip
        return tuple(way for way, found in there.items() if found)

    @cached_property
    def _often(self) -> list[int]:
        return list(accumulate(_OFTEN[way] for way in self._ways))

    @property
    def is_empty(self) -> bool:
        """Whether the seat knows all there is."""
        return not self._ways

    # ------------------------------------------------------------ pieces

    def _exchanged(self, state: State, chance: Random) -> World | None:
        """Pieces of one owner and kind of card change places: two, those of one place with others, or all of them."""
        group = chance.choice(self.groups + self.alike)
        zone = state.zone
        chosen = chance.choice(sorted({zone[piece] for piece in group}))
        there = [piece for piece in group if zone[piece] == chosen]
        moved = chance.random()
        if moved < _TWO:
            first = chance.choice(there)
            others = [piece for piece in group if self._looks[piece] != self._looks[first]]
            elsewhere = [piece for piece in others if zone[piece] != chosen]
            if not others:
                return None
            places = dict(_both_ways(first, chance.choice(elsewhere or others)))
        elif moved < _ONE_PLACE:
            rest = [piece for piece in group if zone[piece] != chosen]
            number = min(len(there), len(rest))
            pairs = zip(chance.sample(there, number), chance.sample(rest, number), strict=True)
            places = {old: new for pair in pairs for old, new in _both_ways(*pair)}
        else:
            places = dict(zip(group, chance.sample(group, len(group)), strict=True))
        return put(self.engine, state, {old: new for old, new in places.items() if old != new})

    @cached_property
    def _looks(self) -> Mapping[int, tuple[Any, ...]]:
        """What each piece is, with its marks: between pieces that are the same, nothing is exchanged."""
        state = self.state
        marks = [(slot, getattr(state, slot.attribute)) for slot in state.layout.marks]
        pieces = {piece for group in self.groups + self.alike for piece in group}
        return {piece: (state.kind[piece], *(on[slot.on(piece)] for slot, on in marks)) for piece in pieces}

    # ------------------------------------------------------------ hidden values

    def _changed(self, state: State, chance: Random) -> World | None:
        """A hidden value is another one; or it is exchanged with that of another place, so that the sum stays."""
        slot, place, at = chance.choice(self.cells)
        here = _cell(state, slot, place)
        others = [(k, where) for k, where in self._cells_of[slot.attribute] if _cell(state, slot, k) != here]
        if others and chance.random() < _SUM_STAYS:
            other, where = chance.choice(others)
            there = _cell(state, slot, other)
            set_hidden(self.engine, state, slot, other, here)
            set_hidden(self.engine, state, slot, place, there)
            found = (Changed(slot.variable.name, at, here, there), Changed(slot.variable.name, where, there, here))
            return World(state, {}, frozenset(), found, _players(slot, at) | _players(slot, where))
        near = {here, here + 1, here + chance.randint(0, _MOST_MORE), chance.choice(_numbers_in(self.engine.program))}
        values = [value for value in self._values(slot, near) if value != here]
        if not values:
            return None
        value = chance.choice(values)
        set_hidden(self.engine, state, slot, place, value)
        changed = Changed(slot.variable.name, at, here, value)
        return World(state, {}, frozenset(), (changed,), _players(slot, at))

    @cached_property
    def _cells_of(self) -> Mapping[str, list[tuple[int, tuple[int, ...]]]]:
        return grouped((slot.attribute, (place, at)) for slot, place, at in self.cells)

    def _values(self, slot: VariableSlot, near: set[int]) -> list[int]:
        """What could stand there: of numbers, the ends, and those around which a rule may make a difference."""
        type_ = slot.variable.type
        none = [ir.NONE] if type_.optional else []
        match type_.kind:
            case ir.Kind.NUMBER:
                low, high = slot.low or 0, math.inf if slot.high is None else slot.high
                ends = {low} if slot.high is None else {low, slot.high}
                return sorted(ends | {one + by for one in near for by in (-1, 0, 1) if low <= one + by <= high}) + none
            case ir.Kind.YES_NO:
                return [0, 1]
            case _:
                return [*range(self.state.layout.setting.size(type_)), *none]

    def _redrawn(self, state: State, chance: Random) -> World | None:
        """What chance gave in secret, and is kept, is something else."""
        number, at, player, low, high = chance.choice(self.given)
        frame = [frame for frame, _ in self.engine.frames(state)][number]
        before = _listed(frame[at])
        after = tuple(chance.randint(low, high) for _ in before)
        if after == before:
            return None
        frame[at] = after[0] if isinstance(frame[at], int) else type(frame[at])(after)
        holders = frozenset({player} - {ir.NONE})
        return World(state, {}, frozenset(), (Redrawn(player, before, after),), holders)

    # ------------------------------------------------------------ order

    def _reordered(self, state: State, chance: Random) -> World | None:
        """Where no order is seen, and not in one's own places, the pieces lie in another one."""
        zone = chance.choice(self.mixed)
        before = state.zones[zone]
        state.zones[zone] = chance.sample(before, len(before))
        if state.zones[zone] == before:
            return None
        return World(state, {}, frozenset(state.zones[zone]), (Reordered(zone),))


def _after(world: World, step: World) -> World:
    """A world, and what was then made different in it."""
    if not world.differences:
        return step
    places = {old: step.places.get(new, new) for old, new in world.places.items()}
    places = {**step.places, **places}
    differences = (*world.differences, *step.differences)
    return World(step.state, places, world.pieces | step.pieces, differences, world.holders | step.holders)


#: How often each kind of thing is made different, where there are several.
_OFTEN = {"pieces": 6, "counters": 6, "order": 1, "given": 3}
#: So often two pieces change places alone; so often it is that, or all of one place do.
_TWO, _ONE_PLACE = 0.6, 0.85
#: A counter is so much higher at most.
_MOST_MORE = 12
#: What can be another value; a piece is another one if pieces change places.
_VALUES = (ir.Kind.NUMBER, ir.Kind.YES_NO, ir.Kind.VALUE, ir.Kind.PLAYER)
#: How often two hidden values are exchanged, where that can be.
_SUM_STAYS = 0.4


def hidden_from(engine: Engine, state: State, seat: int) -> Hidden:
    """Finds what a seat does not know of a state.

    All see what marks the rules say everybody sees: pieces are exchanged for such as bear the same. Those stay of
    which it is not sure that a local means them, and not a number. So do copies, since where they
    lie may hang on that how long they are copies, which all see.
    """
    fixed = staying(engine, state)
    several = tuple(map(tuple, alike_unknown(state, seat, fixed)))
    by_worth = alike_unknown(state, seat, fixed, by_worth=True) if state.layout.looked else []
    alike = tuple(group for group in map(tuple, by_worth) if group not in several)
    scene = engine.scene(state, ())
    cells = [
        (is_hidden(scene, slot.variable, at, seat), (slot, place, at))
        for slot in state.layout.variables.values()
        if slot.variable.hidden and slot.variable.type.kind in _VALUES and not slot.variable.type.many
        for place, at in slot.cells()
        if not slot.variable.is_mark
    ]
    hidden, seen = (tuple(cell for is_so, cell in cells if is_so is wanted) for wanted in (True, False))
    mixed, given = tuple(without_order(state, seat)), tuple(_given(engine, state, seat))
    return Hidden(engine, state, seat, several, alike, hidden, seen, mixed, given, _can_ask_anew(engine, state))


def staying(engine: Engine, state: State) -> set[int]:
    """The pieces that stay where they are: copies, and those of which it is not sure that a local means them."""
    unclear = [frame[at] for frame, kept in engine.frames(state) for at, alone in kept.items() if alone is False]
    return _numbers((unclear, [rule[1:] for rule in state.later])) | copies(state)  # which begins with its priority


def _given(engine: Engine, state: State, seat: int) -> Iterator[Given]:
    """What chance has given in secret to others or to nobody, and is kept in a frame."""
    for number, (frame, kept) in enumerate(engine.frames(state)):
        scene = engine.scene(state, frame)
        for at, one in kept.items():
            if isinstance(one, Drawn) and _listed(frame[at]) and isinstance(frame[at], tuple | list) is one.many:
                player, low, high = (int(value(scene, part)) for part in (one.player, one.low, one.high))
                if player != seat and all(low <= each <= high for each in _listed(frame[at])):
                    yield number, at, player, low, high


def named_pieces(engine: Engine, state: State) -> Iterator[int]:
    """The pieces that frames and variables name."""
    for frame, kept in [*engine.frames(state)][::-1]:
        for at in sorted(at for at, alone in kept.items() if alone is True):
            yield from flat(frame[at])
    yield from named_by_variables(state)


def without_order(state: State, seat: int, least: int = 2) -> Iterator[int]:
    """Where no order is seen, and so many pieces lie at `least`.

    Where the seat knows all that lies there, it has seen in which order that came.
    """
    layout = state.layout
    for instance, name in enumerate(layout.zone_names):
        pieces = state.zones[instance]
        unseen = len(pieces) >= least and any(not knows(state, piece, seat) for piece in pieces)
        if unseen and layout.zones[name].zone.shape not in ORDERED and layout.seats[instance] != seat:
            yield instance


@lru_cache(maxsize=8)
def _numbers_in(program: Program) -> tuple[int, ...]:
    """The numbers that the rules speak of, and 0."""
    constants = nodes_of(program.game, ir.Constant)
    return tuple(sorted({0} | {node.value for node in constants if node.type.kind is ir.Kind.NUMBER}))


def _numbers(value: Any) -> set[int]:
    return {value} if isinstance(value, int) else set().union(*map(_numbers, value))


def _both_ways(first: int, second: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (first, second), (second, first)


def _players(slot: VariableSlot, at: tuple[int, ...]) -> frozenset[int]:
    """The players whose variable it is at a place."""
    pairs = zip(slot.variable.dimensions, at, strict=True)
    return frozenset(place for index, place in pairs if index.dimension is ir.Dimension.PLAYER)


def _cell(state: State, slot: VariableSlot, place: int) -> int:
    value = getattr(state, slot.attribute)
    return int(value[place] if slot.sizes else value)


def _set_cell(state: State, slot: VariableSlot, place: int, value: int) -> None:
    if slot.sizes:
        getattr(state, slot.attribute)[place] = value
    else:
        setattr(state, slot.attribute, value)


def set_hidden(engine: Engine, state: State, slot: VariableSlot, place: int, new: int) -> None:
    """Sets a hidden value, and what the rules have kept of it, by as much."""
    by = new - _cell(state, slot, place)
    for frame, kept in engine.frames(state):
        for at, one in kept.items():
            if not (isinstance(one, ir.Read) and one.variable == slot.variable.name and isinstance(frame[at], int)):
                continue
            scene = engine.scene(state, frame)
            if place_in(slot.sizes, [int(value(scene, index)) for index in one.at]) == place:
                frame[at] = frame[at] + by if slot.variable.type.kind is ir.Kind.NUMBER else new
    _set_cell(state, slot, place, new)


def _listed(kept: Any) -> tuple[int, ...]:
    return tuple(kept) if isinstance(kept, tuple | list) else (kept,)


def put(engine: Engine, state: State, places: Mapping[int, int]) -> World | None:
    """Puts each piece where the one that it stands for lay; who knows what lies there stays as it was.

    Options are left to whoever asks the question anew.
    """
    if not places:
        return None
    before = {piece: (state.zone[piece], state.seen[piece]) for piece in places}
    for zone in {zone for zone, _ in before.values()}:
        state.zones[zone] = [places.get(piece, piece) for piece in state.zones[zone]]
    for old, new in places.items():
        state.zone[new], state.seen[new] = before[old]
    for slot in state.layout.variables.values():
        if slot.variable.type.kind is ir.Kind.PIECE:
            setattr(state, slot.attribute, _renumbered(getattr(state, slot.attribute), places))
    for frame, kept in engine.frames(state):
        for at in (at for at, alone in kept.items() if alone is True):
            frame[at] = _renumbered(frame[at], places)
    pairs = tuple(Exchanged(old, new) for old, new in places.items() if old < new or places.get(new) != old)
    owners = (state.layout.seats[zone] for zone, _ in before.values())
    return World(state, places, frozenset(places), pairs, frozenset(seat for seat in owners if seat is not None))


def _renumbered(value: Any, places: Mapping[int, int]) -> Any:
    """A piece, or pieces in lists, by their numbers in the other world."""
    match value:
        case int():
            return places.get(value, value)
        case tuple():
            return tuple(_renumbered(one, places) for one in value)
        case _:
            return [_renumbered(one, places) for one in value]


def earlier(engine: Engine, world: World, now: State, then: State) -> World | None:
    """A world as it was `then`, by what it is `now`; None if it is not said what it was. What is new since, is left."""
    there = range(len(then.kind))
    places = {old: new for old, new in world.places.items() if old in there and new in there}
    state = engine.clone(then)
    found = put(engine, state, places) or World(state, {}, frozenset(), ())
    for one in world.differences:
        if isinstance(one, Redrawn):
            return None if then is not now else world
        if isinstance(one, Changed):
            slot = state.layout.variables[one.variable]
            place = sum(index * stride for index, stride in zip(one.at, slot.strides, strict=True))
            was = _cell(then, slot, place)
            if slot.variable.type.kind is ir.Kind.NUMBER:
                was += one.after - one.before
            elif was == one.before:
                was = one.after
            else:
                return None
            set_hidden(engine, state, slot, place, was)
    found = evolve(found, differences=world.differences)
    return found if asked_anew(engine, found, _can_ask_anew(engine, then)) else None


def _can_ask_anew(engine: Engine, state: State) -> bool:
    """Whether the options can be worked out again: not if they hang on a local that the program has let go of."""
    if not engine.asks(state):
        return False
    return tuple(candidates(engine.scene(state), engine.asked(state).options, state.player)) == tuple(state.options)


def asked_anew(engine: Engine, world: World, can_ask: bool) -> bool:
    """Puts the question that waits in a world, working the options out if that can be; False if it is not put there."""
    state = world.state
    if not engine.asks(state):
        return True
    asked = engine.asked(state)
    if not can_ask:
        if are_pieces(asked.options):
            state.options = tuple(world.places.get(option, option) for option in state.options)
        return True
    state.options = candidates(engine.scene(state), asked.options, state.player)
    state.offers = tuple(o.action for o in asked.offers if engine.is_legal(state, o.name, state.player))
    return bool(state.options) or asked.ask_anyway
