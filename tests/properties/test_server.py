"""An editor shows after any edits what the command line finds in the same texts: all of it, and nothing else."""

from pathlib import Path
from random import Random
from shutil import copytree
from time import monotonic
from typing import Any

import pytest

from dsl.disk.files import Files
from dsl.disk.find import find
from interpreter.findings.find import look_for_doubts
from interpreter.server.positions import Places
from interpreter.server.shown import by_path, diagnostic
from interpreter.server.texts import Texts
from tests.edits import edited, renamed
from tests.language_client import PATIENCE, Client, Started

#: Small games, one of them with variants.
SOME = ("last_biscuit", "hearts", "picnic_hampers")


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_the_same_as_the_command_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after_edits(name, tmp_path, monkeypatch, Random(name), 20)


def after_edits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: Random, count: int) -> None:
    """Opens files of a copy of the game, one after the other, and edits them."""
    home = find(name, Files()).folder
    assert home is not None
    folder = tmp_path / "game"
    copytree(home, folder)
    monkeypatch.chdir(folder)  # as the server is started there, names of files are the same
    paths = Files().below(folder)
    texts: dict[Path, str] = {}
    versions: dict[Path, int] = {}
    with Started(folder, general={"positionEncodings": ["utf-16"]}) as client:
        for number in range(count):
            alone = 2 * number < count  # the other files are not open yet, and still say the old names
            path = paths[0] if alone else chance.choice(paths)
            name_of = path.relative_to(folder).as_posix()
            if path not in texts:
                texts[path], versions[path] = path.read_text(encoding="utf-8"), 1
                client.open(name_of)
            saved = path.read_text(encoding="utf-8")
            for _ in range(chance.choice((1, 1, 3))):
                edit = renamed if alone and chance.random() < 0.7 else edited
                new = edit(texts[path], chance) if texts[path] == saved or chance.random() < 0.3 else saved
                versions[path] += 1
                client.change(path.as_uri(), versions[path], _change(texts[path], new))
                texts[path] = new
            _agree(client, folder, texts)


def _change(before: str, after: str) -> dict[str, Any]:
    """The one change that makes the second text of the first."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((k for k, (a, b) in pairs if a != b), min(len(before), len(after)))
    end, new_end = len(before), len(after)
    while end > same and new_end > same and before[end - 1] == after[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    return {"range": Places(before, "utf-16").range(same, end), "text": after[same:new_end]}


def _agree(client: Client, folder: Path, texts: dict[Path, str]) -> None:
    looked, _ = look_for_doubts(str(folder / "game.bylaws"), texts=texts)
    known = Texts()
    expected = {
        path.as_uri(): [diagnostic(one, known) for one in found] for path, found in by_path(looked.found).items()
    }
    end = monotonic() + PATIENCE
    while (shown := {uri: found for uri, found in client.shown.items() if found}) != expected:
        assert monotonic() < end, (shown, expected)
        client.take()
