"""`bylaws serve`: what it says when it begins, ends and goes on, and what it refuses."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from attrs import define

from tests.tiny_game import write_tiny
from tests.unit.interpreter.cli.commands import REPOSITORY, run

GAME = """game "Twos":
    players: 2 to 3
counter sticks of player
round day "Day":
    each player:
        choose a number from 1 to 2 as n asking "How many?"
        gain n sticks
game ends after day when round_number >= 3: nobody wins
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_tiny(tmp_path)
    (tmp_path / "twos.bylaws").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@define
class Serving:
    """The command while it runs: what it has said, and the links in that."""

    process: subprocess.Popen[str]
    said: str

    def link(self, name: str) -> str:
        """The link behind a name."""
        found = re.search(rf"^  {name} +(http\S+)$", self.said, re.MULTILINE)
        assert found is not None, self.said
        return found[1]

    def ended(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """Ends it; its exit code, and what it says then."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Serving]:
    """Begins the command, in a process of its own that can be interrupted."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
         "from interpreter.cli.main import main; sys.exit(main(sys.argv[1:]))", "serve", *words, "--port", "0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C ends" in line:
            break
    try:
        yield Serving(process, "".join(lines))
    finally:
        process.kill()
        process.communicate()


def now(link: str) -> dict[str, object]:
    page, _, token = link.partition("#")
    reply = httpx.get(f"{page}/now", headers={"Authorization": f"Bearer {token}"}, trust_env=False)
    found: dict[str, object] = reply.json()
    return found


def answer(link: str, number: int) -> int:
    page, _, token = link.partition("#")
    asked = now(link)["table"]["question"]  # type: ignore[index]
    said = {"question": asked["id"], "answer": number}
    return httpx.post(
        f"{page}/answer", json=said, headers={"Authorization": f"Bearer {token}"}, trust_env=False
    ).status_code


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing is interrupted so there")
def test_it_begins_ends_and_goes_on(folder: Path) -> None:
    with serving(folder, "twos.bylaws", "--seats", "human,human,random", "--names", "Ida,Jo") as first:
        told = re.sub(r":\d+/t/\w+/(\w+)#\S+", r":8000/t/TABLE/\1#WORD", first.said)
        told = re.sub(r":\d+/designer#\S+", ":8000/designer#WORD", told)
        assert told == (
            "Twos: a new table. Send each player the link of a seat:\n\n"
            "  Ida       http://127.0.0.1:8000/t/TABLE/0#WORD\n"
            "  Jo        http://127.0.0.1:8000/t/TABLE/1#WORD\n"
            "  Ann       random\n"
            "  watching  http://127.0.0.1:8000/t/TABLE/watch#WORD\n\n"
            "For you alone, with all seats, all secrets and new links:\n\n"
            "  http://127.0.0.1:8000/designer#WORD\n\n"
            "Everything is kept in twos-tables. Ctrl-C ends.\n"
        )
        ida = first.link("Ida")
        assert answer(ida, 1) == 200
        code, out, err = first.ended()
        assert (code, err) == (0, "")
        assert out == (
            "\nEvery table is kept in twos-tables. The same command goes on with them, and their links stay valid.\n"
        )
    with serving(folder, "twos.bylaws", "--seats", "human,human,random", "--names", "Ida,Jo") as again:
        table = ida.split("/t/")[1][:6]
        assert f"Taken up again: table {table}, Twos, 1 decision. Its links stay valid.\n" in again.said
        assert "a new table" not in again.said
        here = re.search(r"http://127.0.0.1:\d+", again.said)
        assert here is not None
        shown = now(re.sub(r"http://127.0.0.1:\d+", here[0], ida))
        assert "waiting" in json.dumps(shown) and "Jo is deciding." in json.dumps(shown)
        assert again.ended(signal.SIGTERM)[0] == 128 + signal.SIGTERM
    with serving(folder, "twos.bylaws", "--seats", "human,random") as other:
        assert f"Taken up again: table {table}" in other.said and "Twos: a new table" in other.said


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing is interrupted so there")
def test_it_ends_with_the_window_in_which_it_runs(folder: Path) -> None:
    with serving(folder, "twos.bylaws") as one:
        assert one.ended(signal.SIGHUP)[0] == 128 + signal.SIGHUP


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing is interrupted so there")
def test_nothing_that_is_said_or_logged_holds_a_word_that_was_used(folder: Path) -> None:
    with serving(folder, "twos.bylaws", "--host", "0.0.0.0") as first:
        ann = re.sub(r"//[^:/]+:", "//127.0.0.1:", first.link("Ann"))
        assert answer(ann, 0) == 200
        _, out, err = first.ended()
        assert ann.partition("#")[2] not in out + err
        assert err == (
            "Whoever can listen in on the network can read links and hands: nothing is encrypted. In a network that "
            "you do not trust, put a server with TLS before this one, and name it with --address https://...\n"
        )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seats", "human,robot"), "no player is of the kind robot"),
        (("--players", "9"), "Twos is for 2 to 3 players, not for 9"),
        (("--seats", "human,human", "--players", "3"), "--players says 3, and --seats has 2 seats"),
        (("--names", "Jo,jo"), "two players have the same name"),
        (("--names", "Jo,A\u200dda"), 'the name "A\u200dda" has a letter that nobody sees (U+200D)'),
        (("--seed", "-1"), "the seed -1 is out of range"),
        (("--port", "99999"), "there is no port 99999"),
        (("--host", "no.such.place.invalid"), "no place is called no.such.place.invalid"),
        (("--address", "table.example.org"), "table.example.org is no address of a server"),
        (("--keep", "twos.bylaws"), "tables cannot be kept in twos.bylaws: file exists"),
    ],
)
def test_what_cannot_be_served_is_said(
    words: tuple[str, ...], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "serve", "twos.bylaws", *words)
    assert ran.code == 2 and ran.err.splitlines()[0] == f"bylaws: {message}"
    assert len(ran.err.splitlines()) == 2


def test_a_port_that_is_taken_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run(capsys, "serve", "twos.bylaws", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2 and "address already in use" in ran.err and "--port 0" in ran.err


def test_what_is_missing_is_said_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    ran = run(capsys, "serve", "twos.bylaws")
    assert ran.code == 2
    assert ran.err == (
        "bylaws: a table in the browser needs more than is installed here (starlette)\n"
        '        install it: pip install "bylaws[serve]", or in the folder of Bylaws pip install -e ".[serve]"\n'
    )
    assert list(folder.glob("*-tables")) == []


def test_rules_with_errors_are_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "twos.bylaws").write_text(GAME.replace("gain n sticks", "gain n stiks"), encoding="utf-8")
    ran = run(capsys, "serve", "twos.bylaws")
    assert ran.code == 1 and "stiks" in ran.err


def test_other_commands_do_not_load_what_serves() -> None:
    code = (
        "import sys; from interpreter.cli.main import main; main(['check', 'tic_tac_toe']); "
        "assert not {'starlette', 'uvicorn', 'websockets', 'sqlite3', 'asyncio'} & set(sys.modules), 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY, capture_output=True)


def test_it_begins_and_ends_within_a_program_whose_logs_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that sets up logs anew takes those of its program away, and writes to what is closed by then."""

    class AtOnce(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.should_exit = True

    monkeypatch.setattr("uvicorn.Server", AtOnce)
    loggers = [logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.error", "bylaws.serve")]
    before = [list(one.handlers) for one in loggers], signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    ended = run(capsys, "serve", "twos.bylaws", "--port", "0")
    assert (ended.code, ended.err) == (0, "") and "Every table is kept in twos-tables." in ended.out
    after = [list(one.handlers) for one in loggers], signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    assert after == before
