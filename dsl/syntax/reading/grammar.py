"""Loads the parse tables of the grammar from the cache, as working them out takes a second.

They are kept as JSON under what they are made from, not under the whole program, so that they last.
"""

import sys
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from dsl.cache import cached, keep, key_of
from dsl.syntax.reading.tables import ParseTables, build_tables, from_json, to_json

KIND = "grammar"


@cache
def grammar_tables() -> ParseTables:
    """The tables of `grammar/bylaws.lark`."""
    grammar = files("grammar").joinpath("bylaws.lark").read_text(encoding="utf-8")
    key = _key(grammar)
    found = cached(KIND, key)
    if found is not None:
        with suppress(ValueError, LookupError, TypeError):
            return from_json(found.decode())
    tables = build_tables(grammar)
    keep(KIND, key, to_json(tables).encode())
    return tables


def _key(grammar: str) -> str:
    """Another one for whatever could make other tables: the grammar, this program, Lark, Python."""
    lark = find_spec("lark")
    return key_of(
        grammar,
        Path(__file__).with_name("tables.py").read_bytes(),
        Path(lark.origin).read_bytes() if lark and lark.origin else b"",  # says its version; to import it takes longer
        str(sys.implementation.cache_tag),
    )
