"""`bylaws lint`: what it reports, what it mends, and that it never writes half a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

GAME = """\
game "Small":
    players: 2 to 3

counter coins of player

step 1 fee “Pay”:
    each player: gain 1 coins
game ends: nobody wins
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.bylaws"
    path.write_text(GAME)
    return path


def test_it_says_what_is_wrong_and_how_to_mend_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game))
    assert done.code == 1
    assert "game.bylaws:6" in done.out and "`bylaws lint --fix` does it" in done.out
    assert game.read_text() == GAME


def test_fix_mends_the_file(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game), "--fix")
    assert done.code == 0 and "carried out" in done.err
    assert game.read_text() == GAME.replace("“Pay”", '"Pay"')
    assert run(capsys, "lint", str(game)).code == 0


def test_diff_changes_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game), "--diff")
    assert done.code == 0
    assert '+step 1 fee "Pay":' in done.out and "-step 1 fee “Pay”:" in done.out
    assert game.read_text() == GAME


def test_unsafe_fixes_are_only_carried_out_when_asked_for(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("“Pay”", '"Pay"').replace("each player: gain", "each player: gian")
    game.write_text(text)
    assert run(capsys, "lint", str(game), "--fix").code == 1
    assert game.read_text() == text
    run(capsys, "lint", str(game), "--fix", "--unsafe-fixes")
    assert "gain 1 coins" in game.read_text()


def test_a_read_only_folder_is_told(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("interpreter.cli.rewrite.write_whole", full)
    done = run(capsys, "lint", str(game), "--fix")
    assert done.code == 2 and "No space left on device" in done.err
    assert game.read_text() == GAME


def test_the_bundled_game_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", "action_the_project")
    assert (done.code, done.out) == (0, "")
