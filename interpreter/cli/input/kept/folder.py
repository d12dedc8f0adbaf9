"""Work that is kept in a folder while it goes on, so that it can be taken up there: whose it is, and what it is of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from dsl.disk.regular import NoFile, read_regular
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.atomic_write import own_file

#: So many seconds of work may be lost when the program is killed.
EVERY: Final = 2.0
_LOCK: Final = ".lock"

#: By what two pieces of work are told apart, how the difference is said, and what to type to go on with what is there.
#: `{}` is what the folder has, then what was asked for.
Differences: TypeAlias = Mapping[str, tuple[str, str]]


def locked(path: Path, option: str) -> Any:
    """A file that is locked as long as it is open, which ends with the program whatever happens to it."""
    try:
        import fcntl
    except ImportError:  # where there are no such locks, nobody is kept out
        return None
    lock = open(own_file(path, _LOCK), "ab")  # noqa: SIM115
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise WrongUse(f"another run is at work in {path}", f"wait for it, or give {option} another folder") from None
    return lock


def read_kept(file: Path, largest: int, form: int, option: str) -> dict[str, Any]:
    """What was kept in this form, with what was `asked`. Raises WrongUse for anything else."""
    try:
        data = read_regular(file, largest)
        found = json.loads(data if len(data) <= largest else b"")
    except (ValueError, RecursionError, NoFile) as fault:
        raise damaged(file, option) from fault
    if not isinstance(found, dict) or found.get("format") != form or not isinstance(found.get("asked"), dict):
        raise damaged(file, option)
    return found


def damaged(file: Path, option: str) -> WrongUse:
    """That a file is not as it was written."""
    return WrongUse(f"{file} is not as Bylaws has written it", f"give {option} another folder, or delete this one")


def hold_against(
    what: str, there: Mapping[str, Any], asked: Mapping[str, Any], differences: Differences, option: str,
    goes_on: Callable[[str, Any, Any], bool] = lambda name, old, new: False,
) -> None:  # fmt: skip
    """Raises WrongUse where what is there is no part of what is asked for, nor `goes_on` says that it is."""
    for name, (difference, remedy) in differences.items():
        if there.get(name) != asked[name] and not goes_on(name, there.get(name), asked[name]):
            old, new = (_words(name, one) for one in _unlike(there.get(name), asked[name]))
            help = f"give {option} another folder{', ' if remedy else ''}{remedy.format(old)}"
            raise WrongUse(f"{what} {difference.format(old, new)}", help)


def _unlike(old: Any, new: Any) -> tuple[Any, Any]:
    """Both, but of objects only the fields that differ."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return old, new
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return {name: old.get(name) for name in names}, {name: new.get(name) for name in names}


def _words(name: str, value: Any) -> str:
    """Phrases a value of what was asked for."""
    match name, value:
        case "variants", list():
            return ", ".join(value) if value else "no variant"
        case "parameters", dict():
            return ", ".join(f"{key} = {one}" for key, one in value.items())
        case "tables", list():
            return " and ".join(",".join(seats) for seats in value)
        case "rows", bool():
            return "with" if value else "without"
        case _:
            return str(value)
