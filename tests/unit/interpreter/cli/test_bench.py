"""`bylaws bench`: what it measures is there and adds up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run
from tests.unit.interpreter.simulation.threshold import written

SHORT = ("--seconds", "0.05")


@pytest.fixture
def threshold(tmp_path: Path) -> str:
    return str(written(tmp_path / "threshold"))


def test_json_has_rates_that_belong_together(threshold: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "bench", threshold, *SHORT, "--players", "3", "--format", "json").out)
    assert next(iter(found)) == "version" and found["version"] == 1 and found["seats"] == ["random"] * 3
    assert found["decisions_per_s"] == pytest.approx(found["games_per_s"] * found["decisions_per_game"], rel=0.01)
    assert 3 < found["decisions_per_game"] < 6
    assert found["games_per_s"] > 0 and found["with_journal"]["games_per_s"] > 0
    assert found["clone_us"] > 0 and found["compile_ms"] > 0 and found["load_ms"] > 0
    assert found["compile_again_ms"] is None  # such short rules are not worth the while


@pytest.mark.slow
def test_compiling_takes_less_the_next_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BYLAWS_CACHE", "on")
    found = json.loads(run(capsys, "bench", "hearts", *SHORT, "--format", "json").out)
    assert 0 < found["compile_again_ms"] < found["compile_ms"]
    assert re.search(
        r"a program of them \d+ ms \(\d+ ms the next time\)\.$", run(capsys, "bench", "hearts", *SHORT).out
    )
    without = run(capsys, "bench", "hearts", *SHORT, "--no-cache")
    assert re.search(r"a program of them \d+ ms\.$", without.out)


def test_text_says_the_same_in_words(threshold: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "bench", threshold, *SHORT, "--variant", "kinder")
    assert done.code == 0
    assert re.match(r"Threshold with Kinder: random, random; \d\.\d decisions a game\n", done.out)
    assert re.search(r"^playing +[\d,.]+ +[\d,]+$", done.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--seconds", "0"), "0 seconds cannot be measured"), (("--players", "9"), "is for 2 to 3 players, not 9")],
)
def test_what_cannot_be_done_is_refused(
    threshold: str, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "bench", threshold, *arguments)
    assert done.code == 2 and said in done.err
