"""Renders diagnostics as workflow commands, which GitHub shows beside the changed lines."""

from collections.abc import Sequence

from dsl.diagnostic import Diagnostic, Level

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def github(diagnostics: Sequence[Diagnostic]) -> str:
    """One command a line."""
    return "".join(f"{_command(found)}\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    properties = {"title": found.name}
    if found.span.in_file:
        properties |= _location(found)
    text = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    return f"::{COMMANDS[found.level]} {text}::{_escape(found.sentence)}"


def _location(found: Diagnostic) -> dict[str, str]:
    span = found.span
    location = {"file": span.source.path, "line": str(span.line), "endLine": str(span.end_line)}
    # Columns are understood only for what stands on one line.
    if span.line == span.end_line:
        location |= {"col": str(span.column), "endColumn": str(span.end_column)}
    return location


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
