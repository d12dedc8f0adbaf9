"""Rules that come through standard input, in place of a file."""

from __future__ import annotations

import sys
from pathlib import Path

from dsl.disk.files import LARGEST
from interpreter.cli.wrong_use import WrongUse


def standard_input(name: str) -> dict[Path, str]:
    """The text, by the path of the file that it stands for."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise WrongUse(f"standard input is longer than {LARGEST // 1_000_000} MB, too long for a rule file")
    try:
        return {Path(name): data.decode("utf-8")}
    except UnicodeDecodeError as fault:
        raise WrongUse("standard input is no UTF-8 text") from fault
