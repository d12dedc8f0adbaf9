"""Renders each diagnostic on one line, as editors and `grep` like it: `path:line:column: error[name]: message`."""

from collections.abc import Sequence

from dsl.diagnostic import Diagnostic
from dsl.render.screen import Style, paint, visible


def concise(diagnostics: Sequence[Diagnostic], colour: bool) -> str:
    """The lines, each with its newline."""
    return "".join(f"{_line(found, colour)}\n" for found in diagnostics)


def _line(found: Diagnostic, colour: bool) -> str:
    level = paint(f"{found.level}[{found.name}]", Style[found.level.name], colour)
    return visible(f"{place(found)}: ") + level + visible(f": {found.sentence}".replace("\n", " "))


def place(found: Diagnostic) -> str:
    """The path with line and column, or just the name for what stands in no file."""
    path = found.span.source.path
    return f"{path}:{found.span.line}:{found.span.column}" if found.span.in_file else path
