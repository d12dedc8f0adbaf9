"""Does a thing again whenever one of the files that it looks at changes, until it is interrupted."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import sleep
from typing import NoReturn

from dsl.cache import Memory
from dsl.disk.files import LoadError

#: Seconds between two looks at the files.
PAUSE = 0.3
#: Seconds that the files must stay as they are before a change counts as whole.
REST = 0.1


def watch(once: Callable[[], Iterable[Path]]) -> NoReturn:
    """Calls `once` again whenever a file that it gives changes, or is new beside them. Raises LoadError at first.

    What is made on the way is remembered, so that the next time only what the change concerns is made anew.
    """
    files: list[Path] = []
    memory = Memory()
    while True:
        try:
            with memory.used():
                files = list(once())
                memory.end_round()
        except LoadError as fault:
            if not files:
                raise
            print(f"{fault}.", file=sys.stderr)
        places = dict.fromkeys((*files, *(file.parent for file in files)))
        before = _as_they_are(places)
        print("Waiting for a change. Ctrl-C ends.", file=sys.stderr, flush=True)
        _wait_for_a_change(places, before)
        print(file=sys.stderr)


def _wait_for_a_change(places: Iterable[Path], before: list[tuple[int, int] | None]) -> None:
    """Ends when something has changed and stays as it is for a moment: who saves a file empties it first."""
    while (now := _as_they_are(places)) == before:
        sleep(PAUSE)
    while True:
        sleep(REST)
        then, now = now, _as_they_are(places)
        if now == then:
            return


def _as_they_are(places: Iterable[Path]) -> list[tuple[int, int] | None]:
    return [_as_it_is(place) for place in places]


def _as_it_is(place: Path) -> tuple[int, int] | None:
    """When it was last written, and its size; an editor may put it away for a moment."""
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
