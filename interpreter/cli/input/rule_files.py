"""Rule files as text: read from standard input, or put in the place of what a file has.

What most runs of `check` and `lint` do not need is imported when it is called for.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from dsl.disk.answers import LARGEST
from dsl.disk.find import SCENARIOS, VARIANTS
from dsl.disk.regular import read_regular
from dsl.source import Source
from interpreter.cli.wrong_use import WrongUse


def standard_input(name: str) -> dict[Path, str]:
    """The text of standard input, by the path of the file that it stands for. Raises WrongUse."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise WrongUse(f"standard input is longer than {LARGEST // 1_000_000} MB, too long for a rule file")
    try:
        return {Path(name): data.decode("utf-8")}
    except UnicodeDecodeError as fault:
        raise WrongUse("standard input is no UTF-8 text") from fault


def rewrite(source: Source, text: str) -> None:
    """Writes the file whole or not at all, and not if it has changed since it was read. Raises WrongUse."""
    rewrite_all({source: text})


def rewrite_all(texts: Mapping[Source, str]) -> None:
    """Writes all of the files or none, each whole, and none if one has changed since it was read. Raises WrongUse."""
    from interpreter.cli.output.written import writing
    from interpreter.table.atomic_write import atomic_write

    for source in texts:
        path = Path(source.path)
        with writing(path, _UNCHANGED):
            if reason := _why_not(path):
                raise WrongUse(f"{path} {reason}", _UNCHANGED)
            if read_regular(path, LARGEST) != source.text.encode():
                raise WrongUse(f"{path} has changed while it was looked at", "run it again")
    done: list[Source] = []
    try:
        for source, text in texts.items():
            with writing(source.path, _UNCHANGED):
                atomic_write(source.path, text.encode())
            done.append(source)
    except WrongUse:
        for source in done:
            atomic_write(source.path, source.text.encode())
        raise


_UNCHANGED = "nothing was changed"


def _why_not(path: Path) -> str:
    """Why a file is not for us to write: whoever runs us may not know what else that would change."""
    found = path.lstat()
    if path.is_symlink() or (path.parent.is_symlink() and path.parent.name in (VARIANTS, SCENARIOS)):
        return "leads elsewhere by a link; name the file itself"
    if found.st_nlink > 1:
        return "is a file with several names, which would become several files"
    return "" if found.st_mode & 0o222 else "is read-only"


def difference(source: Source, text: str) -> str:
    """The unified diff of the file and a new text."""
    from difflib import unified_diff

    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    return "".join(unified_diff(before, after, source.path, source.path))
