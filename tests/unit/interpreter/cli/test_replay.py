"""`bylaws replay` shows a saved game again, for all or for one player, and where other rules part from it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]

RULES = """game "Gifts":
    players: 2 to 3
counter purse of player: hidden, starts at 9
phase day "Day":
    each player:
        secretly choose a number from 1 to 3 as gift
        give gift purse to left of you
"""


@pytest.fixture
def saved(tmp_path: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "game.bylaws").write_text(RULES)
    file = str(tmp_path / "a.save")
    arguments = ["--seats", "you,you,you", "--names", "Zoe,Yan,Xi", "--save", file]
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\n3\n"))
    assert run(capsys, "play", str(tmp_path / "game.bylaws"), *arguments).code == 0
    return file


def test_all_of_it(saved: str, capsys: Say) -> None:
    ran = run(capsys, "replay", saved)
    assert ran.code == 0 and ran.err == ""
    assert "-- decision 2 of 3 --\nYan gives Xi 2 purse." in ran.out
    assert "hidden" not in ran.out


def test_what_one_player_saw(saved: str, capsys: Say) -> None:
    for name in ("Zoe", "zoe", "1"):
        ran = run(capsys, "replay", saved, "--as", name)
        assert ran.code == 0
        assert "You give Yan 1 purse." in ran.out and "Xi gives you 3 purse." in ran.out
        assert "Yan gives Xi something secret." in ran.out and "Yan gives Xi 2" not in ran.out


def test_up_to_a_decision(saved: str, capsys: Say) -> None:
    ran = run(capsys, "replay", saved, "--until", "1", "--as", "Yan")
    assert "Zoe gives you 1 purse." in ran.out and "You give" not in ran.out
    assert "Purse   hidden   10" in ran.out


def test_rules_that_have_changed(saved: str, capsys: Say) -> None:
    game = Path(saved).parent / "game.bylaws"
    game.write_text(RULES.replace("from 1 to 3", "from 1 to 2"))
    ran = run(capsys, "replay", saved)
    assert ran.code == 1
    assert "Yan gives Xi 2 purse." in ran.out
    assert "The rules have changed since this game was saved." in ran.err
    assert 'from decision 3 of 3 on: Xi is asked "Choose a number:" and can answer 1 to 2.' in ran.err
    game.write_text(RULES.replace("each player:", "each player where purse > 8:"))
    ran = run(capsys, "replay", saved)
    assert "By these rules the game is over before decision 3 of 3." in ran.err or ran.code == 0


def test_a_comment_is_no_change(saved: str, capsys: Say) -> None:
    game = Path(saved).parent / "game.bylaws"
    game.write_text("# a comment\n" + RULES)
    assert run(capsys, "replay", saved).err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--as", "Bob"], "nobody called Bob plays in this game"),
        (["--as", "4"], "there are Zoe, Yan, Xi"),
        (["--until", "-1"], "there is no decision -1"),
    ],
)
def test_wrong_use(saved: str, capsys: Say, arguments: list[str], said: str) -> None:
    ran = run(capsys, "replay", saved, *arguments)
    assert ran.code == 2 and said in ran.err


def test_a_game_that_is_gone(saved: str, capsys: Say) -> None:
    (Path(saved).parent / "game.bylaws").unlink()
    ran = run(capsys, "replay", saved)
    assert ran.code == 2 and "game.bylaws" in ran.err


def test_how_it_ended_is_told_to_people_and_to_programs(saved: str, capsys: Say) -> None:
    game = Path(saved).parent / "game.bylaws"
    game.write_text(f"{RULES}game ends:\n    the player with most purse wins\n")
    assert run(capsys, "replay", saved).out.endswith(
        "The game is over. Zoe wins with 11 purse, before Yan and Xi with 8 purse (most purse).\n"
    )
    ran = run(capsys, "replay", saved, "--format", "json")
    ended = json.loads(ran.out)["outcome"]
    assert ended["winners"] == [0] and [one["place"] for one in ended["standings"]] == [1, 2, 2]
    assert json.loads(run(capsys, "replay", saved, "--until", "1", "--format", "json").out)["outcome"] is None
