"""A server on this machine for tests, in a thread of its own, and those who open links of it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
from attrs import define, field
from uvicorn import Config, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from dsl.loading import load
from interpreter.cli.playing.serve import listening_at, sitting
from interpreter.cli.wrong_use import WrongUse
from interpreter.web.house import House
from interpreter.web.http.connections import config
from interpreter.web.http.guards import names
from interpreter.web.http.routes import application
from interpreter.web.kept.rule_set import rule_set_of
from interpreter.web.kept.store import Store
from interpreter.web.table import ServedTable

T = TypeVar("T")
#: Seconds in which whatever is waited for has to come; and in which nothing comes that is not to come.
PATIENCE, QUIET = 30.0, 0.3
#: So many between two looks at the files of the rules.
LOOKS = 0.1


@define(eq=False, repr=False)
class Link:
    """A link as it was handed out, and what can be done with it."""

    served: Served
    path: str
    token: str

    def post(self, what: str, said: Any = None, token: str | None = None, **headers: str) -> httpx.Response:
        """Asks for something."""
        return self.served.client.post(
            f"{self.path}/{what}", json={} if said is None else said, headers=self._headers(token) | headers
        )

    def get(self, what: str = "now", token: str | None = None, **headers: str) -> httpx.Response:
        """Looks at something."""
        return self.served.client.get(f"{self.path}/{what}", headers=self._headers(token) | headers)

    def _headers(self, token: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token if token is None else token}"}

    @property
    def now(self) -> dict[str, Any]:
        """What is shown there now."""
        found: dict[str, Any] = self.get("now").json()
        return found

    def answers(self) -> int:
        """How many answers there are to the question that is asked here."""
        asked = self.now["table"]["question"]
        return count_of(asked)

    def answer(self, number: int) -> httpx.Response:
        """Answers the present question."""
        return self.post("answer", {"question": self.question, "answer": number})

    @property
    def question(self) -> str:
        """The name of the question that is asked here; empty if none is."""
        asked = self.now["table"]["question"]
        return str(asked["id"]) if asked else ""

    @contextmanager
    def window(self, token: str | None = None, **headers: str) -> Iterator[Window]:
        """Opens the page."""
        address = f"ws://127.0.0.1:{self.served.port}{self.path}/socket"
        with connect(address, additional_headers=headers, compression=None, proxy=None) as opened:
            opened.send(json.dumps({"token": self.token if token is None else token}))
            yield Window(opened)


@define(eq=False, repr=False)
class Window:
    """A page that is open."""

    socket: ClientConnection

    def next(self) -> dict[str, Any]:
        """The next snapshot."""
        found: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        return found

    def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first snapshot that fits."""
        while not fits(found := self.next()):
            pass
        return found

    def rest(self, quiet: float = QUIET) -> list[dict[str, Any]]:
        """All that comes, until nothing has come for a moment."""
        found = []
        while True:
            try:
                found.append(json.loads(self.socket.recv(quiet)))
            except TimeoutError:
                return found

    def closed(self) -> int:
        """The number with which the server closes it."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd is not None else 0


@define(eq=False, repr=False)
class Served:
    """The server, its tables, and a client."""

    house: House
    port: int
    loop: asyncio.AbstractEventLoop
    client: httpx.Client
    designer: str = ""
    links: dict[str, dict[str, Link]] = field(factory=dict)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Does something in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def do(self, work: Callable[[], T]) -> T:
        """The same for what does not wait."""

        async def done() -> T:
            return work()

        return self.call(done())

    def table(self, seats: Sequence[str] = ("you", "you"), seed: int = 7) -> tuple[ServedTable, dict[str, Link]]:
        """A new table with the links of its seats, for those who watch, and for the designer."""
        called = ("Ann", "Ben", "Cat", "Dan", "Eve")[: len(seats)]
        table, links = self.call(self.house.open_table(called, seats, seed))
        made = {word: Link(self, *link.split("#")) for word, link in links.items()}
        made["designer"] = Link(self, f"/t/{table.id}/designer", self.designer)
        return table, made


class _Server(Server):
    """Ends when it is told to: the one of uvicorn waits for two tenths of a second meanwhile."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.end = asyncio.Event()

    async def main_loop(self) -> None:
        await self.end.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listens in self.servers:
            listens.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self.server_state.connections or self.server_state.tasks:
                    await asyncio.sleep(0.005)
        for task in self.server_state.tasks:
            task.cancel()


def count_of(asked: dict[str, Any]) -> int:
    """How many answers there are to a question."""
    numbers = asked.get("numbers")
    return len(asked["options"]) + (numbers["high"] - numbers["low"] + 1 if numbers else 0)


def asked(table: ServedTable, links: dict[str, Link]) -> tuple[int, Link]:
    """Who is asked now."""
    seat = table.session.state.player
    return seat, links[str(seat)]


def play_on(table: ServedTable, links: dict[str, Link], decisions: int, chance: Random | None = None) -> int:
    """So many decisions by people, or to the end of the game; how many these were."""
    chance = chance or Random(1)
    for made in range(decisions):
        if table.session.over:
            return made
        _, link = asked(table, links)
        now = link.now
        question = now["table"]["question"]
        reply = link.post("answer", {"question": question["id"], "answer": chance.randrange(count_of(question))})
        assert reply.status_code == 200, reply.text
    return decisions


@contextmanager
def served(folder: Path, game: str | Path, *variants: str) -> Iterator[Served]:
    """Serves a game, with tables kept in a folder."""
    ready = threading.Event()
    found: list[Served] = []
    stop: list[Callable[[], object]] = []
    listening = listening_at("127.0.0.1", 0)  # as the command has it: another socket may hold back what is short

    async def serve() -> None:
        loaded = load(game, variants)
        assert loaded.game is not None, loaded.diagnostics
        rules = loaded.game

        def sits(seats: str | None, called: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
            try:
                return sitting(seats, called, rules)
            except WrongUse as fault:
                raise ValueError(f"{fault}: {fault.help}") from fault

        house = House(Store(folder), rule_set_of(loaded, str(game)), sits)
        house.resume()
        designer = (await house.link("", None))[0].partition("#")[2]
        server = _Server(config(application(house, names()), log_level="error", timeout_graceful_shutdown=1))
        stop.append(lambda: found[0].do(server.end.set))
        port = listening.getsockname()[1]
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE)
        found.append(Served(house, port, asyncio.get_running_loop(), client, designer))
        house.begin()
        ready.set()
        try:
            await server.serve(sockets=[listening])
        finally:
            await house.end()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    with patch("interpreter.web.house._LOOKS", LOOKS):
        thread.start()
        assert ready.wait(PATIENCE)
        try:
            yield found[0]
        finally:
            found[0].client.close()
            stop[0]()
            thread.join(PATIENCE)
            listening.close()
