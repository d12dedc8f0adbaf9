"""The file in which the parse tables are kept: used if it is the user's own, made anew if anything is odd."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.syntax import grammar
from dsl.syntax.grammar import grammar_tables
from dsl.syntax.tables import Tables

POSIX = hasattr(os, "getuid")
own = pytest.mark.skipif(not POSIX, reason="Windows keeps a user's folder closed by itself")


class Built(Exception):
    """The tables were worked out from the grammar."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder, which does not exist yet."""
    place = tmp_path / "cache" / "bylaws"
    monkeypatch.setattr(grammar, "cache_folder", lambda: place)
    monkeypatch.delenv("BYLAWS_CACHE", raising=False)
    grammar_tables.cache_clear()
    yield place
    grammar_tables.cache_clear()


@pytest.fixture
def tables() -> Tables:
    return grammar_tables()


def stored(folder: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file, written; from here on, building the tables raises Built."""
    monkeypatch.setattr(grammar, "build_tables", lambda text: tables)
    grammar_tables.cache_clear()
    grammar_tables()
    grammar_tables.cache_clear()
    monkeypatch.setattr(grammar, "build_tables", _built)
    (file,) = folder.iterdir()
    return file


def _built(text: str) -> Tables:
    raise Built


def test_a_stored_file_is_read(tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(folder, tables, monkeypatch)
    assert grammar_tables().actions == tables.actions


def test_nothing_is_stored_or_read_if_the_user_does_not_want_it(
    tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(folder, tables, monkeypatch).unlink()
    monkeypatch.setenv("BYLAWS_CACHE", "off")
    monkeypatch.setattr(grammar, "build_tables", lambda text: tables)
    assert grammar_tables() is tables
    assert list(folder.iterdir()) == []


@own
def test_folder_and_file_are_closed_to_others(tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = stored(folder, tables, monkeypatch)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@own
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_read(
    mode: int, tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(folder, tables, monkeypatch).chmod(mode)
    with pytest.raises(Built):
        grammar_tables()


@own
@pytest.mark.parametrize("mode", [0o770, 0o750, 0o707])
def test_a_folder_that_others_can_enter_is_not_used(
    mode: int, tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(folder, tables, monkeypatch)
    folder.chmod(mode)
    with pytest.raises(Built):
        grammar_tables()


@own
def test_what_belongs_to_another_user_is_not_read(
    tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(folder, tables, monkeypatch)
    monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
    with pytest.raises(Built):
        grammar_tables()


@own
def test_a_link_is_not_followed(tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = stored(folder, tables, monkeypatch)
    moved = file.rename(folder.parent / "elsewhere.json")
    file.symlink_to(moved)
    with pytest.raises(Built):
        grammar_tables()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"rows": []}', json.dumps({"terminals": 1, "rows": [[1]]}), '{"rows": 5}', "\x80"],
)
def test_a_spoilt_file_is_not_used(text: str, tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(folder, tables, monkeypatch).write_bytes(text.encode("latin-1"))
    with pytest.raises(Built):
        grammar_tables()


def test_another_grammar_has_a_file_of_its_own() -> None:
    assert grammar._file_name("start: NAME") != grammar._file_name("start: NUMBER")


def test_a_folder_that_cannot_be_made_does_no_harm(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(grammar, "cache_folder", lambda: tmp_path / "file" / "bylaws")
    monkeypatch.setattr(grammar, "build_tables", lambda text: tables)
    grammar_tables.cache_clear()
    assert grammar_tables() is tables
    grammar_tables.cache_clear()


def test_a_file_is_written_whole_or_not_at_all(tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(source: str, target: Path) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(grammar, "build_tables", lambda text: tables)
    monkeypatch.setattr(os, "replace", fails)
    assert grammar_tables() is tables
    assert list(folder.iterdir()) == []
