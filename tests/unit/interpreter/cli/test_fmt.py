"""`bylaws fmt`: what it writes, what it leaves alone, and what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.formatting import format_source
from dsl.source import Source
from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import Ran, run, run_apart

Say = pytest.CaptureFixture[str]

UGLY = 'game   "Small":\n  players: 2 to 3   # seats\n\n\nflag late\n'
PRETTY = 'game "Small":\n    players: 2 to 3  # seats\n\nflag late\n'
VARIANT = 'variant "Big" of "Small":\n    set parameter  x = 3\n'
BROKEN = 'scenario "Odd":\n    plaid by ann\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game whose files are formatted, not formatted, and not readable."""
    files = {"game": UGLY, "more": "flag early\n", "variants/big": VARIANT, "scenarios/odd": BROKEN}
    for name, text in files.items():
        path = tmp_path / "small" / f"{name}.bylaws"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "small"


RUNS = {
    "in_place": (),
    "check": ("--check",),
    "diff": ("--diff",),
    "check_and_diff": ("--check", "--diff"),
    "json": ("--format", "json"),
}


@golden_names("fmt_says", RUNS, ".txt")
def test_what_it_says(case: Case, golden: Golden, game: Path, capsys: Say) -> None:
    golden(case, _shown(run(capsys, "fmt", "small", *RUNS[case.name])))


def _shown(ran: Ran) -> str:
    return f"--- exit code {ran.code}\n--- standard output\n{ran.out}--- standard error\n{ran.err}"


def test_it_writes_only_what_it_can_read(game: Path, capsys: Say) -> None:
    assert run(capsys, "fmt", str(game)).code == 1
    assert (game / "game.bylaws").read_text() == PRETTY
    assert (game / "variants" / "big.bylaws").read_text() == VARIANT.replace("  x", " x")
    assert (game / "scenarios" / "odd.bylaws").read_text() == BROKEN
    (game / "scenarios" / "odd.bylaws").unlink()
    done = run(capsys, "fmt", str(game))
    assert (done.code, done.out, done.err) == (0, "", "3 files already formatted\n")


def test_one_file_alone(game: Path, capsys: Say) -> None:
    done = run(capsys, "fmt", "small/game.bylaws")
    assert (done.code, done.out) == (0, "small/game.bylaws is formatted now\n")
    assert (game / "variants" / "big.bylaws").read_text() == VARIANT


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_looking_changes_nothing(option: str, game: Path, capsys: Say) -> None:
    done = run(capsys, "fmt", "small/game.bylaws", option)
    assert done.code == (1 if option == "--check" else 0)
    assert (game / "game.bylaws").read_text() == UGLY


def test_standard_input_is_printed_formatted() -> None:
    done = run_apart("fmt", "-", "--stdin-filename", "small.bylaws", given=UGLY.encode())
    assert (done.code, done.out, done.err) == (0, PRETTY, "")


def test_standard_input_that_cannot_be_read_gives_no_text() -> None:
    done = run_apart("fmt", "-", "--stdin-filename", "odd.bylaws", given=BROKEN.encode())
    assert (done.code, done.out) == (1, "")
    assert "odd.bylaws:2" in done.err


def test_standard_input_for_programs() -> None:
    done = run_apart("fmt", "-", "--format", "json", given=UGLY.encode())
    assert json.loads(done.out)["files"][0]["text"] == PRETTY


def test_standard_input_comes_alone(capsys: Say) -> None:
    done = run(capsys, "fmt", "-", "small.bylaws")
    assert (done.code, done.err.splitlines()[0]) == (2, "bylaws: standard input is formatted alone")


def test_what_is_not_there(game: Path, capsys: Say) -> None:
    assert run(capsys, "fmt", "no_such_game").code == 2
    (game / "empty").mkdir()
    done = run(capsys, "fmt", "small/empty")
    assert (done.code, done.err.splitlines()[0]) == (2, "bylaws: the folder small/empty has no rule files")


def test_a_disk_that_is_full_leaves_the_file_as_it_was(
    game: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("interpreter.table.atomic_write.atomic_write", full)
    done = run(capsys, "fmt", "small/game.bylaws")
    assert done.code == 2 and "No space left on device" in done.err
    assert (game / "game.bylaws").read_text() == UGLY


def test_a_file_that_changes_meanwhile_is_not_overwritten(
    game: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game / "game.bylaws"

    def slow(source: Source) -> object:
        done = format_source(source)
        path.write_text("flag other\n")
        return done

    monkeypatch.setattr("interpreter.cli.writing.fmt.format_source", slow)
    assert run(capsys, "fmt", str(path)).code == 2
    assert path.read_text() == "flag other\n"
