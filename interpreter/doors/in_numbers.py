"""What a seat may know of a state, in numbers, always as many: the table, the pieces, the question and its answers.

Nothing tells one unknown piece from another. Where pieces lie without an order, they come sorted by what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.api import GameState
from interpreter.doors.sizes import Sizes
from interpreter.engine import Engine
from interpreter.program.desugar.timed_effects import KEPT
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.alike import value_on
from interpreter.runtime.state import State, effect_attribute
from interpreter.runtime.visibility import ORDERED
from interpreter.table.decision import is_announced
from interpreter.text.redaction import PUBLIC, is_hidden, knows, looked_at

#: What is said of an answer: that it is an option, an offer or passing; what it is; where the piece lies.
_OPTION, _OFFER, _PASS = 1, 2, 3
_ANSWER: Final = 3
#: What is said of a piece before the marks on it: the place, the kind, the owner, whether it lies face down.
_PIECE: Final = 4
#: Of a list of these, how often each is in it; of another list, how long it is.
_COUNTED = (ir.Kind.PLAYER, ir.Kind.VALUE)


@frozen(eq=False, slots=False)
class InNumbers:
    """Puts states of a game in numbers. A seat, a place, a kind or an owner is told from 1 on; 0 is none or unknown."""

    engine: Engine
    sizes: Sizes

    def of(self, state: State, seat: int, places: Sequence[int], engine: Engine | None = None) -> list[int]:
        """What a seat may know of a state whose question it may know of; `places` are the engine's of its answers.

        `engine`: that of the state, if another one has played it.
        """
        engine = engine or self.engine
        pieces = [*self._pieces(state, seat)]
        if len(pieces) > self._piece_room:
            raise ValueError(f"there are more than {self.sizes.pieces} pieces, for which there is room")
        if len(places) > self.sizes.answers:
            raise ValueError(f"{len(places)} answers are more than there is room for")
        return [
            *self._table(engine, state, seat), *pieces, *[0] * (self._piece_room - len(pieces)),
            *self._question(engine, state, seat, places),
        ]  # fmt: skip

    def seen(self, position: GameState, seat: int) -> list[int]:
        """What a seat may know of a position in which chance is not next."""
        engine, state = position.known_to(seat)
        return self.of(state, seat, position.places(seat), engine)

    @cached_property
    def length(self) -> int:
        """How many numbers there are."""
        return len(self.of(self.engine.empty_state(0), 0, ()))

    # ------------------------------------------------------------ the table

    def _table(self, engine: Engine, state: State, seat: int) -> Iterator[int]:
        told = engine.asks(state) and is_announced(engine, state, seat)
        yield from (seat + 1, state.over, state.round_number, state.player + 1 if told else 0)
        yield from (int(other in state.winners) for other in range(engine.players))
        scene = engine.scene(state, ())
        for slot in self._variables:
            value = getattr(state, slot.attribute)
            for place, at in slot.cells():
                hidden = is_hidden(scene, slot.variable, at, seat)
                if slot.variable.hidden:
                    yield int(hidden)
                worth = value[place] if slot.sizes else value
                yield from self._worth(state, slot.variable.type, worth, seat) if not hidden else self._nothing(slot)
        for effect in state.layout.effects:
            cards = (one[KEPT + 1] for one in getattr(state, effect_attribute(effect)))
            yield sum(card < 0 or knows(state, card, seat) for card in cards)

    def _worth(self, state: State, type_: ir.Type, value: Any, seat: int) -> Iterator[int]:
        """A value, as a seat may know it."""
        if not type_.many:
            yield self._one(state, type_, value, seat)
        elif type_.kind in _COUNTED:
            yield from (value.count(one) for one in range(state.layout.setting.size(type_.one())))
        else:
            yield len(value)

    def _one(self, state: State, type_: ir.Type, value: int, seat: int) -> int:
        match type_.kind:
            case ir.Kind.PIECE:
                return state.kind[value] + 1 if value >= 0 and knows(state, value, seat) else 0
            case ir.Kind.PLAYER | ir.Kind.ZONE | ir.Kind.TEXT | ir.Kind.VALUE:
                return value + 1
            case _:
                return value

    def _nothing(self, slot: VariableSlot) -> Iterator[int]:
        type_ = slot.variable.type
        counted = type_.many and type_.kind in _COUNTED
        yield from [0] * (self.engine.program.layout.setting.size(type_.one()) if counted else 1)

    @cached_property
    def _variables(self) -> tuple[VariableSlot, ...]:
        slots = self.engine.program.layout.variables.values()
        return tuple(slot for slot in slots if not slot.variable.is_mark)

    # ------------------------------------------------------------ the pieces

    def _pieces(self, state: State, seat: int) -> Iterator[int]:
        """A row for each piece, place by place, from bottom to top."""
        for zone, there in enumerate(state.zones):
            rows = [self._piece(state, piece, seat) for piece in there]
            for row in rows if self._ordered[zone] else sorted(rows):
                yield zone + 1
                yield from row

    def _piece(self, state: State, piece: int, seat: int) -> list[int]:
        layout, kind = state.layout, state.kind[piece]
        if not knows(state, piece, seat):
            row = [0] * (_PIECE - 1 + len(self._columns))
            seen = ((mark, value_on(state, mark, piece)) for mark in layout.open_marks)
            for mark, value in (*seen, *looked_at(state, piece, seat)):
                row[self._columns[mark.name]] = self._mark(state, mark.type, value, seat)
            return row
        row = [kind + 1, state.owner[piece] + 1, int(not knows(state, piece, PUBLIC)), *self._printed[kind]]
        for mark in layout.on_pieces[layout.kinds[kind].card_type]:
            if mark.slot is not None or mark.name in layout.kept:
                value = value_on(state, mark, piece)
                row[self._columns[mark.name]] = self._mark(state, mark.type, value, seat)
        return row

    def _mark(self, state: State, type_: ir.Type, value: Any, seat: int) -> int:
        return len(value) if type_.many else self._one(state, type_, value, seat)

    @cached_property
    def _columns(self) -> dict[str, int]:
        """Where in a row each property stands that some pieces have."""
        shown = self.engine.program.layout.on_pieces.values()
        names = dict.fromkeys(mark.name for each in shown for mark in each)
        return {name: _PIECE - 1 + k for k, name in enumerate(names)}

    @cached_property
    def _printed(self) -> list[list[int]]:
        """What is printed on each kind, where a number can say it."""
        layout = self.engine.program.layout
        found = [[0] * len(self._columns) for _ in layout.kinds]
        for number, kind in enumerate(layout.kinds):
            for one in layout.on_pieces[kind.card_type]:
                if one.slot is None and not one.type.many and one.type.kind is not ir.Kind.PIECE:
                    value = layout.printed[one.name][number]
                    found[number][self._columns[one.name] - _PIECE + 1] = value
        return found

    @cached_property
    def _ordered(self) -> tuple[bool, ...]:
        layout = self.engine.program.layout
        return tuple(layout.zones[name].zone.shape in ORDERED for name in layout.zone_names)

    @property
    def _piece_room(self) -> int:
        return self.sizes.pieces * (_PIECE + len(self._columns))

    # ------------------------------------------------------------ the question

    def _question(self, engine: Engine, state: State, seat: int, places: Sequence[int]) -> list[int]:
        """The question that the seat is asked, and its answers; nothing but 0 for who has none to give."""
        found = [0] * (2 + _ANSWER * self.sizes.answers)
        if not places:
            return found
        asked = engine.asked(state)
        found[:2] = state.site + 1, state.can_pass
        pieces = are_pieces(asked.options)
        for action, place in enumerate(places):
            at = 2 + _ANSWER * action
            if place >= len(state.options):
                offer = place - len(state.options)
                passes = offer == len(state.offers)
                found[at : at + 2] = (_PASS, 0) if passes else (_OFFER, state.offers[offer] + 1)
                continue
            option = state.options[place]
            if pieces:
                known = knows(state, option, seat)
                found[at : at + 3] = _OPTION, state.kind[option] + 1 if known else 0, state.zone[option] + 1
            elif isinstance(asked.options, ir.FromActions):
                name = asked.options.names[option]
                found[at : at + 2] = _OPTION, engine.program.actions[name].number + 1
            else:
                found[at : at + 2] = _OPTION, option
        return found
