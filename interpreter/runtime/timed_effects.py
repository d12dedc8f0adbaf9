"""The instances of timed effects, for both back ends."""

from collections.abc import Iterator
from typing import Any

from dsl.ir import nodes as ir
from interpreter.program.desugar.timed_effects import BEGAN, KEPT, LEFT, WHEN, WHOSE
from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.state import State, effect_attribute


def begin(state: Position, effect: int, *values: Any) -> None:
    """Begins an effect. `values`: when it ends, in whose turn, after how many such ends, and what it keeps."""
    attribute = effect_attribute(effect)
    state.begun += 1
    setattr(state, attribute, (*getattr(state, attribute), (state.begun, *values)))


def end(state: State, effects: tuple[int, ...], moment: int, player: int) -> None:
    """Ends those instances of effects that last until this moment; or counts one such moment less."""
    for effect in effects:
        attribute = effect_attribute(effect)
        before = getattr(state, attribute)
        setattr(state, attribute, after(before, moment, player))
        if state.journal is not None:
            state.journal.extend(lapsed(state, effect, before, getattr(state, attribute)))


def lapsed(
    state: State, effect: int, before: tuple[tuple[Any, ...], ...], now: tuple[tuple[Any, ...], ...]
) -> Iterator[tuple[int, ...]]:
    """An entry of the journal for each instance that is over, for those who know its card."""
    left = {one[BEGAN] for one in now}
    for one in before:
        if one[BEGAN] not in left:
            you, card = one[KEPT], one[KEPT + 1]
            mask = state.layout.everybody & (state.seen[card] if card >= 0 else -1)
            yield (ir.NONE, int(Verb.LAPSE), you, mask, mask, effect)


def finish(state: Position, effect: int, instance: tuple[Any, ...]) -> None:
    """Ends one instance of an effect."""
    attribute = effect_attribute(effect)
    setattr(state, attribute, tuple(one for one in getattr(state, attribute) if one[BEGAN] != instance[BEGAN]))


def after(in_force: tuple[tuple[Any, ...], ...], moment: int, player: int) -> tuple[tuple[Any, ...], ...]:
    """The instances of an effect that are left after a moment in that player's turn, or in nobody's."""
    return tuple(left for one in in_force if (left := _after(one, moment, player)) is not None)


def _after(one: tuple[Any, ...], moment: int, player: int) -> tuple[Any, ...] | None:
    if one[WHEN] != moment or one[WHOSE] not in (player, -1):
        return one
    return None if one[LEFT] <= 1 else (one[BEGAN], one[WHEN], one[WHOSE], one[LEFT] - 1, *one[KEPT:])


def is_of(in_force: tuple[tuple[Any, ...], ...], card: int) -> bool:
    """Whether one of the instances is of that card."""
    return any(one[KEPT + 1] == card for one in in_force)
