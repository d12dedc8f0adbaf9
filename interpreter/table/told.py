"""What a viewer has been told up to now, part by part as it was heard: from each question known of to the next.

So it is put together as a game goes on, and nothing is put into words twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.table.decision import is_announced
from interpreter.text.log.journal import LogLine, Reader, lines_of

if TYPE_CHECKING:
    from interpreter.table.session import Moment, Session

#: After so many decisions what was told up to there is kept, so that little is told anew when one is taken back.
_KEPT_EVERY: Final = 16


@frozen
class _Kept:
    """So far a teller had come: after so many decisions, events and lines, with what had read the events."""

    decisions: int = 0
    since: int = 0
    lines: int = 0
    read: Reader | None = None


@define(eq=False)
class Teller:
    """The `lines` that a viewer was told before so many `decisions`, and what has `read` the events up to `since`."""

    lines: list[LogLine] = field(factory=list)
    decisions: int = 0
    since: int = 0
    read: Reader | None = None
    _kept: list[_Kept] = field(factory=list, init=False)

    def copy(self) -> Teller:
        """Another one, which goes on by itself from here."""
        return Teller([*self.lines], self.decisions, self.since, self.read and self.read.copy())

    def go_on(self, session: Session, seat: int | None) -> None:
        """Tells a viewer (None: who sees all) what has happened since, so many decisions later in the same game."""
        history, events = session.history, session.events
        for number in range(self.decisions, len(history) + 1):
            past = history[number] if number < len(history) else None
            until = len(events) if past is None else past.told
            if until > self.since and (seat is None or self._is_heard(session, past, seat)):
                state = session.state if past is None else past.state
                self.read = self.read or Reader.of(session.words, state, seat)
                self.read.backs.state = state
                sums, asked = self.read.sums(events, until), ir.NONE if state.over else state.player
                self.lines += lines_of(self.read, events, until, sums, asked=asked)
                self.since = until
            if number >= _KEPT_EVERY + (self._kept[-1].decisions if self._kept else 0):
                last = _Kept(number, self.since, len(self.lines), self.read and self.read.copy())
                self._kept = [*self._kept[-1:], last]
        self.decisions = len(history)

    def _is_heard(self, session: Session, past: Moment | None, seat: int) -> bool:
        """Whether a seat knows of the question at a moment, or of the one that waits."""
        return is_announced(session.engine, session.state, seat) if past is None else past.is_known_to(seat)

    def go_back(self, decisions: int) -> None:
        """Forgets what was told after so many decisions, as all later ones are taken back; maybe a little more."""
        if self.decisions <= decisions:
            return
        self._kept = [one for one in self._kept if one.decisions <= decisions]
        to = self._kept[-1] if self._kept else _Kept()
        self.decisions, self.since, self.read = to.decisions, to.since, to.read and to.read.copy()
        del self.lines[to.lines :]
