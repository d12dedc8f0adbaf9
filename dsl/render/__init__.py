"""Renders diagnostics: for a person, an editor, a code host or another program. One format, one module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from dsl.diagnostic import Diagnostic, Level, in_order
from dsl.render.concise import concise
from dsl.render.full import full
from dsl.render.github import github
from dsl.render.gitlab import gitlab
from dsl.render.json import json
from dsl.render.junit import junit
from dsl.render.sarif import sarif

Format: TypeAlias = Callable[[Sequence[Diagnostic]], str]

#: The formats that a program reads; `full` and `concise` are for people and know colour.
FOR_PROGRAMS: Mapping[str, Format] = {
    "json": json,
    "sarif": sarif,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
}
FORMATS: tuple[str, ...] = ("full", "concise", *FOR_PROGRAMS)


def render(diagnostics: Iterable[Diagnostic], format: str, colour: bool = False) -> str:
    """The diagnostics in order of file and place, in one of FORMATS, ending in a newline unless empty.

    Colour is for the caller to decide, who knows where the text goes; formats that programs read ignore it.
    """
    ordered = in_order(diagnostics)
    if format == "full":
        return full(ordered, colour)
    if format == "concise":
        return concise(ordered, colour)
    if format in FOR_PROGRAMS:
        return FOR_PROGRAMS[format](ordered)
    raise ValueError(f"no format is called {format!r}; there are {', '.join(FORMATS)}")


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many of each level there are, as a phrase: `2 errors, 1 warning`, or `nothing to report`."""
    levels = [found.level for found in diagnostics]
    parts = [_count(levels.count(level), level) for level in Level if level in levels]
    return ", ".join(parts) or "nothing to report"


def _count(number: int, level: Level) -> str:
    plural = "" if number == 1 or level is Level.INFO else "s"
    return f"{number} {level}{plural}"
