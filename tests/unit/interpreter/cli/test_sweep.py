"""`bylaws sweep`: the table and the plot, what scripts read, the files that it writes, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import run
from tests.unit.interpreter.simulation.threshold import written

SCREENS = {
    "a_target": ("--set", "edge=4..12", "--target", "seat 1 wins = 40%"),
    "a_target_outside": ("--set", "edge=4,8,12", "--target", "seat_1 wins = 90%", "--variant", "kinder"),
    "two_parameters": ("--set", "edge=4,8,12", "--set", "mood", "--players", "3", "--set", "secure=yes"),
    "measures": ("--set", "edge=4,8", "--measure", "real choices", "--measure", "seat 2 wins"),
    "games_that_fail": (
        "--set",
        "secure",
    ),
}


@pytest.fixture
def threshold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path / "threshold")


@golden_names("sweep", SCREENS, ".txt")
def test_screens(case: Case, golden: Golden, threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "sweep", "threshold", *SCREENS[case.name], "--games", "200", "--jobs", "1")
    assert done.code == ("fail" in case.name)
    golden(case, done.out + done.err)


@pytest.mark.slow
def test_json_is_the_same_for_one_and_two_jobs(threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("sweep", "threshold", "--set", "edge=4..8", "--games", "70", "--seed", "5", "--format", "json")
    more = ("--target", "seat 1 wins = 30%")
    one, two = (json.loads(run(capsys, *arguments, *more, "--jobs", jobs).out) for jobs in ("1", "2"))
    for measured in ("wall_s", "games_per_s"):
        assert one.pop(measured) >= 0 and two.pop(measured) >= 0
    assert one == two
    assert next(iter(one)) == "version" and one["version"] == 1
    assert [point["values"] for point in one["points"]] == [{"edge": edge} for edge in range(4, 9)]
    assert one["target"]["reached"] and one["target"]["between"]["low"] < one["target"]["between"]["at"]


def test_files_are_written_beside_what_is_printed(threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(
        capsys, "sweep", "threshold", "--set", "edge=4,8", "--games", "50", "--jobs", "1", "--format", "csv",
        "--out", "found/here", "--svg", "picture.svg",
    )  # fmt: skip
    rows = list(csv.DictReader(done.out.splitlines()))
    assert rows[0]["edge"] == "4" and rows[0]["measure"] == "seat 1 wins" and 0 < float(rows[0]["value"]) < 0.5
    assert Path("found/here/sweep.csv").read_text() == done.out
    assert json.loads(Path("found/here/sweep.json").read_text())["swept"] == ["edge"]
    for file in ("picture.svg", "found/here/sweep.svg"):
        assert ElementTree.parse(file).getroot().tag.endswith("svg")
        said = [text for text in ElementTree.parse(file).getroot().itertext() if text.strip()]
        assert "Threshold: " in said[0] and " games each, 2 players" in said[0]
        # the names of shares and numbers, each followed by the marks of its axis from the bottom to the top
        panels = {name: said[said.index(name) + 1 :][:3] for name in ("seat 1 wins", "seat 2 wins", "decisions")}
        assert panels["seat 1 wins"] == panels["seat 2 wins"] != panels["decisions"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say which values: --set edge=6..9; the parameters are edge, mood, secure"),
        (("--set", "edge=5"), "there is nothing to try"),
        (("--set", "edge="), "--set edge= gives no value"),
        (("--set", "edge=5..2"), "the smaller number comes first: --set edge=2..5"),
        (("--set", "edge=1..x"), "1..x is no range"),
        (("--set", "edge=1,,2"), "a comma with nothing beside it"),
        (("--set", "edge=0..30"), "`edge` goes from 0 to 20; 21 is too large"),
        (("--set", "edge=1..9999"), "try fewer values: --set edge=1,5,10,15,20"),
        (("--set", "edge", "--set", "mood", "--set", "secure"), "that makes 84 rule sets, and 60 are the most"),
        (("--set", "edges=0..3"), "did you mean `edge`?"),
        (("--set", "moood"), "did you mean mood?"),
        (("--set", "mood=calm,wilder"), "did you mean `wild`?"),
        (("--set", "secure=1..3"), "`secure` is yes or no, not 1"),
        (("--set", "edge=1..3", "--target", "rounds"), "names no value"),
        (("--set", "edge=1..3", "--target", "rounds = 5%"), "rounds is a number, not a share"),
        (("--set", "edge=1..3", "--target", "seat 1 wins = 5"), 'write it as in --target "seat 1 wins = 40%"'),
        (("--set", "edge=1..3", "--target", "seat 1 wins = 500%"), "a share lies between"),
        (("--set", "edge=1..3", "--target", "team wins = 5%"), "there are: seat 1 wins, seat 2 wins, nobody wins"),
        (("--set", "edge=1..3", "--measure", "luck"), 'nothing is measured that is called "luck"'),
        (("--set", "mood", "--set", "edge", "--svg", "x.svg"), "a picture has room for 7 lines, and these are 21"),
        (("--set", "edge=1..3", "--variant", "kindest"), "there is no variant called kindest"),
        (("--set", "edge=1..3", "--set", "edge=5"), "edge is given twice"),
        (("--set", "edge=1..3", "--out", "threshold/game.bylaws"), "choose another place for --out"),
        (("--set", "edge=1..3", "--svg", "threshold/game.bylaws/x"), "choose another place for --svg"),
        (("--set", "edge=1..3", "--players", "5"), "is for 2 to 3 players, not 5"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(
    threshold: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "sweep", "threshold", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_place_that_cannot_be_written_to_is_told_after_all_is_printed(
    threshold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("taken").mkdir()
    arguments = ("--set", "edge=4,8", "--games", "20", "--jobs", "1", "--svg", "taken")
    done = run(capsys, "sweep", "threshold", *arguments)
    assert done.code == 2 and "choose another place for --svg" in done.err and "seat 1 wins" in done.out
