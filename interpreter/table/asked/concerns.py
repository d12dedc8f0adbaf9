"""What an answer is about: cards where they lie, a space, a player, an action; as whoever decides sees them."""

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from interpreter.program.model.nodes import Ask
from interpreter.program.model.state_layers import PendingQuestion
from interpreter.text.labels import Words, indices
from interpreter.text.redaction import PUBLIC, knows, what_it_is


@frozen
class Concern:
    """One thing that an answer is about, of the `kind` card, place, space, value, player, counter or action.

    A place, or the one where a card lies, is called `name` in the rules, with its indices `at`; the card is there the
    one at this `position` in a view. Of a space or a value, `name` is its enum and `at` its place there; of a player
    `at` is the seat. Counters and actions have a `name` alone.
    """

    kind: str
    name: str = ""
    at: tuple[int, ...] = ()
    position: int | None = None


@define
class Concerns:
    """Finds what answers to the question that waits are about."""

    state: PendingQuestion
    words: Words
    asked: Ask
    _keys: dict[int, list[object]] = field(factory=dict, init=False)  # of the pieces in each place without an order

    def of(self, places: Sequence[int]) -> tuple[Concern, ...]:
        """What the options at these places in the engine are about, which whoever decides takes for one."""
        return tuple(dict.fromkeys(one for place in places for one in self._of(place)))

    def _of(self, place: int) -> Iterator[Concern]:
        option = self.state.options[place]
        match self.asked.options:
            case ir.FromActions(names):
                yield Concern("action", names[option])
            case ir.FromList(over) | ir.InOrder(over) if option >= 0:
                yield from self._value(over.type, option)

    def _value(self, type_: ir.Type, value: int) -> Iterator[Concern]:
        match type_.kind:
            case ir.Kind.PIECE:
                zone = self.state.zone[value]
                yield Concern("card", *self._place(zone), self._position(zone, value))
            case ir.Kind.ZONE:
                yield Concern("place", *self._place(value))
            case ir.Kind.PLAYER:
                yield Concern("player", at=(value,))
            case ir.Kind.COUNTER:
                yield Concern("counter", self.words.numbered(value).name)
            case ir.Kind.VALUE:
                is_space = any(one.board and one.name == type_.name for one in self.words.program.game.enumerations)
                yield Concern("space" if is_space else "value", type_.name, (value,))

    def _place(self, zone: int) -> tuple[str, tuple[int, ...]]:
        layout = self.words.program.layout
        slot = layout.zones[name := layout.zone_names[zone]]
        return name, indices(slot, zone - slot.base)

    def _position(self, zone: int, piece: int) -> int:
        """Where a piece is listed, or the first of those that whoever decides takes for the same."""
        if self.words.is_ordered(zone):
            return self.state.zones[zone].index(piece)
        if (keys := self._keys.get(zone)) is None:
            keys = self._keys[zone] = sorted(map(self._key, self.state.zones[zone]))  # type: ignore[type-var]
        return keys.index(self._key(piece))

    def _key(self, piece: int) -> object:
        """By what a view sorts pieces that lie in no order."""
        return what_it_is(self.state, piece, self.state.player), knows(self.state, piece, PUBLIC)
