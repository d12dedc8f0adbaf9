"""`docs/json.md` names every field that the commands print as JSON, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from tests.secrecy.planted import LEAKS
from tests.unit.interpreter.cli.commands import REPOSITORY, run

PAGE = (REPOSITORY / "docs" / "json.md").read_text(encoding="utf-8")

# Fields whose names come from the game.
NAMED_BY_THE_GAME = (
    "parameters",
    "first.parameters",
    "second.parameters",
    "points[].values",
    "target.nearest",
    "scores",
    "measured",
    "summary.least",
)

GAME = """
game "Coin":
    players: 2 to 3
    measured: points, late, speed, side, points / prize
enum Speed: slow, fast
parameter speed = fast
parameter prize = 2 (1 to 5) "points for luck"
counter points of player
define side of player: speed
define late: round_number > 1
round day "Day" until round_number >= prize:
    step 1 toss "Toss":
        > [coin-001] One of you is lucky.
        randomly choose a player as lucky
        announce "Luck"
        lucky gains prize points
game ends:
    the player with most points wins

ruling coin-R01 "How lucky?", changed by prize:
    > Very.

scenario "Luck" covers coin-001:
    played by ann, ben
    when step toss
    then total points of players is 2
scenario "Bad luck":
    played by ann, ben
    when step toss
    then total points of players is 3
    and total points of players is 4
"""
LATE = """
variant "Late" of "Coin":
    set parameter prize = 4
"""
FAULTY = """
game "Twice":
    players: 2 to 3
counter points of player
counter points of player
step 1 toss "Toss":
    each player: gain 1 poins
"""
FAILS_IN_PLAY = """
game "Quarrel":
    players: 2 to 3
parameter high = no
counter pot
flag open
define fee: 1
exception to fee if open: instead 2
exception to fee if open: instead 3
step 1 toss "Toss":
    set open to yes
    raise pot by fee
game ends:
    nobody wins
"""
SHOP = """
game "Shop":
    players: 2 to 3
cards Good: price: number
zone stock: stack, face down
zone goods of player: hand
zone stall: group, face up
deck Good in stock:
    "Apple", price 1
    "Pear", price 2
    "Brick", price 3
    "Stone", price 3
setup:
    each player: draw 1 from stock to your goods
action sell "Sell":
    needs number of players < 9 else "too many"
    move every card in your goods to stall
step 1 trade "Trade":
    players take turns:
        you take one action from sell
        choose a player other than you as friend asking "Who is your friend?"
        if number of cards in stall = 7:
            > [shop-001] Seven is too much.
            move every card in stall to your goods
game ends:
    nobody wins
"""
LEAK = LEAKS["announced_who_cannot"].rules.replace("dice die", "parameter most = 3 (1 to 5)\ndice die")


@frozen
class Chapter:
    """A command and what it is run on, so that together every field is printed; where the page says them."""

    command: str
    runs: tuple[tuple[str, ...], ...]
    heading: str = ""


CHAPTERS = (
    Chapter(
        "simulate",
        (
            ("coin", "--games", "3", "--jobs", "1"),
            ("coin", "--games", "3", "--jobs", "1", "--players", "all"),
            ("quarrel", "--games", "1", "--jobs", "1"),
            ("shop", "--games", "1", "--jobs", "1"),
        ),
    ),
    Chapter(
        "compare",
        (
            ("coin", "--with-variant", "late", "--games", "30", "--jobs", "1", "--until-sure"),
            ("quarrel", "--with", "high=yes", "--games", "1", "--jobs", "1"),
        ),
    ),
    Chapter(
        "sweep",
        (
            ("coin", "--set", "prize=2..3", "--games", "12", "--jobs", "1", "--target", "points=1.25"),
            ("quarrel", "--set", "high", "--games", "1", "--jobs", "1"),
        ),
    ),
    Chapter("bench", (("coin", "--seconds", "0.01"),)),
    Chapter("replay", (("coin.save",), ("coin.save", "--as", "Ann"))),
    Chapter("test", (("coin", "--coverage"), ("twice",))),
    Chapter("check", (("twice",),)),
    Chapter("lint", (("twice",),), "check"),
    Chapter("rule", (("pay-whom",),)),
    Chapter("fmt", (("coin", "--check"),)),
    Chapter("rulings", (("coin", "--variant", "late"),)),
    Chapter("rulebook", (("coin",),)),
    Chapter("diff", (("coin", "late"),)),
    Chapter("graph", (("coin", "--variant", "late"),)),
    Chapter("expand", (("coin", "--variant", "late"),)),
    Chapter("secrets", (("leak", "--games", "2", "--jobs", "1"),)),
)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.command)
def test_the_page_names_the_fields_that_there_are(
    chapter: Chapter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _games(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "play", "coin", "--seats", "random,random", "--save", "coin.save").code == 0
    printed: set[str] = set()
    for arguments in chapter.runs:
        found = json.loads(run(capsys, chapter.command, *arguments, "--format", "json").out)
        assert next(iter(found)) == "version" and found["version"] == 1
        printed |= set(_fields(found))
    said = set(_said(chapter.heading or chapter.command))
    assert said - printed == set()
    assert {field for field in printed - said if not _likewise(field, said)} == set()


def test_every_command_with_json_has_a_chapter() -> None:
    commands = set(re.findall(r"^\| `bylaws (\w+) [\w ]+ --format json`", PAGE, re.MULTILINE))
    assert commands == {*(chapter.command for chapter in CHAPTERS), "ir"}


def _games(folder: Path) -> None:
    texts = {"coin/game": GAME, "coin/variants/late": LATE, "twice/game": FAULTY, "quarrel/game": FAILS_IN_PLAY}
    texts |= {"shop/game": SHOP, "leak/game": LEAK}
    for name, text in texts.items():
        path = folder / f"{name}.bylaws"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _fields(value: Any, name: str = "") -> Iterator[str]:
    """Every field by its path, as the page writes paths."""
    if name:
        yield name
    match value:
        case dict():
            for key, inner in value.items():
                inner_name = "NAME" if name in NAMED_BY_THE_GAME else key
                yield from _fields(inner, f"{name}.{inner_name}" if name else inner_name)
        case list():
            for inner in value:
                if isinstance(inner, dict):
                    yield from _fields(inner, f"{name}[]")


def _said(heading: str) -> Iterator[str]:
    text = re.split(rf"^## {heading}$", PAGE, flags=re.MULTILINE)[1].split("\n## ")[0]
    return iter(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


def _likewise(field: str, said: set[str]) -> bool:
    """Whether a row that says `likewise` or `as above`, or a row about something inside, stands for the field."""
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    above = [field[:end] for end in range(len(field)) if field[end] in ".["]
    if any(re.search("likewise|as above", rows.get(name, "")) for name in above if name in said):
        return True
    return any(name.startswith((f"{field}.", f"{field}[]")) for name in said)
