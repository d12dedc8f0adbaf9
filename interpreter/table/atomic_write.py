"""Writes a file whole or not at all: whoever looks finds what was there before or all of the new."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from stat import S_ISREG
from tempfile import TemporaryDirectory

_WRITING = os.O_WRONLY | getattr(os, "O_BINARY", 0)


def atomic_write(path: str | Path, data: bytes) -> None:
    """Make `data` the content of the file `path`, as `atomic_file` does."""
    if _stands(path):
        with atomic_file(path) as part:
            _fill(part, data)
    else:
        _pour(path, data)


@contextmanager
def atomic_file(path: str | Path) -> Iterator[Path]:
    """An empty file beside `path` to be filled, which takes its place once it is safe on the disk.

    After any failure, and even after a power cut, the old content still stands. A link is followed, and a file
    that is replaced hands on its permissions. Raises OSError, and ValueError for a name that no file can have.
    Nothing is left beside the file, unless the process is killed: then it is called `.bylaws-....part`. A device
    or a pipe is no file that stands: the data simply goes there, and it stays what it is.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if not _stands(path):
        with TemporaryDirectory() as aside:
            (part := Path(aside, "part")).touch()
            yield part
            _copy(part, path)
        return
    folder = os.path.dirname(target)
    part = Path(folder, f".bylaws-{token_hex(8)}.part")
    os.close(os.open(part, _WRITING | os.O_CREAT | os.O_EXCL, 0o666))
    try:
        yield part
        _make_safe(part)
        with suppress(FileNotFoundError):
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    _settle(folder)


def own_file(folder: Path, name: str) -> Path:
    """The path of a file that is ours to write in a folder. Raises OSError where a link or a pipe has its name."""
    path = folder / name
    with suppress(FileNotFoundError):
        found = path.lstat()
        if not S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise OSError(errno.EEXIST, f"{name} there is a link or no file", str(path))
    return path


def own_folder(folder: Path, *names: str) -> Path:
    """A folder of ours within another, each in the one before, made where it is missing.

    Raises OSError where a link has the name of one.
    """
    for name in names:
        folder = folder / name
        folder.mkdir(exist_ok=True)
        if folder.is_symlink():
            raise OSError(errno.ELOOP, f"{name} there is a link", str(folder))
    return folder


def _stands(path: str | Path) -> bool:
    """Whether there is a file, or will be one."""
    return os.path.isfile(path) or not os.path.exists(path)


def _pour(place: str | Path, data: bytes) -> None:
    """Write all of `data` to what takes it as it comes."""
    with open(place, "wb", buffering=0) as stream:
        while data:
            data = data[stream.write(data) :]


def _copy(part: Path, place: str | Path) -> None:
    """Write all that is in a file to what takes it as it comes."""
    with open(part, "rb") as source, open(place, "wb") as stream:
        shutil.copyfileobj(source, stream, 1 << 20)


def _fill(part: Path, data: bytes) -> None:
    """Write all of `data`."""
    descriptor = os.open(part, _WRITING)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)


def _make_safe(part: Path) -> None:
    """Wait until the disk has it."""
    descriptor = os.open(part, _WRITING)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _settle(folder: str) -> None:
    """Make the file's new place in its folder last through a power cut too, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
