"""Stops where something is revealed or counted, so that whoever watches sees it before the game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field

from dsl.frozen import frozen
from interpreter.players.human.screen import FEWEST_LINES, log
from interpreter.players.human.terminal import Terminal
from interpreter.table.session import Session
from interpreter.text.log.beats import Beat
from interpreter.text.log.counts import BeatKind
from interpreter.text.log.journal import LogLine

#: What `--pace` takes: never stop, stop in steps in which much is shown, stop wherever anything is.
NONE, STEPS, ALL = ("none", "steps", "all")
#: In a step with so many beats in which something is shown, each of them is worth a stop.
MUCH = 3
GO_ON = "-- Enter goes on, s skips the rest -- "


@define
class Page:
    """Lines of the log up to the event with the number `until`, behind which one stops."""

    lines: list[LogLine] = field(factory=list)
    until: int = 0


@frozen
class Pace:
    """How the log is shown to whoever sits at the terminal. Without anybody there, it never stops."""

    terminal: Terminal
    how: str

    @property
    def stops(self) -> bool:
        """Whether it ever does."""
        return self.how != NONE and self.terminal.asks

    def before(self, session: Session, seat: int | None, since: int, room: int, *, private: bool) -> int:
        """Shows what happened since an event before the next screen comes; up to which event it was shown, or `since`.

        What fits on that screen, which has room for so many lines, is left for it, unless much is shown there. What
        does not fit is shown before, so that nobody misses it.
        """
        found = pages(session.beats(seat, since), self.how) if self.stops else []
        if self.how == STEPS and len(found) <= MUCH and sum(len(page.lines) for page in found) <= room:
            return since
        left = found[-1].lines[: -max(room, FEWEST_LINES)] if found and self.terminal.clears else []
        for lines in (*(page.lines for page in found[:-1]), *([left] if left else [])):
            if not self._goes_on(lines, private=private):
                break
        return found[-2].until if len(found) > 1 else since

    def along(self, session: Session, seat: int | None, since: int, until: int | None = None) -> int:
        """Shows what happened between two events, and stops wherever it should; up to which event it was shown.

        The rest is not shown yet.
        """
        for page in pages(session.beats(seat, since, until), self.how)[:-1]:
            since = page.until
            self.terminal.page(page.lines)
            if self._skips():
                break
        return since

    def _goes_on(self, lines: Sequence[LogLine], *, private: bool) -> bool:
        """Shows lines on a screen of their own, or on several; whether the next ones are wanted too."""
        rows = self.terminal.text(log(lines)).splitlines(keepends=True)
        room = max(1, self.terminal.console.height - 2)
        for first in range(0, len(rows), room):
            self.terminal.clear(private=private)
            self.terminal.write("".join(rows[first : first + room]))
            if self._skips():
                return False
        return True

    def _skips(self) -> bool:
        return self.terminal.read(GO_ON).strip().casefold() in ("s", "skip")


def pages(beats: Iterable[Beat], how: str) -> list[Page]:
    """The log, parted behind what is shown; the last page is what comes behind that, and may be empty."""
    found = [Page()]
    for section in _sections(beats):
        shown = [beat for beat in section if _is_shown(beat, how)]
        for beat in section:
            found[-1].lines.extend(beat.lines)
            found[-1].until = beat.until
            if _is_shown(beat, how) and (how == ALL or beat is shown[-1] or len(shown) >= MUCH):
                found.append(Page(until=beat.until))
    return found


def _is_shown(beat: Beat, how: str) -> bool:
    return beat.kind is not BeatKind.PLAIN and (how == ALL or beat.kind is not BeatKind.ROLL)


def _sections(beats: Iterable[Beat]) -> Iterator[Sequence[Beat]]:
    """The beats of each round, phase or step, with those before the first."""
    section: list[Beat] = []
    for beat in beats:
        if beat.heading and section:
            yield section
            section = []
        section.append(beat)
    if section:
        yield section
