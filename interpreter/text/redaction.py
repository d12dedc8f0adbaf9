"""Redaction: values as plain data, cut to what a viewer may know, by who knows which piece.

A viewer is a seat; None, who sees all; or PUBLIC, who stands for nobody and knows what all players know.
"""

from collections.abc import Container
from typing import Any, TypeAlias

from dsl.ir import nodes as ir
from interpreter.backend.reference.values import Context, seers
from interpreter.program.model.layout import Layout
from interpreter.program.model.state_layers import Position
from interpreter.runtime.alike import value_on

#: What a card is called by who does not know it.
UNKNOWN_PIECE = "a card"

#: A viewer that stands for nobody and knows what all players know.
PUBLIC = -1

#: The shapes of places in which it matters, and is seen, which piece lies where.
ORDERED = frozenset({"stack", "row", "slot", "board"})

#: A value that may leave the engine: a number, a seat, a place in an enum, 0 or 1; words; or none.
Plain: TypeAlias = int | str | None


def knows(state: Position, piece: int, seat: int | None) -> bool:
    """Whether `seat` knows which piece this is; None is who sees all."""
    return in_mask(state.layout, state.seen[piece], seat)


def in_mask(layout: Layout, mask: int, seat: int | None) -> bool:
    """Whether `seat` is one of those in a mask. Who sees all is in every one; PUBLIC where all players are."""
    if seat is None or seat == PUBLIC:
        return seat is None or mask == layout.everybody
    return mask >> seat & 1 == 1


def what_it_is(state: Position, piece: int, seat: int | None) -> tuple[object, ...]:
    """A key to sort pieces by what `seat` can tell of them: as the rules list them, then unknown ones, marked last."""
    if not knows(state, piece, seat):
        marks = marks_seen(state, piece, seat)
        return 1, len(marks), repr(marks)
    return 0, state.kind[piece], repr(plain_fields(state, piece, seat)), state.owner[piece]


def plain(state: Position, type_: ir.Type, value: Any, seat: int | None) -> Plain:
    """A value as plain data, for `seat` (None: for who sees all). A piece never goes out as its number."""
    if type_.many:
        return ", ".join(str(plain(state, type_.one(), item, seat)) for item in value)
    if value == ir.NONE and (type_.optional or type_.kind not in (ir.Kind.NUMBER, ir.Kind.YES_NO)):
        return None
    layout = state.layout
    match type_.kind:
        case ir.Kind.PIECE:
            title: str = layout.kinds[state.kind[value]].title
            return title if knows(state, value, seat) else UNKNOWN_PIECE
        case ir.Kind.TEXT:
            return str(layout.texts[value])
        case ir.Kind.ZONE:
            return str(layout.zone_names[value]).replace("_", " ")
        case _:
            return int(value)


def plain_fields(state: Position, piece: int, seat: int | None) -> tuple[tuple[str, Plain], ...]:
    """Everything that stands on a piece besides its title, printed or set in play."""
    layout = state.layout
    shown = layout.on_pieces[layout.kinds[state.kind[piece]].card_type]
    return tuple((one.name, plain(state, one.type, value_on(state, one, piece), seat)) for one in shown)


def marks_seen(state: Position, piece: int, seat: int | None) -> tuple[tuple[str, Plain], ...]:
    """The visible marks of a piece: those that all see whether they know it or not; but not no, 0 and none."""
    values = ((m, plain(state, m.type, value_on(state, m, piece), seat)) for m in state.layout.open_marks)
    return tuple((mark.name, value) for mark, value in values if is_something(mark.type, value))


def alike_unknown(state: Position, seat: int, fixed: Container[int]) -> list[list[int]]:
    """Groups pieces that `seat` does not know by what they look like from outside; `fixed` ones stand in no group."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for piece, kind in enumerate(state.kind):
        if piece not in fixed and not knows(state, piece, seat):
            key = state.owner[piece], state.layout.kinds[kind].card_type, marks_seen(state, piece, seat)
            groups.setdefault(key, []).append(piece)
    return [group for group in groups.values() if len(group) > 1]


def is_something(type_: ir.Type, value: Plain) -> bool:
    """Whether a mark of that type is there to be seen: no, 0 and none are not."""
    return value is not None and (type_.kind not in (ir.Kind.NUMBER, ir.Kind.YES_NO) or value != 0)


def is_hidden(scene: Context, variable: ir.Variable, at: tuple[int, ...], seat: int | None) -> bool:
    """Whether `seat` must not see a value in a state: a hidden one is for those whom `seers` names.

    So it is until the game is over, or for good.
    """
    if not variable.hidden or seat is None or (scene.state.over and not variable.sealed):
        return False
    return not seers(scene, variable, at) >> seat & 1


def is_player(index: ir.Index) -> bool:
    """Whether a dimension has a place for each player."""
    return index.dimension is ir.Dimension.PLAYER
