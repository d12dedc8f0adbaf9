"""Caches the findings of a game, so that nothing has to be read to say again what was said before.

The key is this program, the current folder, what is looked for and the name of the game; an entry counts only while the
disk gives the same answers as were kept with it.
"""

import pickle
from collections.abc import Callable, Iterable
from pathlib import Path

from dsl.cache import cached, keep, key_of, program
from dsl.diagnostic import Diagnostic, Level, in_order
from dsl.disk.answers import Answer, still_hold
from dsl.frozen import frozen

KIND = "found"


@frozen
class Looked:
    """A cached result: the findings, the files looked at, and the sentence for a game without any."""

    found: tuple[Diagnostic, ...]
    files: tuple[Path, ...]
    fine: str


def looked(name: str, what: tuple[str, ...], look: Callable[[], tuple[Looked, tuple[Answer, ...]]]) -> Looked:
    """Looks at the game of that name, or recalls the result; `what` is all else that it depends on."""
    key = key_of(program(), str(Path.cwd()), name, *what)
    before = _recalled(key)
    if before is not None:
        return before
    found, answers = look()
    keep(KIND, key, pickle.dumps((answers, pickle.dumps(found, pickle.HIGHEST_PROTOCOL)), pickle.HIGHEST_PROTOCOL))
    return found


def _recalled(key: str) -> Looked | None:
    data = cached(KIND, key)
    if data is None:
        return None
    answers, found = pickle.loads(data)
    if not still_hold(answers):
        return None
    before: Looked = pickle.loads(found)
    return before


def errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep the game from being played."""
    return [fault for fault in found if fault.level is Level.ERROR]


def read_on(found: Iterable[Diagnostic]) -> str:
    """Where there is more to read about what was found; nothing if nothing was."""
    names = [fault.name for fault in in_order(found)]
    what = "it" if len(set(names)) == 1 else "the first"
    return f"\n`bylaws rule {names[0]}` says more about {what}" if names else ""
