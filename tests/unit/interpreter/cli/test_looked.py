"""What check and lint say is the same, byte for byte, with an empty cache, a full one, a spoilt one and none."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl import cache
from dsl.loading import read
from dsl.source import Source
from dsl.syntax.parse import parse
from dsl.syntax.reading.grammar import grammar_tables
from interpreter.findings import find as findings
from interpreter.findings import looked
from tests.unit.interpreter.cli.commands import REPOSITORY, Ran, run

GAME = """\
game "Fair":
    players: 2 to 3

counter coins of player
counter unread of player
zone shelf: row

setup:
    each player: gain 2 coins
round day "Day" until round_number >= 3:
    step 1 fee "Fee":
        players take turns:
            you may "pay": pay 1 coins to the bank
game ends: the player with most coins wins
"""
RULES = """\
> This file is a part of the game.
counter more of player
"""
VARIANT = """\
variant "Rich" of "Fair":
    zone vault: row
    extend setup:
        each player: gain 5 coins
"""
SCENARIO = """\
scenario "The fee":
    played by ann, ben
    then coins of ann is 2
"""
Said = Callable[..., Ran]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in a folder with something to say of every part."""
    folder = tmp_path / "fair"
    for name, text in (
        ("game.bylaws", GAME),
        ("rules.bylaws", RULES),
        ("variants/rich.bylaws", VARIANT),
        ("scenarios/fee.bylaws", SCENARIO),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, in which what short texts say is kept too; nothing is known from before but by way of it."""
    grammar_tables()  # is kept in another cache, and would take long
    monkeypatch.setattr(read, "_parsed", read._parsed.__wrapped__)
    monkeypatch.setattr(read, "SHORT", 0)
    monkeypatch.setattr(sys.modules["dsl.loading.load"], "SHORT", 0)
    place = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_folder", lambda: place)
    monkeypatch.setenv("BYLAWS_CACHE", "on")  # and as it was, when the test is over
    return place


@pytest.fixture
def said(folder: Path, game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Runs a command on the game without a cache."""

    def anew(*arguments: str) -> Ran:
        monkeypatch.setenv("BYLAWS_CACHE", "off")
        done = run(capsys, *arguments, str(game))
        monkeypatch.setenv("BYLAWS_CACHE", "on")
        return done

    return anew


@pytest.fixture
def known(game: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Runs a command on the game, which must not be looked at for it."""

    def again(*arguments: str) -> Ran:
        with monkeypatch.context() as m:
            m.setattr(findings, "load", _not_wanted)
            return run(capsys, *arguments, str(game))

    return again


def _not_wanted(*_: object, **__: object) -> None:
    raise AssertionError("the rules were read")


COMMANDS = [
    ("lint",),
    ("lint", "--format", "json"),
    ("lint", "--format", "concise"),
    ("lint", "--format", "sarif"),
    ("lint", "--statistics"),
    ("lint", "--diff", "--unsafe-fixes"),
    ("lint", "--select", "unused-zone"),
    ("lint", "--ignore", "text,unused-zone"),
    ("lint", "--fail-level", "error"),
    ("check",),
    ("check", "--format", "json"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_said_again_is_what_was_said(
    words: tuple[str, ...], game: Path, said: Said, known: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    anew = said(*words)
    assert run(capsys, *words, str(game)) == anew
    assert known(*words) == anew


def test_an_error_is_said_again_too(game: Path, said: Said, known: Said, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "rules.bylaws").write_text("action idle “Idle”: gian 1 coins\n")
    anew = said("check")
    assert anew.code == 1 and "gian" in anew.out
    assert run(capsys, "check", str(game)) == known("check") == anew


def _edit(name: str, old: str, new: str) -> Callable[[Path], object]:
    return lambda game: (game / name).write_text((game / name).read_text().replace(old, new))


def _write(name: str, text: str) -> Callable[[Path], object]:
    def write(game: Path) -> None:
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(text)

    return write


CHANGES: dict[str, Callable[[Path], object]] = {
    "the game": _edit("game.bylaws", "zone shelf: row\n", ""),
    "another file of it": _edit("rules.bylaws", "more", "other"),
    "a comment that ignores": _edit("game.bylaws", "shelf: row", "shelf: row  # ignore[unused-zone]: later"),
    "a variant": _edit("variants/rich.bylaws", "vault", "treasury"),
    "a scenario": _edit("scenarios/fee.bylaws", "coins of ann", "coins of eve"),
    "a new file": _write("more.bylaws", "zone more: row\n"),
    "a new variant": _write("variants/other.bylaws", 'variant "Other" of "Fair":\n    zone attic: row\n'),
    "a new scenario": _write("scenarios/more.bylaws", "zone more: row\n"),
    "a file less": lambda game: (game / "rules.bylaws").unlink(),
    "a variant less": lambda game: (game / "variants" / "rich.bylaws").unlink(),
    "settings": _write("bylaws.toml", '[lint]\nignore = ["unused-zone"]\n'),
    "settings of the folder above": lambda game: _write("bylaws.toml", '[lint]\nignore = ["correctness"]\n')(
        game.parent
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_of_what_it_hangs_on_is_seen(
    change: Callable[[Path], object], game: Path, said: Said, known: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run(capsys, "lint", str(game))
    change(game)
    now = run(capsys, "lint", str(game))
    assert now == said("lint") != before
    assert known("lint") == now


def test_changed_settings_are_seen(game: Path, said: Said, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("unused-zone", "unused-counter", "no-such-rule"):
        (game / "bylaws.toml").write_text(f'[lint]\nignore = ["{name}"]\n')
        assert run(capsys, "lint", str(game)) == said("lint")


@pytest.mark.parametrize("more", [("--select", "unused-zone"), ("--ignore", "unused-zone")])
def test_options_are_seen(more: tuple[str, ...], game: Path, said: Said, capsys: pytest.CaptureFixture[str]) -> None:
    before = run(capsys, "lint", str(game))
    now = run(capsys, "lint", *more, str(game))
    assert now == said("lint", *more) != before


def test_another_program_looks_for_itself(
    game: Path, known: Said, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "lint", str(game))
    monkeypatch.setattr(looked, "program", lambda: "a later version")
    assert known("lint").code == 2


def test_paths_are_said_as_from_the_present_folder(
    game: Path, said: Said, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "lint", str(game))
    monkeypatch.chdir(game)
    now = run(capsys, "lint", str(game))
    assert now == said("lint")
    assert str(game) not in now.out


def test_of_what_was_kept_only_what_changed_is_read_anew(
    game: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "lint", str(game))
    asked: list[str] = []

    def noted(source: Source) -> object:
        asked.append(Path(source.path).name)
        return parse(source)

    monkeypatch.setattr(read, "parse", noted)
    CHANGES["a scenario"](game)
    run(capsys, "lint", str(game))
    assert asked == ["fee.bylaws"]
    kinds = {entry.name.split("-")[0] for entry in folder.iterdir()}
    assert kinds == {
        "found", "tree", "game", "checked", "lacking", "lint", "claimed", "fine", "enough cards", "enough in ranges",
    }  # fmt: skip


@pytest.mark.parametrize("spoil", [b"", b"\x80", b"{}", None], ids=["empty", "pickle", "json", "cut off"])
def test_a_spoilt_cache_is_not_believed_and_replaced(
    spoil: bytes | None, game: Path, folder: Path, said: Said, known: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    anew = said("lint", "--format", "json")
    run(capsys, "lint", "--format", "json", str(game))
    for entry in folder.iterdir():
        entry.write_bytes(entry.read_bytes()[:-1] if spoil is None else spoil)
    assert run(capsys, "lint", "--format", "json", str(game)) == anew
    assert known("lint", "--format", "json") == anew


def test_no_cache_looks_anew_and_keeps_nothing(
    game: Path, folder: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "lint", "--no-cache", str(game)) == said("lint")
    assert not folder.exists()


def test_a_home_that_cannot_be_written_does_no_harm(
    game: Path, tmp_path: Path, said: Said, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = said("lint")
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "file" / "cache")
    assert run(capsys, "lint", str(game)) == run(capsys, "lint", str(game)) == anew


def test_a_file_named_twice_is_reported_once(game: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("lint", "--format", "json", str(game), str(game / "variants" / "rich.bylaws"))
    anew = run(capsys, *words)
    assert run(capsys, *words) == anew
    assert run(capsys, *words, "--no-cache") == anew


@pytest.mark.slow
def test_a_bundled_game_with_faults_in_it(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With lines left out here and there, so that there is much to say of every kind."""
    place = tmp_path / "copy"
    shutil.copytree(REPOSITORY / "games" / "action_the_project", place)
    for path in place.rglob("*.bylaws"):
        lines = path.read_text().split("\n")
        path.write_text("\n".join(line for number, line in enumerate(lines) if number % 97 or ":" in line))
    words = ("lint", "--format", "json", str(place))
    monkeypatch.setenv("BYLAWS_CACHE", "off")
    anew = run(capsys, *words)
    monkeypatch.setenv("BYLAWS_CACHE", "on")
    assert anew.code == 1
    assert run(capsys, *words) == anew
    assert run(capsys, *words) == anew
