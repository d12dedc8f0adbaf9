"""`bylaws secrets`: what is on the screen, what other programs read, and what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.secrecy.planted import LEAKS, NO_LEAKS
from tests.unit.interpreter.cli.commands import run

SHOWN = {
    "announced": LEAKS["announced_who_cannot"],
    "asked": LEAKS["asked_only_if_able"],
    "ended": LEAKS["the_end_of_the_game"],
    "offered": LEAKS["the_largest_number"],
    "on_the_table": LEAKS["an_effect_that_lasts"],
    "reasons": LEAKS["a_reason"],
    "nothing": NO_LEAKS["a_shuffle"],
}
FEW = ("--games", "2", "--jobs", "1")


@pytest.fixture
def leaking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cellar.bylaws").write_text(SHOWN["announced"].rules, encoding="utf-8")
    return "cellar.bylaws"


@pytest.mark.slow
@golden_names("secrets", SHOWN, ".txt", slow=SHOWN.keys() - {"announced", "nothing"})
def test_what_is_on_the_screen(
    case: Case, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cellar.bylaws").write_text(SHOWN[case.name].rules, encoding="utf-8")
    done = run(capsys, "secrets", "cellar.bylaws", *FEW)
    assert (done.code, done.err) == (0 if case.name == "nothing" else 1, "")
    golden(case, done.out)


@pytest.mark.slow
def test_json_says_the_same_in_fields(leaking: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "secrets", leaking, *FEW, "--seed", "7", "--players", "2", "--format", "json").out)
    assert next(iter(found)) == "version" and found["version"] == 1
    assert (found["players"], found["seed"], found["games"], found["games_wanted"]) == (2, 7, 2, 2)
    assert found["worlds"] > found["moments"] > 0
    told = next(one for one in found["leaks"] if one["kind"] == "log")
    assert told["lines"][0]["place"] == f"cellar.bylaws:{SHOWN['announced'].telling}"
    assert told["sees"] != told["sees_there"] and told["seed"] in (7, 8) and told["often"] > 0


@pytest.mark.slow
def test_it_is_the_same_in_several_processes(leaking: str, capsys: pytest.CaptureFixture[str]) -> None:
    alone = run(capsys, "secrets", leaking, "--games", "4", "--jobs", "1").out
    assert run(capsys, "secrets", leaking, "--games", "4", "--jobs", "2").out == alone


@pytest.mark.slow
def test_it_ends_when_time_is_up(leaking: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "secrets", leaking, "--games", "500", "--jobs", "1", "--seconds", "0.01")
    assert done.code == 1 and "of 2 games" in done.out and "498 games were left out" in done.out


def test_a_game_without_secrets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "secrets", "tic_tac_toe", *FEW)
    assert done.code == 0 and "nothing is hidden in these games" in done.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "9"), "is for 2 to 4 players, not 9"),
        (("--games", "0"), "0 games are none"),
        (("--seconds", "0"), "in 0 seconds nothing can be found"),
    ],
)
def test_what_cannot_be_done_is_refused(
    leaking: str, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "secrets", leaking, *options)
    assert done.code == 2 and said in done.err


@pytest.mark.slow
def test_lint_lets_the_comment_be(leaking: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(leaking).read_text(encoding="utf-8").replace("# tells", "# ignore[secret-told]: they say so")
    Path(leaking).write_text(text, encoding="utf-8")
    assert "secret-told" not in run(capsys, "lint", leaking).out
    assert "no player could tell" in run(capsys, "secrets", leaking, *FEW).out
