"""The parse tables of the grammar, kept in a file, as working them out takes a second.

The file is JSON, so reading it runs nothing. It is used only if it and its folder are the user's alone;
whatever goes wrong with it, the tables are worked out from the grammar. `BYLAWS_CACHE=off` does without.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from dsl.syntax.tables import Tables, build_tables, from_json, to_json


@cache
def grammar_tables() -> Tables:
    """The tables of `grammar/bylaws.lark`."""
    grammar = files("grammar").joinpath("bylaws.lark").read_text(encoding="utf-8")
    if os.environ.get("BYLAWS_CACHE") == "off":
        return build_tables(grammar)
    path = cache_folder() / _file_name(grammar)
    with suppress(OSError, ValueError, LookupError, TypeError):
        return from_json(_read_own(path))
    tables = build_tables(grammar)
    with suppress(OSError):
        _write_own(path, to_json(tables))
    return tables


def cache_folder() -> Path:
    """Where a user's programs keep what they can make again."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("bylaws", appauthor=False))


def _file_name(grammar: str) -> str:
    """Another name for whatever could make other tables: the grammar, this program, Lark, Python."""
    made_from = sha256(grammar.encode())
    made_from.update(Path(__file__).with_name("tables.py").read_bytes())
    lark = find_spec("lark")
    if lark and lark.origin:
        made_from.update(Path(lark.origin).read_bytes())  # says its version; to import it takes longer
    return f"grammar-{made_from.hexdigest()[:24]}-{sys.implementation.cache_tag}.json"


def _read_own(path: Path) -> str:
    """The text of a file that nobody else can have written; OSError if it is not so."""
    _check_folder(path.parent)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with open(descriptor, encoding="utf-8") as file:
        _check_owner(os.fstat(file.fileno()), 0o022)
        return file.read()


def _write_own(path: Path, text: str) -> None:
    """Writes it whole or not at all."""
    import tempfile  # loads much that is not needed where there is a file already

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_folder(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".grammar-")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _check_folder(folder: Path) -> None:
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(folder)
    _check_owner(found, 0o077)


def _check_owner(found: os.stat_result, forbidden: int) -> None:
    """That it is the user's own, and closed to others; Windows keeps a user's folder closed by itself."""
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & forbidden):
        raise PermissionError("not the user's own")
