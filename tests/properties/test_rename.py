"""A name that is changed and changed back leaves the files as they were; in between, the rules mean the same."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dsl.disk.files import Files
from dsl.disk.find import find
from dsl.editing.rename import Forms, Unfit, declared_as, hold_to_the_meaning, renameable, renamed, texts_after
from dsl.editing.surroundings import Surroundings, surroundings
from dsl.source import Span
from tests.bundled import EACH_GAME

#: So many names of a game are changed.
MOST = 12
#: So many of those are held to what the rules mean, which takes long for a large game.
HELD = 2


@pytest.mark.parametrize("name", EACH_GAME)
def test_there_and_back(name: str) -> None:
    there_and_back(name, Random(name), MOST, HELD)


def there_and_back(name: str, chance: Random, most: int, held: int) -> None:
    """Changes names of a game that are chosen at random, one at a time."""
    disk = Files()
    home = find(name, disk)
    assert home.folder is not None
    paths = [*home.rules, *disk.below(home.folder / "variants"), *disk.below(home.folder / "scenarios")]
    changed = 0
    for around, place in _names(chance, paths, disk):
        done = _changed(around, place, disk)
        if done is None:
            continue
        changed += 1
        if changed <= held:
            texts, forms = done
            _held(home.rules[0], disk, Files(texts), forms)
        if changed == most:
            return
    assert changed > 5


def _names(chance: Random, paths: list[Path], disk: Files) -> Iterator[tuple[Surroundings, Span]]:
    """Each name and title once, where it is said in some file, in any order."""
    found: dict[tuple[type, str], tuple[Surroundings, Span]] = {}
    for path in chance.sample(paths, len(paths)):
        around = surroundings(path, disk)
        for word in around.own_words:
            found.setdefault((type(word), word.text), (around, word.span))
    yield from chance.sample(list(found.values()), len(found))


def _held(home: Path, disk: Files, after: Files, forms: Forms) -> None:
    """The rules mean the same, or it is said plainly what would not."""
    try:
        hold_to_the_meaning(home, disk, after, forms)
    except Unfit as why:
        assert str(why).startswith("then ")


def _changed(around: Surroundings, place: Span, disk: Files) -> tuple[dict[Path, str], Forms] | None:
    """The new texts, and how the name is said then, if it can be changed. Changed back, they are the old ones."""
    try:
        meant = renameable(around, place.start)
    except Unfit:
        return None
    old = declared_as(around, meant)
    edits, forms = renamed(around, meant, f"zq_{old}")
    texts = texts_after(edits)
    again = surroundings(Path(around.source.path), Files(texts))
    start = min(edit.span.start for edit in edits if edit.span.source is around.source)
    back, _ = renamed(again, renameable(again, start), old)
    assert {**texts, **texts_after(back)} == {path: disk.read(path)[0].text for path in texts}
    return texts, forms
