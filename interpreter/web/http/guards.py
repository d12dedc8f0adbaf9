"""What every request goes through: under which name the server was called, from which page, and what goes out with it.

A page elsewhere cannot ask for anything here, not even if its name is made to lead to this machine. Nothing that is
sent is kept by a browser, shown inside another page, or told to one.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: With each answer.
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}

_SENT: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_REPLACED: Final = {b"server", *(name for name, _ in _SENT)}


@frozen
class Names:
    """The names by which the server may be called: numbers of any address, which no page elsewhere can take on, too.

    `outside`: the address that people type, where another server stands before this one, as `table.example.org:8443`.
    """

    known: frozenset[str]
    outside: str = ""

    def is_ours(self, host: str) -> bool:
        """Whether a `Host` names this server."""
        name = _name_in(host)
        return bool(name) and (name == "localhost" or name in self.known or _is_number(name))

    def may_ask(self, origin: str, host: str) -> bool:
        """Whether a page from there may ask this server for anything."""
        there = urlsplit(origin)
        if there.scheme not in ("http", "https"):
            return False
        return there.netloc.casefold() in (host.casefold(), self.outside or host.casefold())


def names(known: Iterable[str] = (), outside: str = "") -> Names:
    """Those, the name in the address `outside`, and numbers."""
    there = urlsplit(outside)
    names = (*known, there.hostname or "")
    return Names(frozenset(name.casefold() for name in names if name), there.netloc.casefold())


def _name_in(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").casefold()
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guards:
    """Stands before an application."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*(one for one in message["headers"] if one[0] not in _REPLACED), *_SENT]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, with_headers)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        else:
            await JSONResponse({"why": refusal[1]}, refusal[0])(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.names.is_ours(host):
            return 421, "This server is not called so. Open the address that `bylaws serve` has printed."
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin")
        if changes and origin is not None and not self.names.may_ask(origin, host):
            return 403, "This was asked by a page of another server."
        if changes and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "This was asked by a page of another server."
        return None
