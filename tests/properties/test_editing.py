"""Whatever a text has become while it is written, an editor gets its answers, and they speak of that text."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.disk.files import Files
from dsl.disk.find import find
from dsl.editing.completion import completion
from dsl.editing.explained import explained
from dsl.editing.hints import hints
from dsl.editing.meant import meant_at
from dsl.editing.outline import Part, folds, outline
from dsl.editing.rename import Unfit, renameable, renamed
from dsl.editing.surroundings import surroundings
from tests.bundled import SMALL_GAMES
from tests.edits import edited

OFFSETS = 12


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SMALL_GAMES), st.integers(0, 2**32), st.integers(1, 4))
def test_every_question_is_answered(name: str, seed: int, edits: int) -> None:
    asked(name, Random(seed), edits)


def asked(name: str, chance: Random, edits: int) -> None:
    """Edits a file of a game, and asks about places in it."""
    disk = Files()
    folder = find(name, disk).folder
    assert folder is not None
    path: Path = chance.choice(disk.below(folder))
    text = path.read_text(encoding="utf-8")
    for _ in range(edits):
        text = edited(text, chance)
    around = surroundings(path, Files({path: text}))
    assert around.source.text == text
    for _ in range(OFFSETS):
        offset = chance.randrange(len(text) + 1)
        done = completion(text[:offset], around)
        assert 0 <= done.start <= offset
        meant = meant_at(around, offset)
        if meant is not None:
            assert meant.word.span.start <= offset <= meant.word.span.end
            assert meant.word.span in meant.said
        said = explained(around, offset)
        assert said is None or (said.markdown and said.span.start <= offset <= said.span.end)
        with suppress(Unfit):
            named = renameable(around, offset)
            assert renamed(around, named, "zq")[0]
    assert all(0 < hint.at <= len(text) for hint in hints(around, None))
    for part in outline(around.text.items):
        _is_whole(part)
    last = text.count("\n") + 1
    assert all(1 <= first < end <= last for first, end in folds(around.source))


def _is_whole(part: Part) -> None:
    """An editor refuses a part whose head is not in it."""
    assert part.whole.start <= part.head.start <= part.head.end <= part.whole.end
    for inner in part.parts:
        _is_whole(inner)
