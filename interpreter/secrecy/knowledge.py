"""Who has been shown which piece since a moment, also what was shuffled back or turned down again after that."""

from collections.abc import Iterable
from typing import Any

from interpreter.runtime.state import State


class Remembered(list[int]):
    """Stands in for `seen` of a state: who knows each piece, and who has ever known it.

    `shown` has for each piece who was shown it when it was of which kind, which changes if it becomes a copy.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.seen)
        self.ever = list(self)
        self.kinds = state.kind
        self.knowing = state.layout.knowing
        self.shown: list[dict[int, int]] = [{} for _ in self]

    def append(self, mask: int) -> None:
        super().append(mask)
        self.ever.append(mask)
        self.shown.append({})

    def extend(self, masks: Iterable[int]) -> None:
        for mask in masks:
            self.append(mask)

    def __setitem__(self, piece: Any, mask: Any) -> None:
        super().__setitem__(piece, mask)
        self.ever[piece] |= mask
        shown = self.shown[piece]
        shown[self.kinds[piece]] = shown.get(self.kinds[piece], 0) | mask

    def knew(self, pieces: Iterable[int], whom: int) -> bool:
        """Whether the seat of the mask `whom` has known one of these pieces at some time, or something of it."""
        known = self.knowing(whom)
        return any(self.ever[piece] & known for piece in pieces if piece < len(self.ever))


def was_shown_a_copy(first: State, second: State, looked: Iterable[Remembered], whom: int) -> bool:
    """Whether they have been shown anew what is another's copy in the other world, since it is one."""
    if not first.layout.copying:
        return False
    other = [piece for piece, kinds in enumerate(zip(first.kind, second.kind, strict=False)) if kinds[0] != kinds[1]]
    kinds = (first.kind, second.kind)
    return any(
        seen.shown[piece].get(kind[piece], 0) & whom == whom
        for seen in looked
        for kind in kinds
        for piece in other
        if piece < len(seen.shown)
    )
