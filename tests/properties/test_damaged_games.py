"""Games with slips in rules, variants and scenarios: every command and format says what is wrong, or does its work."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from dsl.syntax.reading.vocabulary import vocabulary
from interpreter.cli.commands import FORMATS
from interpreter.cli.main import main
from tests.properties.damage import DAMAGES, REPOSITORY

Say: TypeAlias = pytest.CaptureFixture[str]
GAMES = tuple(sorted(path.parent for path in (REPOSITORY / "games").rglob("game.bylaws")))
#: Games that are read and played quickly.
SMALL = tuple(game for game in GAMES if sum(path.stat().st_size for path in game.rglob("*.bylaws")) < 20_000)
#: One variant of each game that has any, and all of those that are quick.
WITH_VARIANTS = tuple(
    pytest.param(path, marks=[] if game in SMALL else [pytest.mark.slow], id=path.stem)
    for game in GAMES
    for path in sorted(game.glob("variants/*.bylaws"))[: None if game in SMALL else 1]
)
#: Every command that reads rules, with each of its formats; GAME and VARIANT stand for what was damaged.
LOOKING: tuple[str, ...] = (
    *(f"check GAME --format {form}" for form in FORMATS),
    *(f"lint GAME --format {form}" for form in FORMATS),
    "lint GAME --statistics", "lint GAME --diff", "lint GAME --diff --unsafe-fixes", "fmt GAME --diff",
    "fmt GAME --check --format json", "check VARIANT", "lint VARIANT",
    *(f"expand GAME {more} --format {form}" for more in ("", "--variant VARIANT") for form in ("text", "json")),
    *(f"diff GAME VARIANT --format {form}" for form in ("text", "json")),
    *(f"rulebook GAME --variant VARIANT --format {form}" for form in ("markdown", "html", "json")),
    *(f"graph GAME --variant VARIANT --format {form}" for form in ("mermaid", "dot", "json")),
    *(f"ir GAME --variant VARIANT --format {form}" for form in ("text", "json")),
    *(f"ir GAME --bounds --format {form}" for form in ("text", "json")),
    *(f"rulings GAME --variant VARIANT --format {form}" for form in ("text", "json")),
    "new --variant x of GAME",
)  # fmt: skip
#: Those that play, besides.
PLAYING: tuple[str, ...] = (
    *(f"test GAME --format {form}" for form in ("full", "concise", "json", "junit")),
    "test GAME --coverage", "test VARIANT", "simulate GAME --games 2 --jobs 1 --variant VARIANT --format json",
    "play GAME --seats random,random", "bench GAME --seconds 0.01",
    "compare GAME --with-variant VARIANT --games 2 --jobs 1", "secrets GAME --games 1 --jobs 1",
)  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def _copied_to_the_same_place(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are copied into the current folder: so the files that are as they were, most of them, are read once."""
    vocabulary()
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("seed", range(40))
def test_a_slip_in_a_small_game(capsys: Say, seed: int) -> None:
    damaged_game(SMALL, seed, LOOKING, 3, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_slips_in_any_game(capsys: Say, seed: int) -> None:
    damaged_game(GAMES, seed, LOOKING, 8, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_slips_in_a_small_game_that_is_played(capsys: Say, seed: int) -> None:
    damaged_game(SMALL, seed, PLAYING, 4, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150, 250))
def test_what_lint_mends_leaves_no_more_errors(capsys: Say, seed: int) -> None:
    game = _copied(SMALL, random.Random(seed))
    before = _errors(game, capsys)
    assert main(["lint", str(game), "--fix"]) in (0, 1)
    assert _errors(game, capsys) <= before


#: Commands that a damaged variant is given to.
ON_VARIANTS = (
    "check VARIANT", "lint VARIANT", "check GAME", "expand GAME --variant VARIANT", "expand VARIANT --format json",
    "diff GAME VARIANT", "rulebook GAME --variant VARIANT --format markdown", "graph VARIANT --format dot",
)  # fmt: skip
NOT_THERE = (
    "remove step nowhere", "remove parameter nothing", 'remove rule "before nothing"', "set parameter nothing = 3",
    "replace procedure nothing: stop", 'remove "No Such Card"', "extend enum Nothing: more", "remove phase nowhere",
    'insert before "nothing" in setup: stop', "replace game ends after nowhere: nobody wins",
    "replace zone nothing: row", "exception to nothing: 3", "replace counter nothing of player: hidden",
)  # fmt: skip


def _cut(text: bytes, luck: random.Random) -> bytes:
    return text[: luck.randrange(len(text))]


def _hole(text: bytes, luck: random.Random) -> bytes:
    first, last = sorted(luck.sample(range(len(text)), 2))
    return text[:first] + text[last:]


def _twice(text: bytes, luck: random.Random) -> bytes:
    head, edits = text.split(b"\n", 1)
    return b"\n".join((head, edits, edits))


def _of_nothing(text: bytes, luck: random.Random) -> bytes:
    more = [f"    {edit}\n" for edit in luck.sample(NOT_THERE, 3)]
    return text + "".join(more).encode()


def _garbage(text: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(text))
    return text[:at] + luck.randbytes(luck.choice((1, 5, 200))) + text[at:]


@pytest.mark.parametrize("damage", [_cut, _hole, _twice, _of_nothing, _garbage])
@pytest.mark.parametrize("original", WITH_VARIANTS)
def test_a_damaged_variant(
    capsys: Say, original: Path, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    luck = random.Random(original.name)
    game = Path("game")
    shutil.copytree(original.parent.parent, game, ignore=shutil.ignore_patterns("scenarios", "__pycache__"))
    variant = game / "variants" / original.name
    variant.write_bytes(damage(original.read_bytes(), luck))
    for command in ON_VARIANTS:
        words = [{"GAME": str(game), "VARIANT": str(variant)}.get(word, word) for word in command.split()]
        code = main(words)
        told = capsys.readouterr()
        assert code in (0, 1, 2) and "something went wrong in Bylaws itself" not in told.err, (command, told.err)
        if code == 1 and command.startswith("check"):
            assert re.search(r"/variants/\w+\.bylaws:\d+:\d+", told.out), told.out


def _errors(game: Path, said: Say) -> int:
    said.readouterr()
    main(["check", str(game), "--format", "json"])
    return int(json.loads(said.readouterr().out)["counts"]["error"])


def damaged_game(
    games: tuple[Path, ...], seed: int, commands: tuple[str, ...], number: int, said: Say
) -> None:
    """Damages a copy of a game and tries so many of the commands on it; none of them may crash."""
    luck = random.Random(seed)
    game = _copied(games, luck)
    variant = str(luck.choice(sorted(game.glob("variants/*.bylaws")) or sorted(game.rglob("*.bylaws"))))
    for command in luck.sample(commands, number):
        words = [{"GAME": str(game), "VARIANT": variant}.get(word, word) for word in command.split()]
        code = main(words)
        told = said.readouterr()
        assert code in (0, 1, 2) and "something went wrong in Bylaws itself" not in told.err, (command, told.err)


def _copied(games: tuple[Path, ...], luck: random.Random) -> Path:
    """A copy of one of the games, in which some lines are not as they were, most often in a variant if there is one."""
    game = Path("game")
    shutil.copytree(luck.choice(games), game)
    files = sorted(game.rglob("*.bylaws"))
    variants = [path for path in files if path.parent.name == "variants"]
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        _damage(luck.choice(variants if variants and luck.random() < 0.4 else files), luck)
    return game


def _damage(path: Path, luck: random.Random) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    written = [k for k, line in enumerate(lines) if line.strip() and line.strip()[0] not in "#>"]
    if written:
        at = luck.choice(written)
        lines[at : at + 1] = luck.choice(DAMAGES)(lines[at], luck)
        path.write_text("\n".join(lines), encoding="utf-8")
