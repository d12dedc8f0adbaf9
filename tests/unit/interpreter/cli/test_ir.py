"""`bylaws ir` prints what the rules mean, for people and for programs."""

import json
from pathlib import Path

import pytest

from dsl.ir.json import from_json
from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]

GAME = """game "Tiny":
    players: 2 to 4
parameter prize = 5 (1 to 9)
counter coins of player
round day "Day":
    step 1 wages "Wages":
        each player: gain prize coins
game ends after wages: the player with most coins wins
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The path of a file with that game."""
    path = tmp_path / "tiny.bylaws"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_as_text(game: str, capsys: Say) -> None:
    ran = run(capsys, "ir", game, "--set", "prize=3")
    assert (ran.code, ran.err) == (0, "")
    assert 'game "Tiny" for 2 to 4 players' in ran.out
    assert "parameter prize = 3 (1 to 9)" in ran.out
    assert "        gain prize coins from the bank to player (amount open to all)" in ran.out
    assert "# tiny.bylaws:7" in ran.out


def test_as_json(game: str, capsys: Say) -> None:
    ran = run(capsys, "ir", game, "--format", "json")
    assert ran.code == 0
    assert from_json(json.loads(ran.out)).title == "Tiny"


def test_rules_with_errors(game: str, capsys: Say) -> None:
    Path(game).write_text(GAME.replace("gain prize", "gain prise"), encoding="utf-8")
    ran = run(capsys, "ir", game)
    assert (ran.code, ran.out) == (1, "")
    assert "did you mean `prize`?" in ran.err
