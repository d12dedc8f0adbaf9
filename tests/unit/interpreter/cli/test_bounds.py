"""`bylaws ir --bounds`: how large everything can get, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.golden_files import Case, Golden, golden_cases
from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]


@golden_cases("bounds", "*.bylaws", ".txt")
def test_in_words(case: Case, golden: Golden, capsys: Say) -> None:
    golden(case, run(capsys, "ir", str(case.input), "--bounds").out)


@golden_cases("bounds", "*.bylaws", ".json")
def test_as_json(case: Case, golden: Golden, capsys: Say) -> None:
    ran = run(capsys, "ir", str(case.input), "--bounds", "--format", "json")
    golden(case, ran.out)
    assert json.loads(ran.out)["version"] == 1


def test_for_one_table_and_one_value(capsys: Say) -> None:
    wide = run(capsys, "ir", "goofspiel", "--bounds").out
    assert 'bounds of "Goofspiel" for 2 to 7 players' in wide
    assert "parameter highest_card from 1 to 13" in wide
    narrow = run(capsys, "ir", "goofspiel", "--bounds", "--players", "3", "--set", "highest_card=5").out
    assert 'bounds of "Goofspiel" for 3 players' in narrow
    assert "parameter highest_card = 5" in narrow


def test_a_wrong_number_of_players(capsys: Say) -> None:
    ran = run(capsys, "ir", "goofspiel", "--bounds", "--players", "9")
    assert (ran.code, ran.out) == (2, "")
    assert "Goofspiel is for 2 to 7 players" in ran.err


def test_players_without_bounds(capsys: Say) -> None:
    ran = run(capsys, "ir", "goofspiel", "--players", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "--bounds" in ran.err


def test_a_game_that_cannot_be_played_yet(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "soon.bylaws"
    path.write_text(
        'game "Soon":\n    players: 2\ncounter pot\ninstead of start of your turn: raise pot by 1\n', encoding="utf-8"
    )
    ran = run(capsys, "ir", str(path), "--bounds")
    assert ran.code == 0
    assert "calls inside one another: the game cannot be played yet" in ran.out
