"""What is kept of things' meanings while somebody writes is, in every node and place, what they mean when read anew.

That findings are the same is shown in `test_remembered`; here it is the IR itself, down to places and numbers.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields, has

from dsl.cache import Memory
from dsl.disk.files import Files, LoadError
from dsl.disk.find import find
from dsl.elaborate.core import meanings
from dsl.ir import nodes as ir
from dsl.loading import load
from dsl.loading.load import again
from dsl.source import Source, Span
from tests.edits import edited

#: Large games in several files, one of them with variants.
LARGE = ("office_job", "theyre_coming")

_GAME = """\
game "Lamps":
    players: 2 to 3
parameter worth = 2 (1 to 5) "what a lamp is worth"
parameter extra = 1 (1 to 2) "what everybody has more"
counter coins of player
counter gem of player
zone pile: stack, face down
cards Lamp: weight: number
define most: 3
setup:
    each player: gain 2 coins
zone hand of player: hand
action rest "Rest":
    gain 1 coin
step 1 offer "Offer":
    shuffle pile
    each player: do pay_out of them
    players take turns:
        you take one action from rest
game ends when pile is empty: the player with most coins wins
> Lamps give coins.
"""
_OTHER = """\
deck Lamp in pile:
    9 x "Bright Lamp", weight 1:
        gain 1 coin
    9 x "Dim Lamp":
        until end of this turn:
            exception to most: instead 5
    3 x "Odd Lamp":
        until end of this turn:
            after you gaining some coins: gain 1 gem
            forbid action rest
    3 x "Lasting Lamp":
        as long as this is in your hand:
            exception to most: previous + 1
procedure pay_out of who: player:
    set coins of who to worth + most
    who gains 2 gems
"""
#: One edit of the first file each: what hangs on it is in the other one.
_EDITS = (
    ("gain 2 coins", "gain 2 coins\n    shuffle pile"),  # sites have other numbers
    ("shuffle", "until end of this step:\n        exception to most: instead 4\n    shuffle"),  # slots are others too
    ("shuffle", "until end of this step:\n        after any player gaining some coins: shuffle pile\n    shuffle"),
    ("shuffle", "until end of this step:\n        forbid action rest\n    shuffle"),
    ("gain 2 coins", "gain extra coins"),  # texts have other numbers
    ("Lamps give", "Each lamp gives"),  # words on the first thing in the other file
    ("> Lamps", "\n> Lamps"),  # the same words elsewhere
    ("define most: 3", "define most: extra"),
    ("counter coins", "counter coin"),
    ("counter coins", "counter cents"),  # a fault in both things
    ('parameter worth = 2 (1 to 5) "what a lamp is worth"\n', ""),
    ("parameter worth = 2 (1 to 5)", "flag worth"),
    ("weight: number", "wait: number"),
    ("define most: 3", ""),
    ("worth = 2 (1 to 5)", "worth = 3 (1 to 5)"),
    ("worth = 2 (1 to 5)", "worth = 2 (1 to 6)"),
    ('parameter extra', 'parameter most_of_all = 1\nparameter extra'),
    ('parameter extra', 'parameter lamp = 1\nparameter extra'),
    ('parameter extra', 'parameter who = 1\nparameter extra'),  # a fault in the procedure
)
_VARIANTS = (
    'variant "Dearer" of "Lamps":\n    set parameter worth = 4\n',
    'variant "Longer" of "Lamps":\n    parameter rounds_more = 2 (0 to 5)\n',
    'variant "Hiding" of "Lamps":\n    parameter lamp = 2 (0 to 5)\n',
    'variant "Faulty" of "Lamps":\n    parameter who = 2\n',
)


@pytest.fixture(name="lamps")
def _lamps(tmp_path: Path) -> Path:
    (tmp_path / "game.bylaws").write_text(_GAME, encoding="utf-8")
    (tmp_path / "other.bylaws").write_text(_OTHER, encoding="utf-8")
    (tmp_path / "variants").mkdir()
    for number, text in enumerate(_VARIANTS):
        (tmp_path / "variants" / f"{number}.bylaws").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_kept_meanings_are_those_read_anew(lamps: Path) -> None:
    assert list(differences(lamps, _each_edit(lamps))) == []


_DECLARED, _RENUMBERED, _AGAIN = meanings._declared, meanings._renumbered, meanings._again
_NO_EFFECTS = meanings._Effects((), (), (), ())


def _nothing(*_: object) -> list[object]:
    return []


#: Keys that forget something, and what is kept wrongly: what is declared, or what comes of a thing besides.
FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "what is declared": ("_declared", _nothing),
    "parameters": ("_parameters", lambda items: {}),
    "names of parameters": ("_words", lambda things: frozenset()),
    "kinds of cards": ("_declared", lambda items, scope: [x for x in _DECLARED(items, scope) if "Cards" not in str(x)]),
    "sites": ("_renumbered", lambda tree, shift, numbers, later: _RENUMBERED(tree, 0, numbers, later)),
    "texts": ("_renumbered", lambda tree, shift, numbers, later: _RENUMBERED(tree, shift, {}, later)),
    "numbers of effects": ("_renumbered", lambda tree, shift, numbers, later: _RENUMBERED(tree, shift, numbers, 0)),
    "what exceptions are hung on": ("_fits", lambda e, before: True),
    "plurals": ("_again", lambda e, before: _AGAIN(e, evolve(before, plurals=frozenset()))),
    "rules of effects": ("_again", lambda e, before: _AGAIN(e, evolve(before, effects=_NO_EFFECTS))),
}


@pytest.mark.slow
@pytest.mark.parametrize("forgotten", FAULTS)
def test_a_key_that_forgets_something_is_noticed(
    forgotten: str, lamps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meanings, *FAULTS[forgotten])
    assert any(differences(lamps, _each_edit(lamps)))


def test_variants_share_what_they_do_not_change(lamps: Path) -> None:
    plain = load(lamps)
    assert plain.game is not None
    for title, is_shared in (("Dearer", True), ("Longer", True), ("Faulty", False)):
        game = again(plain, [title]).game
        shared = game is not None and game.procedures[0].span is plain.game.procedures[0].span
        assert shared is is_shared, title


def test_what_was_kept_is_taken(lamps: Path) -> None:
    """Or else the tests here would show nothing: a body is edited, and the other file means what it did."""
    memory = Memory()
    found = []
    for text in (_GAME, _GAME.replace(*_EDITS[0])):
        with memory.used():
            found.append(load(lamps, texts={lamps / "game.bylaws": text}).game)
    one, other = found
    assert one is not None and other is not None
    assert one.procedures[0].span is other.procedures[0].span


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_kept_meanings_of_large_games_are_those_read_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BYLAWS_CACHE", "off")  # what was kept on the disk is not meant here; short games are not kept
    folder = find(name, Files()).folder
    assert folder is not None
    paths = [path for path in Files().below(folder) if "scenarios" not in path.parts]
    chance = Random(name)
    assert list(differences(folder, (_edited(paths, chance) for _ in range(6)))) == []


def _each_edit(folder: Path) -> Iterable[dict[Path, str]]:
    """The game as it is saved, and then with each edit."""
    for before, after in (("", ""), *_EDITS):
        assert before in _GAME
        yield {folder / "game.bylaws": _GAME.replace(before, after)}
        yield {}


def _edited(paths: list[Path], chance: Random) -> dict[Path, str]:
    """One edit of what is saved, or two."""
    texts: dict[Path, str] = {}
    for _ in range(chance.choice((1, 1, 1, 2))):
        path = chance.choice(paths)
        texts[path] = edited(texts.get(path) or path.read_text(encoding="utf-8"), chance)
    return texts


def differences(folder: Path, edits: Iterable[dict[Path, str]]) -> Iterator[str]:
    """Where what is kept from one edit to the next is not what is read anew, with and without each variant."""
    memory = Memory()
    for number, texts in enumerate(edits):
        with memory.used():
            kept = _meant(folder, texts)
        memory.end_round()
        pairs = zip(kept, _meant(folder, texts), strict=True)
        yield from (f"edit {number}: {where}" for one, other in pairs if (where := _differ(one, other, "game")))


def _meant(folder: Path, texts: dict[Path, str]) -> list[ir.Game | None]:
    try:
        plain = load(folder, texts=texts)
        return [plain.game, *(again(plain, [variant.title]).game for variant in plain.variants)]
    except LoadError:
        return []


def _differ(one: Any, other: Any, at: str) -> str:
    """Where two trees differ first, in places too; nothing if they do not."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        pairs = [(str(number), *both) for number, both in enumerate(zip(one, other, strict=True))]
    elif type(one) is type(other) and has(type(one)) and not isinstance(one, Source | Span):
        pairs = [(field.name, getattr(one, field.name), getattr(other, field.name)) for field in fields(type(one))]
    else:
        return "" if one == other else f"{at}: {str(one)[:200]} and {str(other)[:200]}"
    return next((where for name, a, b in pairs if (where := _differ(a, b, f"{at}.{name}"))), "")
