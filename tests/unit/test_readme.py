"""What the front page shows is so: its files are written, and its commands say what stands below them."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from interpreter.cli.commands import COMMANDS
from tests.shown_pages import blocks, follow
from tests.unit.interpreter.cli.commands import REPOSITORY, run

PAGE = (REPOSITORY / "README.md").read_text(encoding="utf-8")
TUTORIAL = (REPOSITORY / "docs" / "tutorial.md").read_text(encoding="utf-8")
SECRETS = (REPOSITORY / "docs" / "secrets.md").read_text(encoding="utf-8")
MEASURING = (REPOSITORY / "docs" / "measuring.md").read_text(encoding="utf-8")
BALANCING = (REPOSITORY / "docs" / "balancing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "commands"),
    [
        pytest.param(PAGE, 6, id="front page"),
        pytest.param(TUTORIAL, 13, id="tutorial"),
        pytest.param(BALANCING, 3, id="balancing", marks=pytest.mark.slow),
        pytest.param(SECRETS, 2, id="secrets", marks=pytest.mark.slow),
        pytest.param(MEASURING, 6, id="measuring", marks=pytest.mark.slow),
    ],
)
def test_what_the_page_builds_says_what_the_page_shows(
    page: str, commands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    copytree(REPOSITORY / "docs" / "measuring", tmp_path / "docs" / "measuring")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert follow(page, monkeypatch, capsys) >= commands


def test_both_ways_in_set_up_all_that_they_need(capsys: pytest.CaptureFixture[str]) -> None:
    play, test = (block.text.strip().split(" && ") for block in blocks(PAGE) if not block.kind)
    environment = "python3 -m venv .venv"
    assert play[:2] == [environment, '.venv/bin/pip install -e ".[fast]"']
    assert test == [environment, '.venv/bin/pip install -e ".[test]"', ".venv/bin/pytest -n 2"]
    program, *arguments = play[2].split()
    assert program == ".venv/bin/bylaws"
    assert run(capsys, *(argument.replace("500", "2") for argument in arguments), "--jobs", "1").code == 0


def test_the_table_of_commands_is_complete() -> None:
    assert set(re.findall(r"^\| [^|]* \| `bylaws (\w+)", PAGE, re.MULTILINE)) == set(COMMANDS)
