"""Tells whether pieces are alike: whether it makes no difference to any rule which of them is taken."""

from collections.abc import Sequence
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
    if state.layout.masks[state.zone[pieces[0]]] != state.layout.everybody or not _remembered(state).isdisjoint(pieces):
        return 0
    return int(len({_what(state, piece) for piece in pieces}) == 1)


def _remembered(state: Position) -> set[int]:
    """The pieces that variables name, and all that effects keep (which may be other numbers too)."""
    named: set[int] = set()
    for slot in state.layout.variables.values():
        if slot.variable.type.kind is ir.Kind.PIECE:
            worth = getattr(state, slot.attribute)
            flat = worth if isinstance(worth, list | tuple) else (worth,)
            named.update(one for item in flat for one in (item if isinstance(item, list | tuple) else (item,)))
    for effect in state.layout.effects:
        named.update(kept for one in getattr(state, effect_attribute(effect)) for kept in one[KEPT:])
    return named


def _what(state: Position, piece: int) -> tuple[object, ...]:
    layout, number = state.layout, state.kind[piece]
    card_type = layout.kinds[number].card_type
    shown = tuple(value_on(state, one, piece) for one in layout.on_pieces[card_type])
    return state.zone[piece], state.owner[piece], card_type, number if layout.singled[number] else -1, shown


def value_on(state: Position, one: OnPiece, piece: int) -> Any:
    """What stands or lies on a piece now: a number, or of a list several."""
    layout = state.layout
    if one.slot is not None:
        return getattr(state, one.slot.attribute)[piece * one.slot.strides[0] + one.place]
    shown = getattr(state, kept_attribute(layout.kept.index(one.name))) if one.name in layout.kept else state.kind
    return layout.printed[one.name][shown[piece]]
