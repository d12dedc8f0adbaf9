"""Redaction: values as plain data, cut to what a viewer may know, by who knows which piece.

A viewer is a seat; None, who sees all; or PUBLIC, who stands for nobody and knows what all players know.
"""

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from dsl.ir import nodes as ir
from interpreter.backend.reference.values import Context, seers
from interpreter.program.model.layout import Layout, OnPiece
from interpreter.program.model.state_layers import Position
from interpreter.runtime.alike import value_on
from interpreter.text.company import Company, Hearer, bits_of, is_one_of

#: What a card is called by who does not know it.
UNKNOWN_PIECE = "a card"

#: A viewer that stands for nobody and knows what all players know.
PUBLIC = -1

#: A value that may leave the engine: a number, a seat, a place in an enum, 0 or 1; words; or none.
Plain: TypeAlias = int | str | None


def knows(state: Position, piece: int, seat: Hearer) -> bool:
    """Whether `seat` knows which piece this is; None is who sees all."""
    return in_mask(state.layout, state.seen[piece], seat)


def knows_of(state: Position, piece: int, name: str, seat: Hearer) -> bool:
    """Whether `seat` knows what a piece is, or has at least looked at this property of it."""
    if knows(state, piece, seat):
        return True
    layout = state.layout
    return name in layout.looked and in_mask(layout, state.seen[piece] >> layout.looked_shift(name), seat)


def in_mask(layout: Layout, mask: int, seat: Hearer) -> bool:
    """Whether `seat` is one of those in a mask. Who sees all is in every one; PUBLIC where all are."""
    if isinstance(seat, Company):
        return is_one_of(mask, seat)
    if seat is None or seat == PUBLIC:
        return seat is None or mask & layout.everybody == layout.everybody
    return mask >> seat & 1 == 1


def those_in_mask(layout: Layout, mask: int, hearer: Hearer) -> int:
    """The bits of those who are told something and are in a mask."""
    if isinstance(hearer, Company):
        return mask & hearer.seats
    return bits_of(hearer) if in_mask(layout, mask, hearer) else 0


def what_it_is(state: Position, piece: int, seat: int | None) -> tuple[object, ...]:
    """A key to sort pieces by what `seat` can tell of them: as the rules list them, then unknown ones, marked last."""
    if not knows(state, piece, seat):
        marks = marks_seen(state, piece, seat)
        return 1, len(marks), repr(marks)
    return 0, state.kind[piece], repr(plain_fields(state, piece, seat)), state.owner[piece]


def plain(state: Position, type_: ir.Type, value: Any, seat: Hearer) -> Plain:
    """A value as plain data, for `seat` (None: for who sees all). A piece never goes out as its number."""
    if type_.many:
        return ", ".join(str(plain(state, type_.one(), item, seat)) for item in value)
    if type_.kind is ir.Kind.PIECE and value != ir.NONE:
        title: str = state.layout.kinds[state.kind[value]].title
        return title if knows(state, value, seat) else UNKNOWN_PIECE
    return plain_of(state.layout, type_, value)


def plain_of(layout: Layout, type_: ir.Type, value: Any) -> Plain:
    """The same for what is no piece, and is the same for all to see."""
    if type_.many:
        return ", ".join(str(plain_of(layout, type_.one(), item)) for item in value)
    if value == ir.NONE and (type_.optional or type_.kind not in (ir.Kind.NUMBER, ir.Kind.YES_NO)):
        return None
    match type_.kind:
        case ir.Kind.TEXT:
            return str(layout.texts[value])
        case ir.Kind.ZONE:
            return str(layout.zone_names[value]).replace("_", " ")
        case _:
            return int(value)


def plain_fields(state: Position, piece: int, seat: Hearer) -> tuple[tuple[str, Plain], ...]:
    """Everything that stands on a piece besides its title, printed or set in play."""
    at_first, changing = _on_kind(state.layout, state.kind[piece])
    told = list(at_first)
    for place, one in changing:
        if (worth := value_on(state, one, piece)) or one.type.many or one.type.kind not in _COUNTED:
            told[place] = one.name, plain(state, one.type, worth, seat)
    return tuple(told)


@lru_cache(maxsize=4096)
def _on_kind(layout: Layout, kind: int) -> tuple[tuple[tuple[str, Plain], ...], tuple[tuple[int, OnPiece], ...]]:
    """What is printed on pieces of a kind, for all to see; and what is set in play or is a piece, with its place.

    In the places of these stands 0 at first.
    """
    shown = layout.on_pieces[layout.kinds[kind].card_type]
    changing = {
        place: one for place, one in enumerate(shown)
        if one.slot is not None or one.name in layout.kept or one.type.kind is ir.Kind.PIECE
    }  # fmt: skip
    at_first = tuple(
        (one.name, 0 if place in changing else plain_of(layout, one.type, layout.printed[one.name][kind]))
        for place, one in enumerate(shown)
    )
    return at_first, tuple(changing.items())


def marks_seen(state: Position, piece: int, seat: Hearer) -> tuple[tuple[str, Plain], ...]:
    """What is seen of a piece whether it is known or not: marks that all see, but not no, 0 and none.

    And what the seat has looked at, whatever it is.
    """
    there = ((mark, value_on(state, mark, piece)) for mark in state.layout.open_marks)
    values = ((m, plain(state, m.type, worth, seat)) for m, worth in there if worth or m.type.kind not in _COUNTED)
    marks = tuple((mark.name, value) for mark, value in values if is_something(mark.type, value))
    return (*marks, *((one.name, plain(state, one.type, worth, seat)) for one, worth in looked_at(state, piece, seat)))


def looked_at(state: Position, piece: int, seat: Hearer) -> Iterator[tuple[OnPiece, int]]:
    """What a seat knows of a piece that it does not know: the properties that it has looked at, with their values."""
    layout = state.layout
    if layout.looked:
        for one in layout.on_pieces[layout.kinds[state.kind[piece]].card_type]:
            if one.name in layout.looked and knows_of(state, piece, one.name, seat):
                yield one, value_on(state, one, piece)


def alike_unknown(state: Position, seat: int, fixed: Container[int], *, by_worth: bool = False) -> list[list[int]]:
    """Groups pieces that `seat` does not know by what they look like from outside; `fixed` ones stand in no group.

    Those that it has looked at look like others of which it knows the same. `by_worth`: they may be any that are worth
    the same in what it has looked at.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    unknown = [piece for piece in range(len(state.kind)) if piece not in fixed and not knows(state, piece, seat)]
    looked = {one.name for piece in unknown for one, _ in looked_at(state, piece, seat)} if by_worth else ()
    for piece in unknown:
        card_type, seen = state.layout.kinds[state.kind[piece]].card_type, marks_seen(state, piece, seat)
        if looked:
            shown = state.layout.on_pieces[card_type]
            worth = (value_on(state, one, piece) for one in shown if one.name in looked)
            seen = (*((name, value) for name, value in seen if name not in looked), ("", str([*worth])))
        groups.setdefault((state.owner[piece], card_type, seen), []).append(piece)
    return [group for group in groups.values() if len(group) > 1]


def is_something(type_: ir.Type, value: Plain) -> bool:
    """Whether a mark of that type is there to be seen: no, 0, none and an empty list are not."""
    if type_.many:
        return bool(value)
    return value not in (None, "") and (type_.kind not in _COUNTED or value != 0)


#: Of these 0 is nothing.
_COUNTED = (ir.Kind.NUMBER, ir.Kind.YES_NO)


def is_hidden(scene: Context, variable: ir.Variable, at: tuple[int, ...], seat: int | None) -> bool:
    """Whether `seat` must not see a value in a state: a hidden one is for those whom `seers` names.

    So it is until the game is over, or for good.
    """
    if not variable.hidden or seat is None or (scene.state.over and not variable.sealed):
        return False
    return not in_mask(scene.state.layout, seers(scene, variable, at), seat)


def is_player(index: ir.Index) -> bool:
    """Whether a dimension has a place for each player."""
    return index.dimension is ir.Dimension.PLAYER
