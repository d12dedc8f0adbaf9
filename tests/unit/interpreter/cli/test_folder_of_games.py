"""A folder that holds nothing but games stands for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.disk import games_in
from tests.unit.interpreter.cli.commands import run

GAME = """\
game "{title}":
    players: 2 to 3

counter coins of player
{more}
step 1 fee "Pay":
    each player: gain 1 coins
game ends: the player with most coins then most coins wins

scenario "Paid":
    played by ann, ben
    when step fee
    then coins of ann is 1
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name, more in (("chess", ""), ("draughts", "zone attic: stack, face down\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.bylaws").write_text(GAME.format(title=name.capitalize(), more=more))
    (tmp_path / "notes").mkdir()
    return tmp_path


def test_its_games_are_meant_in_the_order_of_their_names(shelf: Path) -> None:
    assert games_in([str(shelf), "elsewhere"]) == [str(shelf / "chess"), str(shelf / "draughts"), "elsewhere"]
    assert games_in([str(shelf / "chess"), str(shelf / "notes")]) == [str(shelf / "chess"), str(shelf / "notes")]


def test_a_folder_of_games_may_stand_in_it(shelf: Path) -> None:
    """But a folder with rules of its own is no such folder, and neither is what lies deeper or is hidden."""
    below = [shelf / "old" / "nim", shelf / "old" / "very" / "senet", shelf / "draughts" / "variants" / "own"]
    for game in (*below, shelf / ".kept" / "go"):
        game.mkdir(parents=True)
        (game / "game.bylaws").write_text(GAME.format(title="Deeper", more=""))
    assert games_in([str(shelf)]) == [str(shelf / "chess"), str(shelf / "draughts"), str(below[0])]
    (shelf / "old" / "loose.bylaws").write_text("")
    assert games_in([str(shelf)]) == [str(shelf / "chess"), str(shelf / "draughts")]


def test_all_of_them_are_checked_linted_and_tested(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", str(shelf)).err == "Chess can be played\nDraughts can be played\n"
    done = run(capsys, "lint", str(shelf), "--select", "unused-zone")
    assert done.code == 1 and "attic" in done.out
    done = run(capsys, "test", str(shelf))
    assert done.code == 0 and "2 passed, 0 failed" in done.err
