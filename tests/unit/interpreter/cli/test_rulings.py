"""`bylaws rulings` tells what is left open, the ruling, and the parameters with their present values."""

import json
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]

GAME = """game "Tiny":
    players: 2 to 4
parameter hand_size = 5 (1 to 9) "cards in a hand"
parameter open_hands = no
ruling tiny-R1 "How many cards?", changed by hand_size, open_hands:
    > As many
    > as fit.
ruling tiny-R2 "Who begins?":
    > Chance decides.
variant "Small" of "Tiny":
    set parameter hand_size = 2
    ruling tiny-R3 "How small?":
        > Two.
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The path of a file with that game."""
    path = tmp_path / "tiny.bylaws"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_as_text(game: str, capsys: Say) -> None:
    ran = run(capsys, "rulings", game)
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """The rulebook of Tiny leaves 2 questions open; this is how each is settled here.

tiny-R1  How many cards?
    As many as fit.
    * hand_size = 5 (1 to 9): cards in a hand
    * open_hands = no

tiny-R2  Who begins?
    Chance decides.
"""
    )


def test_who_changed_a_parameter(game: str, capsys: Say) -> None:
    ran = run(capsys, "rulings", game, "--variant", "small", "--set", "open_hands=yes")
    assert (
        "tiny-R1 How many cards? "
        'Here: hand_size = 2 (1 to 9): cards in a hand [changed by the variant "Small"] '
        "Here: open_hands = yes [changed by you] "
        "Without this change: As many as fit. "
    ) in " ".join(ran.out.split())
    assert 'tiny-R3  How small? (in the variant "Small")' in ran.out


def test_as_json(game: str, capsys: Say) -> None:
    ran = run(capsys, "rulings", game, "--format", "json", "--variant", "small")
    report = json.loads(ran.out)
    assert list(report) == ["version", "game", "variants", "rulings"]
    assert (report["version"], report["game"], report["variants"]) == (1, "Tiny", ["Small"])
    first, _, third = report["rulings"]
    assert (first["clause"], first["answer"], first["line"]) == ("tiny-R1", "As many as fit.", 5)
    size, hands = first["parameters"]
    assert (size["value"], size["range"], size["changed_by"]) == (2, "1 to 9", "Small")
    assert (hands["value"], hands["range"], hands["changed_by"]) == (False, None, None)
    assert third["variant"] == "Small"


def test_rules_with_errors(game: str, capsys: Say) -> None:
    Path(game).write_text(GAME.replace("hand_size, ", "hand_sise, "), encoding="utf-8")
    ran = run(capsys, "rulings", game)
    assert (ran.code, ran.out) == (1, "")
    assert "hand_sise" in ran.err


def test_settings_without_a_value(game: str, capsys: Say) -> None:
    ran = run(capsys, "rulings", game, "--set", "hand_size")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "bylaws: --set hand_size gives no value")


def test_a_game_that_notes_no_question(game: str, capsys: Say) -> None:
    Path(game).write_text('game "Tiny":\n    players: 2 to 4\n', encoding="utf-8")
    assert run(capsys, "rulings", game).out == "The rules of Tiny note no question that the rulebook leaves open.\n"
