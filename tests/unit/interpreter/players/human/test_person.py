"""What a person types is obeyed, refused with a reason, or taken as an answer."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from interpreter.players.human.person import Leaving, Person
from interpreter.players.human.terminal import CLEAR, Terminal
from interpreter.save import read
from interpreter.session import Session
from tests.tables import game_of, table
from tests.unit.interpreter.players.human.typing import type_to

RULES = """game "Typing":
    players: 2 to 2
counter purse of player: hidden, starts at 4
> The day begins at nine.
phase day "Day":
    > Everybody puts something by.
    each player:
        choose a number from 1 to purse of you as first_part asking "How many first?"
        choose a number from 1 to purse of you as second_part asking "And then?"
        lower purse of you by 1
        choose a number from 1 to first_part + second_part as third asking "At last?"
        lower purse of you by 1
"""


@pytest.fixture
def session() -> Session:
    return table(game_of(RULES), 2)


def test_a_wrong_answer_gets_its_reason_and_the_question_stands(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = type_to(monkeypatch, session, "9", "x", "2")
    assert "9 is too much: it can be at most 4 (`purse of you`)." in text
    assert 'A number is asked for here, and "x" is none.' in text
    assert session.codes == (2,)


def test_undo_takes_back_ones_own_and_says_why_it_cannot(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "undo", "2", "undo", "3", "1", "1", "undo")
    assert "Nothing has been decided yet." in text
    assert "The last decision was Ann's; you can only take back your own" in text
    assert session.codes == (3, 1, 1)


def test_the_rules_of_the_step_are_shown_without_clause_numbers(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = type_to(monkeypatch, session, "?", "? Day", "? night", "rules")
    assert text.count("Everybody puts something by.") == 3
    assert "The day begins at nine." in text
    assert "The rulebook has nothing under night. There are: Day." in text


def test_what_was_typed_before_is_redrawn_on_enter(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "", "")
    assert text.count("How many first?") == 3


def test_a_game_is_saved_when_asked(session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "my game.save"
    text = type_to(monkeypatch, session, "2", f"save {file}", f"save {tmp_path}/none/a.save")
    assert f"Saved to {file}" in text.replace("\n", " ")
    assert "there is no such folder" in text.replace("\n", " ")
    assert read(file).decisions == (2,)


def test_quit_leaves(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Leaving):
        type_to(monkeypatch, session, "2", "quit")
    assert session.codes == (2,)


def test_a_trace_shows_the_lines_of_the_rules(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "2", "1", "1", "3", trace=True)
    assert "test.bylaws:8  Ann chooses 2 (How many first)." in text
    assert "purse" not in [line.split("  ")[-1] for line in text.splitlines() if "test.bylaws:10" in line]


# ---------------------------------------------------------------- between two people


class Screen(Terminal):
    """A terminal that can be cleared, with somebody at it who types these lines."""

    lines: list[str]

    def read(self, prompt: str) -> str:
        self.write(prompt)
        return self.lines.pop(0)


def test_the_screen_is_empty_while_it_is_passed_on(session: Session) -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, color_system=None), asks=True, clears=True)
    screen.lines = ["", "2", "1", "1", "", "3"]
    person = Person(screen, private=True, trace=False, save=lambda *_: "")
    for _ in range(4):
        person.decide(session)
    screens = [text.strip() for text in out.getvalue().split(CLEAR)]
    passed = [k for k, text in enumerate(screens) if text.startswith("Pass the screen to")]
    assert [screens[k] for k in passed] == [
        "Pass the screen to Ann and press Enter.",
        "Pass the screen to Ben and press Enter.",
    ]
    anns, bens = screens[passed[0] + 1 : passed[1]], screens[passed[1] + 1 :]
    assert all("Ann (you)" in text for text in anns if text)
    assert all("Ben (you)" in text for text in bens if text)
    assert "Ann chooses 2" in "".join(bens)
    assert re.search("^Purse +hidden +4$", "".join(bens), re.MULTILINE)


def test_a_terminal_that_cannot_be_cleared_is_scrolled(session: Session) -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, height=30, color_system=None), asks=True, clears=False)
    screen.lines = ["", "2"]
    Person(screen, private=True, trace=False, save=lambda *_: "").decide(session)
    assert "\n" * 30 in out.getvalue() and CLEAR not in out.getvalue()
