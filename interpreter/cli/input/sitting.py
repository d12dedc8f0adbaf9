"""A game at the terminal from the first question to the last, or to where somebody leaves: nothing is lost."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from attrs import define, field

from dsl.controls import visible_lines
from dsl.listing import series
from interpreter.cli.commands import YOU
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.ended import Ended, raised_signals
from interpreter.cli.input.saves import automatic_file, free_file, keep_with_leave
from interpreter.errors import RuleFault, fault_words
from interpreter.players.bots import Bots
from interpreter.table.atomic_write import atomic_write
from interpreter.table.save import Save, SaveError
from interpreter.table.session import Session
from interpreter.text.labels import several
from interpreter.text.log.journal import LogLine
from interpreter.text.redaction import PUBLIC

if TYPE_CHECKING:
    from interpreter.players.human.terminal import Terminal

UNFINISHED = FINDINGS


@define
class Sitting:
    """Keeps the game in `file`, if named, after each decision; `kept` is what was saved, `usual` the usual file."""

    session: Session
    terminal: Terminal
    file: str
    usual: str
    trace: bool
    kept: Save = field()

    @kept.default
    def _all_so_far(self) -> Save:
        return self.session.saved()

    def run(self) -> int:
        """Plays on; 0 when the game is over or was left, 1 if it could not be played on, 130 when interrupted."""
        try:
            with raised_signals():
                if not self._play():
                    return self._left()
        except EOFError:
            return self._cut_off("The input has ended before the game.", UNFINISHED)
        except KeyboardInterrupt:
            return self._cut_off("Interrupted.", INTERRUPTED)
        except Ended as signal:
            return self._cut_off("The game was ended from outside.", signal.code)
        except RuleFault as fault:
            _note(fault_words(fault))
            return self._cut_off("The game stands where it did before the last decision.", UNFINISHED)
        except Exception:
            self._cut_off("The game cannot go on.", UNFINISHED)
            raise
        self._end()
        return FINE

    @property
    def _people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.session.table.seats) if kind == YOU]

    def _play(self) -> bool:
        """Whether the game was played to its end, and nobody has left."""
        from interpreter.players.human.person import Leaving

        try:
            self._play_on()
        except Leaving:
            return False
        return True

    def _play_on(self) -> None:
        from interpreter.players.human.pacing import STEPS
        from interpreter.players.human.person import Person
        from interpreter.players.human.waiting import Waiting

        waiting = Waiting(self.terminal)
        bots = Bots.at(self.session, waiting.go_on)
        private = len(self._people) > 1 and has_secrets(self.session)
        pace = self.session.pace or STEPS
        person = Person(self.terminal, private=private, trace=self.trace, save=self._save, pace=pace)
        shown = 0
        while not self.session.over:
            if self.session.state.player in self._people:
                person.decide(self.session)
                self._keep_up()
            else:
                moved = self.session.state.player
                with waiting:
                    bots.decide(self.session)
                if not self._people and (self.session.over or self.session.state.player != moved):
                    shown = self._tell(shown)

    def _tell(self, shown: int) -> int:
        """Without people at the table, all is shown when somebody else is to move; up to which event that was."""
        from interpreter.players.human.pacing import NONE, Pace

        session, pace = self.session, Pace(self.terminal, self.session.pace or NONE)
        if pace.stops and not self.trace:
            shown = pace.along(session, None, shown)
            if not session.over:
                return shown
        self.terminal.page(session.trace(None, shown) if self.trace else session.log(None, shown))
        return len(session.events)

    @property
    def _seat_at_the_end(self) -> int | None:
        """Whose cards are shown at the end: a person alone sees what they knew, several what all know."""
        people = self._people
        return None if not people else people[0] if len(people) == 1 else PUBLIC

    def _end(self) -> None:
        """What happened last, and the table with all counters open."""
        from interpreter.players.human import screen
        from interpreter.players.human.pacing import STEPS, Pace
        from interpreter.showing.opened import opened

        session, people, seat = self.session, self._people, self._seat_at_the_end
        if people:
            since = min(session.since_own(person) for person in people)
            pace = Pace(self.terminal, session.pace or STEPS)
            shown = pace.before(session, seat, since, 0, private=len(people) > 1)
            since = since if self.terminal.clears else shown
        if self.terminal.clears:
            self.terminal.clear(private=len(people) > 1)
        if people:
            self.terminal.page([*session.log(seat, since), LogLine("")])
        self.terminal.show(screen.table(session, seat, self.terminal.console.width))
        if (ended := session.outcome(seat)) is not None:
            self.terminal.show(screen.outcome(ended))
        if people and (hands := opened(session)):
            self.terminal.say("All hands are open now:")
            for hand in hands:
                self.terminal.say(f"  {hand['label']}: {series(several(hand['cards']))}")
        self.terminal.say(f"The seed of this game was {session.table.seed}.")
        self._keep_up()

    # ------------------------------------------------------------ keeping

    def _keep_up(self) -> None:
        """Keeps the game where it is to be kept; if that fails, play goes on."""
        if self.file and self.kept != self.session.saved():
            try:
                self._save(self.session, self.file)
            except SaveError as fault:
                _note(str(fault))

    def _save(self, session: Session, file: str, ask: bool = True) -> str:
        """Saves to the file named, or the usual one, and gives its name; may `ask` to write over. Raises SaveError."""
        file = file or self.file or self._usual_file()
        file = f"./{file}" if file.startswith("-") else file  # which would be taken for an option
        keep_with_leave(session, file, self.terminal if ask else None)
        self.kept = session.saved()
        return file

    def _usual_file(self) -> str:
        self.usual = self.usual or free_file(self.session.table.game)
        return self.usual

    def _left(self) -> int:
        """Somebody has said quit; what is not saved is offered to be."""
        if self.kept == self.session.saved():
            return FINE
        if not self.terminal.asks:
            return self._cut_off("The game was left.", FINE)
        file = self.file or self._usual_file()
        while True:
            said = self.terminal.read(f"Save the game? Enter for {file}, another name, or n for no: ").strip()
            if said.casefold() in ("n", "no"):
                return FINE
            if self._is_kept_in(file if said.casefold() in ("", "y", "yes") else said):
                return FINE

    def _cut_off(self, why: str, code: int) -> int:
        """The game stops where it is; if that would lose something, it is saved."""
        _note(f"\n{why}" if self.terminal.asks else why)
        if not self._people or self.kept == self.session.saved():
            return code
        game = self.session.table.game
        first = self.file or self.usual
        if (first and self._is_kept_in(first, ask=False)) or self._is_kept_in(automatic_file(game), ask=False):
            return code
        return UNFINISHED

    def _is_kept_in(self, file: str, ask: bool = True) -> bool:
        """Saves there, and says so, or why that cannot be."""
        try:
            word = quote(self._save(self.session, file, ask))
        except SaveError as fault:
            _note(str(fault))
            return False
        _note(f"Saved. Go on with: bylaws play --load {word}")
        return True


def _note(text: str) -> None:
    """Says something, if anybody is there to hear it: a terminal that is gone must not keep a game from being saved."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def write_log(sessions: Sequence[Session], file: str) -> bool:
    """Writes the log of all that happened, hidden things included, game by game; whether that could be done."""
    lines = (line for session in sessions for line in session.log(None))
    told = (f"{'#' * line.level} {line.text}" if line.level else line.text for line in lines)
    try:
        atomic_write(Path(file), visible_lines("\n".join(told) + "\n").encode())
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "no file can have this name"
        _note(f"The log could not be written to `{file}`: {reason.lower()}.")
        return False
    return True


def has_secrets(session: Session) -> bool:
    """Whether anything in the game is not for everybody to see."""
    layout = session.engine.program.layout
    hidden = any(slot.variable.hidden for slot in layout.variables.values())
    return hidden or bool(layout.hidden_zones)
