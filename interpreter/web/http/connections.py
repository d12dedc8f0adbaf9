"""How requests come in: over which connections, and how much of one is taken before it is understood."""

from __future__ import annotations

from typing import Any, Final

from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Bytes that the first line and the headers of a request may have; no page sends a tenth of them.
_MOST_HEAD: Final = 16_384
#: Bytes of what a page may say over its socket.
_MOST_SAID: Final = 4096
#: Seconds for which a connection stays open over which nobody asks anything: longer than people mostly think, as an
#: answer does not come that is under way while it is closed.
_STAYS_OPEN: Final = 75


class _LimitedHead(HttpToolsProtocol):
    """Hangs up on whoever sends no end of headers, which the parser would keep."""

    in_head = False
    head = 0  # bytes that have come of it

    def data_received(self, data: bytes) -> None:
        """Reads on, as long as that is for a request that could be one of a page."""
        self.head = self.head + len(data) if self.in_head else len(data)
        super().data_received(data)
        if self.in_head and self.head > _MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """A request begins."""
        self.in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """What it is about is known."""
        self.in_head = False
        super().on_headers_complete()


def config(application: ASGIApp, **more: Any) -> Config:
    """How the application is served."""
    return Config(
        application, http=_LimitedHead, ws="websockets-sansio", ws_per_message_deflate=False, ws_max_size=_MOST_SAID,
        timeout_keep_alive=_STAYS_OPEN, proxy_headers=False, server_header=False, lifespan="off", log_config=None,
        access_log=False, **more,
    )  # fmt: skip
