"""Who looks at a table, and what they have been sent: whole snapshots, each to all windows of one viewer.

A window that reads slowly misses snapshots, never the last one, and is closed if it does not read at all. Who would be
sent what they have already is sent nothing: so nothing can be told from a message that says nothing new.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from attrs import define, field

from interpreter.web.viewers.seen import Viewer

#: So many windows may a viewer have open; the one that was opened first is closed for another.
MOST_WINDOWS = 12


@define(eq=False, repr=False)
class Shown:
    """What a viewer was shown last: `table` and `around` as texts of JSON, and all `lines` of the log, each as one."""

    revision: int = 0
    table: str = ""
    around: str = ""
    lines: list[str] = field(factory=list)

    def told(self, known: int = 0) -> str:
        """The snapshot for a window that has so many lines already."""
        first = min(known, len(self.lines))
        log = f'{{"first":{first},"lines":[{",".join(self.lines[first:])}]}}'
        return f'{{"revision":{self.revision},"table":{{"log":{log},{self.table[1:]},"around":{self.around}}}'


@define(eq=False, repr=False)
class Window:
    """One connection, which has `known` lines of the log. `ended`: why it is to be closed, in a number."""

    token: bytes
    shown: Shown
    known: int = 0
    ended: int = 0
    _new: bool = False
    _wake: asyncio.Event = field(factory=asyncio.Event)

    @property
    def is_new(self) -> bool:
        """Whether there is something that it has not been sent."""
        return self._new

    def show(self) -> None:
        """Has what the viewer is shown now sent."""
        self._new = True
        self._wake.set()

    def end(self, code: int) -> None:
        """Has the connection closed."""
        self.ended = code
        self._wake.set()

    async def next(self) -> str | None:
        """The newest snapshot, when there is one; None when the window is to be closed."""
        while not (self._new or self.ended):
            self._wake.clear()
            await self._wake.wait()
        if self.ended:
            return None
        self._new, text = False, self.shown.told(self.known)
        self.known = len(self.shown.lines)
        return text


@define(eq=False, repr=False)
class Audience:
    """The windows of each viewer, and what each viewer was shown last."""

    windows: dict[Viewer, list[Window]] = field(factory=dict)
    shown: dict[Viewer, Shown] = field(factory=dict)

    def join(self, viewer: Viewer, token: bytes) -> Window:
        """One more window, which has been shown nothing yet."""
        window = Window(token, self.of(viewer))
        there = self.windows.setdefault(viewer, [])
        if len(there) >= MOST_WINDOWS:
            there.pop(0).end(4409)
        there.append(window)
        return window

    def leave(self, viewer: Viewer, window: Window) -> None:
        """The window is closed."""
        there = self.windows.get(viewer, [])
        if window in there:
            there.remove(window)

    def looks(self, viewer: Viewer) -> bool:
        """Whether the viewer has a window open."""
        return bool(self.windows.get(viewer))

    def all(self) -> list[Viewer]:
        """Every viewer with a window open."""
        return [viewer for viewer, there in self.windows.items() if there]

    def of(self, viewer: Viewer) -> Shown:
        """What a viewer was shown last."""
        return self.shown.setdefault(viewer, Shown())

    def show(self, viewer: Viewer, table: str, around: str, first: int, lines: Sequence[str]) -> None:
        """Shows a viewer something, if it is another thing than before; the `lines` of the log follow the `first`."""
        shown = self.of(viewer)
        if (table, around, list(lines)) == (shown.table, shown.around, shown.lines[first:]):
            return
        shown.revision, shown.table, shown.around = shown.revision + 1, table, around
        shown.lines[first:] = lines
        for window in self.windows.get(viewer, ()):
            window.known = min(window.known, first)
            window.show()

    def end(self, tokens: Callable[[bytes], bool], code: int) -> None:
        """Closes the windows that were opened with such a token."""
        for window in [window for there in self.windows.values() for window in there]:
            if tokens(window.token):
                window.end(code)
