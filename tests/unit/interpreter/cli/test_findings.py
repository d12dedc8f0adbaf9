"""What is found in whole games, their variants and scenarios: where, and what a fix makes of it."""

from pathlib import Path

from dsl.loading import load
from dsl.loading.scenarios import scenarios
from tests.findings import facts, found_in
from tests.golden_files import Case, Golden, golden_cases


@golden_cases("messages/games", "*.bylaws", ".txt")
def test_what_is_found(case: Case, golden: Golden) -> None:
    golden(case, facts(found_in(case.input)))


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
