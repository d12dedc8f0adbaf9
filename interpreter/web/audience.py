"""Who looks at a table, and what they have been sent: whole snapshots, each to all windows of one viewer.

A window that reads slowly misses snapshots, never the last one, and is closed if it does not read at all. Who would be
sent what they have already is sent nothing: so nothing can be told from a message that says nothing new.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from attrs import define, field

from interpreter.web.seen import Viewer

#: So many windows may a viewer have open; the one that was opened first is closed for another.
MOST_WINDOWS = 12


@define(eq=False)
class Window:
    """One connection; `waiting` is what it has not been sent yet. `ended`: why it is to be closed, in a number."""

    token: bytes
    waiting: str | None = None
    ended: int = 0
    _wake: asyncio.Event = field(factory=asyncio.Event)

    def show(self, text: str) -> None:
        """Has a snapshot sent, in place of one that still waits."""
        self.waiting = text
        self._wake.set()

    def end(self, code: int) -> None:
        """Has the connection closed."""
        self.ended = code
        self._wake.set()

    async def next(self) -> str | None:
        """The newest snapshot, when there is one; None when the window is to be closed."""
        while self.waiting is None and not self.ended:
            self._wake.clear()
            await self._wake.wait()
        text, self.waiting = self.waiting, None
        return None if self.ended else text


@define(eq=False)
class Audience:
    """The windows of each viewer, and what each viewer was shown last."""

    windows: dict[Viewer, list[Window]] = field(factory=dict)
    _shown: dict[Viewer, tuple[int, str]] = field(factory=dict)

    def join(self, viewer: Viewer, token: bytes) -> Window:
        """One more window, which has been shown nothing yet."""
        window = Window(token)
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

    def show(self, viewer: Viewer, text: str) -> None:
        """Sends a snapshot to the viewer's windows, if it is another than the last."""
        number, last = self._shown.get(viewer, (0, ""))
        if text != last:
            self._shown[viewer] = number + 1, text
            for window in self.windows.get(viewer, ()):
                window.show(self.last(viewer))

    def last(self, viewer: Viewer) -> str:
        """The snapshot that the viewer was shown last, with its number; empty if there was none."""
        number, text = self._shown.get(viewer, (0, ""))
        return f'{{"revision":{number},{text[1:]}' if text else ""

    def end(self, tokens: Callable[[bytes], bool], code: int) -> None:
        """Closes the windows that were opened with such a token."""
        for window in self.everywhere():
            if tokens(window.token):
                window.end(code)

    def everywhere(self) -> Iterable[Window]:
        """All windows."""
        return [window for there in self.windows.values() for window in there]
