"""`bylaws check` finds the errors of a game, its variants and its scenarios, in every format."""

import json
from pathlib import Path

import pytest

from dsl.render import FORMATS
from tests.tiny_game import GAME, VARIANT, write_tiny
from tests.unit.interpreter.cli.commands import run, run_apart

Say = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a variant and a scenario, in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_tiny(tmp_path)
    return Path("tiny")


def change(path: Path, old: str, new: str) -> None:
    """Writes one thing otherwise."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_game_without_errors(folder: Path, capsys: Say) -> None:
    ran = run(capsys, "check", "tiny")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "Tiny can be played, also with its variant\n"


def test_an_error_of_the_game(folder: Path, capsys: Say) -> None:
    change(folder / "game.bylaws", "gain 1 coin", "gain 1 coyn")
    ran = run(capsys, "check", "tiny", "--format", "concise")
    assert ran.code == 1
    assert ran.out.startswith("tiny/game.bylaws:6:")
    assert ran.out.count("\n") == 1
    assert ran.err == "1 error\n`bylaws rule unknown-counter` says more about it\n"


def test_an_error_of_a_variant(folder: Path, capsys: Say) -> None:
    change(folder / "variants/bonus.bylaws", "step earning", "step earnig")
    ran = run(capsys, "check", "tiny")
    assert ran.code == 1
    assert "unknown-target" in ran.out and "did you mean `earning`?" in ran.out


def test_an_error_that_a_variant_makes_in_the_game(folder: Path, capsys: Say) -> None:
    change(folder / "game.bylaws", "after day", "after earning")
    edits = "insert before step earning as 0.1 rest: end turn\n    remove step earning\n"
    variant = f'variant "Idle" of "Tiny":\n    {edits}'
    (folder / "variants/idle.bylaws").write_text(variant, encoding="utf-8")
    ran = run(capsys, "check", "tiny")
    assert ran.code == 1
    assert "tiny/game.bylaws:7" in ran.out
    assert 'this is so with the variant "Idle"' in ran.out


def test_an_error_of_a_scenario(folder: Path, capsys: Say) -> None:
    change(folder / "scenarios/all.bylaws", "coin is", "coyn is")
    ran = run(capsys, "check", "tiny", "--format", "concise")
    assert ran.code == 1
    assert ran.out.startswith("tiny/scenarios/all.bylaws:4:")


def test_a_variant_over_another_is_checked_with_it(folder: Path, capsys: Say) -> None:
    upper = 'variant "Double" of "Tiny" over "Plus":\n    remove step more\n'
    edits = "insert after step earning as 2 more: do idle\n    procedure idle: return\n"
    plus = f'variant "Plus" of "Tiny":\n    {edits}'
    (folder / "variants/a_double.bylaws").write_text(upper, encoding="utf-8")
    (folder / "variants/plus.bylaws").write_text(plus, encoding="utf-8")
    assert run(capsys, "check", "tiny").code == 0
    assert run(capsys, "check", "tiny/variants/a_double.bylaws").code == 0


@pytest.mark.slow
def test_several_paths_and_no_error_twice(folder: Path, capsys: Say) -> None:
    change(folder / "game.bylaws", "gain 1 coin", "gain 1 coyn")
    ran = run(capsys, "check", "tiny", "tiny/game.bylaws", "action_the_project", "--format", "concise")
    assert ran.code == 1
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(form: str, folder: Path, capsys: Say) -> None:
    assert run(capsys, "check", "tiny", "--format", form).code == 0
    change(folder / "game.bylaws", "gain 1 coin", "gain 1 coyn")
    ran = run(capsys, "check", "tiny", "--format", form)
    assert ran.code == 1
    assert "tiny/game.bylaws" in ran.out
    if form == "json":
        assert json.loads(ran.out)["counts"]["error"] == 1


@pytest.mark.slow
def test_standard_input() -> None:
    ran = run_apart("check", "-", given=GAME.encode())
    assert (ran.code, ran.err) == (0, "Tiny can be played\n")
    ran = run_apart("check", "-", "--format", "concise", given=GAME.replace("gain 1 coin", "gain 1 coyn").encode())
    assert ran.code == 1
    assert ran.out.startswith("stdin.bylaws:6:")


def test_standard_input_in_place_of_a_file(folder: Path) -> None:
    name = str((folder / "variants/bonus.bylaws").absolute())
    ran = run_apart("check", "-", "--stdin-filename", name, given=VARIANT.replace("earning", "earnig").encode())
    assert ran.code == 1
    assert "did you mean `earning`?" in ran.out


def test_standard_input_that_is_no_text() -> None:
    ran = run_apart("check", "-", given=b"\xff\xfe\x00")
    assert (ran.code, ran.err) == (2, "bylaws: standard input is no UTF-8 text\n")


def test_colour_is_for_terminals_alone(folder: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    change(folder / "game.bylaws", "gain 1 coin", "gain 1 coyn")
    assert "\x1b" not in run(capsys, "check", "tiny").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[1;31m" in run(capsys, "check", "tiny").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run(capsys, "check", "tiny").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in run(capsys, "check", "tiny").out


def test_what_cannot_be_played_yet_is_an_error_with_its_place(folder: Path, capsys: Say) -> None:
    rules = "instead of end of this turn: nothing happens\ninstead of start of this turn: nothing happens\n"
    change(folder / "game.bylaws", "counter coin of player\n", f"counter coin of player\n{rules}")
    ran = run(capsys, "check", "tiny", "--format", "concise")
    assert ran.code == 1 and ran.out.splitlines() == [
        "tiny/game.bylaws:4:1: error[not-playable-yet]: a rule instead of a start or end cannot be played yet",
        "tiny/game.bylaws:5:1: error[not-playable-yet]: a rule instead of a start or end cannot be played yet",
    ]
    ran = run(capsys, "test", "tiny", "--format", "concise")
    assert ran.code == 1 and "a rule instead of a start or end cannot be played yet" in ran.out
    for command in ("play", "simulate"):
        ran = run(capsys, command, "tiny")
        assert (
            ran.code == 2
            and "\n        tiny/game.bylaws:4: a rule instead of a start or end\n        tiny/game.bylaws:5: a rule"
            in ran.err
        )


def test_what_a_variant_adds_and_cannot_be_played_yet(folder: Path, capsys: Say) -> None:
    added = "each player: gain 1 coin\n    instead of end of this turn: nothing happens"
    change(folder / "variants" / "bonus.bylaws", "each player: gain 1 coin", added)
    ran = run(capsys, "check", "tiny", "--format", "concise")
    assert ran.code == 1
    place = "tiny/variants/bonus.bylaws:4:5"
    assert ran.out == f"{place}: error[not-playable-yet]: a rule instead of a start or end cannot be played yet\n"
