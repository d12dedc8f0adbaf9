"""Reads rule files, or texts that stand in for them: whole, up to a size; nothing is ever written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field

from dsl.controls import has_controls, visible
from dsl.diagnostic import Diagnostic, error
from dsl.disk.answers import (
    GAME_FILE,
    LARGEST,
    SUFFIX,
    TABLE,
    Answers,
    digest,
    folders_below,
    games_below,
    listed,
    rule_files_in,
)
from dsl.disk.regular import NoFile, read_regular
from dsl.frozen import frozen
from dsl.source import Source, Span


class LoadError(Exception):
    """What was asked for cannot be read at all; the text is one sentence, `help` says what to do about it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help
        if help:
            self.add_note(help)  # for a traceback


def _absolute(texts: Mapping[Path, str]) -> dict[Path, str]:
    return {path.absolute(): text for path, text in texts.items()}


@frozen
class Files:
    """Where rule files come from. A text in `texts` counts instead of the file at its path.

    `answers` is all that the disk has said so far; each text is read once. `trees` keeps what was made of each.
    """

    texts: Mapping[Path, str] = field(factory=dict, converter=_absolute)
    answers: Answers = field(factory=Answers, eq=False, repr=False)
    trees: dict[Path, Any] = field(factory=dict, init=False, eq=False, repr=False)
    _known: dict[Path, tuple[Source, tuple[Diagnostic, ...]]] = field(factory=dict, init=False, eq=False, repr=False)

    def is_file(self, path: Path) -> bool:
        """Whether there is something to read at the path."""
        return path.absolute() in self.texts or self._says("is file", path, path.is_file())

    def is_folder(self, path: Path) -> bool:
        """Whether rule files can be looked for there."""
        return self._says("is folder", path, path.is_dir())

    def _says(self, question: str, path: Path, answer: bool) -> bool:
        self.answers.note(question, path, "yes" if answer else "no")
        return answer

    def games_below(self, folder: Path) -> list[Path]:
        """The games in a folder, and in folders there that hold nothing but games."""
        found = games_below(folder)
        self.answers.note("games", folder, listed(map(str, found)))
        return found

    def below(self, folder: Path) -> list[Path]:
        """The rule files in a folder and in all folders there."""
        inner = folders_below(folder)
        self.answers.note("folders", folder, listed(map(str, inner)))
        return [path for each in (folder, *inner) for path in self.in_folder(each)]

    def in_folder(self, folder: Path) -> list[Path]:
        """The rule files directly in a folder, by name, the one with the game first."""
        try:
            found = rule_files_in(folder)
        except OSError as problem:
            raise LoadError(f"the folder {shown(folder)} cannot be read: {_reason(problem)}") from problem
        self.answers.note("names", folder, listed(path.name for path in found))
        in_place = {path.name for path in self.texts if path.parent == folder.absolute()}
        found |= {folder / name for name in in_place if name.endswith(SUFFIX)}
        return sorted(found, key=lambda path: (path.name != GAME_FILE, path.name))

    def read(self, path: Path) -> tuple[Source, tuple[Diagnostic, ...]]:
        """Reads the text at a path, with an error if it is no text that Bylaws can read.

        Raises LoadError where there is nothing to read, or the path has a control character in it.
        """
        if path not in self._known:
            self._known[path] = self._read(path)
        return self._known[path]

    def table(self, rules: Path, name: str) -> tuple[str, bytes]:
        """The table of that name beside the first file of a game, or in a folder there: its path as shown, its bytes.

        Raises LoadError if there is none, or the name leads out of that folder.
        """
        folder = rules.parent
        parts = name.split("/")
        if "\\" in name or ":" in name or not all(parts) or any(part.startswith(".") for part in parts):
            raise LoadError("a table stands in the folder of the game or in one in it, and is named from there")
        if not name.endswith(TABLE):
            raise LoadError(f"the name of a table ends in {TABLE}")
        path = folder / name
        if has_controls(name):
            raise LoadError("its name has a control character in it")
        if path.absolute() in self.texts:
            return shown(path), self.texts[path.absolute()].encode()
        if rules.absolute() in self.texts and not rules.is_file():
            raise LoadError("rules without a folder have no tables")
        if not self.is_file(path):
            raise LoadError("there is no such file")
        if not path.resolve().is_relative_to(folder.resolve()):
            raise LoadError("it is a link that leads out of the folder of the game")
        data = _bytes(path)
        self.answers.note("text", path, digest(data))
        return shown(path), data

    def _read(self, path: Path) -> tuple[Source, tuple[Diagnostic, ...]]:
        if has_controls(str(path)):
            raise LoadError(
                f"the name {shown(path)} has a control character in it",
                "give the file or folder a name of letters, digits, blanks and the like",
            )
        if path.absolute() in self.texts:
            return Source(shown(path), self.texts[path.absolute()]), ()
        data = _bytes(path)
        self.answers.note("text", path, digest(data))
        try:
            return Source(shown(path), data.decode("utf-8")), ()
        except UnicodeDecodeError as problem:
            return _not_utf8(path, data, problem)


def shown(path: Path) -> str:
    """A path as messages show it: from the current folder if it is in there, with forward slashes."""
    try:
        return visible(path.absolute().relative_to(Path.cwd()).as_posix())
    except (ValueError, OSError):
        return visible(path.as_posix())


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise LoadError(f"{shown(path)} is a folder, and a rule file was wanted", "give it another name")
    try:
        data = read_regular(path, LARGEST)
    except NoFile as problem:
        raise LoadError(f"{shown(path)} is not a file") from problem
    except (OSError, RuntimeError) as problem:
        raise LoadError(f"{shown(path)} cannot be read: {_reason(problem)}") from problem
    if len(data) > LARGEST:
        raise LoadError(f"{shown(path)} is larger than {LARGEST // 1_000_000} MB, too large for a rule file")
    return data


def _reason(problem: Exception) -> str:
    match problem:
        case FileNotFoundError():
            return "it does not exist"
        case PermissionError():
            return "you do not have the right to"
        case OSError(strerror=str(words)):
            return words[:1].lower() + words[1:]
        case _:
            return str(problem)


def _not_utf8(path: Path, data: bytes, problem: UnicodeDecodeError) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text as far as it can be made out, marked where it stops making sense."""
    encoding = "UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    source = Source(shown(path), data.decode("utf-8", "replace"))
    start = len(data[: problem.start].decode("utf-8"))
    found = error(
        "not-utf-8",
        f"this file is saved as {encoding}, not as UTF-8" if encoding else "this file is not saved as UTF-8",
        Span(source, start, start + 1),
        label="" if encoding else "not a character in UTF-8",
        help=("save it again in your editor, with UTF-8 as the encoding",),
    )
    return source, (found,)
