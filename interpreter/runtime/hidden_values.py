"""Hidden variables, as what draws them anew takes them: by whose they are, with what could stand there."""

from collections.abc import Iterator
from typing import Final

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.program.model.layout import Layout, VariableSlot
from interpreter.program.model.setting import Setting

#: A counter without a limit, that nobody sees, is so high at most above its lowest.
_MOST_MORE: Final = 10
#: What somebody has in hidden counters is guessed to be so much at most.
MOST_GUESSED: Final = 1000
_DRAWN = (ir.Kind.NUMBER, ir.Kind.YES_NO, ir.Kind.VALUE, ir.Kind.PLAYER)


@frozen
class Row:
    """What one player has of a hidden variable (-1: what is nobody's): the `places` of its cells.

    Each is one of `size` values from `low` on, or none. A number without a limit has no size (0): others have up to
    twice as much as whoever guesses, and a few more; or as much, spread over several places.
    """

    owner: int
    places: tuple[int, ...]
    low: int
    size: int


def hidden_slots(layout: Layout) -> list[VariableSlot]:
    """The variables that are hidden."""
    return [slot for slot in layout.variables.values() if slot.variable.hidden]


def rows(layout: Layout, slot: VariableSlot) -> tuple[Row, ...] | None:
    """The rows of a hidden variable; None for one that is not drawn anew: marks, lists and names of pieces."""
    variable, type_ = slot.variable, slot.variable.type
    if variable.is_mark or type_.many or type_.kind not in _DRAWN:
        return None
    return tuple(_rows(layout, slot))


def _rows(layout: Layout, slot: VariableSlot) -> Iterator[Row]:
    dimensions = slot.variable.dimensions
    low, size = _values(layout.setting, slot)
    players = [place for place, index in enumerate(dimensions) if index.dimension is ir.Dimension.PLAYER][:1]
    found: dict[int, list[int]] = {}
    for place, at in slot.cells():
        found.setdefault(at[players[0]] if players else ir.NONE, []).append(place)
    for owner, places in found.items():
        yield Row(owner, tuple(places), low, size if size or owner >= 0 else _MOST_MORE)


def _values(setting: Setting, slot: VariableSlot) -> tuple[int, int]:
    """The lowest value, which is none where there may be none, and how many there are; 0 where that is not said."""
    type_ = slot.variable.type
    none = int(type_.optional)
    match type_.kind:
        case ir.Kind.NUMBER:
            low = slot.low or 0
            return low, 0 if slot.high is None else slot.high - low + 1
        case ir.Kind.YES_NO:
            return 0, 2
        case _:
            return -none, setting.size(type_) + none
