"""No control character leaves the program, wherever it comes from: every command and format, and every file written."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.controls import controls_in, visible
from interpreter.cli.commands import COMMANDS, FORMATS
from interpreter.table.save import Save, write
from tests.hostile.conftest import VARIANT
from tests.unit.interpreter.cli.commands import Ran, run

Say = pytest.CaptureFixture[str]

#: One of each kind, but what ends a line or a text in quotes.
EVIL = "\x00\x07\x08\x0b\x1b[2J\x1b[31m\x7f\x85\x9b\u2028\u202e\u2066"
GAME = """game "Ti{it}ny":
    players: 2 to 3
    designer: "Nobody{it}"
    > Whoever{it} has most.

parameter goal = 3 (1 to 9) "points{it} to win"
counter points of player
dice die: from 1 to 6
enum Colour: red "Red{it}", blue "Blue{it}"
cards Hat: colour: Colour
zone pile: stack, face down
zone hand of player: hand

deck Hat in pile:
    4 x "Bowler{it}", colour red:
        > It is black{it}.
    4 x "Cap{it}", colour blue

ruling x-1 "What{it} then?":
    > This{it}.

setup: shuffle pile

round lap "Lap{it}":
    step 1 throwing "Throwing{it}":
        > [x-1] Throw{it}, or draw.
        players take turns:
            choose one asking "Which{it}?":
                option "Draw{it}": draw a Hat from pile
                option "Roll{it}":
                    announce "{you} rolls{it}"
                    gain 2 points

game ends after lap when highest points of players >= goal:
    the player with most points wins

scenario "Nothing{it} is so":
    played by ann, ben
    when step throwing
    and ann chooses "Roll{it}"
    and ben chooses "Roll{it}"
    then points of ann is 4
"""


@pytest.fixture
def evil(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with a game in all of whose texts such characters stand, as if nobody had refused them."""
    monkeypatch.setattr("dsl.syntax.reading.characters.controls_in", lambda text: [])
    monkeypatch.setenv("BYLAWS_CACHE", "off")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder.parent / "state"))
    (folder / "tiny" / "game.bylaws").write_text(GAME.replace("{it}", EVIL), encoding="utf-8")
    variant = VARIANT.replace('"Long"', f'"Long{EVIL}"').replace('"Tiny"', f'"Ti{EVIL}ny"')
    (folder / "tiny" / "variants" / "long.bylaws").write_text(variant, encoding="utf-8")
    return folder


COMMAND_LINES: tuple[tuple[str, ...], ...] = (
    *(("check", "tiny", "--format", form) for form in FORMATS),
    *(("lint", "tiny", "--format", form) for form in FORMATS),
    ("lint", "tiny", "--statistics"), ("lint", "tiny", "--diff"),
    *(("test", "tiny", "--coverage", "--format", form) for form in ("full", "concise", "json", "junit")),
    *(("expand", "tiny", "--variant", "long", "--format", form) for form in ("text", "json")),
    *(("rulebook", "tiny", "--format", form) for form in ("markdown", "html", "json")),
    ("print", "tiny", "--only", "list"), ("print", "tiny"), ("cards", "tiny", "--to", "cards.csv"),
    *(("diff", "tiny", "long", "--format", form) for form in ("text", "json")),
    *(("graph", "tiny", "--format", form) for form in ("mermaid", "dot", "json")),
    *(("ir", "tiny", "--format", form) for form in ("text", "json")),
    *(("ir", "tiny", "--bounds", "--format", form) for form in ("text", "json")),
    *(("rulings", "tiny", "--format", form) for form in ("text", "json")),
    *(("simulate", "tiny", "--jobs", "1", "--games", "9", "--details", "--format", form)
      for form in ("text", "json", "csv")),
    *(("compare", "tiny", "--with-variant", "long", "--jobs", "1", "--games", "9", "--format", form)
      for form in ("text", "json", "csv")),
    *(("sweep", "tiny", "--set", "goal=2,4", "--jobs", "1", "--games", "9", "--format", form)
      for form in ("text", "json", "csv")),
    *(("secrets", "tiny", "--games", "2", "--jobs", "1", "--format", form) for form in ("text", "json")),
    *(("report", "tiny", "--games", "6", "--think", "5", "--jobs", "1", "--compare", "long", "--format", form)
      for form in ("text", "json")),
    *(("bench", "tiny", "--seconds", "0.01", "--format", form) for form in ("text", "json")),
    *(("fmt", "tiny", *more) for more in ((), ("--diff",), ("--format", "json"))),
    ("play", "tiny", "--seats", "random,random"), ("play", "tiny", "--seats", "random,random", "--trace"),
    ("new", "--variant", "short", "of", "tiny"), ("rule",),
)  # fmt: skip


def test_every_command_is_tried() -> None:
    """`server` says JSON in ASCII, which its own tests read; `replay` needs a save; `serve` does not end by itself."""
    assert {words[0] for words in COMMAND_LINES} == set(COMMANDS) - {"replay", "serve", "server"}


@pytest.mark.parametrize("words", COMMAND_LINES, ids=" ".join)
def test_of_a_hostile_game(evil: Path, capsys: Say, words: tuple[str, ...]) -> None:
    ran = run(capsys, *words)
    _assert_plain(ran)
    if "json" in words or "sarif" in words or "gitlab" in words:
        json.loads(ran.out)
    if "junit" in words:
        ElementTree.fromstring(ran.out)


@pytest.mark.slow
def test_of_files_that_are_written(evil: Path, capsys: Say) -> None:
    for words in (
        ("sweep", "tiny", "--set", "goal=2,4", "--jobs", "1", "--games", "9", "--out", "w"),
        ("compare", "tiny", "--with-variant", "long", "--jobs", "1", "--games", "9", "--out", "w"),
        ("simulate", "tiny", "--jobs", "1", "--games", "9", "--out", "w", "--rows", "w/rows.csv"),
        ("rulebook", "tiny", "--format", "html", "--out", "w/rules.html"),
        ("print", "tiny", "--only", "list", "--out", "w"),
        ("report", "tiny", "--games", "6", "--think", "5", "--jobs", "1", "--compare", "long", "--out", "w/seen.html"),
        ("play", "tiny", "--seats", "random,random", "--log", "w/log.txt", "--save", "w/x.save"),
    ):
        assert run(capsys, *words).code == 0
    texts = {path.name: path.read_text(encoding="utf-8") for path in (evil / "w").iterdir()}
    assert len(texts) >= 12
    assert {name: controls_in(text) for name, text in texts.items() if controls_in(text)} == {}
    ElementTree.fromstring(texts["sweep.svg"])


def test_of_names_in_a_saved_game(folder: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Save("tiny", "", (), {"goal": 3}, 2, (f"Ann{EVIL}\ud800", "Ben"), ("you", f"random{EVIL}"), 1, (2, 2))
    write(folder / "x.save", game)
    _assert_plain(run(capsys, "replay", "x.save", "--all"))
    _assert_plain(run(capsys, "replay", "x.save", "--as", "9"))
    _assert_plain(run(capsys, "play", "--load", "x.save"))
    typed = f"{EVIL}\nwhy {EVIL}\n? {EVIL}\nsave {EVIL}\nlog\nlook\nrules\nhelp\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    write(folder / "y.save", Save("tiny", "", (), {"goal": 3}, 2, (f"Ann{EVIL}", "Ben"), ("you", "you"), 1, (2, 2)))
    _assert_plain(run(capsys, "play", "--load", "y.save"))


def test_a_terminal_is_painted_by_us_alone(evil: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is painted is made visible before; a colour in a title is none."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for words in (("lint", "tiny"), ("expand", "tiny"), ("diff", "tiny", "long"), ("test", "tiny"), ("graph", "tiny")):
        ran = run(capsys, *words)
        assert "\x1b[31m" not in ran.out and "\x1b[2J" not in ran.out and "u001b[31m" in ran.out


def _assert_plain(ran: Ran) -> None:
    assert controls_in(ran.out + ran.err) == []
    assert "something went wrong in Bylaws itself" not in ran.err, ran.err
    assert ran.code in (0, 1, 2)


def test_a_sign_in_json_says_the_same() -> None:
    assert json.loads(f'"{visible(EVIL)}"') == EVIL
