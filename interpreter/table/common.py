"""What views of one game have in common: what all see alike, and what looks as it did in an earlier view.

With each decision little of a game changes. So parts of views are kept, and forgotten as soon as anything that they
were made of is another; a part that has not changed stays the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.program.model.layout import Layout, OnPiece
from interpreter.runtime.state import State, kept_attribute

T = TypeVar("T")
#: Stands for all seats, and for who watches.
ALL = -2
#: What is kept of a place: by the viewer, or ALL.
_Looks: TypeAlias = "dict[int | None, Any]"


@define(eq=False)
class Parts:
    """Parts of something that is made again and again, by their names, each with what it was made of."""

    _parts: dict[object, tuple[object, Any]] = field(init=False, factory=dict)

    def part(self, name: object, of: object, make: Callable[..., T], *given: Any) -> T:
        """A part of that name: the one that there is, if it was made of the same, or came out the same.

        Else it is made out of what is `given`.
        """
        known = self._parts.get(name)
        if known is None or known[0] != of:
            made = make(*given)
            known = self._parts[name] = of, known[1] if known is not None and known[1] == made else made
        found: T = known[1]
        return found


@define(eq=False)
class Common(Parts):
    """Parts of views of one game. `at` says of which state they are views."""

    layout: Layout
    moment: tuple[State, int] | None = field(init=False, default=None)  # the state, after so many decisions
    zones: list[_Looks] = field(init=False)
    _of_all: dict[str, Any] = field(init=False, factory=dict)  # what was found out of this state, the same for all
    _lying: list[list[int]] = field(init=False)  # what lay in each place
    _on_pieces: dict[str, list[Any]] = field(init=False, factory=dict)  # what was said of each piece
    _of_pieces: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.zones = [{} for _ in self.layout.masks]
        self._lying = [[] for _ in self.layout.masks]
        self._of_pieces = _of_pieces(self.layout)

    def at(self, state: State) -> None:
        """Goes on to another state, and forgets places that may look otherwise there to anybody."""
        if self.moment is not None and self.moment[0] is state and self.moment[1] == state.decisions:
            return
        self.moment = state, state.decisions  # with each decision the same object becomes another state
        self._of_all.clear()
        changed = self._changed(state)
        for number, (was, lies) in enumerate(zip(self._lying, state.zones, strict=True)):
            if was != lies or (changed and self._could_look_otherwise(state, lies, changed)):
                self._lying[number] = [*lies]
                self.zones[number] = {}

    def of_all(self, name: str, find: Callable[[], T]) -> T:
        """What is the same for all in this state, found out once."""
        if name not in self._of_all:
            self._of_all[name] = find()
        found: T = self._of_all[name]
        return found

    def _changed(self, state: State) -> set[int]:
        """The pieces that are something else than before, are known to others, or have something else on them."""
        changed: set[int] = set()
        for name, each in self._of_pieces.items():
            now, was = getattr(state, name), self._on_pieces.get(name)
            if was != now:
                changed.update(k // each for k, (a, b) in enumerate(zip(was or (), now, strict=False)) if a != b)
                self._on_pieces[name] = [*now]
        return changed

    def _could_look_otherwise(self, state: State, lies: Sequence[int], changed: set[int]) -> bool:
        found = naming(self.layout)
        return not changed.isdisjoint(lies) or any(found[state.kind[piece]] for piece in lies)


@lru_cache(maxsize=64)
def naming(layout: Layout) -> Sequence[Sequence[OnPiece]]:
    """Of each kind: what names another piece on pieces of it."""
    of = {
        card_type: tuple(one for one in dict.fromkeys((*shown, *layout.open_marks)) if one.type.kind is ir.Kind.PIECE)
        for card_type, shown in layout.on_pieces.items()
    }
    return tuple(of[kind.card_type] for kind in layout.kinds)


def _of_pieces(layout: Layout) -> dict[str, int]:
    """The attributes of a state that say something of each piece, and how many values of each."""
    kept = map(kept_attribute, range(len(layout.kept))) if layout.copying else ()
    marks = {slot.attribute: slot.strides[0] for slot in layout.marks}
    return {**dict.fromkeys(("kind", "seen", "owner", *kept), 1), **marks}
