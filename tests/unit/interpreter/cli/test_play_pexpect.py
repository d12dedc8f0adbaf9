"""Two people at one terminal play a whole game, with a break in the middle, and see only what is theirs to see."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from random import Random

import pexpect
import pytest
from attrs import define

from interpreter.engine import Engine
from interpreter.players.human.terminal import CLEAR, CLEAR_SCREEN
from interpreter.table.save import read
from interpreter.table.session import replayed, table_of
from tests.tables import game
from tests.unit.interpreter.cli.commands import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")

NAMES = ("Ann", "Ben")
HAND_OVER = r"Pass the screen to (\w+) and press Enter\.\r\n"
PROMPT = r"\r\n> $"
PAUSE = r"-- Enter goes on, s skips the rest -- $"
END = r"The seed of this game was \d+\."
ANSWER = re.compile(r"^ +(-?\d+ to -?\d+|\d+|[a-z])  +(?!\".*\" is not possible)\S", re.MULTILINE)


def spawn(*arguments: str, columns: int = 80) -> pexpect.spawn:
    """The command at a pseudo terminal."""
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": str(columns), "LINES": "40"}
    return pexpect.spawn(
        sys.executable,
        ["-m", "interpreter.cli.main", "play", *arguments],
        cwd=str(REPOSITORY),
        env=environment,
        dimensions=(40, columns),
        encoding="utf-8",
        timeout=60,
        echo=False,
    )


@define
class People:
    """Two people who type what is offered, by chance; every screen is looked at before it is answered."""

    chance: Random
    seat: int = -1
    screens: int = 0
    answers: int = 0
    unseen: int = 0
    pauses: int = 0

    def play(self, child: pexpect.spawn, most: int) -> bool:
        """Plays until the end (then True), or until so many answers have been given."""
        child.delaybeforesend = None
        while self.answers < most:
            met = child.expect([HAND_OVER, PROMPT, END, PAUSE])
            if met == 2:
                return True
            if met == 0:
                self.take_over(child)
            elif met == 3:
                self.pauses += 1
                child.sendline("")
            else:
                self.look(child.before.rpartition(CLEAR)[2].replace("\r", ""))
                child.sendline(self.choice(child.before))
                self.answers += 1
        return False

    def take_over(self, child: pexpect.spawn) -> None:
        """The screen that is passed on shows nothing but whom it is for."""
        assert child.before.rpartition(CLEAR)[2].strip() == ""
        self.seat = NAMES.index(child.match[1])
        child.sendline("")

    def look(self, screen: str) -> None:
        """Nothing of what the other holds is on the screen."""
        names = re.search(r"^ +Ann( \(you\))? +Ben( \(you\))?", screen, re.MULTILINE)
        assert names and bool(names[1 + self.seat]) and not names[2 - self.seat], screen
        for counter in ("Money", "Prestige"):
            row = re.search(rf"^{counter} +(\S+) +(\S+)", screen, re.MULTILINE)
            assert row and row[2 - self.seat] == "hidden" and re.fullmatch(r"\$?[\d,]+", row[1 + self.seat]), screen
        placed = re.search(r"^Placed +(1 card|\S+) +(1 card|\S+)$", screen, re.MULTILINE)
        if placed and "> 4. Actualising" in screen and "Borrowed" not in screen:
            assert placed[2 - self.seat] in ("1 card", "-"), screen
            self.unseen += 1
        self.screens += 1

    def choice(self, screen: str) -> str:
        """One of the answers that are listed; passing half of the time, so that the game gets on."""
        listed = ANSWER.findall(screen[screen.rindex("\n\r\n" if "\n\r\n" in screen else "\n") :])
        assert listed, screen
        if "p" in listed and (self.chance.random() < 0.6 or len(listed) == 1):
            return "p"
        chosen: str = self.chance.choice([key for key in listed if key not in ("p", "b")])
        return chosen.partition(" to ")[0]


@pytest.mark.slow
def test_two_people_play_a_whole_game_with_a_break(tmp_path: Path) -> None:
    file = tmp_path / "game.save"
    people = People(Random(3))
    child = spawn(
        "action_the_project",
        "--seats",
        "you,you",
        "--names",
        ",".join(NAMES),
        "--seed",
        "8",
        "--save",
        str(file),
        "--pace",
        "none",
    )
    assert not people.play(child, 25) and not people.pauses
    child.expect([HAND_OVER, PROMPT])
    if child.match.re.pattern == HAND_OVER:
        people.take_over(child)
        child.expect(PROMPT)
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(read(file).decisions) >= 25  # some have left no choice, and were taken by themselves

    child = spawn("--load", str(file), "--save", str(file), "--pace", "steps")
    assert people.play(child, 1000)
    child.expect("Play again with the same players")
    child.sendline("")  # which is no
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and people.screens > 40 and people.unseen >= 4 and people.pauses
    save = read(file)
    session, divergence = replayed(Engine(game(), 2, trace=True, engine="reference"), table_of(save), save.decisions)
    assert divergence is None and session.state.over and len(save.decisions) >= people.answers


@pytest.mark.slow
def test_control_c_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "kept.save"
    child = spawn("action_the_project", "--seats", "you,random", "--seed", "2", "--save", str(file))
    child.expect(PROMPT)
    child.sendline("2")
    child.expect(PROMPT)
    child.sendintr()
    child.expect("Interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert len(read(file).decisions) >= 1


@pytest.mark.slow
def test_control_d_leaves_without_a_traceback() -> None:
    child = spawn("action_the_project", "--seats", "you,random", "--seed", "2")
    child.expect(PROMPT)
    child.sendeof()
    child.expect("The input has ended before the game")
    child.expect(pexpect.EOF)
    assert "Traceback" not in child.before


# ---------------------------------------------------------------- a small game, in a folder of its own

SMALL = """game "Coins":
    players: 2 to 2
counter purse of player: hidden, starts at 9
round day "Day", at most 2 times:
    each player:
        choose a number from 1 to 3 as part asking "How much?"
        lower purse of you by part
game ends after day when purse of first of players = 0:
    the player with most purse wins
"""
SAVE_QUESTION = r"or n for no: $"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pexpect.spawn:
    """Two people at the game, who keep what they save in their own folder."""
    (tmp_path / "coins.bylaws").write_text(SMALL)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    child = spawn(str(tmp_path / "coins.bylaws"), "--seats", "you,you", "--seed", "4")
    child.expect(HAND_OVER)
    child.sendline("")
    child.expect(PROMPT)
    child.sendline("2")
    child.expect(HAND_OVER)
    assert child.match[1] == "Ben"
    return child


@pytest.mark.slow
def test_what_one_person_could_scroll_back_to_is_left(small: pexpect.spawn, tmp_path: Path) -> None:
    assert CLEAR in small.before
    alone = spawn(str(tmp_path / "coins.bylaws"), "--seats", "you,random", "--seed", "4")
    alone.expect(PROMPT)
    assert CLEAR_SCREEN in alone.before and CLEAR not in alone.before
    alone.sendintr()
    alone.expect(pexpect.EOF)


@pytest.mark.slow
def test_a_slip_is_taken_back_before_the_screen_is_passed_on(small: pexpect.spawn) -> None:
    small.sendline("undo")
    small.expect("Pass the screen to Ann")  # it is in Ben's hands, and what Ann holds is not for him
    assert "Purse" not in small.before
    small.sendline("")
    small.expect(PROMPT)
    assert re.search(r"Ann \(you\) +Ben\r\nPurse +9 +hidden", small.before)
    small.sendline("3")
    small.expect(HAND_OVER)
    small.sendline("")
    small.expect(PROMPT)
    assert re.search(r"Ann +Ben \(you\)\r\nPurse +hidden +9", small.before)


@pytest.mark.slow
def test_quit_where_the_screen_is_passed_on_shows_nobodys_secrets(small: pexpect.spawn) -> None:
    small.sendline("quit")
    small.expect(SAVE_QUESTION)
    assert "Purse" not in small.before
    small.sendline("n")
    small.expect(pexpect.EOF)
    small.close()
    assert small.exitstatus == 0


@pytest.mark.slow
def test_a_folder_as_the_name_of_a_save_is_asked_again(small: pexpect.spawn, tmp_path: Path) -> None:
    small.sendline("quit")
    small.expect(SAVE_QUESTION)
    small.sendline(str(tmp_path))
    small.expect("this is a folder")
    small.expect(SAVE_QUESTION)
    small.sendline(str(tmp_path / "a.save"))
    small.expect("Saved")
    small.expect(pexpect.EOF)
    assert len(read(tmp_path / "a.save").decisions) == 1


@pytest.mark.slow
def test_another_game_is_written_over_only_with_leave(small: pexpect.spawn, tmp_path: Path) -> None:
    file = tmp_path / "a.save"
    other = spawn(str(tmp_path / "coins.bylaws"), "--seats", "you,random", "--seed", "9", "--save", str(file))
    other.expect(PROMPT)
    other.sendeof()
    other.expect(pexpect.EOF)
    small.sendline("quit")
    small.expect(SAVE_QUESTION)
    for said, seed in (("", 9), ("y", 4)):
        small.sendline(str(file))
        small.expect(r"Write over it\? \[y/N\] $")
        small.sendline(said)
        small.expect(SAVE_QUESTION if seed == 9 else "Saved")
        assert read(file).seed == seed


@pytest.mark.slow
def test_control_c_at_the_save_question_saves(small: pexpect.spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    small.sendline("quit")
    small.expect(SAVE_QUESTION)
    small.sendintr()
    small.expect(r"Saved\. Go on with: bylaws play --load (\S+)\r\n")
    file = REPOSITORY / small.match[1]
    small.expect(pexpect.EOF)
    small.close()
    decisions = read(file).decisions
    file.unlink()
    assert small.exitstatus == 130 and len(decisions) == 1


AGAIN = r"Play again with the same players\? \[y/N\] $"


@pytest.mark.slow
def test_another_game_with_the_same_players_is_offered(tmp_path: Path) -> None:
    (tmp_path / "coins.bylaws").write_text(SMALL)
    log = tmp_path / "log.txt"
    child = spawn(str(tmp_path / "coins.bylaws"), "--seats", "you,random", "--seed", "4", "--log", str(log))
    for seed, answer in ((4, "y"), (5, "")):
        for _ in range(2):
            child.expect(PROMPT)
            child.sendline("2")
        child.expect(rf"The seed of this game was {seed}\.")
        child.expect(AGAIN)
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and log.read_text().count("The game is over.") == 2
