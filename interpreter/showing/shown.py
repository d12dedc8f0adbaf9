"""What was made of a game for its viewers up to now, to be used again for whatever would come out the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import define, field

from dsl.frozen import frozen
from interpreter.showing.grids import Square
from interpreter.showing.layout import Laid
from interpreter.showing.lying import Lying
from interpreter.table.common import Common, Parts
from interpreter.table.session import Moment
from interpreter.table.view import Cell

#: So many tables are kept that a viewer was shown with a question of its own.
_MOST: Final = 8


@frozen(eq=False)
class Before:
    """A decision, and the table as whoever made it saw it before; its `squares` and `values` by their names."""

    decision: Moment
    laid: Laid
    squares: Mapping[str, Square]
    values: Mapping[str, tuple[Cell, ...]]


@define(eq=False)
class Shown:
    """`common`: parts of all views. By viewer, `own`: its last own decision, and the table as it was shown it then.

    And what was `lying` in each place, by its number, as the viewer was shown it last.
    """

    common: Common
    own: dict[int | None, Before] = field(factory=dict)
    lying: dict[int | None, dict[int, Lying]] = field(factory=dict)
    _recent: dict[int | None, list[tuple[Moment | None, Laid]]] = field(factory=dict)
    _parts: dict[int | None, Parts] = field(factory=dict)

    def parts(self, viewer: int | None) -> Parts:
        """Parts of what a viewer is shown."""
        return self._parts.setdefault(viewer, Parts())

    def note(self, viewer: int | None, last: Moment | None, laid: Laid) -> None:
        """What a viewer is shown, who may decide something now, after the `last` decision that it knows of."""
        recent = [one for one in self._recent.get(viewer, ()) if one[0] is not last]
        self._recent[viewer] = [*recent, (last, laid)][-_MOST:]

    def shown_before(self, viewer: int | None, decision: Moment) -> Laid | None:
        """What a viewer was shown right before a decision, if that is known; it then forgets what was before."""
        recent = self._recent.get(viewer, [])
        place = next((k for k, one in enumerate(recent) if one[0] is decision.previous), None)
        if place is None:
            return None
        del recent[:place]
        return recent[0][1]
