"""Reads and writes the messages of the Language Server Protocol: JSON-RPC 2.0, each message with its length before it.

What is no message is told apart from what is one, so that one that is spoilt does not end the conversation.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, TypeAlias

from dsl.frozen import frozen

#: What an editor sends at once is a text or less; a rule file has at most a hundredth of it.
LONGEST = 200_000_000
#: A line of a header that is longer than that is none.
LONGEST_HEADER = 10_000

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800
REQUEST_FAILED = -32803

Message: TypeAlias = Mapping[str, Any]


@frozen
class Spoilt:
    """What came in the place of a message, in words, with the code of that error."""

    code: int
    why: str


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def messages(stream: BinaryIO) -> Iterator[Message | Spoilt]:
    """What comes in, until the stream ends."""
    while (length := _header(stream)) is not None:
        if isinstance(length, Spoilt):
            yield length
            continue
        data = stream.read(length)
        if len(data) < length:
            return
        yield _message(data)


def _header(stream: BinaryIO) -> int | Spoilt | None:
    """How long the next message is; None at the end of the stream."""
    found: int | Spoilt = Spoilt(PARSE_ERROR, "a message has no Content-Length before it")
    while True:
        line = stream.readline(LONGEST_HEADER)
        if not line:
            return None
        if not line.strip():
            return found
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            word = value.strip()
            fits = word.isdigit() and len(word) < 12 and int(word) <= LONGEST
            found = int(word) if fits else Spoilt(PARSE_ERROR, "the Content-Length is no number of bytes")


def _message(data: bytes) -> Message | Spoilt:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return Spoilt(PARSE_ERROR, "a message is not JSON in UTF-8")
    if not isinstance(found, dict):
        return Spoilt(INVALID_REQUEST, "a message is no object")
    return found


def write(stream: BinaryIO, message: Message) -> None:
    """Sends a message; BrokenPipeError or ValueError if nobody listens any more."""
    body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode("ascii")
    stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    stream.flush()
