"""`bylaws graph`: the language that is asked for, on standard output alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import REPOSITORY, run

Say = pytest.CaptureFixture[str]
MILL = str(REPOSITORY / "tests" / "golden" / "graph" / "mill.bylaws")


@pytest.mark.parametrize(("language", "first"), [("mermaid", "---"), ("dot", 'digraph "The \\\\Mill" {')])
def test_the_languages(language: str, first: str, capsys: Say) -> None:
    done = run(capsys, "graph", MILL, "--format", language)
    assert (done.code, done.err, done.out.splitlines()[0]) == (0, "", first)


def test_for_programs(capsys: Say) -> None:
    report = json.loads(run(capsys, "graph", MILL, "--format", "json").out)
    assert (report["version"], report["game"], report["variants"]) == (1, "The \\Mill", [])
    names = {box["name"] for box in report["boxes"]}
    assert {arrow["from"] for arrow in report["arrows"]} <= names
    offered = [
        arrow["to"] for arrow in report["arrows"] if arrow["from"] == "flow_milling" and arrow["kind"] == "offers"
    ]
    assert sorted(offered) == ["action_mill", "action_peek", "action_rest"]


def test_rules_with_errors(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "game.bylaws"
    path.write_text('game "Odd":\n    playas: 2\n')
    done = run(capsys, "graph", str(path))
    assert (done.code, done.out) == (1, "") and "error[" in done.err
