"""A small client of `bylaws server`, over real pipes: what an editor does, in few words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, Self

from interpreter.server.server import serve

#: Seconds after which an answer will not come any more, on a machine with much else to do.
PATIENCE = 60.0


class Client:
    """Has a server in a thread, for the current folder, which is `folder`.

    `shown` are the newest findings of each address, `versions` those of the texts they are of.
    """

    def __init__(self, folder: Path, **capabilities: Any) -> None:
        self.folder = folder
        self.shown: dict[str, list[dict[str, Any]]] = {}
        self.versions: dict[str, int | None] = {}
        self.told: list[dict[str, Any]] = []
        self.errors: list[bytes] = []
        self._answers: dict[Any, dict[str, Any]] = {}
        self._incoming: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._asked = 0
        self._capabilities = capabilities
        self._begin()
        Thread(target=self._listen, daemon=True).start()

    def _begin(self) -> None:
        (incoming, to), (came, outgoing) = os.pipe(), os.pipe()
        self._to: BinaryIO = open(to, "wb")  # noqa: SIM115
        self._from: BinaryIO = open(came, "rb")  # noqa: SIM115
        self._thread = Thread(target=self._serve, args=(incoming, outgoing), daemon=True)
        self._thread.start()

    def _serve(self, incoming: int, outgoing: int) -> None:
        with open(incoming, "rb", closefd=False) as hears, open(outgoing, "wb") as speaks:
            serve(hears, speaks)

    def __enter__(self) -> Self:
        self.able = self.ask("initialize", {"processId": None, "capabilities": self._capabilities})["capabilities"]
        self.say("initialized", {})
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._to.close()
        self._thread.join(PATIENCE)

    # ------------------------------------------------------------ words

    def send(self, message: Mapping[str, Any]) -> None:
        """Sends a message as it is."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, body: bytes) -> None:
        """Sends what may be no message at all, with its length before it."""
        self.send_raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def send_raw(self, data: bytes) -> None:
        """Sends bytes."""
        self._to.write(data)
        self._to.flush()

    def say(self, method: str, params: Any = None) -> None:
        """Tells the server something."""
        self.send({"method": method, "params": params})

    def request(self, method: str, params: Any = None) -> int:
        """Asks, without waiting for the answer."""
        self._asked += 1
        self.send({"id": self._asked, "method": method, "params": params})
        return self._asked

    def answer(self, number: Any) -> dict[str, Any]:
        """Waits for an answer: the whole message."""
        while number not in self._answers:
            self.take()
        return self._answers.pop(number)

    def ask(self, method: str, params: Any = None) -> Any:
        """What is answered to a request that is not refused."""
        answer = self.answer(self.request(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def take(self, patience: float = PATIENCE) -> dict[str, Any]:
        """Waits for the next message and files it."""
        try:
            message = self._incoming.get(timeout=patience)
        except Empty:
            raise TimeoutError(f"nothing came; the server said {b''.join(self.errors).decode()}") from None
        if message is None:
            raise EOFError(b"".join(self.errors).decode())
        if "method" not in message:
            self._answers[message["id"]] = message
        elif message["method"] == "textDocument/publishDiagnostics":
            params = message["params"]
            self.shown[params["uri"]], self.versions[params["uri"]] = params["diagnostics"], params.get("version")
        self.told.append(message)
        return message

    # ------------------------------------------------------------ texts

    def uri(self, name: str) -> str:
        """The address of a file in the folder."""
        return (self.folder / name).absolute().as_uri()

    def open(self, name: str, text: str | None = None, version: int = 1) -> str:
        """Opens a file, as it is or with another text; its address."""
        uri = name if ":" in name else self.uri(name)
        words = (self.folder / name).read_bytes().decode() if text is None else text
        document = {"uri": uri, "languageId": "bylaws", "version": version, "text": words}
        self.say("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        """Changes an open text."""
        document = {"uri": uri, "version": version}
        self.say("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def found(self, uri: str, version: int) -> list[dict[str, Any]]:
        """Waits for what is found in that version of a text: first its spelling, if that is wrong, then all else."""
        while self.versions.get(uri) != version:
            self.take()
        return self.shown[uri]

    def settled(self, seconds: float = 1.5) -> None:
        """Waits until nothing has come for so long."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                self.take(seconds)
            except TimeoutError:
                return

    # ------------------------------------------------------------ streams

    def _listen(self) -> None:
        stream = self._from
        while header := stream.readline():
            length = int(header.split(b":")[1])
            assert stream.readline() == b"\r\n"
            self._incoming.put(json.loads(stream.read(length)))
        self._incoming.put(None)


class Started(Client):
    """The same with a server in a process of its own, as an editor starts it."""

    def _begin(self) -> None:
        command = [sys.executable, "-m", "interpreter.cli.main", "server", "--stdio"]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdin and self.process.stdout
        self._to, self._from = self.process.stdin, self.process.stdout  # type: ignore[assignment]
        Thread(target=self._note_errors, daemon=True).start()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def _note_errors(self) -> None:
        assert self.process.stderr
        self.errors.extend(self.process.stderr)
