"""Numbers the actions of the Python interface: the answers that the player who decides can tell apart.

Their number and order say no more than the player knows: pieces come sorted by what can be told of them and by where
they lie, whatever else there is as the rules list it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.program.model.layout import Layout, OnPiece
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.alike import value_on
from interpreter.runtime.state import State
from interpreter.table.decision import Option, option_at
from interpreter.table.naming import PASSING, plain_name
from interpreter.table.why_illegal import why_illegal
from interpreter.text.labels import Words
from interpreter.text.redaction import marks_seen, plain

#: Reads a field of a piece, as a seat can tell it.
_Mark: TypeAlias = Callable[[State, int, int], "int | str"]


@frozen(eq=False, slots=False)
class Actions:
    """The actions of a game at a table. An action is a place in what `places` gives, which has places in the engine."""

    engine: Engine
    words: Words
    _of_pieces: dict[int, bool] = field(factory=dict, init=False)  # by the block that asks

    def places(self, state: State) -> Sequence[int]:
        """The place in the engine of each action."""
        block = state.pc
        if block not in self._of_pieces:
            self._of_pieces[block] = are_pieces(self.engine.asked(state).options)
        count = self.engine.option_count(state)
        if not self._of_pieces[block] or len(state.options) < 2:
            return range(count)
        first: dict[tuple[Any, ...], int] = {}  # of the pieces that are alike; then come offers and passing
        for place, key in enumerate(self._keys(state)):
            first.setdefault(key, place)
        return [*(first[key] for key in sorted(first)), *range(len(state.options), count)]

    def action_at(self, state: State, places: Sequence[int], place: int) -> int:
        """The action that stands for a place in the engine."""
        if place in places:
            return places.index(place)
        keys = self._keys(state)
        return next(action for action, other in enumerate(places) if keys[other] == keys[place])

    def option(self, state: State, place: int) -> Option:
        """The label of the answer at a place in the engine."""
        return option_at(self.engine, state, self.words, place)

    def named(self, state: State, places: Sequence[int], said: str) -> int:
        """The action with this name. Raises ValueError, with the reason if it is not possible now."""
        wanted = plain_name(said)
        options = [self.option(state, place) for place in places]
        found = [action for action, option in enumerate(options) if wanted == plain_name(option.words)]
        found = found or [action for action, option in enumerate(options) if wanted == plain_name(option.name)]
        if not found and state.can_pass and wanted in PASSING:
            found = [len(places) - 1]
        if len(found) == 1:
            return found[0]
        reason = None if found else why_illegal(self.engine, state, self.words, said)
        raise ValueError(reason.sentence if reason else f'"{said}" could mean several actions: {found}')

    # ------------------------------------------------------------ pieces

    def _keys(self, state: State) -> list[tuple[Any, ...]]:
        """A key for each piece: its properties that the deciding player knows, and its location."""
        seat, ordered, marks = state.player, self._ordered, self._marks
        found: list[tuple[Any, ...]] = []
        for piece in state.options:
            zone, kind = state.zone[piece], state.kind[piece]
            at = state.zones[zone].index(piece) if ordered[zone] else 0
            if not state.seen[piece] >> seat & 1:
                found.append((1, marks_seen(state, piece, seat), zone, at))
                continue
            told = tuple([mark(state, piece, seat) for mark in marks[kind]]) if marks[kind] else ()
            found.append((0, kind, told, state.owner[piece], zone, at))
        return found

    @cached_property
    def _ordered(self) -> tuple[bool, ...]:
        """Of each zone, whether it matters, and is seen, which piece lies where in it."""
        return tuple(map(self.words.is_ordered, range(len(self.engine.program.layout.zone_names))))

    @cached_property
    def _marks(self) -> tuple[tuple[_Mark, ...], ...]:
        """Of each kind of piece, what reads the fields that do not follow from it."""
        layout = self.engine.program.layout
        marks = {kind.card_type: tuple(_marks_of(layout, kind.card_type)) for kind in layout.kinds}
        return tuple(marks[kind.card_type] for kind in layout.kinds)


def _marks_of(layout: Layout, card_type: str) -> Iterator[_Mark]:
    for mark in layout.on_pieces[card_type]:
        if mark.slot is not None or mark.name in layout.kept:
            yield _told(mark)


def _told(mark: OnPiece) -> _Mark:
    if mark.type.kind is ir.Kind.PIECE:  # whose number must not make a difference
        return lambda state, piece, seat: str(plain(state, mark.type, value_on(state, mark, piece), seat))
    return lambda state, piece, seat: value_on(state, mark, piece)
