"""The conversation with an editor: what it says is taken in order, and what was found is told when it is known.

One thread listens, one looks for what is wrong (`checking`), and this one owns the texts, answers and speaks.
"""

import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeAlias

from attrs import frozen

from dsl import VERSION
from dsl.cache import Memory
from dsl.disk.files import LoadError
from interpreter.our_fault import our_fault
from interpreter.runtime.stack_room import with_room
from interpreter.server import features
from interpreter.server.checking import Checked, Checking, Report, Spelt, Wanted, WorkedOut
from interpreter.server.features.desk import Able, Desk, able
from interpreter.server.features.later import Later
from interpreter.server.jobs.worker import Worker
from interpreter.server.positions import UNITS, USUAL
from interpreter.server.published import Published
from interpreter.server.texts import Texts
from interpreter.server.transport import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    REQUEST_CANCELLED,
    REQUEST_FAILED,
    Message,
    Refused,
    Spoilt,
    messages,
    write,
)

#: The files whose change on the disk may change what is found.
WATCHED = ("**/*.bylaws", "**/*.csv", "**/bylaws.toml")

@frozen
class Answered:
    """The answer to a request that took its time, or why there is none."""

    number: Any
    later: Later
    answer: Any


Event: TypeAlias = Message | Spoilt | Report | Answered | None  # None: the editor has gone


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> int:
    """Answers until the editor says `exit` or has gone; the exit code is 0 if it had said `shutdown` before."""
    events: SimpleQueue[Event] = SimpleQueue()
    server = Server(lambda message: write(outgoing, message), events.put)

    def listen() -> None:
        try:
            for message in messages(incoming):
                server.cancelling(message)
                events.put(message)
        except (OSError, ValueError):
            pass  # the stream was closed under our feet
        events.put(None)

    threading.Thread(target=listen, name="listening", daemon=True).start()
    try:
        while server.goes_on:
            server.take(events.get())
    except (BrokenPipeError, ConnectionError):
        return 1
    finally:
        server.end()
    return 0 if server.was_shut_down else 1


class Server:
    """`send` speaks to the editor; `tell` hands over what is found in another thread, to be taken in this one."""

    def __init__(self, send: Callable[[Message], None], tell: Callable[[Report | Answered], None]) -> None:
        self.send = send
        self.tell = tell
        self.goes_on = True
        self.was_shut_down = False
        self.desk = self._desk(Texts(), Able())
        self._checking: Checking | None = None
        self._watches = False
        self._memory = Memory()
        self._cancelled: set[Any] = set()
        self._running: dict[Any, Later] = {}
        self._asked = 0

    def _desk(self, texts: Texts, able: Able) -> Desk:
        return Desk(texts, Published(texts, self.send), able, Worker(), self.send, self.ask)

    def ask(self, method: str, params: Mapping[str, Any]) -> None:
        """Asks the editor for something, whatever it answers."""
        self._asked += 1
        self.send({"id": f"bylaws-{self._asked}", "method": method, "params": params})

    def end(self) -> None:
        """Ends what was begun outside, and puts away what was written to be read."""
        self.desk.end()

    # ------------------------------------------------------------ what comes in

    def cancelling(self, message: Message | Spoilt) -> None:
        """Notes at once, from the thread that listens, that nobody wants an answer any more."""
        if not isinstance(message, Spoilt) and message.get("method") == "$/cancelRequest":
            params = message.get("params")
            number = params.get("id") if isinstance(params, dict) else None
            if isinstance(number, int | str):
                self._cancelled.add(number)
                if (later := self._running.get(number)) is not None:
                    later.cancel()

    def cancelled(self, params: Mapping[str, Any]) -> None:
        """Whatever was asked before this has been answered, but for what takes its time."""
        if params.get("id") not in self._running:
            self._cancelled.discard(params.get("id"))

    def take(self, event: Event) -> None:
        """Deals with one event."""
        match event:
            case None:
                self.goes_on = False
            case Spoilt(code=code, why=why):
                self._fail(None, code, why)
            case Spelt() | Checked() | WorkedOut():
                self._found(event)
            case Answered():
                self._answered(event)
            case _:
                self._message(event)

    def _message(self, message: Message) -> None:
        method, number, params = message.get("method"), message.get("id"), message.get("params")
        is_request = "id" in message
        if not isinstance(method, str):
            if not ("result" in message or "error" in message):
                self._fail(number if isinstance(number, int | str) else None, INVALID_REQUEST, "this asks for nothing")
            return
        try:
            result = self._answer(method, params if isinstance(params, dict) else {}, number if is_request else None)
        except Refused as fault:
            if is_request:
                self._fail(number, fault.code, str(fault))
        except LoadError as fault:
            if is_request:
                self._fail(number, REQUEST_FAILED, str(fault))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as fault:
            if is_request:
                self._fail(number, INVALID_PARAMS, f"{method} was asked with other words: {fault!r}")
            traceback.print_exc()
        except Exception as fault:
            if is_request:
                self._fail(number, INTERNAL_ERROR, our_fault(fault))
            traceback.print_exc()
        else:
            if isinstance(result, Later):
                self._begin(number if is_request else None, result)
            elif is_request:
                self.send({"id": number, "result": result})
        finally:
            if is_request and number not in self._running:
                self._cancelled.discard(number)

    def _begin(self, number: Any, later: Later) -> None:
        """Has an answer worked out in another thread."""
        if number is not None:
            self._running[number] = later
            if number in self._cancelled:
                later.cancel()  # it came between

        def work() -> None:
            try:
                with self._memory.used():
                    answer = later.work()
            except Refused as fault:
                answer = fault
            except Exception as fault:
                traceback.print_exc()
                answer = Refused(INTERNAL_ERROR, our_fault(fault))
            self.tell(Answered(number, later, answer))

        threading.Thread(target=with_room, args=(work,), name="answering", daemon=True).start()

    def _answered(self, event: Answered) -> None:
        number, answer = event.number, event.answer
        self._running.pop(number, None)
        if number in self._cancelled:
            answer = Refused(REQUEST_CANCELLED, "it was cancelled")
        self._cancelled.discard(number)
        if self.was_shut_down:
            return
        if not isinstance(answer, Refused):
            answer = event.later.then(answer)
        if number is None:
            return
        if isinstance(answer, Refused):
            self._fail(number, answer.code, str(answer))
        else:
            self.send({"id": number, "result": answer})

    def _answer(self, method: str, params: Mapping[str, Any], number: Any) -> Any:
        if method == "exit":
            self.goes_on = False
            return None
        if self.was_shut_down:
            raise Refused(INVALID_REQUEST, "the server was shut down")
        if self._checking is None and method != "initialize":
            raise Refused(NOT_INITIALIZED, "the first request is `initialize`")
        if number is not None and number in self._cancelled:
            raise Refused(REQUEST_CANCELLED, "it was cancelled")
        if asked := _METHODS.get(method):
            return asked(self, params)
        if answer := features.ANSWERS.get(method):
            with self._memory.used():
                return answer(self.desk, params)
        raise Refused(METHOD_NOT_FOUND, f"{method} is not known here")

    def _fail(self, number: Any, code: int, why: str) -> None:
        self.send({"id": number, "error": {"code": code, "message": why}})

    # ------------------------------------------------------------ beginning and end

    def initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Says what we can do, and settles in which units places are counted."""
        if self._checking is not None:
            raise Refused(INVALID_REQUEST, "`initialize` comes once")
        said = params.get("capabilities") or {}
        offered = (said.get("general") or {}).get("positionEncodings") or [USUAL]
        encoding = next((each for each in UNITS if each in offered), USUAL)
        self.desk = self._desk(Texts(encoding=encoding), able(said))
        watching = (said.get("workspace") or {}).get("didChangeWatchedFiles") or {}
        self._watches = bool(watching.get("dynamicRegistration"))
        self._checking = Checking(self.tell, self._memory)
        return {
            "serverInfo": {"name": "bylaws", "version": VERSION},
            "capabilities": {
                "positionEncoding": encoding,
                "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
                **features.CAPABILITIES,
            },
        }

    def initialized(self, params: Mapping[str, Any]) -> None:
        """Asks to be told of files that change on the disk."""
        if self._watches:
            watchers = [{"globPattern": pattern} for pattern in WATCHED]
            method = "workspace/didChangeWatchedFiles"
            registration = {"id": "files", "method": method, "registerOptions": {"watchers": watchers}}
            self.ask("client/registerCapability", {"registrations": [registration]})

    def shutdown(self, params: Mapping[str, Any]) -> None:
        """Does nothing more; `exit` is all that may follow."""
        self.was_shut_down = True

    # ------------------------------------------------------------ texts

    def did_open(self, params: Mapping[str, Any]) -> None:
        """A text has been opened."""
        self._changed(self.desk.texts.opened(params["textDocument"]).path)

    def did_change(self, params: Mapping[str, Any]) -> None:
        """A text is another one now."""
        self._changed(self.desk.texts.changed(params["textDocument"], params["contentChanges"]).path)

    def did_close(self, params: Mapping[str, Any]) -> None:
        """A text counts no longer, but what is saved of it."""
        self.desk.texts.closed(params["textDocument"])
        self._changed(None)

    def files_changed(self, params: Mapping[str, Any]) -> None:
        """Files are others, also those that nobody has open."""
        self._changed(None)

    def _changed(self, path: Path | None) -> None:
        assert self._checking is not None, "texts come after `initialize`"
        self.desk.changed()
        self._checking.want(Wanted(self.desk.number, self.desk.texts.of_files(), (path,) if path else ()))

    def _found(self, report: Report) -> None:
        """Tells what was found, unless a text has changed meanwhile."""
        if report.number == self.desk.number and not self.was_shut_down:
            self.desk.take(report)


def _nothing(server: Server, params: Mapping[str, Any]) -> None:
    """What an editor may say and nobody needs to do anything about."""


_METHODS: Mapping[str, Callable[[Server, Mapping[str, Any]], Any]] = {
    "initialize": Server.initialize,
    "initialized": Server.initialized,
    "shutdown": Server.shutdown,
    "textDocument/didOpen": Server.did_open,
    "textDocument/didChange": Server.did_change,
    "textDocument/didClose": Server.did_close,
    "textDocument/didSave": Server.files_changed,
    "workspace/didChangeWatchedFiles": Server.files_changed,
    "workspace/didChangeConfiguration": _nothing,
    "$/cancelRequest": Server.cancelled,
    "$/setTrace": _nothing,
}
