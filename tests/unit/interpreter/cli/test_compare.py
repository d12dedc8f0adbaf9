"""`bylaws compare`: the table that people read, what scripts read, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import run
from tests.unit.interpreter.simulation.threshold import written

SCREENS = {
    "a_variant": ("--with-variant", "kinder", "--games", "600"),
    "a_parameter": ("--set", "edge=9", "--with", "mood=wild", "--games", "600", "--players", "3"),
    "one_measure": ("--with", "edge=9", "--games", "600", "--measure", "Seat_1 wins"),
    "two_bots": ("--with", "edge=12", "--games", "600", "--seats", "random,uniform"),
    "until_sure": ("--with-variant", "kinder", "--until-sure"),
    "until_the_end": ("--with", "edge=8", "--until-sure", "--margin", "1", "--games", "500"),
    "games_that_fail": ("--with", "secure=no", "--games", "600"),
    "few_games": ("--with", "edge=9", "--games", "5"),
}


@pytest.fixture
def threshold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path / "threshold")


@golden_names("compare", SCREENS, ".txt")
def test_screens(case: Case, golden: Golden, threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "compare", "threshold", *SCREENS[case.name], "--jobs", "1")
    assert done.code == ("fail" in case.name)
    golden(case, done.out + done.err)


@pytest.mark.slow
def test_json_is_the_same_for_one_and_two_jobs(threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (
        "compare",
        "threshold",
        "--with-variant",
        "kinder",
        "--games",
        "200",
        "--seed",
        "5",
        "--format",
        "json",
    )
    one, two = (json.loads(run(capsys, *arguments, "--jobs", jobs).out) for jobs in ("1", "2"))
    for measured in ("wall_s", "games_per_s"):
        assert one.pop(measured) >= 0 and two.pop(measured) >= 0
    assert one == two
    assert next(iter(one)) == "version" and one["version"] == 1
    assert one["second"]["variants"] == ["Kinder"] and one["second"]["parameters"]["edge"] == 9
    assert one["differences"][0]["verdict"] == "higher"


def test_csv_has_a_row_for_each_measure(threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "compare", "threshold", "--with", "edge=9", "--games", "50", "--format", "csv", "--jobs", "1")
    rows = list(csv.DictReader(done.out.splitlines()))
    assert len(rows) == 10 and rows[0]["measure"] == "seat 1 wins" and float(rows[0]["difference"]) > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "it takes two to compare"),
        (("--with", "edge"), "--with edge gives no value"),
        (("--with", "edge=30"), "`edge` goes from 0 to 20; 30 is too large"),
        (("--with", "edges=3"), "edges"),
        (("--with-variant", "kindest"), "kindest"),
        (("--with-variant", "kinder", "--measure", "team wins"), 'nothing is measured that is called "team wins"'),
        (("--with-variant", "kinder", "--measure", "round"), "did you mean rounds?"),
        (("--with-variant", "kinder", "--margin", "2"), "say --until-sure too"),
        (("--with-variant", "kinder", "--until-sure", "--margin", "0"), "it lies above 0"),
        (("--with-variant", "kinder", "--games", "0"), "0 games are none"),
        (("--with-variant", "kinder", "--seed", "-1"), "-1 is no seed"),
        (("--with-variant", "kinder", "--seed", "18446744073709551600"), "is no seed"),
        (("--with-variant", "kinder", "--players", "4"), "is for 2 to 3 players, not 4"),
        (("--with-variant", "kinder", "--players", "2..3"), "--players takes one number of players here, not 2..3"),
        (("--with", "edge=7"), "A and B are the same rules: edge is 7 already"),
        (("--variant", "kinder", "--with-variant", "kinder"), 'A and B are the same rules: "kinder" is on already'),
        (("--with", "edge=1..3"), "`bylaws sweep` tries several values: bylaws sweep GAME --set edge=1..3"),
        (("--with", "edge=1,3"), "--with edge=1,3 gives edge more than one value"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(
    threshold: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "compare", "threshold", *arguments)
    assert done.code == 2 or (done.code == 1 and "kindest" in said)
    assert said in done.err and done.out == ""


def test_files_are_written_beside_what_is_printed(threshold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("compare", "threshold", "--with", "edge=9", "--games", "50", "--jobs", "1", "--format", "csv")
    done = run(capsys, *asked, "--out", "found/here")
    assert Path("found/here/compare.csv").read_text() == done.out
    told = json.loads(Path("found/here/compare.json").read_text())
    assert (told["version"], told["second"]["parameters"]["edge"]) == (1, 9)
    Path("file").write_text("")
    refused = run(capsys, *asked, "--out", "file")
    assert (refused.code, refused.out) == (2, "") and "is a file, and no folder" in refused.err
