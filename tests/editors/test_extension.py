"""The extension for Visual Studio Code holds what it names, and does what an editor wants of it."""

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from dsl import VERSION
from dsl.diagnostic import error
from dsl.render.concise import concise
from dsl.source import Source, Span
from tests.editors.__main__ import FOLDER
from tests.editors.package import packed
from tests.test_architecture import REPOSITORY
from tests.tiny_game import GAME

VSCODE = FOLDER / "vscode"
ABOUT: dict[str, Any] = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
NODE = shutil.which("node")


def test_the_package_holds_all_that_it_names() -> None:
    name, data = packed(VSCODE)
    package = ZipFile(BytesIO(data))
    assert name == f"bylaws-{VERSION}.vsix"
    held = set(package.namelist())
    gives = ABOUT["contributes"]
    paths = [ABOUT["main"], *(one["path"] for one in [*gives["grammars"], *gives["snippets"]])]
    paths += [one["configuration"] for one in gives["languages"]]
    named = {f"extension/{path.removeprefix('./')}" for path in paths}
    assert named | {"extension.vsixmanifest", "[Content_Types].xml", "extension/package.json"} <= held
    assert {"extension/LICENSE.txt", "extension/README.md"} <= held
    for member in held:
        text = package.read(member).decode()
        if member.endswith(".json"):
            json.loads(text)
        if member.endswith((".xml", ".vsixmanifest")):
            ElementTree.fromstring(text)
    manifest = ElementTree.fromstring(package.read("extension.vsixmanifest"))
    space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    identity = next(manifest.iter(f"{space}Identity")).attrib
    assert (identity["Id"], identity["Publisher"], identity["Version"]) == ("bylaws", ABOUT["publisher"], VERSION)
    assets = {each.attrib["Path"] for each in manifest.iter(f"{space}Asset")}
    assert assets <= held
    endings = {each.attrib["Extension"] for each in ElementTree.fromstring(package.read("[Content_Types].xml"))}
    assert {Path(member).suffix for member in held - {"[Content_Types].xml"}} <= endings
    assert packed(VSCODE) == (name, data)


def test_the_pictures_of_the_page_are_small_and_all_shown() -> None:
    page = (REPOSITORY / "docs/editors.md").read_text(encoding="utf-8")
    pictures = [REPOSITORY / "docs/pictures" / name for name in re.findall(r"\]\(pictures/(.*?)\)", page)]
    made = (REPOSITORY / "tests/editors/pictures.mjs").read_text(encoding="utf-8")
    assert sorted(one.stem for one in pictures) == sorted(re.findall(r'picture\("(.*?)"\)', made))
    for one in pictures:
        assert one.stat().st_size < 200_000
        assert f'picture("{one.stem}")' in made


def test_the_version_is_ours_and_nothing_else_is_needed() -> None:
    assert ABOUT["version"] == VERSION
    assert "dependencies" not in ABOUT
    assert ABOUT["license"] == "MIT"


def test_the_problem_matcher_reads_what_lint_prints() -> None:
    (matcher,) = ABOUT["contributes"]["problemMatchers"]
    source = Source("pig/game.bylaws", "one\n  two\n")
    line = concise([error("some-name", "a sentence", Span(source, 6, 9))], colour=False).rstrip("\n")
    found = re.match(matcher["pattern"]["regexp"], line)
    assert found
    assert {key: found[group] for key, group in matcher["pattern"].items() if isinstance(group, int)} == {
        "file": "pig/game.bylaws", "line": "2", "column": "3", "severity": "error", "code": "some-name",
        "message": "a sentence",
    }  # fmt: skip


def test_a_snippet_is_a_line_with_places_to_fill_in() -> None:
    snippets = json.loads((VSCODE / "snippets.json").read_text(encoding="utf-8"))
    assert snippets["zone"]["body"] == "zone ${1:hand} of ${2:player}: hand"
    assert snippets["step"]["body"] == 'step ${1:1} ${2:market} "${3:Going to market}":'


def run(command: str, folder: Path) -> dict[str, Any]:
    """What an editor has that has the extension, with a game in which `coyn` is put over a `coin`."""
    (folder / "game.bylaws").write_text(GAME, encoding="utf-8")
    arguments = [str(VSCODE / "extension.js"), command, str(folder), str(folder / "game.bylaws"), "coim"]
    fake = Path(__file__).with_name("fake_editor.js")
    done = subprocess.run([str(NODE), str(fake), *arguments], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.mark.skipif(NODE is None, reason="no Node.js here")
def test_the_extension_passes_on_what_the_server_answers(tmp_path: Path) -> None:
    said = run(str(Path(sys.executable).with_name("bylaws")), tmp_path)
    assert "error" not in said
    assert len(said["providers"]) == 14
    assert "a counter" in said["hover"]
    assert said["definition"][0]["range"]["start"] == {"line": 2, "character": 8}
    assert said["symbols"] == ["Tiny", "coin", "day", "game ends"]
    assert said["completion"] > 0
    assert said["colours"] % 5 == 0 and said["colours"] > 100
    (found,) = said["found"]
    assert (found["severity"], found["source"]) == (0, "bylaws")
    assert found["range"]["start"] == {"line": 5, "character": 28}
    fix, page = said["fixes"]
    assert fix["title"] == "Write `coin`"
    assert page["command"]["arguments"] == ["unknown-counter"]
    assert said["renameable"]["placeholder"] == "coin" and said["renamed"] == 3
    assert "`each` is a word of the language" in said["refused"]
    assert said["hints"] == []
    assert said["lenses"] == ["Play one random game"]
    assert said["message"].startswith("Tiny was played to its end, by ") and "gains 1 coin" in said["preview"]
    assert fix["edit"]["edits"][0]["newText"] == "coin"


@pytest.mark.skipif(NODE is None, reason="no Node.js here")
def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    said = run(str(tmp_path / "nowhere"), tmp_path)
    assert "bylaws.command" in said["error"] and said["providers"] == ["content"]
