"""Files that a command writes beside what it prints."""

from __future__ import annotations

from pathlib import Path

from interpreter.cli.wrong_use import WrongUse
from interpreter.table.atomic_write import write_whole


def write_beside(path: Path, text: str, option: str) -> None:
    """A file, whole, in a folder that is made if need be. Raises WrongUse, which names the option."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as fault:
        raise WrongUse(f"{path} cannot be written: {fault.strerror}", f"choose another place for {option}") from fault


def room_for(folder: Path, option: str) -> None:
    """Makes the folder before the work begins, which may take long. Raises WrongUse if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise WrongUse(f"{folder} cannot be written: {fault.strerror}", f"choose another place for {option}") from fault
