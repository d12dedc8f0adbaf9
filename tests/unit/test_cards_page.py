"""What `docs/cards.md` shows is what the command says and makes of the files, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import REPOSITORY, run

PAGE = (REPOSITORY / "docs" / "cards.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:<!-- (file|shows): (.*) -->\n)?```(\w*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)


def test_the_page_says_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = {"file": 0, "shows": 0, "": 0}
    for what, name, language, text in BLOCKS:
        done[what] += 1
        if what == "file":
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        elif what == "shows":
            assert text in Path(name).read_text(encoding="utf-8")
        else:
            assert language == "console"
            command, shown = re.fullmatch(r"\$ bylaws (.*)\n((?:.*\n)*)", text).groups()  # type: ignore[union-attr]
            ran = run(capsys, *command.split())
            assert ran.out + ran.err == shown
    assert min(done.values()) > 0
