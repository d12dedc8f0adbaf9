"""The parse tables are worked out once and kept; if anything is odd about what was kept, they are made anew."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl import cache
from dsl.cache import keep
from dsl.syntax.reading import grammar
from dsl.syntax.reading.grammar import grammar_tables
from dsl.syntax.reading.tables import ParseTables


class Built(Exception):
    """The tables were worked out from the grammar."""


@pytest.fixture
def tables() -> ParseTables:
    return grammar_tables()


@pytest.fixture
def stored(tables: ParseTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The cache folder, with tables in it; from here on, building them raises Built."""
    place = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_folder", lambda: place)
    monkeypatch.delenv("BYLAWS_CACHE", raising=False)
    monkeypatch.setattr(grammar, "build_tables", lambda text: tables)
    grammar_tables.cache_clear()
    assert grammar_tables() is tables
    grammar_tables.cache_clear()
    monkeypatch.setattr(grammar, "build_tables", _built)
    yield place
    grammar_tables.cache_clear()


def _built(text: str) -> ParseTables:
    raise Built


def test_stored_tables_are_read(tables: ParseTables, stored: Path) -> None:
    assert grammar_tables().actions == tables.actions


def test_they_are_not_read_if_the_user_does_not_want_it(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BYLAWS_CACHE", "off")
    with pytest.raises(Built):
        grammar_tables()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"rows": []}', json.dumps({"terminals": 1, "rows": [[1]]}), '{"rows": 5}', "\x80"],
)
def test_what_are_no_tables_is_not_used(text: str, stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_key", lambda text: "another")
    keep(grammar.KIND, "another", text.encode("latin-1"))
    with pytest.raises(Built):
        grammar_tables()


def test_another_grammar_has_another_key() -> None:
    assert grammar._key("start: NAME") != grammar._key("start: NUMBER")
