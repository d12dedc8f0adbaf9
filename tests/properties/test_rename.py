"""A name that is changed and changed back leaves the files as they were; in between, the rules mean the same."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dsl.disk.files import Files
from dsl.disk.find import find
from dsl.editing.meant import canonical
from dsl.editing.rename import Unfit, hold_to_the_meaning, renameable, renamed, texts_after
from dsl.editing.surroundings import Surroundings, surroundings
from dsl.source import Span
from dsl.syntax import nodes as n
from tests.bundled import EACH_GAME

#: So many names of a game are changed.
MOST = 25
#: So many of those are held to what the rules mean, which takes long for a large game.
HELD = 4


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
        texts = _changed(around, place, disk, Path(around.source.path))
        if texts is None:
            continue
        changed += 1
        if changed <= held:
            _held(around, place, home.rules[0], disk, texts)
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


def _changed(around: Surroundings, place: Span, disk: Files, path: Path) -> dict[Path, str] | None:
    """The new texts; None for what keeps its name. Changed back, they are the old ones."""
    try:
        meant = renameable(around, place.start)
    except Unfit:
        return None
    new = _fresh(place.text.strip('"'))
    edits, _ = renamed(around, meant, _fresh(_declared(around, place)))
    texts = texts_after(edits)
    again = surroundings(path, Files(texts))
    start = next(edit.span.start for edit in edits if edit.span.source is around.source)
    meant = renameable(again, start)
    assert meant.word.text == new or isinstance(meant.word, n.Name)
    back, _ = renamed(again, meant, _declared(around, place))
    before = {path: disk.read(path)[0].text for path in texts}
    assert {path: text for path, text in {**texts, **texts_after(back)}.items()} == before
    return texts


def _fresh(name: str) -> str:
    return f"zq_{name}"


def _declared(around: Surroundings, place: Span) -> str:
    word = place.text
    return word.strip('"') if word.startswith('"') else canonical(around.scope, word) or word


def _held(around: Surroundings, place: Span, home: Path, disk: Files, texts: dict[Path, str]) -> None:
    """The rules mean the same, or it is said plainly what would not."""
    _, forms = renamed(around, renameable(around, place.start), _fresh(_declared(around, place)))
    try:
        hold_to_the_meaning(home, disk, Files(texts), forms)
    except Unfit as why:
        assert str(why).startswith("then ")
