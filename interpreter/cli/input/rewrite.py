"""Puts a new text in the place of a rule file's old one."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

from dsl.source import Source
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.atomic_write import write_whole


def rewrite(source: Source, text: str) -> None:
    """Writes the file whole or not at all, and not if it has changed since it was read. Raises WrongUse."""
    path = Path(source.path)
    try:
        if path.read_bytes().decode() != source.text:
            raise WrongUse(f"{path} has changed while it was looked at", "run it again")
        write_whole(path, text.encode())
    except OSError as fault:
        raise WrongUse(f"{path} cannot be written: {fault.strerror}", "nothing was changed in it") from fault


def difference(source: Source, text: str) -> str:
    """What would change in the file, as a unified diff."""
    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    return "".join(unified_diff(before, after, source.path, source.path))
