"""The one place where text leaves the program for a terminal or a pipe: control characters show as visible signs."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from dsl.controls import visible_lines

#: What we and rich steer a terminal with: colours, weights, and clearing. Nothing else is let through.
_OURS = re.compile(r"(\x1b\[(?:[0-9;]*m|[23]J|H))")


class Outlet:
    """A stream that steers nothing; all else of it is as it was."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = self.rich_proxied_file = stream  # rich draws its bar of progress past us, of words of ours alone

    def write(self, text: str) -> int:
        """Writes the text with a sign in place of each control character but tabs and line ends."""
        return self.stream.write(visible_lines(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def outlets() -> Iterator[None]:
    """Has standard output and standard error go through outlets; what took their place meanwhile stays."""
    for name in ("stdout", "stderr"):
        setattr(sys, name, Outlet(getattr(sys, name)))
    try:
        yield
    finally:
        for name in ("stdout", "stderr"):
            if isinstance(outlet := getattr(sys, name), Outlet):
                setattr(sys, name, outlet.stream)


class Painted(Outlet):
    """The same for a stream on which everything may be painted."""

    def write(self, text: str) -> int:
        """Writes the text; the codes of styles are let through."""
        parts = _OURS.split(text)
        return self.stream.write("".join(part if k % 2 else visible_lines(part) for k, part in enumerate(parts)))


def painted(stream: TextIO) -> TextIO:
    """The stream, for text that has been painted, if it is a terminal."""
    return cast("TextIO", Painted(stream.stream)) if isinstance(stream, Outlet) and stream.isatty() else stream
