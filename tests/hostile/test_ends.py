"""A game in progress is never lost, however the program ends."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from attrs import define

from interpreter.table.save import read
from tests.unit.interpreter.cli.commands import Ran, run

Say = pytest.CaptureFixture[str]


@define
class Lines:
    """Standard input; `last` happens when it is asked for more than was typed."""

    typed: io.StringIO
    last: Callable[[], object]

    def readline(self, size: int) -> str:
        """The next line."""
        if line := self.typed.readline(size):
            return line
        self.last()
        return ""

    def isatty(self) -> bool:
        """Nobody sits there."""
        return False


@pytest.fixture
def played(folder: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Plays some decisions at a table of two people, and then lets something happen."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder.parent / "state"))

    def played(typed: str, last: Callable[[], object]) -> Ran:
        monkeypatch.setattr(sys, "stdin", Lines(io.StringIO(typed), last))
        return run(capsys, "play", "tiny", "--seats", "you,you", "--seed", "1")

    return played


def saved(folder: Path) -> tuple[int, ...]:
    """The decisions of the one game that was saved."""
    (file,) = (folder.parent / "state").rglob("*.save")
    return read(file).decisions


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_and_not_the_game(
    folder: Path, played: Callable[..., Ran], number: signal.Signals
) -> None:
    before = signal.getsignal(number)
    ran = played("3\n3\n", lambda: os.kill(os.getpid(), number))
    assert ran.code == 128 + number
    assert len(saved(folder)) == 2
    assert "bylaws play --load" in ran.err
    signal.signal(number, before)


def test_a_terminal_that_is_gone_does_not_keep_the_game_from_being_saved(
    folder: Path, played: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang_up() -> None:
        monkeypatch.setattr("sys.stderr.stream.write", _broken)
        raise OSError(5, "Input/output error")

    with suppress(OSError):  # that there is nobody to say it to is no matter
        played("3\n3\n", hang_up)
    assert len(saved(folder)) == 2


def _broken(text: str) -> int:
    raise OSError(5, "Input/output error")


def test_a_fault_of_ours_ends_the_program_and_not_the_game(
    folder: Path, played: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("interpreter.players.human.person.why_illegal", fail)
    ran = played("3\n3\nwhy nothing\n", lambda: None)
    assert ran.code == 2 and "something went wrong in Bylaws itself" in ran.err
    assert len(saved(folder)) == 2


@pytest.mark.parametrize("name", ["x" * 300, "a\x00b", "\x1b[2J", "no/such/folder", "/", "\ud800", "tiny/game.bylaws"])
def test_a_name_that_no_save_can_have_is_refused_and_play_goes_on(
    folder: Path, played: Callable[..., Ran], name: str
) -> None:
    ran = played(f"3\n3\nsave {name}\n3\n", lambda: None)
    assert "could not be saved" in ran.out or "is not saved" in ran.out
    assert len(saved(folder)) == 3
    assert not any(sign in ran.out for sign in "\x00\x1b\ud800")


def test_a_log_that_cannot_be_written_is_a_failure(folder: Path, capsys: Say) -> None:
    ran = run(capsys, "play", "tiny", "--seats", "random,random", "--log", "no/such/folder.txt")
    assert ran.code == 1 and "The log could not be written" in ran.err
