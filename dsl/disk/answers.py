"""Records the questions put to the disk and its answers, to see later whether it still answers the same.

As everything that is said of rules depends on the text of files, on which files there are, and on nothing else of the
disk, what was said once may be said again as long as all answers are the same.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from dsl.disk.regular import read_regular

#: A rulebook of a thousand pages fits in; what is larger is not a rule file.
LARGEST = 2_000_000

SUFFIX = ".bylaws"
GAME_FILE = "game.bylaws"
TABLE = ".csv"

#: What was asked, of which path, and the answer.
Answer: TypeAlias = tuple[str, str, str]


class Answers:
    """The answers to all that was asked; of what is asked twice, the first."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}

    def note(self, question: str, path: Path, answer: str) -> None:
        """Keeps an answer to one of the QUESTIONS."""
        self._given.setdefault((question, str(path.absolute())), answer)

    def all(self) -> tuple[Answer, ...]:
        """Every answer, as plain words."""
        return tuple((question, path, answer) for (question, path), answer in self._given.items())


def still_hold(answers: Iterable[Answer]) -> bool:
    """Whether the disk answers the same today."""
    try:
        return all(QUESTIONS[question](Path(path)) == answer for question, path, answer in answers)
    except OSError:
        return False


def is_file(path: Path) -> str:
    """Whether there is a file."""
    return "yes" if path.is_file() else "no"


def is_folder(path: Path) -> str:
    """Whether there is a folder."""
    return "yes" if path.is_dir() else "no"


def text_in(path: Path) -> str:
    """What stands in a file."""
    return digest(read_regular(path, LARGEST))


def names_in(folder: Path) -> str:
    """What the rule files directly in a folder are called; none if there is no folder."""
    return listed(path.name for path in rule_files_in(folder))


def games_in(folder: Path) -> str:
    """Where there are games in a folder."""
    return listed(map(str, games_below(folder)))


def folders_in(folder: Path) -> str:
    """The folders below a folder."""
    return listed(map(str, folders_below(folder)))


QUESTIONS: Mapping[str, Callable[[Path], str]] = {
    "is file": is_file,
    "is folder": is_folder,
    "text": text_in,
    "names": names_in,
    "games": games_in,
    "folders": folders_in,
}


def rule_files_in(folder: Path) -> set[Path]:
    """The rule files directly in a folder; what begins with a dot is another program's."""
    found = folder.iterdir() if folder.is_dir() else ()
    return {path for path in found if path.suffix == SUFFIX and not path.name.startswith(".")}


def games_below(folder: Path) -> list[Path]:
    """The games in a folder, and those in the folders there that hold no rules but games; by where they are."""
    return [game for inner in _folders(folder) for game in ([inner] if is_game(inner) else _on_shelf(inner))]


def folders_below(folder: Path) -> list[Path]:
    """The folders in a folder, each before those in it; what a link leads to is not in it."""
    inner = (each for each in _folders(folder) if not each.is_symlink())
    return [found for each in inner for found in (each, *folders_below(each))]


def is_game(entry: Path) -> bool:
    """Whether a folder or file is a game by the looks of its name."""
    is_rules = entry.suffix == SUFFIX and not entry.name.startswith(".")
    return (entry / GAME_FILE).is_file() or (is_rules and entry.is_file())


def digest(data: bytes) -> str:
    """Stands for the text of a file."""
    return sha256(data).hexdigest()


def listed(names: Iterable[str]) -> str:
    """Names in one line, whatever their order."""
    return "/".join(sorted(names))


def _on_shelf(folder: Path) -> list[Path]:
    """The games in a folder in which no rules stand by themselves."""
    return [] if any(folder.glob(f"*{SUFFIX}")) else [inner for inner in _folders(folder) if is_game(inner)]


def _folders(folder: Path) -> list[Path]:
    """The folders in a folder that are not hidden; none of one that cannot be read."""
    try:
        return sorted(inner for inner in folder.iterdir() if inner.is_dir() and not inner.name.startswith("."))
    except OSError:
        return []
