"""Caches what takes long to make and can be made again, in a folder of the user's own.

An entry is bytes under a `kind` and a `key`. The key is made, with `key_of`, from everything that the bytes depend on;
`program()` stands for this program itself. What is kept may be trusted like the program: it is read only from a
folder and a file that are the user's alone, and only if it is whole. Whatever goes wrong, there is simply nothing
kept; no caller has to look. `BYLAWS_CACHE=off` does without.

    tree = remembered("tree", key_of(program(), text), lambda: parse(text))

A process that stays, while somebody writes, keeps what it makes in a `Memory` instead.
"""

import gc
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from dsl import VERSION

T = TypeVar("T")

#: So many bytes are kept in all; then what was not used for longest goes, down to half of it.
MOST = 200_000_000

#: A process looks whether there is room when it first writes, and then at every so many entries that it writes.
EVERY = 50

#: An entry that is used is marked as used if that was not done for so many seconds.
FRESH = 3600

#: A process that stays forgets what was not asked for in so many rounds of work.
ROUNDS = 3

#: After so many rounds it looks for what nobody needs.
ROUNDS_UNSORTED = 20

_DIGEST = sha256().digest_size
_ROOMS = ("dsl", "grammar", "interpreter")
_WRITTEN = count()
_PROGRAM_FILES = (".py", ".lark", ".md", ".bylaws")


def cached(kind: str, key: str) -> bytes | None:
    """What was kept under the key, or None."""
    if not is_on():
        return None
    with suppress(OSError):
        name = _name(kind, key)
        found = _read_own(cache_folder() / name)
        value = found[_DIGEST:]
        if found[:_DIGEST] == _seal(name, value):
            return value
    return None


def keep(kind: str, key: str, value: bytes) -> None:
    """Keeps it under the key, if there is room that is the user's own."""
    if not is_on():
        return
    with suppress(OSError):
        name = _name(kind, key)
        _write_own(cache_folder() / name, _seal(name, value) + value)
        if next(_WRITTEN) % EVERY == 0:
            _make_room(cache_folder())


class Memory:
    """What a process that stays has made, each with the round of work in which it was last asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], tuple[int, Any]] = {}
        self._round = 0

    @contextmanager
    def used(self, between: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Meanwhile, what is made in this thread is kept here, and not in the folder.

        `between` is called between parts of the work, which is given up if it raises something.
        """
        tokens = _MEMORY.set(self), _BETWEEN.set(between)
        try:
            with nothing_thrown_away():
                yield
        finally:
            _MEMORY.reset(tokens[0])
            _BETWEEN.reset(tokens[1])

    def end_round(self) -> None:
        """Forgets what was not asked for in the last few rounds; the last thing that is done while it is `used`."""
        self._round += 1
        if self._round % ROUNDS_UNSORTED == 0:
            gc.unfreeze()
            gc.collect()
        gc.freeze()  # nearly all of it stays: to look through it after each round would take longer than the round
        for at, (last, _) in list(self._made.items()):
            if last < self._round - ROUNDS:
                self._made.pop(at, None)

    def get(self, at: tuple[str, str], make: Callable[[], T]) -> T:
        """What was made, or else what `make` gives; either way it was asked for in this round."""
        known = self._made.get(at)
        value: T = make() if known is None else known[1]
        self.put(at, value)
        return value

    def put(self, at: tuple[str, str], value: object) -> None:
        """Keeps it."""
        self._made[at] = (self._round, value)


_MEMORY: ContextVar[Memory | None] = ContextVar("memory", default=None)
_BETWEEN: ContextVar[Callable[[], None]] = ContextVar("between", default=lambda: None)


def between_parts() -> None:
    """Called between parts of what takes long: in a process that stays, the work may be given up here."""
    _BETWEEN.get()()


def remembered(kind: str, key: str, make: Callable[[], T]) -> T:
    """What was kept under the key, or else what `make` gives, which is kept; without a key, nothing is."""
    memory = _MEMORY.get()
    if memory is None or not key:
        return _found_or_made(kind, key, make, True)
    return memory.get((kind, key), lambda: _found_or_made(kind, key, make, False))


def is_staying() -> bool:
    """Whether what is made is kept in a process that stays."""
    return _MEMORY.get() is not None


def at_hand(kind: str, key: str, make: Callable[[], T]) -> T:
    """What a process that stays has under the key, which whoever is given it may change; elsewhere it is made anew."""
    memory = _MEMORY.get()
    return make() if memory is None or not key else memory.get((kind, key), make)


def remember(kind: str, key: str, value: object) -> None:
    """Keeps a value in the place of what was kept under the key."""
    memory = _MEMORY.get()
    if memory is not None and key:
        memory.put((kind, key), value)
    elif key and is_on():
        keep(kind, key, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def _found_or_made(kind: str, key: str, make: Callable[[], T], in_folder: bool) -> T:
    found = cached(kind, key) if key else None
    with nothing_thrown_away():
        if found is not None:
            with suppress(Exception):  # unpickling what is spoilt may raise anything
                before: T = pickle.loads(found)
                return before
        between_parts()
        value = make()
    if in_folder:
        remember(kind, key, value)
    return value


@contextmanager
def until_the_end() -> Iterator[None]:
    """Meanwhile, whatever is made where nothing is thrown away is taken to be needed until the process ends.

    It is not looked through afterwards either, which would take as long.
    """
    token = _UNTIL_THE_END.set(True)
    try:
        yield
    finally:
        _UNTIL_THE_END.reset(token)


_UNTIL_THE_END: ContextVar[bool] = ContextVar("until the end", default=False)


@contextmanager
def nothing_thrown_away() -> Iterator[None]:
    """While much is made and nearly all of it stays, looking for what nobody needs is a tenth of the time or more."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting and _UNTIL_THE_END.get() and not is_staying():
            gc.freeze()
        if collecting:
            gc.enable()


def key_of(*parts: str | bytes) -> str:
    """Another key for whatever differs in any part."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


@cache
def program() -> str:
    """Stands for this program and the Python that runs it: by its files, their sizes and when they were written."""
    root = Path(__file__).parents[1]
    files = sorted(line for room in _ROOMS for line in _files_in(str(root / room)))
    return key_of(VERSION, sys.version, sys.platform, str(root), *files)


def is_on() -> bool:
    """Whether anything is to be kept or taken from what is kept."""
    return os.environ.get("BYLAWS_CACHE") != "off"


def cache_folder() -> Path:
    """Where a user's programs keep what they can make again."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("bylaws", appauthor=False))


def _files_in(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files_in(entry.path)
        elif entry.name.endswith(_PROGRAM_FILES):
            found = entry.stat()
            yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


def _name(kind: str, key: str) -> str:
    return f"{kind}-{key[:40]}"


def _seal(name: str, value: bytes) -> bytes:
    """What tells an entry that is whole, and stands under its own name."""
    digest = sha256(name.encode())
    digest.update(value)
    return digest.digest()


def _read_own(path: Path) -> bytes:
    """A file that nobody else can have written; OSError if it is not so."""
    _check_folder(path.parent)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise PermissionError("not a regular file")
        _check_owner(found, 0o022)
        _mark_used(path, found)
        return file.read()


def _mark_used(path: Path, found: os.stat_result) -> None:
    from time import time

    if time() - found.st_mtime > FRESH:
        with suppress(OSError):
            os.utime(path)


def _write_own(path: Path, data: bytes) -> None:
    """Writes it whole or not at all."""
    import tempfile  # loads much that is not needed where there is an entry already

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_folder(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _make_room(folder: Path) -> None:
    """Takes away what was not used for longest, if there is too much; what others take away meanwhile is no matter."""
    found = [(entry.stat(follow_symlinks=False), entry.path) for entry in os.scandir(folder)]
    files = sorted((s.st_mtime, s.st_size, path) for s, path in found if stat.S_ISREG(s.st_mode))
    size = sum(one[1] for one in files)
    if size <= MOST:
        return
    for _, bytes_, path in files:
        if size <= MOST // 2:
            return
        with suppress(FileNotFoundError):
            os.unlink(path)
        size -= bytes_


def _check_folder(folder: Path) -> None:
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(folder)
    _check_owner(found, 0o077)


def _check_owner(found: os.stat_result, forbidden: int) -> None:
    """That it is the user's own, and closed to others; Windows keeps a user's folder closed by itself."""
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & forbidden):
        raise PermissionError("not the user's own")
