"""What a page is sent while it is open: whole snapshots over a WebSocket, to whoever says the word of its link."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.web.house import House
from interpreter.web.http.bodies import parsed
from interpreter.web.kept.store import NotKept
from interpreter.web.kept.tokens import hashed
from interpreter.web.table import ServedTable
from interpreter.web.viewers.audience import Window
from interpreter.web.viewers.seen import viewer_of

#: Why a socket is closed.
GOING, NOT_NOTED, NOT_VALID, SLOW, TOO_MANY = 1001, 1011, 4401, 4408, 4409
#: Seconds in which the word has to be said, and in which a snapshot has to be taken.
_PATIENCE: Final = 5.0
_READS_IN: Final = 20.0
#: So many sockets may wait for their word at a time.
_MOST_WAITING: Final = 1000


class Sockets:
    """Opens sockets of tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.waiting = 0

    async def __call__(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        if self.waiting >= _MOST_WAITING:
            await socket.close(TOO_MANY)
            return
        await socket.accept()
        self.waiting += 1
        try:
            token = await _word(socket)
        finally:
            self.waiting -= 1
        table_id, word = socket.path_params["table"], socket.path_params["viewer"]
        if token is None or not self.house.may(token, table_id, word):
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(NOT_VALID)
            return
        table = self.house.tables[table_id]
        viewer = viewer_of(word, len(table.seats))
        window = table.audience.join(viewer, hashed(token))
        try:
            if viewer is None:
                await table.is_looked_at(hashed(token))
            await table.present(viewer)
            window.show()
            table.arrives(viewer)
            await _both(socket, window)
        except NotKept:  # that all is seen now; so it is not shown
            await socket.close(NOT_NOTED)
        finally:
            table.audience.leave(viewer, window)
            if hashed(token) in table.looked_at:
                table.looked_at[hashed(token)] = monotonic()
            _left(table, viewer)


def _left(table: ServedTable, viewer: int | None) -> None:
    with suppress(RuntimeError):  # the server is ending
        table.leaves(viewer)


async def _word(socket: WebSocket) -> str | None:
    """The word that the page says first: `{"token": "..."}`."""
    try:
        said: Any = parsed((await asyncio.wait_for(socket.receive_text(), _PATIENCE)).encode())
    except (TimeoutError, WebSocketDisconnect, ValueError, KeyError, RuntimeError):
        return None
    token = said.get("token")
    return token if isinstance(token, str) else None


async def _both(socket: WebSocket, window: Window) -> None:
    """Sends what there is to be sent until one side ends it; what the page says is not listened to."""
    sending = asyncio.create_task(_send(socket, window))
    hearing = asyncio.create_task(_hear(socket))
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)


async def _send(socket: WebSocket, window: Window) -> None:
    while (text := await window.next()) is not None:
        try:
            async with asyncio.timeout(_READS_IN):
                await socket.send_text(text)
            text = ""  # it may be long, and so may be the wait for the next
        except TimeoutError:
            window.ended = SLOW
            break
    with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        await asyncio.wait_for(socket.close(window.ended), 1)


async def _hear(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            await socket.receive()
            if socket.client_state.name == "DISCONNECTED":
                return
