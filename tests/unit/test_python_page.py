"""What `docs/python.md` shows is so: its programs print what stands below them, and have the types that they say."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from mypy import api as mypy

from tests.shown_pages import Block, Shown, blocks
from tests.unit.interpreter.cli.commands import REPOSITORY

PAGE = (REPOSITORY / "docs" / "python.md").read_text(encoding="utf-8")
#: What is installed for programs that say so.
NEEDS = {"doors.pettingzoo": "pettingzoo", "doors.openspiel": "pyspiel"}
PROGRAMS = [block.text for block in blocks(PAGE) if block.kind == "python"]


@pytest.mark.slow
def test_the_programs_print_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "shown"}
    shown = blocks(PAGE)
    compared = 0
    for block, after in zip(shown, [*shown[1:], Block("", "", "")], strict=True):
        if block.kind != "python" or _lacks(block.text):
            continue
        exec(compile(block.text, "docs/python.md", "exec", dont_inherit=True), names)
        printed = capsys.readouterr().out
        expected = after.text if after.kind == "text" else ""
        compared += bool(expected)
        pattern = Shown((), "", expected.rstrip("\n")).pattern if expected else ""
        assert re.fullmatch(pattern, printed), f"{block.text}\nprints\n{printed}"
    assert compared > 8


def _lacks(program: str) -> bool:
    """Whether it is about something that is not installed here."""
    return any(said in program and find_spec(package) is None for said, package in NEEDS.items())


@pytest.mark.slow
def test_the_programs_have_the_types_that_they_say(tmp_path: Path) -> None:
    file = tmp_path / "shown.py"
    file.write_text("\n".join(PROGRAMS) + "\nreveal_type(open_game('hearts').new(seed=1).legal_actions())\n")
    settings = ("--cache-dir", ".mypy_cache"), ("--config-file", "pyproject.toml")
    paths = (word for option, name in settings for word in (option, str(REPOSITORY / name)))
    out, err, code = mypy.run(["--strict", *paths, str(file)])
    assert code == 0, out + err
    assert 'Revealed type is "list[int]"' in out.replace("builtins.", "")
