"""What `dsl` gives to Python programs: rules loaded, checked and formatted, by name, by path and as text."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import dsl
from dsl import Diagnostic, Level, Loaded, LoadError, RulesError, check, format, load
from interpreter.findings.find import findings

TINY = """\
game "Tiny":
    players: 2

counter coins of player

step 1 paying "Paying":
    each player: gain 1 coin

game ends: the player with most coins wins
"""
WRONG = TINY.replace("1 coin", "1 coinz")


def test_a_game_is_loaded_by_name_by_path_and_as_text(tmp_path: Path) -> None:
    (tmp_path / "tiny.bylaws").write_text(TINY)
    assert load("kuhn_poker").title == "Kuhn Poker"
    for rules in (TINY, str(tmp_path / "tiny.bylaws"), tmp_path / "tiny.bylaws"):
        loaded = load(rules)
        assert isinstance(loaded, Loaded) and loaded.title == "Tiny" and loaded.game is not None


def test_variants_and_parameters_are_put_on() -> None:
    assert load("hearts", parameters={"last_score": 9}).parameters == {"last_score": 9}
    first = load("action_the_project").variants[0]
    assert load("action_the_project", [first.name]).chosen == (first.title,)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (("harts", (), {}), "there is no game, folder or file called harts"),
        (("hearts", ("fast",), {}), "there is no variant called fast"),
        (("hearts", (), {"last_scor": 9}), "there is no parameter `last_scor`"),
    ],
)
def test_what_is_not_there_is_an_exception(wanted: tuple[str, tuple[str, ...], dict[str, int]], said: str) -> None:
    with pytest.raises(LoadError, match=said):
        load(*wanted)


def test_check_gives_findings_with_their_places(tmp_path: Path) -> None:
    assert check(TINY) == []
    (found,) = check(WRONG)
    assert isinstance(found, Diagnostic) and found.level is Level.ERROR and found.name == "unknown-counter"
    assert (found.span.source.path, found.span.line, found.span.text) == ("text.bylaws", 7, "coinz")
    path = tmp_path / "wrong.bylaws"
    path.write_text(WRONG)
    assert [one.message for one in check(path)] == [found.message]


def test_check_looks_at_variants_and_scenarios_as_the_command_does(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "game.bylaws").write_text(TINY)
    (tmp_path / "variants" / "odd.bylaws").write_text('variant "Odd" of "Tiny":\n    remove step nowhere\n')
    assert [Path(found.span.source.path).name for found in check(tmp_path)] == ["odd.bylaws"]
    assert check(tmp_path) == findings(load(tmp_path))
    (tmp_path / "variants" / "odd.bylaws").unlink()
    odd = 'scenario "Odd":\n    played by ann\n    then coins of bob is 1\n'
    (tmp_path / "scenarios" / "odd.bylaws").write_text(odd)
    assert {Path(found.span.source.path).name for found in check(tmp_path)} == {"odd.bylaws"}


def test_format_gives_the_one_style_and_nothing_else() -> None:
    assert format('game   "Tiny":\n  players:   2   # two\n') == 'game "Tiny":\n    players: 2  # two\n'
    assert format(TINY) == TINY


def test_format_leaves_alone_what_cannot_be_read() -> None:
    with pytest.raises(RulesError, match="no line at the left margin begins with `foo`") as raised:
        format("foo bar\n")
    assert [found.span.line for found in raised.value.diagnostics] == [1]
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value) and again.diagnostics == raised.value.diagnostics


def test_the_names_are_listed_and_others_are_not_there() -> None:
    assert dir(dsl) == sorted(dsl.__all__)
    assert all(hasattr(dsl, name) for name in dsl.__all__)
    with pytest.raises(AttributeError, match="module 'dsl' has no attribute 'parse_all'"):
        dsl.parse_all  # type: ignore[attr-defined]  # noqa: B018


def test_the_packages_alone_import_nothing() -> None:
    script = "import sys; old = set(sys.modules); import dsl, interpreter; print(*sorted(set(sys.modules) - old))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["dsl", "dsl.lazy", "interpreter"]
