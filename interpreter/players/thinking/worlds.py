"""Deals worlds that a seat cannot tell from the real one, for whoever thinks there; nobody of these gets a state.

Pieces that the seat does not know change places with others that look the same from outside; where no order is seen,
they lie in one that says nothing; hidden variables are drawn anew, and all luck to come. What cannot lie somewhere, by
what others have answered, is exchanged. With the same luck the same world comes of every one that the seat cannot tell
apart, so what is true makes no difference.

`interpreter/backend/wasm/search` does the same in native code, draw by draw.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from types import MappingProxyType

from attrs import Factory, define

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.thinking.aim import Aim, aim_of
from interpreter.players.thinking.ruled_out import RuledOut
from interpreter.players.uniform import random_bot
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.chance import below, bot_seed, stream_seed
from interpreter.runtime.hidden_values import MOST_GUESSED, Row, hidden_slots, rows
from interpreter.runtime.state import State
from interpreter.runtime.thought import EXCHANGES, SWEEPS
from interpreter.table.worlds import World as Redealt
from interpreter.table.worlds import asked_anew, named_pieces, put, set_hidden, staying, without_order
from interpreter.text.redaction import alike_unknown, is_hidden, knows


class Lost(Exception):
    """Nothing is learnt from this world: the rules go wrong there, it has no end, or does not lead to the question."""


@define(eq=False)
class World:
    """A world in play, at a question or over. What is asked here stays unanswered in the real game."""

    _engine: Engine
    _state: State
    _aim: Aim
    _most: int
    _bots: list[int]
    _thought: int

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return not self._engine.asks(self._state)

    @property
    def player(self) -> int:
        """The seat that is asked."""
        return self._state.player

    @property
    def site(self) -> int:
        """Which question it is."""
        return self._state.site

    @property
    def count(self) -> int:
        """How many answers there are."""
        return self._engine.option_count(self._state)

    @property
    def keys(self) -> list[Hashable]:
        """What whoever is asked can tell of each answer."""
        return keys(self._engine, self._state)

    def told(self, key: Hashable) -> Hashable:
        """What others learn of an answer; None if all that they learn is that there was one."""
        asked = self._engine.asked(self._state)
        return None if asked.secret or key in asked.secret_options else key

    def by_chance(self) -> int:
        """An answer by chance, as `random` gives it."""
        seat = self._state.player
        self._bots[seat], place = random_bot(self._bots[seat], self.count, self._state.can_pass)
        return place

    def draw(self, count: int) -> int:
        """A number below `count`, from the luck of whoever thinks here."""
        self._thought, drawn = below(self._thought, count)
        return drawn

    def answer(self, place: int, *, first: bool = False) -> None:
        """Answers, and plays on to the next question, or to the end. Raises Lost.

        What is asked `first` may be answered however many decisions there were.
        """
        if not first and self._state.decisions >= self._most:
            raise Lost
        try:
            self._engine.advance(self._state, place)
        except RuleFault:
            raise Lost from None

    def worth(self) -> tuple[list[float], list[float]]:
        """What this game, which is over, was worth for each seat, and its share of the win: see `Thought`."""
        return self._aim.worth(self._state)


@frozen(eq=False)
class Worlds:
    """What a seat knows of a game that waits, from which worlds are dealt; made by `known_to`.

    `_groups`: of pieces that may be any of each other, their places and their numbers; `_hidden`: what is drawn anew;
    `_ruled_out`: which of them cannot lie where. A world may take so many decisions more as `_most` says.
    """

    _engine: Engine
    _state: State
    _seat: int
    _groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    _hidden: tuple[tuple[Row, ...], ...]
    _most: int
    _aim: Aim
    _ruled_out: RuledOut = Factory(dict)

    @property
    def keys(self) -> list[Hashable]:
        """What the seat can tell of each answer to the question that waits, if it is put to it."""
        return keys(self._engine, self._state)

    def deal(self, luck: int) -> World:
        """Deals a world by this luck."""
        state, thought = self._dealt(luck)
        bots = [bot_seed(luck, seat) for seat in range(self._engine.players)]
        return World(self._engine, state, self._aim, self._most, bots, thought)

    def _dealt(self, luck: int) -> tuple[State, int]:
        """The state of a world, and the luck that is left of what dealt it."""
        thought = stream_seed(luck, "search:")
        places: dict[int, int] = {}
        for there, pieces in self._groups:
            left = [*pieces]
            for piece in there:
                thought, at = below(thought, len(left))
                places[piece], left[at] = left[at], left[-1]
                left.pop()
            thought = self._without_contradiction(there, places, thought)
        moved = {old: new for old, new in places.items() if old != new}
        state = self._engine.clone(self._state)
        world = put(self._engine, state, moved) or Redealt(state, {}, frozenset(), ())
        asked_anew(self._engine, world, can_ask=False)
        thought = self._draw_hidden(state, thought)
        _new_luck(state, luck)
        return state, thought

    def _without_contradiction(self, there: Sequence[int], places: dict[int, int], thought: int) -> int:
        """Exchanges what cannot lie where it was dealt; what finds no place after so many tries stays there."""
        ruled_out = self._ruled_out
        if ruled_out.keys().isdisjoint(there):
            return thought
        for _ in range(SWEEPS):
            for place in there:
                tries = 0
                while tries < EXCHANGES and ruled_out.get(place, 0) >> places[place] & 1:
                    tries += 1
                    thought, at = below(thought, len(there))
                    one, other = places[place], places[there[at]]
                    if not (ruled_out.get(place, 0) >> other & 1 or ruled_out.get(there[at], 0) >> one & 1):
                        places[place], places[there[at]] = other, one
        return thought

    def _draw_hidden(self, state: State, thought: int) -> int:
        """Draws hidden variables anew, and gives the luck that is left."""
        for slot, these in zip(hidden_slots(state.layout), self._hidden, strict=True):
            cells = getattr(self._state, slot.attribute) if slot.sizes else [getattr(self._state, slot.attribute)]
            own = sum(cells[k] - row.low for row in these if row.owner == self._seat for k in row.places)
            own = min(max(own, 0), MOST_GUESSED)
            for row in these:
                if row.owner == self._seat or not self._is_hidden(slot, row):
                    continue
                drawn = [row.low] * len(row.places)
                if row.size or len(row.places) == 1:
                    for k in range(len(drawn)):
                        thought, more = below(thought, row.size or 2 * own + 3)
                        drawn[k] += more
                else:
                    for _ in range(own):
                        thought, k = below(thought, len(drawn))
                        drawn[k] += 1
                for place, worth in zip(row.places, drawn, strict=True):
                    set_hidden(self._engine, state, slot, place, worth)
        return thought

    def _is_hidden(self, slot: VariableSlot, row: Row) -> bool:
        if slot.variable.also is None:
            return True
        scene, at = self._engine.scene(self._state, ()), dict(slot.cells())
        return all(is_hidden(scene, slot.variable, at[place], self._seat) for place in row.places)


def _new_luck(state: State, luck: int) -> None:
    for attribute, name in state.layout.streams.items():
        setattr(state, attribute, stream_seed(luck, name))


def known_to(
    engine: Engine, state: State, seat: int, most_decisions: int, aim: Aim | None = None,
    ruled_out: RuledOut = MappingProxyType({}),
) -> Worlds:  # fmt: skip
    """What a seat knows of a state of a game in which one can think; in its worlds all are after the same.

    `ruled_out`: what it has concluded from what others have answered.
    """
    now = engine.clone(state)
    now.journal = None if now.journal is None else []
    groups = _groups(engine, now, seat)
    _sort(engine, now, seat, groups, ruled_out)
    lying = {piece: (zone, k) for zone, there in enumerate(now.zones) for k, piece in enumerate(there)}
    parts = tuple((tuple(sorted(group, key=lying.__getitem__)), tuple(group)) for group in groups)
    hidden = tuple(rows(now.layout, slot) or () for slot in hidden_slots(now.layout))
    most = state.decisions + most_decisions
    return Worlds(engine, now, seat, parts, hidden, most, aim or aim_of(engine), ruled_out)


def dealt_anew(engine: Engine, state: State, seat: int, luck: int, ruled_out: RuledOut) -> State:
    """The state of such a world, for a program that plays on there by itself."""
    return known_to(engine, state, seat, 0, ruled_out=ruled_out)._dealt(luck)[0]


def _groups(engine: Engine, state: State, seat: int) -> list[list[int]]:
    """The pieces that the seat does not know, with those that look the same from outside; also one by itself."""
    fixed = staying(engine, state) | {piece for piece, zone in enumerate(state.zone) if zone < 0}
    several = alike_unknown(state, seat, fixed)
    alone = set(range(len(state.kind))).difference(fixed, *several)
    return sorted([*several, *([piece] for piece in alone if not knows(state, piece, seat))])


def _sort(
    engine: Engine, state: State, seat: int, groups: Sequence[Sequence[int]], ruled_out: RuledOut
) -> None:  # fmt: skip
    """Lays pieces in an order that says nothing where the seat sees none: first those that stay, by their numbers.

    Then come the others group by group; of one group by who else knows them, what is not there, and what names them.
    """
    number = {piece: place for place, group in enumerate(groups, start=len(state.kind)) for piece in group}
    named = {piece: -place for place, piece in enumerate(reversed([*_named(engine, state)]))}

    def order(piece: int) -> tuple[int, int, int, int]:
        return number.get(piece, piece), state.seen[piece], ruled_out.get(piece, 0), named.get(piece, 1)

    for zone in without_order(state, seat):
        state.zones[zone].sort(key=order)


def _named(engine: Engine, state: State) -> Iterator[int]:
    """The pieces that frames and variables name, and those to choose from."""
    yield from named_pieces(engine, state)
    if engine.asks(state) and are_pieces(engine.asked(state).options):
        yield from state.options


def keys(engine: Engine, state: State) -> list[Hashable]:
    """What whoever is asked can tell of each answer: numbers as they are, and of pieces no numbers.

    Of a known piece what it is, where it lies, whose it is and its marks, of another one its place.
    """
    pieces = are_pieces(engine.asked(state).options)
    options = [_key(state, piece) if pieces and piece >= 0 else piece for piece in state.options]
    others = range(len(options), engine.option_count(state))
    return [*options, *(engine.code(state, place) for place in others)]


def _key(state: State, piece: int) -> Hashable:
    zone = state.zone[piece]
    if not state.seen[piece] >> state.player & 1:
        return False, zone, state.zones[zone].index(piece)
    single = [slot for slot in state.layout.marks if not slot.variable.type.many]
    marks = (getattr(state, slot.attribute)[slot.on(piece)] for slot in single)
    return True, zone, state.owner[piece], state.kind[piece], *map(tuple, marks)
