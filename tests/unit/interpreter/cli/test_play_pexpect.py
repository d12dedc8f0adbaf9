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
from interpreter.players.human.terminal import CLEAR
from interpreter.save import read
from interpreter.session import replayed, table_of
from tests.tables import game
from tests.unit.interpreter.cli.commands import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")

NAMES = ("Ann", "Ben")
HAND_OVER = r"Pass the screen to (\w+) and press Enter\.\r\n"
PROMPT = r"\r\n> $"
END = r"The seed of this game was \d+\."
ANSWER = re.compile(r"^ +(-?\d+ to -?\d+|\d+|[a-z])  +\S", re.MULTILINE)


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

    def play(self, child: pexpect.spawn, most: int) -> bool:
        """Plays until the end (then True), or until so many answers have been given."""
        child.delaybeforesend = None
        while self.answers < most:
            met = child.expect([HAND_OVER, PROMPT, END])
            if met == 2:
                return True
            if met == 0:
                self.take_over(child)
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
            assert row and row[2 - self.seat] == "hidden" and row[1 + self.seat].isdigit(), screen
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
        chosen = self.chance.choice([key for key in listed if key != "p"])
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
    )
    assert not people.play(child, 25)
    child.expect([HAND_OVER, PROMPT])
    if child.match.re.pattern == HAND_OVER:
        people.take_over(child)
        child.expect(PROMPT)
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(read(file).decisions) == 25

    child = spawn("--load", str(file), "--save", str(file))
    assert people.play(child, 1000)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and people.screens > 40 and people.unseen > 4
    save = read(file)
    session, divergence = replayed(Engine(game(), 2, trace=True, engine="reference"), table_of(save), save.decisions)
    assert divergence is None and session.state.over and len(save.decisions) == people.answers


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
