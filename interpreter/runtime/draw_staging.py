"""Draw staging: pieces from the top of a pile are put aside until each is drawn, if rules fire on that."""

from collections.abc import Callable

from interpreter.program.model.layout import ASIDE
from interpreter.program.model.state_layers import Position


def lift(state: Position, source: int, amount: int, refill: Callable[[int], None]) -> tuple[int, ...]:
    """Moves pieces from the top of a pile aside, the outermost first; refills it when one more is due."""
    aside = state.layout.zones[ASIDE.name].base
    lifted: list[int] = []
    for _ in range(amount if source >= 0 else 0):
        if not state.zones[source]:
            refill(source)
        if not state.zones[source]:
            break
        piece = state.zones[source].pop()
        state.zones[aside].append(piece)
        state.zone[piece] = aside
        lifted.append(piece)
    return tuple(lifted)


def lay_back(state: Position, piece: int, source: int) -> None:
    """Moves a piece that is still aside back on top of its pile."""
    aside = state.layout.zones[ASIDE.name].base
    if piece >= 0 and state.zone[piece] == aside:
        state.zones[aside].remove(piece)
        state.zones[source].append(piece)
        state.zone[piece] = source
