"""Whatever is remembered while somebody writes, the same is found as by somebody who looks for the first time."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.cache import Memory
from dsl.disk.files import Files, LoadError
from dsl.disk.find import find
from dsl.loading import visible
from dsl.loading.read import SHORT
from dsl.render import render
from interpreter.findings.find import look_for_doubts
from tests.bundled import GAMES, SMALL_GAMES
from tests.edits import edited

EDITS = 12

_RULES = """\
game "Lamps":
    players: 2 to 3
counter coins of player
cards Lamp: weight: number
zone pile: stack, face down
zone hand of player: hand
deck Lamp in pile:
    9 x "Bright Lamp", weight 1
    9 x "Dim Lamp", weight 2:
        gain 1 coin
procedure pay_out:
    each player: gain 1 coin
step 1 offer "Offer":
    each player:
        choose one:
            option "Take a coin": gain 1 coin
            option "Take a lamp": draw 1 card from pile
    do pay_out
game ends when pile is empty: the player with most coins wins
""" + "# What is shorter than some lines is not worth the while to be remembered.\n" * (SHORT // 40)
_SCENARIO = """\
scenario "Taken":
    played by ann, ben
    when step offer
    and ann chooses "Take a coin"
    and ben chooses "Take a lamp"
    then ann has 2 coins
"""
#: Edits of what is done there: what is in its place, and what is found then, if anything.
SEEN = (
    ('"Take a lamp"', '"Grab a lamp"', "unknown-title"),
    ("each player: gain 1 coin", "each player: gain 2 coins", ""),
    ("do pay_out", "do pay_out  # thrice", ""),
    ("step 1 offer", "step 1 offers", "unknown-step"),
)
#: As much as there is: whatever is edited here, cards run short.
_DEALT = (
    _RULES.replace("9 x", "3 x").replace("step 1", "setup:\n    each player: do deal of them\nstep 1", 1)
    + "parameter hands = 2 (1 to 2)\nprocedure deal of who: player:\n    who draws hands cards from pile\n"
)
DEALT = (
    ("players: 2 to 3", "players: 2 to 4"),
    ("hands = 2 (1 to 2)", "hands = 3 (1 to 3)"),
    ("hands = 2 (1 to 2)", "hands = 2 (1 to 3)"),
    ("draws hands cards", "draws 3 cards"),
    ("each player: do deal of them", "each player:\n        do deal of them\n        draw 1 card from pile"),
    ('3 x "Bright Lamp"', '2 x "Bright Lamp"'),
)


@pytest.fixture(autouse=True, scope="module")
def _nothing_kept() -> Iterator[None]:
    """What is found anew is not found in the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BYLAWS_CACHE", "off")
        yield


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.sampled_from(SMALL_GAMES), st.integers(0, 2**32))
def test_the_same_is_found_after_edits(name: str, seed: int) -> None:
    after_edits(name, Random(seed), EDITS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ("last_biscuit", "night_porters"))
def test_the_same_is_found_near_what_is_saved(name: str) -> None:
    near_what_is_saved(name, Random(name), EDITS)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_same_is_found_near_what_is_saved_often(name: str) -> None:
    """More than a thousand in all: of small games more, since large ones take a second or two for each."""
    large = name not in SMALL_GAMES
    came_through = near_what_is_saved(name, Random(f"{name} again"), 20 if large else 100)
    assert came_through, "lint was asked in some of them"


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.sampled_from(("last_biscuit", "night_porters")), st.integers(0, 2**32))
def test_the_same_is_found_after_work_was_given_up(name: str, seed: int) -> None:
    """Wherever that was: what had been found until then is right, and what was known before is known still."""
    chance = Random(seed)
    folder = find(name, Files()).folder
    assert folder is not None
    paths = list(Files().below(folder))
    memory, given_up = Memory(), 0
    for _ in range(EDITS):
        path = chance.choice(paths)
        texts = {path: edited(path.read_text(encoding="utf-8"), chance)}
        with suppress(_GivenUp), memory.used(_gives_up_after(chance.randrange(chance.choice((10, 100, 1000))))):
            _found(folder, texts)
            memory.end_round()
            continue
        given_up += 1
        with memory.used():
            remembering = _found(folder, texts)
        with Memory().used():
            assert remembering == _found(folder, texts)
    assert given_up, "not all of them are that short"


class _GivenUp(Exception):
    pass


def _gives_up_after(parts: int) -> Callable[[], None]:
    left = iter(range(parts))

    def between() -> None:
        if next(left, None) is None:
            raise _GivenUp

    return between


@pytest.mark.parametrize(("before", "after", "found"), SEEN, ids=[after for _, after, _ in SEEN])
def test_what_scenarios_see_of_what_is_done(before: str, after: str, found: str, tmp_path: Path) -> None:
    """An edit of a body has scenarios looked at again if it is of a word by which they find something in it."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "game.bylaws").write_text(_RULES, encoding="utf-8")
    (tmp_path / "scenarios" / "all.bylaws").write_text(_SCENARIO, encoding="utf-8")
    rules = tmp_path / "game.bylaws"
    assert before in _RULES
    memory = Memory()
    for text, expected in ((_RULES, ""), (_RULES.replace(before, after), found), (_RULES, "")):
        with memory.used():
            said = _found(tmp_path, {rules: text})
        memory.end_round()
        assert expected in said if expected else '"error": 0' in said, said


@pytest.mark.parametrize(("before", "after"), DEALT, ids=[after for _, after in DEALT])
def test_cards_are_counted_anew_when_they_may_run_short(before: str, after: str, tmp_path: Path) -> None:
    assert before in _DEALT
    assert _short_of_cards(tmp_path, _DEALT.replace(before, after)) == [False, True, False]


def test_a_key_that_forgets_the_setup_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visible, "_set_up", visible._declared)
    for before, after in DEALT[3:5]:
        assert _short_of_cards(tmp_path, _DEALT.replace(before, after)) == [False, False, False]


def _short_of_cards(folder: Path, edited_rules: str) -> list[bool]:
    """Whether it is said that cards run short: before an edit, after it, and when it was taken back."""
    rules = folder / "game.bylaws"
    rules.write_text(_DEALT, encoding="utf-8")
    memory, found = Memory(), []
    for text in (_DEALT, edited_rules, _DEALT):
        with memory.used():
            said = _found(folder, {rules: text})
        memory.end_round()
        found.append("too-few-cards" in said or "parameter-range-breaks" in said)
    return found


def test_scenarios_are_looked_at_anew_when_the_rules_are_the_same() -> None:
    folder = find("last_biscuit", Files()).folder
    assert folder is not None
    path = next(iter(Files().below(folder / "scenarios")))
    text = path.read_text(encoding="utf-8")
    memory = Memory()
    for said, found in (("", False), ("# TODO\n", True), ("", False)):
        with memory.used():
            assert ("unfinished" in _found(folder, {path: text + said})) is found


def near_what_is_saved(name: str, chance: Random, count: int) -> int:
    """Makes one edit or two of what is saved, again and again; how often the game could be played all the same."""
    files = Files()
    folder = find(name, files).folder
    assert folder is not None
    paths = list(files.below(folder))
    memory, came_through = Memory(), 0
    for _ in range(count):
        texts: dict[Path, str] = {}
        for _ in range(chance.choice((1, 1, 1, 2))):
            path = chance.choice(paths)
            texts[path] = edited(texts.get(path) or path.read_text(encoding="utf-8"), chance)
        with memory.used():
            remembering = _found(folder, texts)
        memory.end_round()
        with Memory().used():
            anew = _found(folder, texts)
        assert remembering == anew
        came_through += '"error": 0' in anew
    return came_through


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
