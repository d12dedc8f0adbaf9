"""What may lie beside the rules of a game and is no part of them: settings in TOML, pictures, templates."""

import tomllib
from pathlib import Path
from typing import Any

from dsl.disk.files import Files, LoadError, shown
from dsl.disk.regular import read_regular


def settings_beside(path: Path) -> dict[str, Any]:
    """What a TOML file says; nothing where there is none. Raises LoadError if it cannot be read."""
    files = Files()
    if not files.is_file(path):
        return {}
    text, faults = files.read(path)
    if faults:
        raise LoadError(faults[0].message)
    try:
        return tomllib.loads(text.text)
    except (ValueError, RecursionError) as fault:
        raise LoadError(str(fault)) from fault


def file_in(folder: Path, name: object, endings: tuple[str, ...]) -> Path | None:
    """A file in a folder by the name that settings give it, never one elsewhere, not by `..` and not by a link."""
    if not isinstance(name, str) or "\0" in name:
        return None
    try:
        path = (folder / name).resolve()
    except (OSError, RuntimeError):  # links in a circle
        return None
    inside = path.is_relative_to(folder.resolve())
    return path if inside and path.suffix.casefold() in endings and path.is_file() else None


def bytes_of(path: Path, most: int) -> bytes:
    """All of a file. Raises LoadError if it cannot be read, or is larger than so many bytes."""
    try:
        data = read_regular(path, most)
    except (OSError, ValueError) as fault:
        raise LoadError(f"{shown(path)} cannot be read: {getattr(fault, 'strerror', None) or fault}") from fault
    if len(data) > most:
        raise LoadError(f"{shown(path)} is larger than {most // 1_000_000} MB", "make it smaller")
    return data
