"""`bylaws test`: what passes and fails, in each format, and what was not reached."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.unit.interpreter.cli.commands import run

GAME = """
game "Counting":
    players: 2 to 3
counter pile: starts at 3
cards Card
zone stock: stack, face down
zone table: row, face up
deck Card in stock:
    "Ace"
    "King"

> [count-001] It goes down by one.
step 1 down "Down":
    lower pile by 1
    > [count-002] Empty is over.
    if pile is 0: move top of stock to table

scenario "It goes down" covers count-001:
    played by ann, ben
    when step down
    then pile is 2

scenario "It goes up" covers count-002:
    played by ann, ben
    when step down
    then pile is 4
"""


@pytest.fixture
def counting(tmp_path: Path) -> str:
    (tmp_path / "game.bylaws").write_text(GAME)
    return str(tmp_path)


def test_a_failure_shows_place_wanted_and_got_and_the_rules_that_fired(
    counting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "test", counting)
    assert done.code == 1
    assert 'scenario "It goes up" fails' in done.out
    assert "game.bylaws:26" in done.out
    assert "expected: pile is 4" in done.out and "got:      `pile` is 2" in done.out
    assert "1. Down\n" in done.out and "game.bylaws:14  The pile goes down by 1" in done.out
    assert "1 passed, 1 failed" in done.err


def test_an_open_question_is_told_behind_the_claims_that_it_makes_false(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = 'step 1 down "Down":\n    each player:\n        you may "take one": lower pile by 1\n'
    story = 'scenario "Two":\n    played by ann, ben\n    when step down\n    and ann agrees\n'
    claims = "    then pile is 1\n    and pile is 2\n    and pile > 2\n"
    head = 'game "G":\n    players: 2\ncounter pile: starts at 3\n'
    (tmp_path / "game.bylaws").write_text(head + rules + story + claims)
    told = run(capsys, "test", str(tmp_path)).out
    assert "expected: pile is 1\n" in told and "game.bylaws:11:" in told
    assert "help: the likely reason: ben is still asked: Take one? (line 9); go on with `when ben ...` or" in told
    assert "help: false, too, in line 13: pile > 2\n" in told and "line 12" not in told
    assert "13 |     and pile > 2\n" in told
    (found,) = json.loads(run(capsys, "test", str(tmp_path), "--format", "json").out)["scenarios"]
    assert found["failed_at"] == 11 and found["also"] == [
        {"failed_at": 13, "expected": "pile > 2", "got": "`pile` is 2"}
    ]
    assert "line 13" in run(capsys, "test", str(tmp_path), "--format", "junit").out


def test_only_some(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "test", counting, "-k", "goes DOWN")
    assert done.code == 0 and "1 passed, 0 failed" in done.err


def test_none_is_a_failure(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "test", counting, "-k", "sideways")
    assert done.code == 1 and "there is no scenario to play" in done.err


def test_coverage_lists_what_is_missing(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "test", counting, "--coverage")
    assert "branches: 1 of 2 reached" in done.out
    assert "game.bylaws:16: if it holds: pile is 0" in done.out
    assert "never: Ace, King" in done.out
    assert "count-002" in done.out and "count-001" not in done.out.split("clauses:")[1]


def test_json(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "test", counting, "--format", "json", "--coverage").out)
    assert next(iter(found)) == "version"
    assert (found["passed"], found["failed"]) == (1, 1)
    failed = found["scenarios"][1]
    assert failed["title"] == "It goes up" and failed["failed_at"] == 26 and failed["got"] == "`pile` is 2"
    assert found["coverage"]["clause"] == {"all": 2, "missed": ["count-002"]}


def test_junit(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite = ElementTree.fromstring(run(capsys, "test", counting, "--format", "junit").out)
    assert suite.attrib["tests"] == "2" and suite.attrib["failures"] == "1"
    assert [case.find("failure") is None for case in suite] == [True, False]


def test_a_scenario_that_cannot_be_understood_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.bylaws").write_text(GAME.replace("then pile is 2", "then pille is 2"))
    done = run(capsys, "test", str(tmp_path))
    assert done.code == 1
    assert "did you mean `pile`?" in done.out and "1 to mend" in done.err


@pytest.mark.slow
def test_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "test", "action_the_project", "-k", "supporters")
    assert done.code == 0


def test_a_variant_is_put_on_every_scenario(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    variants = Path(counting) / "variants"
    variants.mkdir()
    (variants / "double.bylaws").write_text(
        'variant "Double" of "Counting":\n    extend step down:\n        lower pile by 1\n'
    )
    done = run(capsys, "test", counting, "-k", "goes down", "--variant", "double")
    assert done.code == 1 and "got:      `pile` is 1" in done.out


def test_coverage_of_a_game_of_which_nothing_is_reached(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("step 1 down", "setup:\n    raise pile by 1\n\nstep 1 down")
    text = text[: text.index("scenario")] + 'scenario "None":\n    played by ann\n    then the game is refused\n'
    (Path(counting) / "game.bylaws").write_text(text)
    done = run(capsys, "test", counting, "--coverage")
    assert done.code == 0 and "rules: 0 of 2 reached" in done.out


def test_where_scenarios_were_looked_for(counting: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "none of the 2 has `xyz` in its title" in run(capsys, "test", counting, "-k", "xyz").err
    file = Path(counting) / "game.bylaws"
    file.write_text(file.read_text().partition("scenario")[0])
    done = run(capsys, "test", counting)
    assert done.code == 1 and f"no scenario to play in {counting}/scenarios/ or {file}" in done.err


def test_coverage_lists_lines_of_rules_once_and_nothing_that_the_game_has_not(
    counting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(counting) / "game.bylaws"
    file.write_text(
        'game "Bare":\n    players: 1 to 2\ncounter pile\nstep 1 up "Up":\n    raise pile by 1\n'
        "game ends:\n    first of players wins\n"
        'scenario "Nothing":\n    played by ann\n    then pile is 0\n'
    )
    told = run(capsys, "test", counting, "--coverage").out
    assert f'{file}:4: step 1 up "Up":\n' in told and f"{file}:6: game ends:\n" in told
    assert "cards:" not in told and "clauses:" not in told and "built-in" not in told
