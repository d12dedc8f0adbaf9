"""`bylaws diff`: what it says of two games, and of a game and its variants."""

from __future__ import annotations

import json

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import REPOSITORY, run

Say = pytest.CaptureFixture[str]

ONE, OTHER = "tests/unit/interpreter/cli/one.bylaws", "tests/unit/interpreter/cli/other.bylaws"
ASKED = {
    "one": (ONE, OTHER),
    "other": (OTHER, ONE),
    "variant": ("action_the_project", "sealed_bids"),
    "variant_over_another": ("action_the_project", "kinder_fate"),
    "setting": ("action_the_project", "--set", "negotiation_rounds=1"),
    "nothing": ("office_job", "office_job"),
    "alone": ("office_job",),
    "no_such_variant": ("office_job", "drat"),
}


@golden_names("diff", ASKED, ".txt")
def test_what_it_says(case: Case, golden: Golden, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    done = run(capsys, "diff", *ASKED[case.name])
    golden(case, f"--- exit code {done.code}\n--- standard output\n{done.out}--- standard error\n{done.err}")


def test_for_programs(capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    report = json.loads(run(capsys, "diff", "action_the_project", "fate", "--format", "json").out)
    assert report["second"] == {"game": "Action the Project!", "variants": ["Fate"]}
    steps = [each for each in report["differences"] if each["kind"] == "step"]
    assert [(step["how"], step["name"], step["inside"]) for step in steps] == [
        ("added", "shuffle_fate", "round project_turn"),
        ("added", "feedback", "round project_turn"),
        ("added", "overtime", "round project_turn"),
    ]


def test_rules_with_errors(capsys: Say) -> None:
    done = run(capsys, "diff", "office_job", str(REPOSITORY / "tests/golden/messages/misspelt_first_word.bylaws"))
    assert (done.code, done.out) == (1, "") and "error[" in done.err
