"""Reads regular files alone: a pipe would keep us waiting, and a device would never end."""

import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NoFile(OSError):
    """What stands there is no regular file."""


def read_regular(path: str | Path, most: int) -> bytes:
    """The bytes of a file, at most one more than `most`. Raises OSError, and ValueError for an impossible name."""
    descriptor = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NoFile
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(most + 1)
    finally:
        os.close(descriptor)
