"""Tells whether pieces are alike: whether it makes no difference to any rule which of them is taken."""

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.program.desugar.timed_effects import KEPT
from interpreter.program.model.layout import OnPiece
from interpreter.program.model.state_layers import Position
from interpreter.runtime.state import effect_attribute, kept_attribute


def alike(state: Position, pieces: Sequence[int]) -> int:
    """1 if there is one piece, or all lie open to everybody in one place and show the same, but for their titles.

    What the rules remember, or what an effect in force is about, is like nothing else.
    """
    if len(pieces) < 2:
        return len(pieces)
    first, zone = pieces[0], state.zone
    if state.layout.masks[zone[first]] != state.layout.everybody or any(zone[one] != zone[first] for one in pieces):
        return 0
    what = _what(state, first)  # what takes longest is asked last
    return int(all(_what(state, one) == what for one in pieces[1:]) and _remembered(state).isdisjoint(pieces))


def one_of_each(state: Position, pieces: Sequence[int]) -> list[int]:
    """The first of those between which there is no difference: in one place, showing the same to the same eyes."""
    named = _remembered(state, KEPT + 1)  # whose an effect is, which comes first, is no piece
    first = {(_what(state, one), state.seen[one], one if one in named else -1): one for one in reversed(pieces)}
    return sorted(first.values(), key=pieces.index)


def named_by_variables(state: Position) -> Iterator[int]:
    """The pieces that variables name, as often as they do, and -1 for those that name none."""
    for slot in state.layout.variables.values():
        if slot.variable.type.kind is ir.Kind.PIECE:
            yield from flat(getattr(state, slot.attribute))


def flat(named: Any) -> Iterator[int]:
    """The numbers in lists of lists, in order."""
    if isinstance(named, int):
        yield named
        return
    for one in named:
        yield from flat(one)


def _remembered(state: Position, kept_from: int = KEPT) -> set[int]:
    """The pieces that variables name, and what effects keep from there on (which may be other numbers too)."""
    named = set(named_by_variables(state))
    for effect in state.layout.effects:
        named.update(kept for one in getattr(state, effect_attribute(effect)) for kept in one[kept_from:])
    return named


def _what(state: Position, piece: int) -> tuple[object, ...]:
    layout, number = state.layout, state.kind[piece]
    card_type = layout.kinds[number].card_type
    shown = repr([value_on(state, one, piece) for one in layout.on_pieces[card_type]])
    return state.zone[piece], state.owner[piece], card_type, number if layout.singled[number] else -1, shown


def value_on(state: Position, one: OnPiece, piece: int) -> Any:
    """What stands or lies on a piece now: a number, or of a list several."""
    layout = state.layout
    if one.slot is not None:
        return getattr(state, one.slot.attribute)[piece * one.slot.strides[0] + one.place]
    shown = getattr(state, kept_attribute(layout.kept.index(one.name))) if one.name in layout.kept else state.kind
    return layout.printed[one.name][shown[piece]]
