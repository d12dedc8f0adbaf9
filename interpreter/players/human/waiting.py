"""Says that somebody is thinking, to whoever waits at a terminal; nothing is left of it afterwards."""

from __future__ import annotations

from time import monotonic
from typing import Final

from attrs import define

from interpreter.players.human.terminal import Terminal

#: Who waits for less than so many seconds need not be told.
_SOON: Final = 0.5
_WORDS: Final = "Thinking ..."


@define
class Waiting:
    """`with waiting:` is around a decision; `go_on` is called again and again until it is made."""

    terminal: Terminal
    since: float = 0.0
    is_shown: bool = False

    def __enter__(self) -> None:
        self.since = monotonic()

    def go_on(self) -> None:
        """It is not decided yet."""
        if not self.is_shown and self.terminal.clears and monotonic() - self.since > _SOON:
            self.is_shown = True
            self.terminal.write(_WORDS)
            self.terminal.console.file.flush()

    def __exit__(self, *_: object) -> None:
        if self.is_shown:
            self.is_shown = False
            self.terminal.write(f"\r{' ' * len(_WORDS)}\r")
