"""Whatever is remembered while somebody writes, the same is found as by somebody who looks for the first time."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.cache import Memory
from dsl.disk.files import Files, LoadError
from dsl.disk.find import find
from dsl.render import render
from interpreter.findings.find import look_for_doubts
from tests.bundled import SMALL_GAMES
from tests.edits import edited

EDITS = 12


@pytest.fixture(autouse=True, scope="module")
def _nothing_kept() -> Iterator[None]:
    """What is found anew is not found in the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BYLAWS_CACHE", "off")
        yield


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(SMALL_GAMES), st.integers(0, 2**32))
def test_the_same_is_found_after_edits(name: str, seed: int) -> None:
    after_edits(name, Random(seed), EDITS)


def test_scenarios_are_looked_at_anew_when_the_rules_are_the_same() -> None:
    folder = find("last_biscuit", Files()).folder
    assert folder is not None
    path = next(iter(Files().below(folder / "scenarios")))
    text = path.read_text(encoding="utf-8")
    memory = Memory()
    for said, found in (("", False), ("# TODO\n", True), ("", False)):
        with memory.used():
            assert ("unfinished" in _found(folder, {path: text + said})) is found


def after_edits(name: str, chance: Random, count: int) -> int:
    """Makes edits, some of them taken back, and compares after each; how many there were with something to find."""
    files = Files()
    folder = find(name, files).folder
    assert folder is not None
    paths = [path for path in files.below(folder) if path.stat().st_size < 20_000]
    saved = {path: path.read_text(encoding="utf-8") for path in paths}
    texts: dict[Path, str] = {}
    faulty, memory = 0, Memory()
    for _ in range(count):
        path = chance.choice(paths)
        if texts and chance.random() < 0.5:
            texts.pop(chance.choice(list(texts)))
        else:
            texts[path] = edited(texts.get(path, saved[path]), chance)
        with memory.used():
            remembering = _found(folder, texts)
        memory.end_round()
        with Memory().used():
            anew = _found(folder, texts)
        assert remembering == anew
        faulty += '"name"' in anew
    return faulty


def _found(folder: Path, texts: dict[Path, str]) -> str:
    try:
        return render(look_for_doubts(str(folder), texts=texts)[0].found, "json", False)
    except LoadError as fault:
        return str(fault)
