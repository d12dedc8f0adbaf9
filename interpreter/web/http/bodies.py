"""What a request brings along: a small object of JSON, or it is refused before anybody looks into it."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

#: Bytes of a request; a note is the longest thing that anybody says.
LONGEST: Final = 16_384
#: So many lists and objects stand in a request: nothing is nested deeply.
_MOST_NESTED: Final = 40


class Refused(Exception):
    """The request cannot be read: a status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


async def body_of(request: Request) -> dict[str, Any]:
    """The object that a request brings. Raises Refused."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != "application/json":
        raise Refused(415, "A request brings JSON.")
    said = request.headers.get("content-length", "0")
    if not said.isdigit() or len(said) > 12 or int(said) > LONGEST:
        raise Refused(413, "This is too long.")
    data = b""
    try:
        async for part in request.stream():
            data += part
            if len(data) > LONGEST:
                raise Refused(413, "This is too long.")
    except ClientDisconnect as gone:
        raise Refused(400, "The request is not complete.") from gone
    try:
        return parsed(data)
    except ValueError as fault:
        raise Refused(400, "This is not an object of JSON.") from fault


def parsed(data: bytes) -> dict[str, Any]:
    """The object in a text. Raises ValueError."""
    if len(data) > LONGEST or data.count(b"[") + data.count(b"{") > _MOST_NESTED:
        raise ValueError("too much")
    found = json.loads(data.decode("utf-8"))
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found
