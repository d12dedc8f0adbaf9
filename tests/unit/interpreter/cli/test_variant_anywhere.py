"""Every command takes a variant outside the folder of its game: in place of the game, and with `--variant`."""

import re
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

GAME = """
game "Tiny":
    players: 2
parameter prize = 1 (1 to 3)
counter coin of player
round day "Day":
    step 1 earning "Earning":
        each player gains prize coins
game ends after day when round_number is 2: the player with most coin wins
"""
RICH = """
variant "Rich" of "Tiny":
    set parameter prize = 3

scenario "Three coins":
    played by ann, ben
    when step earning
    then coin of ann is 3
"""
COMMANDS = {
    "check": "", "lint": "--fail-level error", "test": "-k Three", "simulate": "--games 4 --jobs 2",
    "secrets": "--games 2 --jobs 1",
    "expand": "", "rulebook": "", "graph": "", "ir": "", "rulings": "", "print": "", "bench": "--seconds 0.05",
    "compare": "--with prize=2 --games 4 --jobs 1", "sweep": "--set prize=1,2 --games 4 --jobs 1",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"tiny/game": GAME, "mine/rich": RICH}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / f"{name}.bylaws").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_the_file_of_a_variant(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = COMMANDS[command].split()
    alone = run(capsys, command, "mine/rich.bylaws", *more)
    with_game = run(capsys, command, "tiny", "--variant", "mine/rich.bylaws", *more)
    assert (alone.code, with_game.code) == (0, 0), alone.err + with_game.err
    if command not in ("bench", "secrets", "test"):  # these tell how long they took
        assert _without_speed(alone.out) == _without_speed(with_game.out)


def _without_speed(text: str) -> str:
    return re.sub(r"[\d,.]+ (games|decisions)( and| an? \w+)", "", text)


def test_a_saved_game_finds_the_variant_from_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, game in enumerate((["mine/rich.bylaws"], ["tiny", "--variant", "mine/rich.bylaws"])):
        saved = str(tmp_path / f"{number}.json")
        assert run(capsys, "play", *game, "--seats", "random,random", "--save", saved).code == 0
        monkeypatch.chdir(tmp_path / "tiny")
        assert run(capsys, "replay", saved, "--all").code == 0
        monkeypatch.chdir(tmp_path)


def test_the_second_game_of_a_diff(capsys: pytest.CaptureFixture[str]) -> None:
    assert "prize: 1 -> 3" in run(capsys, "diff", "tiny", "mine/rich.bylaws").out
