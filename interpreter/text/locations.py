"""Where a rule stands, as short as it can be said: from the current folder, or by folder and file."""

from pathlib import PurePath

from dsl.source import Span
from interpreter.text.log_policy import in_library


def location(span: Span) -> str:
    """`game.bylaws:12`, `auctions:37` in a library, or nothing for what stands in no file."""
    if not span.in_file:
        return ""
    path = PurePath(span.source.path)
    if in_library(span.source):
        return f"{path.stem}:{span.line}"
    if path.is_absolute():  # else it is shown from the current folder already
        path = PurePath(*path.parts[-2:])
    return f"{path.as_posix()}:{span.line}"
