"""Looks for what is wrong and doubtful in the games of the texts that are open, in threads of its own.

One looks how a text is spelt as soon as it has changed. The other begins when nothing has changed for a moment, and
gives up what it does as soon as something changes again. What it finds is what `bylaws lint` finds: both ask the same
function.
"""

import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from dsl.cache import Memory
from dsl.diagnostic import Diagnostic
from dsl.disk.files import Files, LoadError
from dsl.editing.figures import Figures
from dsl.editing.surroundings import Surroundings, surroundings
from dsl.frozen import frozen
from interpreter.findings.find import look_for_doubts
from interpreter.findings.looked import errors
from interpreter.our_fault import our_fault
from interpreter.runtime.stack_room import with_room
from interpreter.server.figuring import figures_at
from interpreter.server.homes import home_of

#: Seconds without a change after which it begins, and after the first change at the latest.
QUIET = 0.05
LATEST = 0.4

#: The texts that stand in the place of files.
Overlay: TypeAlias = Mapping[Path, str]


@frozen
class Wanted:
    """Texts to look at, those that changed last first. A larger `number` is newer."""

    number: int
    texts: Overlay
    first: Sequence[Path] = ()


@frozen
class Spelt:
    """What is wrong with the spelling of a text, and what it stands among: known at once."""

    number: int
    path: Path
    found: tuple[Diagnostic, ...]
    around: Surroundings


@frozen
class Game:
    """Everything that was found in one game, or the sentence that says why nobody could look."""

    found: tuple[Diagnostic, ...]
    hindrance: str = ""


@frozen
class Checked:
    """What was found in the games of all texts that are open, by the file that each begins in."""

    number: int
    games: Mapping[Path, Game]
    homes: Mapping[Path, Path]  # of each text
    bug: str = ""


@frozen
class WorkedOut:
    """What the numbers of a game without errors come to, by the file that it begins in."""

    number: int
    home: Path
    figures: Figures


Report: TypeAlias = Spelt | Checked | WorkedOut


class Superseded(Exception):
    """Something newer is to be looked at."""


class Checking:
    """The threads that look, and remember in `memory`. `tell` takes what they have found, from these threads."""

    def __init__(self, tell: Callable[[Report], None], memory: Memory) -> None:
        self._tell = tell
        self._memory = memory
        self._changed = threading.Condition()
        self._wanted: Wanted | None = None
        self._spelt: Wanted | None = None  # of which the spelling is known
        self._first_change = self._last_change = 0.0
        self._can_be_played = True  # when this was last asked; while it is so, all else is told first
        for work in (self._spell_each, self._check_each):
            threading.Thread(target=with_room, args=(work,), name="checking", daemon=True).start()

    def want(self, wanted: Wanted) -> None:
        """Has these texts looked at, in the place of all that was wanted before."""
        with self._changed:
            self._last_change = monotonic()
            if self._wanted is None:
                self._first_change = self._last_change
            self._wanted = wanted
            self._changed.notify_all()

    def _spell_each(self) -> None:
        while True:
            with self._changed:
                while self._wanted is None or self._wanted is self._spelt:
                    self._changed.wait()
                wanted = self._wanted
            self._guarded(self._spell_first, wanted, lambda: None)
            with self._changed:
                self._spelt = wanted
                self._changed.notify_all()

    def _check_each(self) -> None:
        while True:
            wanted = self._next()
            self._guarded(self._look, wanted, self._pause)

    def _guarded(self, look: Callable[[Wanted], None], wanted: Wanted, between: Callable[[], None]) -> None:
        """Looks, unless it is given up. A bug of ours must not end the help with what is written meanwhile."""
        try:
            with self._memory.used(between):
                look(wanted)
        except Superseded:
            pass
        except Exception as fault:
            traceback.print_exc(file=sys.stderr)
            self._tell(Checked(wanted.number, {}, {}, our_fault(fault)))

    def _next(self) -> Wanted:
        with self._changed:
            while (rest := self._rest()) != 0:
                self._changed.wait(rest)
            wanted, self._wanted = self._wanted, None
            assert wanted is not None, "something is wanted"
            return wanted

    def _rest(self) -> float | None:
        """Seconds until it may begin; None until the spelling of something that is wanted is known."""
        if self._wanted is None or self._wanted is not self._spelt:
            return None
        return max(min(self._last_change + QUIET, self._first_change + LATEST) - monotonic(), 0)

    def _pause(self) -> None:
        if self._wanted is not None:
            raise Superseded

    def _spell_first(self, wanted: Wanted) -> None:
        for path in wanted.first:
            self._spell(wanted.number, path, Files(wanted.texts))

    def _look(self, wanted: Wanted) -> None:
        files = Files(wanted.texts)
        homes = {path: home_of(path, files) for path in dict.fromkeys((*wanted.first, *wanted.texts))}
        for path in homes:
            if path not in wanted.first:
                self._spell(wanted.number, path, files)
        told: Mapping[Path, Game] | None = None
        for playable in (False, True) if self._can_be_played else (True,):
            games = {home: self._game(home, wanted.texts, playable) for home in dict.fromkeys(homes.values())}
            self._can_be_played = games == told or not any(errors(game.found) for game in games.values())
            if games != told:
                self._tell(Checked(wanted.number, games, homes))
            told = games
        for home in dict.fromkeys(homes.values()):
            if (figures := figures_at(home, files)) is not None:
                self._tell(WorkedOut(wanted.number, home, figures))
        self._memory.end_round()

    def _spell(self, number: int, path: Path, files: Files) -> None:
        with suppress(LoadError):  # which is told when the game is looked at
            around = surroundings(path, files)
            self._tell(Spelt(number, path, around.text.diagnostics, around))
            _ = around.scope  # worked out here, so that nobody has to wait for it when it is asked for

    def _game(self, home: Path, texts: Overlay, playable: bool) -> Game:
        try:
            looked, _ = look_for_doubts(str(home), texts=texts, playable=playable)
        except LoadError as fault:
            return Game((), f"{fault}: {fault.help}" if fault.help else str(fault))
        return Game(looked.found)
