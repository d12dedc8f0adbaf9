"""Writes a file whole or not at all: whoever looks finds what was there before or all of the new."""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def write_whole(path: str | Path, data: bytes) -> None:
    """Make `data` the content of the file `path`.

    It goes to a file beside it, which takes its place once it is safe on the disk; after any failure, and
    even after a power cut, the old content still stands. A link is followed, and a file that is replaced
    hands on its permissions. Raises OSError, and ValueError for a name that no file can have. Nothing is
    left beside the file, unless the process is killed: then it is called `.bylaws-....part`. A device or a
    pipe is no file that stands: the data simply goes there, and it stays what it is.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if os.path.exists(path) and not os.path.isfile(path):
        _pour(path, data)
        return
    folder = os.path.dirname(target)
    part = os.path.join(folder, f".bylaws-{token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        _fill(descriptor, data)
        with suppress(FileNotFoundError):
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    _settle(folder)


def _pour(place: str | Path, data: bytes) -> None:
    """Write all of `data` to what takes it as it comes."""
    with open(place, "wb", buffering=0) as stream:
        while data:
            data = data[stream.write(data) :]


def _fill(descriptor: int, data: bytes) -> None:
    """Write all of `data`, wait until the disk has it, and close."""
    try:
        while data:
            data = data[os.write(descriptor, data) :]
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
