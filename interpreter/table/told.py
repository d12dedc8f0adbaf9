"""What viewers have been told up to now, part by part as it was heard: from each question known of to the next.

So it is put together as a game goes on, and nothing is put into words twice: not for one viewer, nor for several who
are told the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.table.decision import is_announced
from interpreter.text.company import Hearer, bits_of, company, seats_in, viewers
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
    lines: Mapping[int | None, int] = field(factory=dict)
    read: Reader | None = None


@define(eq=False)
class Teller:
    """The `lines` that each of its hearers was told before so many `decisions`, and what has `read` the events.

    `since`: up to which event. Those who do not hear of the same go on apart.
    """

    hearer: Hearer
    decisions: int = 0
    since: int = 0
    read: Reader | None = None
    lines: dict[int | None, list[LogLine]] = field(init=False)
    _kept: list[_Kept] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.lines = {viewer: [] for viewer in viewers(self.hearer)}

    def copy(self) -> Teller:
        """Another one, which goes on by itself from here."""
        other = Teller(self.hearer, self.decisions, self.since, self.read and self.read.copy())
        other.lines = {viewer: [*lines] for viewer, lines in self.lines.items()}
        return other

    def go_on(self, session: Session) -> Sequence[Teller]:
        """Tells what has happened since, so many decisions later in the same game; those who go on apart, if any do."""
        history, events = session.history, session.events
        for number in range(self.decisions, len(history) + 1):
            past = history[number] if number < len(history) else None
            until = len(events) if past is None else past.told
            if until > self.since and (heard := self._hearing(session, past)):
                if heard != bits_of(self.hearer):
                    return self._apart(session, number, heard)
                state = session.state if past is None else past.state
                self.read = self.read or Reader.of(session.words, state, self.hearer)
                if some := self.read.apart(events, until):
                    return self._apart(session, number, some)
                self.read.backs.state = state
                asked = ir.NONE if state.over else state.player
                for viewer, lines in lines_of(self.read, events, until, asked=asked).items():
                    self.lines[viewer] += lines
                self.since = until
            if number >= _KEPT_EVERY + (self._kept[-1].decisions if self._kept else 0):
                so_far = {viewer: len(lines) for viewer, lines in self.lines.items()}
                last = _Kept(number, self.since, so_far, self.read and self.read.copy())
                self._kept = [*self._kept[-1:], last]
        self.decisions = len(history)
        return (self,)

    def _hearing(self, session: Session, past: Moment | None) -> int:
        """Those, by their bits, who know of the question at a moment, or of the one that waits."""
        everybody, state = bits_of(self.hearer), session.state
        if self.hearer is None:
            return everybody
        who = state.player if past is None else past.seat
        is_open = is_announced(session.engine, state, ir.NONE) if past is None else past.announced
        return everybody if is_open else everybody & 1 << who if who in self.lines else 0

    def _apart(self, session: Session, decisions: int, some: int) -> Sequence[Teller]:
        """Some, by their bits, and the others go on apart from there."""
        parts = (self._part(decisions, seats) for seats in (some, bits_of(self.hearer) & ~some))
        return [one for part in parts for one in part.go_on(session)]

    def _part(self, decisions: int, seats: int) -> Teller:
        other = Teller(company(seats), decisions, self.since, self.read and self.read.copy_for(seats))
        other.lines = {seat: self.lines[seat] for seat in seats_in(seats)}
        other._kept = [evolve(one, read=one.read and one.read.copy_for(seats)) for one in self._kept]
        return other

    def go_back(self, decisions: int) -> None:
        """Forgets what was told after so many decisions, as all later ones are taken back; maybe a little more."""
        if self.decisions <= decisions:
            return
        self._kept = [one for one in self._kept if one.decisions <= decisions]
        to = self._kept[-1] if self._kept else _Kept()
        self.decisions, self.since, self.read = to.decisions, to.since, to.read and to.read.copy()
        for viewer, lines in self.lines.items():
            del lines[to.lines.get(viewer, 0) :]
