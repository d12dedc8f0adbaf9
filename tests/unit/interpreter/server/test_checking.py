"""What is looked for is given up as soon as something newer is to be looked at."""

from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue

import pytest

from dsl.cache import Memory, between_parts
from dsl.disk.answers import Answer
from interpreter.findings.looked import Looked
from interpreter.server import checking
from interpreter.server.checking import Checked, Checking, Report, Wanted

_GAME = 'game "Tiny":\n    players: 2\n'


def test_it_is_given_up_between_its_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.bylaws"
    path.write_text(_GAME, encoding="utf-8")
    told: SimpleQueue[Report] = SimpleQueue()
    came_through: list[str] = []

    def look(_: str, texts: Mapping[Path, str], playable: bool) -> tuple[Looked, tuple[Answer, ...]]:
        if texts[path] == _GAME:
            looking.want(Wanted(2, {path: f"{_GAME}# newer\n"}, (path,)))
        between_parts()
        came_through.append(texts[path])
        return Looked((), (), ""), ()

    monkeypatch.setattr(checking, "look_for_doubts", look)
    looking = Checking(told.put, Memory())
    looking.want(Wanted(1, {path: _GAME}, (path,)))
    while not isinstance(report := told.get(timeout=20), Checked):
        pass
    assert report.number == 2
    assert _GAME not in came_through
