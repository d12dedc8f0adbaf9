"""Pieces that are copies of others: what both back ends do with them.

Each copy is an effect in force, which keeps the piece, who knew the other one, and what that was. A piece is what the
copy says that began last, or what it is itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.program.desugar.timed_effects import BEGAN, KEPT
from interpreter.program.model.state_layers import Position
from interpreter.runtime.state import COPY, OWN_KIND, effect_attribute, kept_attribute
from interpreter.runtime.visibility import zone_mask

_PIECE = KEPT + 2


def copied(state: Position, piece: int, original: int) -> int:
    """A piece has just become a copy: who does not know both no longer knows what it is. Gives who knows that."""
    state.seen[piece] &= state.seen[original]
    _be(state, piece, _latest(state)[piece])
    return state.seen[piece]


def look_again(state: Position) -> None:
    """Copies may be over: then a piece is what it was before, and is seen as its zone has it."""
    latest = _latest(state)
    for piece, began in enumerate(getattr(state, COPY)):
        one = latest.get(piece)
        if began != (one[BEGAN] if one is not None else 0):
            usual = zone_mask(state.layout, state.zone[piece], ir.NONE, state.owner[piece])
            known = _last(state, one)[0] if one is not None else state.layout.everybody
            state.seen[piece] = (state.seen[piece] | usual) & known
            _be(state, piece, one)


def kind_told(state: Position, piece: int, *, known: bool) -> int:
    """The kind of a piece as a log may tell it to whoever knew it then; if it is not `known` now, what it is itself."""
    kinds: list[int] = state.kind if known or not state.layout.copying else getattr(state, OWN_KIND)
    return kinds[piece]


def _latest(state: Position) -> dict[int, tuple[Any, ...]]:
    """For each piece that is a copy, the effect that began last."""
    effects = (one for effect in state.layout.copying for one in getattr(state, effect_attribute(effect)))
    return {one[_PIECE]: one for one in sorted(effects, key=lambda one: one[BEGAN])}


def _last(state: Position, one: Sequence[Any]) -> Sequence[Any]:
    """Who knew the other piece, its kind, and the kinds of which fields are shown."""
    return one[len(one) - 2 - len(state.layout.kept) :]


def _be(state: Position, piece: int, one: Sequence[Any] | None) -> None:
    """A piece is what the effect says, or what it is itself."""
    own = getattr(state, OWN_KIND)[piece]
    kind, *shown = _last(state, one)[1:] if one is not None else (own, *[own] * len(state.layout.kept))
    state.kind[piece] = kind
    getattr(state, COPY)[piece] = one[BEGAN] if one is not None else 0
    for place, of in enumerate(shown):
        getattr(state, kept_attribute(place))[piece] = of
