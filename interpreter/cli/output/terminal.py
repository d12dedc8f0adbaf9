"""Capabilities of an output stream, by its kind and the environment."""

import os
import sys
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import TextIO

from interpreter.cli.output.tables import Block, laid_out


def show(parts: Iterable[Block]) -> None:
    """Prints lines and tables as the terminal has room for them, or as they are if there is none."""
    for line in laid_out(parts, width(sys.stdout)):
        print(line)


def width(stream: TextIO) -> int | None:
    """How many letters a line can have; None where no terminal breaks it."""
    return get_terminal_size().columns if stream.isatty() else None


def has_colour(stream: TextIO) -> bool:
    """Whether to write in colour: only to a terminal that knows it, and unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
