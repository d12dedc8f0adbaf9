"""What was made of a game for its viewers up to now, to be used again for whatever would come out the same."""

from __future__ import annotations

from attrs import define, field

from interpreter.showing.layout import Laid
from interpreter.table.common import Common, Parts
from interpreter.table.session import Moment


@define(eq=False)
class Shown:
    """`common`: parts of all views. By viewer, `last` and `own`: the tables that it was last shown, and at its own last
    decision, each with a decision: the one before it, and that one itself.
    """

    common: Common
    last: dict[int | None, tuple[Moment | None, Laid]] = field(factory=dict)
    own: dict[int | None, tuple[Moment, Laid]] = field(factory=dict)
    _parts: dict[int | None, Parts] = field(factory=dict)

    def parts(self, viewer: int | None) -> Parts:
        """Parts of what a viewer is shown."""
        return self._parts.setdefault(viewer, Parts())
