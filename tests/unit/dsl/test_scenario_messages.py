"""What a person is told about scenarios: the whole text, word by word."""

from pathlib import Path

import pytest

from dsl.load import load
from dsl.load.scenarios import scenarios
from dsl.render import render
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages/scenarios", "*.bylaws", ".txt")
def test_messages_about_scenarios(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case.input.parent)
    loaded = load(Path(case.input.name))
    groups = list(scenarios(loaded))
    found = [*loaded.findings, *(report for group in groups for report in group.diagnostics)]
    golden(case, render(found, "full"))


def test_a_scenario_with_a_line_that_cannot_be_read_is_not_played(tmp_path: Path) -> None:
    rules = 'game "A":\n    players: 2 to 3\ncounter gold of player\nsetup: nothing happens\n'
    good = 'scenario "Good":\n    played by ann, ben\n    then gold of ann is 0\n'
    bad = 'scenario "Bad":\n    played by ann, ben\n    given gold hat 3\n    then gold of ann is 0\n'
    (tmp_path / "game.bylaws").write_text(rules, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "all.bylaws").write_text(good + bad, encoding="utf-8")
    (group,) = scenarios(load(tmp_path))
    assert [scenario.title for scenario in group.scenarios] == ["Good"]
    assert not group.diagnostics
