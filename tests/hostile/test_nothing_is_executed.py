"""Nothing that stands in a rule file, or in the name of a file, is ever carried out as a program."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

from dsl.disk import files
from dsl.disk.files import LoadError
from dsl.disk.find import find
from dsl.loading import load
from interpreter.backend.python.driver.source import PythonSource
from interpreter.engine import Engine
from tests.bundled import EACH_GAME

pytestmark = pytest.mark.slow

PYTHON = "\n    open('PROOF', 'w').write('ran') #"
#: Ends what a careless writer of Python could have put it into: a comment, a text, a call.
SPOILT = "\x0b\x0c\x85\u2028open('PROOF', 'w')#\\'''*/)]"
FILE = f"x{PYTHON}.bylaws"

TINY = """
game "Tiny{it}":
    players: 2
    designer: "Nobody{it}"

parameter goal = 2 (1 to 3) "points to win{it}"
dice die: from 1 to 6
counter points of player
enum Colour: red "Red{it}", blue "Blue{it}"
cards Hat: colour: Colour
zone pile: stack, face down
zone hand of player: hand

deck Hat in pile:
    2 x "Bowler{it}", colour red:
        > It is black{it}.
    2 x "Cap{it}", colour blue

setup: shuffle pile

round lap "Lap{it}":
    step 1 throwing "Throwing{it}":
        > Throw{it}
        players take turns:
            choose one asking "Which{it}":
                option "Draw{it}": draw a Hat from pile
                option "Roll{it}":
                    roll a die as thrown
                    announce "{you} rolled {thrown}{it}"
            you may choose a Hat from your hand as worn asking "Wear{it}" passing "Nothing{it}"
            gain 1 point

game ends after lap when highest points of players >= goal:
    the player with most points wins
"""


@pytest.fixture
def any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and characters that are refused today get as far as the writing of code."""
    monkeypatch.setattr("dsl.syntax.reading.characters.controls_in", lambda text: [])
    monkeypatch.setattr(files, "has_controls", lambda name: False)
    monkeypatch.setattr(files, "visible", lambda name: name)


@pytest.mark.usefixtures("any_name", "nothing_kept")
@pytest.mark.parametrize("name", EACH_GAME)
def test_the_code_of_a_game_is_the_same_whatever_its_texts_say(name: str) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in find(name, files.Files()).rules}
    spoilt = {Path(FILE): "\n".join(re.sub(r'(?<=[^\s"])"', f'{SPOILT}"', text) for text in texts.values())}
    plain = {Path("game.bylaws"): "\n".join(texts.values())}
    _assert_the_same_code(spoilt, plain)


@pytest.mark.usefixtures("any_name", "nothing_kept")
def test_it_is_the_same_for_every_kind_of_text() -> None:
    plain, spoilt = TINY.replace("{it}", ""), TINY.replace("{it}", SPOILT)
    _assert_the_same_code({Path("game.bylaws"): plain}, {Path(FILE): spoilt})


def _assert_the_same_code(texts: dict[Path, str], others: dict[Path, str]) -> None:
    for code, other in zip(_codes(texts), _codes(others), strict=True):
        assert code == other


def _codes(texts: dict[Path, str]) -> list[CodeType]:
    """All modules that are written for a game, question by question and in one go, with all that they would do."""
    loaded = load(next(iter(texts)), texts=texts)
    assert loaded.game is not None, loaded.diagnostics
    codes: list[CodeType] = []
    for journal in (True, False):
        engine = Engine(loaded.game, loaded.game.fewest_players, trace=journal)
        backend = engine.back_end
        assert isinstance(backend, PythonSource)
        assert backend.play_out is None or callable(backend.play_out)
        codes += [module.code for module in backend.modules]
    assert codes
    return codes


@pytest.mark.parametrize("name", [f"x{PYTHON}.bylaws", "x\x1b[2J.bylaws", "x\u202ebad.bylaws", "x\x7f.bylaws"])
def test_a_rule_file_with_a_control_character_in_its_name_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(TINY.replace("{it}", ""), encoding="utf-8")
    with pytest.raises(LoadError, match="control character") as refused:
        load(path)
    assert not any(character in str(refused.value) for character in "\n\x1b\x7f\u202e")


@pytest.mark.parametrize("command", ["check", "simulate", "bench", "compare", "test", "play", "lint"])
def test_no_command_carries_out_what_a_name_says(tmp_path: Path, command: str) -> None:
    (tmp_path / FILE).write_text(TINY.replace("{it}", ""), encoding="utf-8")
    done = _bylaws(tmp_path, command, FILE)
    assert done.returncode not in (0, 70)
    assert "\\n" in done.stderr
    assert not (tmp_path / "PROOF").exists()


def test_modules_beside_the_rules_are_not_imported(tmp_path: Path) -> None:
    """Neither by the command nor by the processes that it starts, whatever they import."""
    (tmp_path / "game.bylaws").write_text(TINY.replace("{it}", ""), encoding="utf-8")
    for module in _modules():
        (tmp_path / f"{module}.py").write_text("open('PROOF', 'a').write(__name__)\n", encoding="utf-8")
    done = _bylaws(tmp_path, "simulate", ".", "--games", "300", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "PROOF").exists()


def _modules() -> Iterator[str]:
    """All that any of the processes could look for by its first name."""
    yield from sys.stdlib_module_names
    yield from ("attr", "attrs", "dsl", "interpreter", "grammar", "games", "lark", "rich", "sitecustomize")


def _bylaws(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a folder, as it is installed: the folder is not on its path."""
    command = Path(sys.executable).with_name("bylaws")
    return subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
