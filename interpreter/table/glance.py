"""What a seat can tell of a moment of a game, in raw numbers, for whoever compares often.

What is equal in raw numbers is equal in words. The other way round it need not be: who finds a difference in numbers
looks at the words before speaking of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from interpreter.engine import Engine
from interpreter.program.desugar.timed_effects import KEPT, WHEN
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import PASS, Ask, Verb, are_pieces
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.runtime.state import State, effect_attribute, kept_attribute, own_attributes
from interpreter.runtime.visibility import ORDERED
from interpreter.table.decision import is_announced
from interpreter.table.why_illegal import why_illegal
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.redaction import is_hidden, looked_at

#: What is the same in two states that are alike, besides the game's own variables.
_COMMON = ("kind", "owner", "pc", "player", "over", "winners", "round_number", "offers", "can_pass", "active_player")


@frozen
class _Column:
    """What stands on each piece, in a list that has `step` values for each, this one at `start`."""

    attribute: str
    start: int
    step: int

    def of(self, state: State) -> Sequence[int]:
        """The values, one a piece."""
        found: Sequence[int] = getattr(state, self.attribute)
        return found[self.start : len(state.kind) * self.step : self.step]

    def on(self, state: State, piece: int) -> int:
        """The value on one piece."""
        found: Sequence[int] = getattr(state, self.attribute)
        return found[self.start + piece * self.step]


@define(eq=False)
class Glance:
    """What a seat can tell of the states of a game, in raw numbers."""

    engine: Engine
    words: Words
    seat: int
    _flows: dict[tuple[int, ...], tuple[RoutineId, ...]] = field(factory=dict, init=False)
    _columns: tuple[_Column, ...] = field(init=False)
    _marks: tuple[_Column, ...] = field(init=False)
    _open: tuple[tuple[str, bool], ...] = field(init=False)
    _ordered: tuple[bool, ...] = field(init=False)
    _same: "attrgetter[tuple[Any, ...]]" = field(init=False)
    _secret: tuple[str, ...] = field(init=False)
    _hidden: tuple[tuple[VariableSlot, tuple[int, ...]], ...] = field(init=False)  # and where the seat always sees them
    _shared: tuple[VariableSlot, ...] = field(init=False)  # those that others than their owner may see

    def __attrs_post_init__(self) -> None:
        layout = self.engine.program.layout
        kept = map(kept_attribute, range(len(layout.kept))) if layout.copying else ()
        marks = (_Column(slot.attribute, k, slot.strides[0]) for slot in layout.marks for k in range(slot.strides[0]))
        self._columns = (*marks, *(_Column(attribute, 0, 1) for attribute in kept))
        self._marks = tuple(
            _Column(one.slot.attribute, one.place, one.slot.strides[0]) for one in layout.open_marks if one.slot
        )
        variables = [slot for slot in layout.variables.values() if not slot.variable.is_mark]
        self._open = tuple(
            (slot.attribute, slot.variable.type.kind is ir.Kind.PIECE) for slot in variables if not slot.variable.hidden
        )
        self._secret = tuple(slot.attribute for slot in variables if slot.variable.hidden)
        in_play = self.engine.scene(self.engine.empty_state(0), ())
        self._shared = tuple(slot for slot in variables if slot.variable.also is not None)
        self._hidden = tuple(
            (slot, tuple(p for p, at in slot.cells() if not is_hidden(in_play, slot.variable, at, self.seat)))
            for slot in variables
            if slot.variable.hidden and slot.sizes and slot.variable.also is None
        )
        own = set(own_attributes(layout)) - set(layout.streams) - set(self._secret)
        self._same = attrgetter(*_COMMON, *own)
        self._ordered = tuple(layout.zones[name].zone.shape in ORDERED for name in layout.zone_names)

    def at(self, state: State) -> tuple[Any, ...]:
        """What the seat can tell of a state whose question it may know of."""
        told = self._pieces(state)
        zones = [
            tuple([told[piece] for piece in zone]) if ordered else tuple(sorted([told[piece] for piece in zone]))
            for zone, ordered in zip(state.zones, self._ordered, strict=True)
        ]
        values = [
            _named_pieces(getattr(state, attribute), told) if pieces else _frozen(getattr(state, attribute))
            for attribute, pieces in self._open
        ]
        return (
            state.over, state.winners, state.round_number, state.player, self._running(state), zones, values,
            tuple(self._own(state)), tuple(self._effects(state, told)),
            self._question(state, told) if state.player == self.seat else (),
        )  # fmt: skip

    def is_alike(self, real: State, other: State, places: Mapping[int, int]) -> bool:
        """Whether two states are surely the same to the seat, in which pieces are elsewhere by `places`.

        Cheap, for where nothing else is different; if it says no, `at` decides.
        """
        if self._same(real) != self._same(other):
            return False
        if real.stack[::2] != other.stack[::2] or not self._zones_alike(real, other, places):
            return False
        secret = bool(self._shared) or any(getattr(real, name) != getattr(other, name) for name in self._secret)
        if secret and list(self._own(real)) != list(self._own(other)):
            return False
        if real.player != self.seat:
            return True
        return (
            real.site == other.site
            and not self._is_told_more(real)
            and (
                [places.get(option, option) for option in real.options] == list(other.options)
                if are_pieces(self.engine.asked(real).options)
                else tuple(real.options) == tuple(other.options)
            )
        )

    def _zones_alike(self, real: State, other: State, places: Mapping[int, int]) -> bool:
        """Whether pieces lie alike, and those that are elsewhere are known to the seat in neither."""
        bit, more = 1 << self.seat, bool(self._marks or real.layout.looked)
        for piece, there in places.items():
            if (real.seen[piece] | other.seen[there]) & bit:
                return False
            if more and self._back(real, piece) != self._back(other, there):
                return False
        if len(real.seen) != len(other.seen):
            return False
        seen = real.seen
        if seen != other.seen:
            seen = list(seen)
            for piece, there in places.items():
                seen[there] = real.seen[piece]
            if seen != other.seen:
                return False
        return real.zones == other.zones or all(
            here == there or [places.get(piece, piece) for piece in here] == there
            for here, there in zip(real.zones, other.zones, strict=True)
        )

    def _back(self, state: State, piece: int) -> list[int]:
        looked = [worth for _, worth in looked_at(state, piece, self.seat)] if state.layout.looked else ()
        return [*(mark.on(state, piece) for mark in self._marks), *looked]

    def _is_told_more(self, state: State) -> bool:
        """Whether the question that the seat is asked has something in its words, or in reasons, that may differ."""
        asked = self.engine.asked(state)
        return asked.statement.hidden_options or any(not isinstance(part, str) for part in asked.prompt)

    def _pieces(self, state: State) -> list[tuple[int, ...]]:
        """Of each piece, what it is to the seat."""
        bit, everybody = 1 << self.seat, state.layout.everybody
        columns = [column.of(state) for column in self._columns]
        marks = [column.of(state) for column in self._marks]
        backs = list(zip(*marks, strict=True)) if marks else [()] * len(state.kind)
        known = zip(state.kind, state.owner, *columns, strict=True)
        told = [
            (*one, everybody & ~seen == 0) if seen & bit else (-1, *back)
            for one, seen, back in zip(known, state.seen, backs, strict=True)
        ]
        if state.layout.looked:
            for piece, one in enumerate(told):
                looked = tuple((of.name, worth) for of, worth in looked_at(state, piece, self.seat))
                if looked and one[0] < 0:
                    told[piece] = (*one, *looked)
        return told

    def _own(self, state: State) -> Iterator[int]:
        """What the seat sees of hidden variables."""
        for slot, places in self._hidden:
            values = getattr(state, slot.attribute)
            yield from values if state.over and not slot.variable.sealed else [values[place] for place in places]
        for slot in self._shared:
            scene, values = self.engine.scene(state, ()), getattr(state, slot.attribute)
            for place, at in slot.cells():
                unseen = is_hidden(scene, slot.variable, at, self.seat)
                yield ir.NONE if unseen else values[place] if slot.sizes else values

    def _effects(self, state: State, told: Sequence[tuple[int, ...]]) -> Iterator[Any]:
        """What is in force for a time, but for that of cards which the seat does not know."""
        for effect in self.engine.program.layout.effects:
            for one in getattr(state, effect_attribute(effect)):
                card = one[KEPT + 1]
                if card < 0 or told[card][0] >= 0:
                    yield effect, one[WHEN : KEPT + 1]

    def _running(self, state: State) -> tuple[RoutineId, ...]:
        """The rounds, phases and steps that run."""
        key = (state.pc, *state.stack[::2])
        if key not in self._flows:
            self._flows[key] = tuple(routine for routine in self.engine.running(state) if routine.flow is not None)
        return self._flows[key]

    def _question(self, state: State, told: Sequence[tuple[int, ...]]) -> tuple[Any, ...]:
        """The question that the seat is asked."""
        asked = self.engine.asked(state)
        options: Any = state.options
        if are_pieces(asked.options):
            options = sorted((state.zone[piece], told[piece]) for piece in options)
        said = [self.engine.evaluate(state, p) for p in (*asked.prompt, *asked.several) if not isinstance(p, str)]
        reasons: list[object] = []
        if asked.statement.hidden_options:
            named = named_answers(self.engine, asked)
            reasons = [why_illegal(self.engine, state, self.words, said) for said in named]
        return state.site, tuple(options), state.offers, state.can_pass, tuple(map(str, said)), reasons


def named_answers(engine: Engine, asked: Ask) -> Iterator[str]:
    """The answers that the rules name at a question, whether they are possible now or not."""
    listed = asked.options.names if isinstance(asked.options, ir.FromActions) else ()
    offered = {*listed, *(offer.name for offer in asked.offers)}
    yield from (action.title for action in engine.program.game.actions if action.name in offered)
    if isinstance(asked.options, ir.FromMenu):
        yield from asked.options.labels


def go_on(engine: Engine, state: State, answer: int, seat: int) -> tuple[list[int], list[Entry]] | None:
    """Answers in a state, and passes what others are asked that `seat` does not hear of: all answers, all that happens.

    None if one of these answers is not possible there.
    """
    codes: list[int] = []
    events: list[Entry] = []
    while True:
        index = engine.index(state, answer)
        if index is None:
            return None
        codes.append(answer)
        asked, seen = engine.asked(state), list(state.seen)
        state.journal = []
        engine.advance(state, index)
        new, state.journal = state.journal, []
        events += [as_heard(entry, asked, seen) if k == 0 else entry for k, entry in enumerate(new)]
        if is_announced(engine, state, seat):
            return codes, events
        answer = PASS


def as_heard(entry: Entry, asked: Ask, seen: Sequence[int]) -> Entry:
    """The entry of an answer: which piece was chosen is for those who knew the piece (`seen`), and not for all."""
    site, verb, who, seers, knowers, *values = entry
    if verb != Verb.CHOOSE or site != asked.site or len(values) != 1 or values[0] < 0 or not are_pieces(asked.options):
        return entry
    return (site, verb, who, seers & seen[values[0]], knowers, *values)


def heard_of(engine: Engine, entries: Sequence[Entry], seat: int) -> list[tuple[Any, ...]]:
    """What a seat hears of events: each without what is not for it, and nothing of what is bookkeeping."""
    routines = engine.program.names
    bit = 1 << seat
    found: list[tuple[Any, ...]] = []
    for site, verb, who, seers, knowers, *values in entries:
        if not knowers & bit or verb == Verb.DECIDE:
            continue
        if verb == Verb.BEGIN:
            begun = routines[values[0]]
            if begun.flow is not None or begun.is_a(BodyKind.ACTION) or begun.root in _reasons(engine.program):
                found.append((site, verb, who, values[0]))
        elif seers & bit:
            found.append((site, verb, who, *values))
        elif verb not in _ONLY_FOR_SEERS:
            found.append((site, verb, who, *_unseen(verb, values)))
    return found


@lru_cache(maxsize=16)
def _reasons(program: Program) -> frozenset[BodyId]:
    """The procedures that the log names, since they have a title."""
    return frozenset(BodyId(BodyKind.PROCEDURE, one.name) for one in program.game.procedures if one.title)


#: What is not told at all to who may not see the values.
_ONLY_FOR_SEERS = (Verb.WRITE, Verb.CHANGE, Verb.CHOOSE)
_TRANSFERS = (Verb.GAIN, Verb.LOSE, Verb.PAY, Verb.GIVE)


def _unseen(verb: int, values: Sequence[int]) -> tuple[int, ...]:
    """What is told of an event to who may not see its values: from where to where something went, and how many dice."""
    if verb in _TRANSFERS:
        return tuple(values[2:])
    if verb == Verb.ANNOUNCE:
        return (ir.NONE, *values)  # not all pieces in it are known, and the others are told
    return (len(values),) if verb == Verb.ROLL else tuple(values[1:])


def _named_pieces(value: Any, told: Sequence[tuple[int, ...]]) -> Any:
    """Pieces, or a list of them, as the seat can tell them."""
    if isinstance(value, int):
        return told[value] if value >= 0 else value
    return tuple([_named_pieces(one, told) for one in value])


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
