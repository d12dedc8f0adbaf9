"""`bylaws report`: the page and its numbers, going on where it was, and what is said of wrong use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from interpreter.cli.exit_codes import FINE, INTERRUPTED, WRONG
from interpreter.report.course import Evidence
from interpreter.simulation.processes.parallel import Run
from tests.unit.interpreter.cli.commands import REPOSITORY, run

GAME = """
game "Odds & Evens":
    players: 2 to 3
parameter prize = 2 (1 to 5)
counter points of player
counter days
dice die: from 1 to 6
round day "Day":
    step 1 toss "Toss":
        raise days by 1
        players take turns:
            roll a die as thrown
            you may "roll again":
                roll a die as again
                gain points equal to prize * pips of again
            otherwise: gain points equal to pips of thrown
game ends after day when days = 2:
    the player with most points wins
"""
VARIANT = 'variant "Dear" of "Odds & Evens":\n    set parameter prize = 4\n'
FEW = ("--games", "4", "--think", "4", "--jobs", "1")
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in the present folder."""
    (tmp_path / "odds" / "variants").mkdir(parents=True)
    (tmp_path / "odds" / "game.bylaws").write_text(GAME)
    (tmp_path / "odds" / "variants" / "dear.bylaws").write_text(VARIANT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_and_its_numbers_are_written_and_the_first_sentences_printed(capsys: Capture, odds: Path) -> None:
    ran = run(capsys, "report", "odds", *FEW, "--pictures", "drawn")
    assert (ran.code, ran.err) == (FINE, "")
    assert {path.name for path in (odds / "drawn").iterdir()} >= {"fair-1.svg", "length-1.svg"}
    page, numbers = (odds / f"odds_evens-report{suffix}" for suffix in (".html", ".json"))
    assert ran.out.splitlines()[-1] == "The page: odds_evens-report.html; its numbers: odds_evens-report.json"
    assert "<title>Odds &amp; Evens: a report</title>" in page.read_text()
    document = json.loads(numbers.read_text())
    for found in document["findings"].values():
        assert found["sentences"][0].split(" ")[0] in page.read_text()
    assert document["played"][0] == {"series": "games played by chance", "games": 20, "wanted": 20}


@pytest.mark.slow
def test_the_same_seeds_give_the_same_page_for_any_number_of_workers(capsys: Capture, odds: Path) -> None:
    for jobs in ("1", "2"):
        run(capsys, "report", "odds", "--games", "4", "--think", "0", "--jobs", jobs, "--out", f"{jobs}.html")
    assert (odds / "1.html").read_bytes() == (odds / "2.html").read_bytes()
    assert (odds / "1.json").read_bytes() == (odds / "2.json").read_bytes()


def test_a_report_that_is_kept_plays_nothing_again(
    capsys: Capture, odds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "report", "odds", *FEW, "--keep", "kept", "--out", "first.html")
    monkeypatch.setattr("interpreter.report.report.run_seeds", None)
    assert run(capsys, "report", "odds", *FEW, "--keep", "kept", "--out", "second.html").code == FINE
    assert (odds / "first.html").read_bytes() == (odds / "second.html").read_bytes()
    other = run(capsys, "report", "odds", *FEW, "--keep", "kept", "--seed", "5")
    assert other.code == WRONG
    assert "the report in kept begins with the seed 1, not with 5" in other.err
    assert "--seed 1" in other.err
    (odds / "kept" / "report.json").write_text("[]")
    assert "is not as Bylaws has written it" in run(capsys, "report", "odds", *FEW, "--keep", "kept").err


def test_when_the_time_is_up_what_was_played_is_told(capsys: Capture, odds: Path) -> None:
    ran = run(capsys, "report", "odds", "--games", "400", "--think", "0", "--jobs", "1", "--minutes", "1e-6")
    assert (ran.code, "Interrupted" in ran.out) == (FINE, False)
    played = json.loads((odds / "odds_evens-report.json").read_text())["played"]
    assert all(0 < series["games"] < series["wanted"] for series in played)


def test_ctrl_c_leaves_a_report_of_what_was_played(
    capsys: Capture, odds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(work: object, seeds: range, **more: object) -> Run[Evidence]:
        return Run(Evidence(), 0, len(seeds))

    monkeypatch.setattr("interpreter.report.report.run_seeds", interrupted)
    ran = run(capsys, "report", "odds", *FEW)
    assert ran.code == INTERRUPTED
    assert "Interrupted" in ran.out
    assert (odds / "odds_evens-report.html").exists()


@pytest.mark.slow
def test_two_rule_sets_stand_side_by_side(capsys: Capture, odds: Path) -> None:
    ran = run(capsys, "report", "odds", *FEW, "--compare", "dear", "--format", "json")
    assert ran.code == FINE
    document = json.loads(ran.out)
    assert document["names"] == ["as it is", 'with "Dear"']
    assert (document["a"]["parameters"], document["b"]["parameters"]) == ({"prize": 2}, {"prize": 4})
    page = (odds / "odds_evens_dear-report.html").read_text()
    assert page.count('<h2 id="fair">') == 1
    assert page.count("<h3>A: as it is</h3>") == page.count("<h3>B: with &quot;Dear&quot;</h3>") > 5
    assert run(capsys, "report", "odds", *FEW, "--with", "prize=5", "--out", "x.html").code == FINE


def test_the_page_on_json_names_each_field(capsys: Capture) -> None:
    page = (REPOSITORY / "docs" / "json.md").read_text(encoding="utf-8")
    told = page.partition("## report\n")[2].partition("\n## ")[0]
    document = json.loads(run(capsys, "report", "odds", *FEW, "--format", "json").out)
    named = {name for name, value in document.items() if name not in ("parameters", "findings")}
    named |= {f"played[].{name}" for series in document["played"] for name in series}
    named |= {f"findings.KEY.{name}" for found in document["findings"].values() for name in found}
    assert named | {"parameters.NAME", "findings.KEY"} == set(re.findall(r"^\| `([^`]+)`", told, re.MULTILINE))
    assert all(f"`{key}`" in told for key in (*document["findings"], "team"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "0"), "0 games are none"),
        (("--think", "-1"), "--think -1 is no number of tries"),
        (("--limit", "0"), "--limit 0 leaves no decision"),
        (("--minutes", "0"), "--minutes 0 is no time"),
        (("--seconds", "nan"), "--seconds nan is no time"),
        (("--target", "140"), "a target of 140 games in a hundred cannot be"),
        (("--players", "7"), "Odds & Evens is for 2 to 3 players, not 7"),
        (("--compare", "deer"), "the variants of Odds & Evens are dear"),
        (("--with", "prize=2"), "both are the same rules"),
        (("--out", "odds"), "odds is a folder"),
        (("--out", "odds.json"), "odds.json is where the numbers would go"),
    ],
)
def test_wrong_use_is_told_before_anything_is_played(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr("interpreter.report.report.run_seeds", None)
    ran = run(capsys, "report", "odds", *words)
    assert ran.code == WRONG
    assert said in ran.err
