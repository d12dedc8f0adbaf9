"""What is taken from the cache is what would be worked out: trees, meaning, findings and the places they speak of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dsl import cache
from dsl.loading import Loaded, load, read, rules_hash, with_variant
from dsl.source import Source
from dsl.syntax.reading.grammar import grammar_tables
from dsl.walk import nodes_in
from tests.bundled import EACH_GAME


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_game_from_the_cache_is_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar_tables()
    monkeypatch.setattr(read, "_parsed", read._parsed.__wrapped__)
    monkeypatch.setattr(read, "SHORT", 0)
    monkeypatch.setattr(sys.modules["dsl.loading.load"], "SHORT", 0)
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setenv("BYLAWS_CACHE", "on")
    first = _with_a_variant(load(name))
    kept = _with_a_variant(load(name))
    assert list((tmp_path / "cache").glob("game-*"))
    for one, other in zip(first, kept, strict=True):
        assert one.game is not other.game
        assert (one.game, one.items, one.diagnostics) == (other.game, other.items, other.diagnostics)
        assert one.findings == other.findings
        assert rules_hash(one) == rules_hash(other)
        assert _sources(one) == _sources(other) == _sources(one) & set(other.files)


def _with_a_variant(rules: Loaded) -> list[Loaded]:
    return [rules, *(with_variant(rules, variant.title) for variant in rules.variants[:1])]


def _sources(rules: Loaded) -> set[Source]:
    """The texts, as objects, that the rules speak of, in their tree and in what it means."""
    spans = (getattr(node, "span", None) for part in (rules.game, rules.items) for node in nodes_in(part))
    return {span.source for span in spans if span is not None and span.in_file}
