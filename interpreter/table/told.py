"""What a seat has been told up to now, part by part as it heard it: from each question that it knew of to the next.

So it is put together as a game goes on, and nothing is put into words twice.
"""

from __future__ import annotations

from dsl.frozen import frozen
from interpreter.table.decision import is_announced
from interpreter.table.session import Session
from interpreter.text.log.journal import LogLine, Reader, lines_of


@frozen(eq=False)
class Told:
    """The `lines` that a seat was told before so many `decisions`, and what has `read` the events up to `since`."""

    lines: tuple[LogLine, ...] = ()
    decisions: int = 0
    since: int = 0
    read: Reader | None = None

    def up_to(self, session: Session, seat: int) -> Told:
        """What the seat has been told by now, so many decisions later in the same game."""
        engine, events = session.engine, session.events
        heard = [(moment.state, moment.told) for moment in session.history[self.decisions :]]
        parts = [
            (state, until) for state, until in (*heard, (session.state, len(events)))
            if until > self.since and is_announced(engine, state, seat)
        ]  # fmt: skip
        if not parts:
            return self
        first = parts[0][0]
        reader = (self.read or Reader.of(session.words, first, seat)).at(first, events, self.since)
        lines = list(self.lines)
        for state, until in parts:
            reader.backs.state = state
            lines += lines_of(reader, events, until, reader.sums(events, until))
        return Told((*lines,), len(session.history), parts[-1][1], reader)
