"""A server that is killed again and again in the middle of play loses nothing that it has acknowledged."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import sys
import threading
import time
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import httpx
import pytest
from attrs import define, field

from interpreter.cli.commands import module_of
from interpreter.cli.main import main
from tests.unit.interpreter.web.serving import count_of

if TYPE_CHECKING:  # not on every system
    from multiprocessing.context import ForkServerContext, ForkServerProcess

pytestmark = pytest.mark.slow

#: What the command imports besides, once it begins to serve.
IMPORTED = ("uvicorn.protocols.http.h11_impl", "uvicorn.protocols.websockets.websockets_sansio_impl",
            "uvicorn.lifespan.off", "interpreter.web.http.routes", "interpreter.web.house", "dsl.loading")  # fmt: skip
KILLS = 25
TABLES = 2
GAME = 'game "Long":\n    players: 2 to 2\ncounter sticks of player\nround day "Day":\n' + (
    '    step 1 taking "Taking":\n        each player:\n'
    '            choose a number from 1 to 5 as n asking "How many?"\n            gain n sticks\n'
    "game ends after day when round_number >= 5000: nobody wins\n"
)


@define(eq=False)
class Player:
    """Answers at one seat until told to stop; sends an answer again until it is acknowledged."""

    base: str
    path: str
    token: str
    chance: Random
    acknowledged: dict[str, int] = field(factory=dict)
    again: int = 0
    refused: int = 0
    stop: threading.Event = field(factory=threading.Event)

    def play(self) -> None:
        """Until stopped."""
        with httpx.Client(base_url=self.base, trust_env=False, timeout=5) as client:
            client.headers["Authorization"] = f"Bearer {self.token}"
            while not self.stop.is_set():
                try:
                    asked = client.get(f"{self.path}/now").json()["table"]["question"]
                except (httpx.HTTPError, json.JSONDecodeError, KeyError):
                    time.sleep(0.05)
                    continue
                if asked is None:
                    time.sleep(0.005)
                    continue
                self._answer(client, asked["id"], self.chance.randrange(count_of(asked)))

    def _answer(self, client: httpx.Client, question: str, answer: int) -> None:
        while not self.stop.is_set():
            try:
                reply = client.post(f"{self.path}/answer", json={"question": question, "answer": answer})
            except httpx.HTTPError:
                time.sleep(0.05)
                continue
            if reply.status_code == 200:
                self.acknowledged[question] = answer
                self.again += bool(reply.json().get("again"))
            else:
                self.refused += 1
            return


def serve(folder: Path, port: int, told: Path) -> None:
    """The command, in a process of its own; what it prints is in a file."""
    os.chdir(folder)
    with told.open("w", buffering=1, encoding="utf-8") as sys.stdout:
        main(["serve", "long.bylaws", "--port", str(port), "--keep", "kept"])


def start(folder: Path, port: int) -> tuple[ForkServerProcess, str]:
    """Begins that process, and gives the word of the designer's link, once it serves."""
    told = folder / "told"
    told.unlink(missing_ok=True)
    process = _forks().Process(target=serve, args=(folder, port, told), daemon=True)
    process.start()
    while "Ctrl-C ends" not in (said := told.read_text(encoding="utf-8") if told.exists() else ""):
        assert process.is_alive(), "it has not begun"
        time.sleep(0.005)
    found = re.search(r"/designer#(\S+)", said)
    return process, found[1] if found else ""


@cache
def _forks() -> ForkServerContext:
    """Processes off one that has imported all that is needed: else most of the time would go into that."""
    forks = get_context("forkserver")
    forks.set_forkserver_preload([__name__, module_of("serve"), *IMPORTED])
    return forks


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so there")
def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    (tmp_path / "long.bylaws").write_text(GAME, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process, word = start(tmp_path, port)
    base = f"http://127.0.0.1:{port}"
    players = []
    for number in range(TABLES):
        made = httpx.post(f"{base}/tables", json={}, headers={"Authorization": f"Bearer {word}"}, trust_env=False)
        for seat in ("0", "1"):
            path, _, token = made.json()["links"][seat].partition("#")
            players.append(Player(base, path, token, Random(f"{number}{seat}")))
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    chance = Random(3)
    for _ in range(KILLS):
        before = sum(len(player.acknowledged) for player in players)
        end = time.monotonic() + 60
        while sum(len(player.acknowledged) for player in players) < before + 4 and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
        process.join()
        process, _ = start(tmp_path, port)
    time.sleep(1)
    for player in players:
        player.stop.set()
    for thread in threads:
        thread.join(20)
    process.kill()
    process.join()
    kept = dict(
        sqlite3.connect(tmp_path / "kept" / "tables.sqlite").execute("select question,answer from decisions").fetchall()
    )
    acknowledged = {question: answer for player in players for question, answer in player.acknowledged.items()}
    assert len(acknowledged) >= 4 * KILLS
    assert {question: kept.get(question) for question in acknowledged} == acknowledged
    assert sum(player.refused for player in players) == 0
    print(f"{len(acknowledged)} acknowledged, {sum(p.again for p in players)} of them when sent again")  # noqa: T201
