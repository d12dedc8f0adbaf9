"""Saved games: which rules, which seats, which seed, and every decision so far; nothing else is needed.

A saved game is a small text file, specified in `docs/save-format.md`. It is data: reading it runs nothing.
Whatever is wrong with a file or a folder becomes a `SaveError` that a person at the table can act on.
"""

import errno
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, fields

from dsl.controls import has_controls
from dsl.disk.regular import NoFile, read_regular
from dsl.frozen import frozen
from interpreter.table.atomic_write import atomic_write

VERSION: Final = 1
LARGEST_FILE: Final = 4 * 1024 * 1024
#: So many entries a field of a saved game has at most, of so many letters each: more than anybody would play or type.
MOST: Final = {
    "game": (1, 4096),
    "rules_hash": (1, 128),
    "variants": (100, 4096),
    "parameters": (1000, 200),
    "names": (20, 100),
    "seats": (20, 100),
    "decisions": (20_000, 20),
    "in_any_order": (1000, 50),
}


def _copied(parameters: Mapping[str, int | bool]) -> dict[str, int | bool]:
    return dict(parameters)


@frozen
class Save:
    """A game that can be taken up again: play it from `seed`, giving `decisions` one after another.

    `rules_hash` names the exact rules, with variants and parameters. `names` and `seats` (what plays there,
    such as `you` or `random`) have one entry for each of the `players`, in seat order. `seed` lies in 0 to
    2**64 - 1; a decision is a whole number of 64 bits with a sign, in the meaning that its caller gives it.
    `in_any_order`: the questions for an order that are asked no more, each as its seat and its place in these rules.
    `pace`: where it stops for those who watch, if they have said so.
    """

    game: str
    rules_hash: str
    variants: tuple[str, ...]
    parameters: Mapping[str, int | bool] = field(converter=_copied)
    players: int
    names: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    decisions: tuple[int, ...]
    in_any_order: tuple[tuple[int, int], ...] = ()
    pace: str = ""


class SaveError(Exception):
    """A saved game could not be written or read. `problem` and `remedy` are sentences for the player."""

    def __init__(self, path: str | Path, problem: str, remedy: str) -> None:
        super().__init__(path, problem, remedy)
        self.path = path
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.problem} {self.remedy}"


def write(path: str | Path, save: Save) -> None:
    """Writes `save` to `path`, whole or not at all: on any failure, what was there before is still there.

    Raises SaveError, and ValueError for a `save` that `read` would refuse, which is a mistake of the caller.
    """
    text = _text(save)
    if (fault := _fault_in(document := json.loads(text))) is not None:
        raise ValueError(f"this is no saved game: {fault}")
    if (much := _too_much_in(document)) is not None:
        raise SaveError(path, f"The game could not be saved to `{path}`: it is too long.", f"In it {much}.")
    if has_controls(str(path)):
        raise _not_written(path, errno.EINVAL, "no file can have this name")
    try:
        atomic_write(path, text.encode())
    except OSError as error:
        raise _not_written(path, error.errno, error.strerror) from error
    except ValueError as error:
        raise _not_written(path, errno.EINVAL, "no file can have this name") from error


def read(path: str | Path) -> Save:
    """The saved game in `path`. Raises SaveError when it cannot be read or is not a complete saved game."""
    document = _parsed(path, _content(path))
    version = document.get("version")
    if type(version) is int and version > VERSION:
        newer = f"`{path}` was saved by a newer Bylaws (format {version}; this one knows format {VERSION})."
        raise SaveError(path, newer, "Update Bylaws to go on with this game.")
    if (fault := _fault_in(document) or _too_much_in(document)) is not None:
        raise SaveError(path, f"`{path}` is not a complete saved game: {fault}.", _DAMAGED)
    found: dict[str, Any] = {one.name: document[one.name] for one in fields(Save) if one.name in document}
    found.update((name, tuple(value)) for name, value in found.items() if type(value) is list)
    found["in_any_order"] = tuple(map(tuple, found.get("in_any_order", ())))
    return Save(**found)


_WRONG_FILE: Final = "Is this the right file?"
_DAMAGED: Final = "If it is the right file, it was damaged or changed; load an earlier one."


def _text(save: Save) -> str:
    """One field on a line. Other letters than ASCII are escaped, so that no editor or mail can spoil them."""
    document = {"version": VERSION, **asdict(save, recurse=False)}
    lines = (f'  "{name}": {json.dumps(value, separators=(",", ":"))}' for name, value in document.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


@frozen
class _Kind:
    """The type of a field: in words, and as a test."""

    words: str
    fits: Callable[[Any], bool]


def _is_number(value: Any) -> bool:
    return type(value) is int and -(1 << 63) <= value < 1 << 63


_TEXT: Final = _Kind("a text", lambda value: type(value) is str)
_TEXTS: Final = _Kind(
    "a list of texts", lambda value: type(value) is list and all(type(entry) is str for entry in value)
)
_KINDS: Final = {
    "version": _Kind(f"the number {VERSION}", lambda value: type(value) is int and value == VERSION),
    "game": _TEXT,
    "rules_hash": _TEXT,
    "variants": _TEXTS,
    "parameters": _Kind(
        "names with a number, true or false each",
        lambda value: type(value) is dict and all(type(one) is bool or _is_number(one) for one in value.values()),
    ),
    "players": _Kind("a whole number above 0", lambda value: _is_number(value) and value > 0),
    "names": _TEXTS,
    "seats": _TEXTS,
    "seed": _Kind("a whole number from 0 on", lambda value: type(value) is int and 0 <= value < 1 << 64),
    "decisions": _Kind("a list of whole numbers", lambda value: type(value) is list and all(map(_is_number, value))),
    "in_any_order": _Kind("a list of pairs of whole numbers", lambda value: type(value) is list and all(
        type(pair) is list and len(pair) == 2 and all(map(_is_number, pair)) for pair in value
    )),
    "pace": _Kind("one of `none`, `steps` and `all`, or empty", lambda value: value in ("", "none", "steps", "all")),
}  # fmt: skip
#: What older games were saved without.
_OPTIONAL: Final = frozenset(("in_any_order", "pace"))


def _fault_in(document: Mapping[str, Any]) -> str | None:
    """The reason why `document` is no saved game, or None. Unknown fields are let be."""
    for name, kind in _KINDS.items():
        if name not in document:
            if name in _OPTIONAL:
                continue
            return f"`{name}` is missing"
        if not kind.fits(document[name]):
            return f"`{name}` should be {kind.words}"
    for name in ("names", "seats"):
        if len(document[name]) != document["players"]:
            return f"`players` is {document['players']}, but `{name}` lists {len(document[name])}"
    return None


def _too_much_in(document: Mapping[str, Any]) -> str | None:
    """What of `document`, which has no other fault, nobody can have played or typed, or None."""
    for name, (entries, letters) in MOST.items():
        value = document.get(name, [])
        told = [value] if type(value) is str else [*value]
        if len(told) > entries:
            return f"`{name}` has {len(told):,} entries, and {entries:,} are the most"
        if (longest := max((len(str(entry)) for entry in told), default=0)) > letters:
            return f"`{name}` has {longest:,} letters in one place, and {letters:,} are the most"
    return None


def _content(path: str | Path) -> bytes:
    """The bytes of the file, which are not too many."""
    try:
        content = read_regular(path, LARGEST_FILE)
    except NoFile as error:
        raise SaveError(path, f"`{path}` is a folder or a device.", "Name the saved game itself.") from error
    except OSError as error:
        raise _not_read(path, error.errno, error.strerror) from error
    except ValueError as error:
        raise _not_read(path, errno.EINVAL, "no file can have this name") from error
    if len(content) > LARGEST_FILE:
        raise SaveError(path, f"`{path}` is too large for a saved game.", _WRONG_FILE)
    return content


def _parsed(path: str | Path, content: bytes) -> dict[str, Any]:
    text = content.removeprefix(b"\xef\xbb\xbf").strip()
    if not text:
        raise SaveError(path, f"`{path}` is empty.", _WRONG_FILE)
    if not text.startswith(b"{"):
        raise SaveError(path, f"`{path}` is not a saved game of Bylaws.", _WRONG_FILE)
    try:
        document: dict[str, Any] = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        place = f"it is cut off or damaged in line {error.lineno}"
        raise SaveError(path, f"`{path}` is not a complete saved game: {place}.", _DAMAGED) from error
    except (ValueError, RecursionError) as error:
        raise SaveError(path, f"`{path}` is not a complete saved game: it is damaged.", _DAMAGED) from error
    return document


_DENIED: Final = ("you may not write there.", "Save to a folder of your own.")
_FULL: Final = ("the disk is full.", "Make room, or save to another disk.")
_NO_FOLDER: Final = ("there is no such folder.", "Make the folder, or save to another one.")
_WRITE_PROBLEMS: Final = {
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _DENIED,
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.ENOENT: _NO_FOLDER,
    errno.ENOTDIR: _NO_FOLDER,
    errno.EISDIR: ("this is a folder.", "Name a file in it."),
    errno.ENAMETOOLONG: ("the name is too long.", "Choose a shorter one."),
}


def _not_written(path: str | Path, number: int | None, reason: str | None) -> SaveError:
    """The error for the system's `number`; `reason` is its own words, where there are no better ones."""
    problem, remedy = _WRITE_PROBLEMS.get(number or 0, (f"{(reason or 'it failed').lower()}.", "Try another place."))
    unchanged = "If a game was saved there before, it is unchanged."
    return SaveError(path, f"The game could not be saved to `{path}`: {problem}", f"{remedy} {unchanged}")


def _not_read(path: str | Path, number: int | None, reason: str | None) -> SaveError:
    if number in (errno.ENOENT, errno.ENOTDIR):
        return SaveError(path, f"There is no file `{path}`.", "Check its name and folder.")
    if number in (errno.EACCES, errno.EPERM):
        return SaveError(path, f"You may not read `{path}`.", "Ask the person whose file it is.")
    return SaveError(path, f"`{path}` could not be read: {(reason or 'it failed').lower()}.", _WRONG_FILE)
