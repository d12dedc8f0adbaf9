"""What `docs/workbench.md` shows is what the commands say, one after the other in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import REPOSITORY, run

PAGE = (REPOSITORY / "docs" / "workbench.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ bylaws (.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)


def test_every_command_says_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(SHOWN) > 5
    for command, shown in SHOWN:
        done = run(capsys, *command.split())
        pattern = re.escape(shown).replace(re.escape("...\n"), "(?:.*\n)*")
        assert re.fullmatch(pattern, done.out + done.err), f"bylaws {command} says\n{done.out}{done.err}"
