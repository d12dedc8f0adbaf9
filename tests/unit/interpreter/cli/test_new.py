"""`bylaws new`: what it makes can be checked, tested and played at once, and it never overwrites anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import Ran, run

Say = pytest.CaptureFixture[str]

VARIANT = ("new", "--variant", "Long Game", "of", "moon_harvest")
#: What is asked for, one after the other; the last one is shown.
ASKED: dict[str, list[tuple[str, ...]]] = {
    "game": [("new", "moon_harvest")],
    "game_with_a_title": [("new", "The", "Farmer's Moon")],
    "game_twice": [("new", "moon_harvest"), ("new", "Moon Harvest")],
    "game_without_a_name": [("new", "42")],
    "variant": [("new", "moon_harvest"), VARIANT],
    "variant_twice": [("new", "moon_harvest"), VARIANT, VARIANT],
    "variant_of_a_game_that_comes_along": [("new", "--variant", "slow", "of", "action_the_project")],
    "variant_of_nothing": [("new", "--variant", "slow")],
    "variant_of_a_file": [("new", "--variant", "slow", "of", "small.bylaws")],
    "variant_of_a_game_with_errors": [("new", "--variant", "slow", "of", "broken.bylaws")],
}


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is made is made in a folder of the test, with nothing of other tests beside or above it."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    Path("small.bylaws").write_text('game "Small":\n    players: 2 to 3\n')
    Path("broken.bylaws").write_text('game "Broken":\n    playas: 2 to 3\n')


@golden_names("new", ASKED, ".txt")
def test_what_it_says(case: Case, golden: Golden, capsys: Say) -> None:
    *before, last = ASKED[case.name]
    for arguments in before:
        run(capsys, *arguments)
    golden(case, _shown(run(capsys, *last)))


def _shown(ran: Ran) -> str:
    return f"--- exit code {ran.code}\n--- standard output\n{ran.out}--- standard error\n{ran.err}"


def test_a_new_game_and_its_variant_can_be_used_at_once(capsys: Say) -> None:
    run(capsys, "new", "moon_harvest")
    assert Path("moon_harvest/game.bylaws").read_text().count('game "Moon Harvest":') == 1
    _is_good("moon_harvest", capsys)
    run(capsys, *VARIANT)
    _is_good("moon_harvest", capsys)
    done = run(capsys, "test", "moon_harvest", "-k", "What is different")
    assert done.code == 0 and "1 passed" in done.out + done.err
    played = run(capsys, "play", "moon_harvest", "--seats", "random,random", "--variant", "long_game")
    assert played.code == 0


def _is_good(game: str, capsys: Say) -> None:
    for command in (("check",), ("lint",), ("test",), ("fmt", "--check")):
        done = run(capsys, *command, game)
        assert done.code == 0, done.out + done.err
    assert run(capsys, "simulate", game, "--games", "20", "--jobs", "1").code == 0


def test_the_variant_changes_what_it_says(capsys: Say) -> None:
    run(capsys, "new", "moon_harvest")
    run(capsys, *VARIANT)
    text = Path("moon_harvest/variants/long_game.bylaws").read_text()
    assert 'variant "Long Game" of "Moon Harvest":' in text and "set parameter hand_size = 4" in text


@pytest.mark.parametrize(
    ("parameter", "change"),
    [
        ("parameter open = no", "open = yes"),
        ("parameter size = 3 (1 to 3)", "size = 2"),
        ("parameter only = 3 (3 to 3)", None),
        ("enum Way: slow, fast\nparameter way = slow", "way = fast"),
    ],
)
def test_any_parameter_will_do(parameter: str, change: str | None, capsys: Say) -> None:
    run(capsys, "new", "other")
    path = Path("other/game.bylaws")
    old = 'parameter hand_size = 3 (1 to 4) "finds that everybody begins with"'
    path.write_text(path.read_text().replace(old, parameter).replace("draw hand_size", "draw 3"))
    assert run(capsys, "new", "--variant", "twist", "of", "other").code == 0
    text = Path("other/variants/twist.bylaws").read_text()
    assert (f"set parameter {change}" in text) if change else ("set parameter" not in text)
    assert run(capsys, "check", "other").code == 0 and run(capsys, "test", "other").code == 0


def test_a_variant_apart_is_played_with_its_game(capsys: Say) -> None:
    run(capsys, "new", "--variant", "slow", "of", "action_the_project")
    done = run(capsys, "check", "slow.bylaws")
    assert (done.code, done.err) == (0, 'Action the Project! can be played with "Slow"\n')


def test_a_folder_that_cannot_be_made_leaves_nothing(capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, text: str, **options: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    done = run(capsys, "new", "moon_harvest")
    assert done.code == 2 and "No space left on device" in done.err
    assert sorted(path.name for path in Path().iterdir()) == ["broken.bylaws", "small.bylaws"]
