"""Pieces that are copies of others, for both back ends.

Each copy is an effect in force, which keeps the piece, who knew the original, and its kind. A piece has the kind of the
copy that began last, else its own.
"""

from collections.abc import Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.program.desugar.timed_effects import BEGAN, KEPT
from interpreter.program.model.state_layers import Position
from interpreter.runtime.state import COPY, OWN_KIND, effect_attribute, kept_attribute
from interpreter.runtime.visibility import zone_mask

_PIECE = KEPT + 2


def copied(state: Position, piece: int, original: int) -> int:
    """Makes a piece the copy that has just begun; only who knew both knows it. Gives who that is."""
    state.seen[piece] &= state.seen[original]
    _be(state, piece, _latest(state)[piece])
    return state.seen[piece]


def refresh_copies(state: Position) -> None:
    """Recomputes the kinds of pieces whose copies are over, and who sees them, as their zones have it."""
    latest = _latest(state)
    for piece, began in enumerate(getattr(state, COPY)):
        one = latest.get(piece)
        if began != (one[BEGAN] if one is not None else 0):
            usual = zone_mask(state.layout, state.zone[piece], ir.NONE, state.owner[piece])
            known = _last(state, one)[0] if one is not None else state.layout.everybody
            state.seen[piece] = (state.seen[piece] | usual) & known
            _be(state, piece, one)


def kind_told(state: Position, piece: int, *, known: bool) -> int:
    """The kind of a piece as a log may show it to whoever knew it then; its own kind if it is not `known` now."""
    kinds: list[int] = state.kind if known or not state.layout.copying else getattr(state, OWN_KIND)
    return kinds[piece]


def _latest(state: Position) -> dict[int, tuple[Any, ...]]:
    """Finds, for each piece that is a copy, the effect that began last."""
    effects = (one for effect in state.layout.copying for one in getattr(state, effect_attribute(effect)))
    return {one[_PIECE]: one for one in sorted(effects, key=lambda one: one[BEGAN])}


def _last(state: Position, one: Sequence[Any]) -> Sequence[Any]:
    """The last items of a copying effect: who knew the original, its kind, and the kinds of kept fields."""
    return one[len(one) - 2 - len(state.layout.kept) :]


def _be(state: Position, piece: int, one: Sequence[Any] | None) -> None:
    """Sets the kind of a piece by a copying effect, or to its own."""
    own = getattr(state, OWN_KIND)[piece]
    kind, *shown = _last(state, one)[1:] if one is not None else (own, *[own] * len(state.layout.kept))
    state.kind[piece] = kind
    getattr(state, COPY)[piece] = one[BEGAN] if one is not None else 0
    for place, of in enumerate(shown):
        getattr(state, kept_attribute(place))[piece] = of


def copies(state: Position) -> set[int]:
    """Collects the pieces that are copies of another."""
    return {piece for piece, effect in enumerate(getattr(state, COPY, ())) if effect}
