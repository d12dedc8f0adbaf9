"""Finds the game that a text belongs to, by the file that the game begins in."""

from pathlib import Path

from dsl.disk.files import Files, LoadError
from dsl.disk.find import find


def home_of(path: Path, files: Files) -> Path:
    """The file that the game of a text begins in; of a variant that lies elsewhere, its own."""
    try:
        place = find(path, files)
    except LoadError:
        return path
    if place.variant and not (place.folder and path.is_relative_to(place.folder.absolute())):
        return path
    return place.rules[0].absolute()
