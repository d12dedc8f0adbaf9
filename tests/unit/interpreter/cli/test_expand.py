"""`bylaws expand` prints the merged rules with a margin that says where each line stands."""

import json
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]

GAME = """game "Tiny":
    players: 2 to 4
parameter price = 2 (1 to 5)
counter coin of player
round day "Day":
    step 1 earning "Earning":
        each player: gain price coin
game ends after day when round_number >= 3:
    the player with most coin wins
"""
BONUS = 'variant "Bonus" of "Tiny":\n    extend step earning:\n        each player: gain 1 coin\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game with its variant, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny/variants").mkdir(parents=True)
    (tmp_path / "tiny/game.bylaws").write_text(GAME, encoding="utf-8")
    (tmp_path / "tiny/variants/bonus.bylaws").write_text(BONUS, encoding="utf-8")
    return tmp_path / "tiny"


def test_as_text(capsys: Say) -> None:
    ran = run(capsys, "expand", "tiny", "--variant", "bonus")
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """\
          game.bylaws:1 | game "Tiny":
          game.bylaws:2 |     players: 2 to 4
          game.bylaws:3 | parameter price = 2 (1 to 5)
          game.bylaws:4 | counter coin of player
          game.bylaws:5 | round day "Day":
          game.bylaws:8 | # meets this: game ends after day when round_number >= 3:
          game.bylaws:6 |     step 1 earning "Earning":
variants/bonus.bylaws:2 |     # "Bonus" extends this
          game.bylaws:7 |         each player: gain price coin
variants/bonus.bylaws:3 |         each player: gain 1 coin
          game.bylaws:8 | game ends after day when round_number >= 3:
          game.bylaws:9 |     the player with most coin wins
"""
    )


def test_a_long_note_is_whole_and_no_line_too_long(folder: Path, capsys: Say) -> None:
    end = " or ".join(f"round_number >= {number}" for number in range(3, 12))
    (folder / "game.bylaws").write_text(GAME.replace("round_number >= 3", end), encoding="utf-8")
    lines = run(capsys, "expand", "tiny").out.splitlines()
    notes = [line for line in lines if " | # " in line]
    assert len(notes) > 1 and max(map(len, notes)) <= 103
    said = " ".join(" ".join(line.partition(" | #")[2].replace(" ... ", " ") for line in notes).split())
    assert said == f"meets this: game ends after day when {end}:"


def test_as_json(capsys: Say) -> None:
    report = json.loads(run(capsys, "expand", "tiny", "--variant", "bonus", "--format", "json").out)
    assert list(report) == ["version", "game", "variants", "lines"]
    assert report["variants"] == ["Bonus"]
    assert report["lines"][9] == {
        "text": "        each player: gain 1 coin",
        "path": "tiny/variants/bonus.bylaws",
        "line": 3,
        "variant": "Bonus",
        "note": False,
    }


def test_rules_with_errors_are_printed_and_the_errors_told(folder: Path, capsys: Say) -> None:
    (folder / "game.bylaws").write_text(GAME.replace("gain price", "gain prise"), encoding="utf-8")
    ran = run(capsys, "expand", "tiny")
    assert ran.code == 1
    assert "gain prise coin" in ran.out
    assert "did you mean `price`?" in ran.err


def test_rules_that_cannot_be_read_are_not_printed(folder: Path, capsys: Say) -> None:
    (folder / "game.bylaws").write_text(GAME.replace("each player:", "each player"), encoding="utf-8")
    ran = run(capsys, "expand", "tiny")
    assert (ran.code, ran.out) == (1, "")
    assert "tiny/game.bylaws:7" in ran.err


def test_what_is_said_anew_on_one_line_and_what_is_added_to_an_enum(folder: Path, capsys: Say) -> None:
    more = "enum Mood: calm, wild\nenum Size:\n    small\ncounters Goods of player: starts at 1\n    wood\n"
    (folder / "game.bylaws").write_text(GAME + more, encoding="utf-8")
    edits = """variant "Bonus" of "Tiny":
    replace players: 3
    replace counter coin of player: hidden
    extend enum Mood: glum
    extend enum Size:
        large
    replace counters Goods of player: starts at 2
        wood
        clay
"""
    (folder / "variants/bonus.bylaws").write_text(edits, encoding="utf-8")
    printed = run(capsys, "expand", "tiny", "--variant", "bonus").out.splitlines()
    said = [line.strip() for line in printed if line.strip() != "|"]
    assert said[1:6] == [
        "variants/bonus.bylaws:2 |     players: 3",
        'variants/bonus.bylaws:2 |     # "Bonus" replaces this',
        "game.bylaws:3 | parameter price = 2 (1 to 5)",
        "variants/bonus.bylaws:3 | counter coin of player: hidden",
        'variants/bonus.bylaws:3 | # "Bonus" replaces this',
    ]
    assert said[12:] == [
        "game.bylaws:10 | enum Mood: calm, wild, glum",
        'variants/bonus.bylaws:4 | # "Bonus" extends this',
        "game.bylaws:11 | enum Size:",
        'variants/bonus.bylaws:5 | # "Bonus" extends this',
        "game.bylaws:12 |     small",
        "variants/bonus.bylaws:6 |     large",
        "variants/bonus.bylaws:7 | counters Goods of player: starts at 2",
        'variants/bonus.bylaws:7 | # "Bonus" replaces this',
        "variants/bonus.bylaws:8 |     wood",
        "variants/bonus.bylaws:9 |     clay",
    ]
