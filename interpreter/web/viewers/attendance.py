"""Who sits at a table, and since when: a seat is there as long as it has a window open, and a moment longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import time
from typing import Any, Final

from attrs import define, field

#: Seconds after which a seat without a window counts as away: whoever loads the page anew is not.
GRACE: Final = 4.0


@define(eq=False, repr=False)
class Presence:
    """Whether somebody sits at a seat, since when that is so, and for how long somebody has sat there before."""

    here: bool = False
    since: float = 0.0
    before: float = 0.0
    leaving: asyncio.TimerHandle | None = None

    def connected(self, now: float) -> float:
        """Seconds for which somebody has sat there in all."""
        return self.before + (now - self.since if self.here else 0.0)


@define(eq=False, repr=False)
class Attendance:
    """All seats of a table at which somebody has ever sat. `changed` is called when somebody comes or has gone."""

    changed: Callable[[], None]
    _there: dict[int, Presence] = field(init=False, factory=dict)

    def is_here(self, seat: int) -> bool:
        """Whether a seat has a window open, or had one a moment ago."""
        return seat in self._there and self._there[seat].here

    def whereabouts(self, seat: int) -> dict[str, Any]:
        """Whether a seat is there, and since when that is so."""
        there = self._there.get(seat)
        return {"here": self.is_here(seat), "since": round(there.since) if there is not None else None}

    def connected(self, now: float) -> dict[int, float]:
        """Seconds for which each seat was there in all."""
        return {seat: there.connected(now) for seat, there in self._there.items()}

    def arrives(self, seat: int) -> None:
        """A seat has opened a window."""
        there = self._there.setdefault(seat, Presence())
        if there.leaving is not None:
            there.leaving.cancel()
            there.leaving = None
        if not there.here:
            there.here, there.since = True, time()
            self.changed()

    def leaves(self, seat: int) -> None:
        """The last window of a seat was closed: it is away in a moment."""
        if (there := self._there.get(seat)) is not None:
            there.leaving = asyncio.get_running_loop().call_later(GRACE, self._is_away, there)

    def _is_away(self, there: Presence) -> None:
        now = time()
        there.before, there.here, there.since, there.leaving = there.connected(now), False, now, None
        self.changed()

    def stop(self) -> None:
        """Nobody is waited for any more."""
        for there in self._there.values():
            if there.leaving is not None:
                there.leaving.cancel()
