"""`--watch`: what is looked at again, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from interpreter.cli.input.watch import watch

GAME = """\
game "Small":
    players: 2 to 3

counter coins of player

step 1 fee "Pay":
    each player: gain 1 coins
game ends: the player with most coins then most coins wins
"""
SCENARIO = """\
scenario "Paid":
    played by ann, ben
    when step fee
    then coins of ann is 1
"""
LONGEST = 60  # seconds


class Watching:
    """A command that watches, and the lines that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, text: str) -> str:
        """What is printed up to the line with that text."""
        said = ""
        while text not in said:
            said += self.lines.get(timeout=LONGEST)
        return said


@contextmanager
def watching(*words: str) -> Iterator[Watching]:
    command = [sys.executable, "-m", "interpreter.cli.main", *words]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield Watching(process)
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.bylaws"
    path.write_text(GAME)
    return path


@pytest.mark.slow
def test_lint_looks_again_when_a_file_changes_or_comes(game: Path) -> None:
    with watching("lint", str(game.parent), "--watch", "--select", "unused-zone") as lint:
        assert "nothing to report" in lint.until("Waiting")
        game.write_text(GAME + "zone attic: stack, face down\n")
        assert "no rule uses the zone `attic`" in lint.until("Waiting")
        game.write_text(GAME)
        lint.until("Waiting")
        (game.parent / "more.bylaws").write_text("zone cellar: stack, face down\n")
        assert "no rule uses the zone `cellar`" in lint.until("Waiting")


@pytest.mark.slow
def test_a_file_that_is_away_for_a_moment_is_waited_for(game: Path) -> None:
    with watching("lint", str(game), "--watch", "--select", "unused-zone") as lint:
        lint.until("Waiting")
        game.unlink()
        lint.until("Waiting")
        game.write_text(GAME + "zone attic: stack, face down\n")
        assert "no rule uses the zone `attic`" in lint.until("Waiting")


def test_test_plays_again_and_an_interrupt_ends_it(game: Path) -> None:
    game.write_text(GAME + "\n" + SCENARIO)
    with watching("test", str(game), "--watch") as test:
        assert "1 passed" in test.until("Waiting")
        game.write_text(GAME.replace("gain 1", "gain 2") + "\n" + SCENARIO)
        assert "1 failed" in test.until("Waiting")
        test.process.send_signal(signal.SIGINT)
        assert test.process.wait(LONGEST) == 130


def test_what_is_not_there_is_no_use_watching(tmp_path: Path) -> None:
    with watching("lint", str(tmp_path / "none.bylaws"), "--watch") as lint:
        assert lint.process.wait(LONGEST) == 2


def test_a_file_that_is_being_written_is_waited_for(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who saves a file may empty it first, and write it bit by bit."""
    whole = GAME + SCENARIO
    writing = iter(["", whole[:40], whole])

    def sleep(_: float) -> None:
        for text in islice(writing, 1):
            game.write_text(text)

    monkeypatch.setattr("interpreter.cli.input.watch.sleep", sleep)
    seen: list[str] = []

    def look() -> list[Path]:
        seen.append(game.read_text())
        if len(seen) == 2:
            raise KeyboardInterrupt
        return [game]

    with pytest.raises(KeyboardInterrupt):
        watch(look)
    assert seen == [GAME, whole]
