"""Lists the rule files that a name, a folder or a file means."""

from collections.abc import Iterable
from pathlib import Path

from dsl.disk.answers import SUFFIX, games_below
from dsl.disk.files import Files, LoadError, shown
from dsl.disk.find import find


def rule_files(name: str | Path) -> list[Path]:
    """That file, or every rule file of the folder and of the folders in it; a LoadError if there is none."""
    path = Path(name)
    if path.is_dir():
        return _below(path)
    if path.suffix == SUFFIX and path.is_file():
        return [path]
    place = find(name, Files())
    return _below(place.folder) if place.folder else list(place.rules)


def games_in(names: Iterable[str]) -> list[str]:
    """The same names; in place of a folder that holds no rules but games, each of these, in folders there too."""
    return [game for name in names for game in _games_in(name)]


def _games_in(name: str) -> list[str]:
    folder = Path(name)
    if not folder.is_dir() or any(folder.glob(f"*{SUFFIX}")):
        return [name]
    return [str(inner) for inner in games_below(folder)] or [name]


def _below(folder: Path) -> list[Path]:
    found = [path for path in folder.rglob(f"*{SUFFIX}") if path.is_file() and not _hidden(path.relative_to(folder))]
    if not found:
        raise LoadError(f"the folder {shown(folder)} has no rule files", f"the name of a rule file ends in {SUFFIX}")
    return sorted(found)


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
