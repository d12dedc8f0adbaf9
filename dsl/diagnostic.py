"""What there is to say about a rule file, as plain data.

A fault in a rule file is a value that is collected and returned, never raised. `dsl.render` turns
diagnostics into text; nothing here prints, sorts by taste or knows a terminal.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypedDict, Unpack

from dsl.frozen import frozen
from dsl.source import Span


class Level(StrEnum):
    """How much a diagnostic weighs. Only an error keeps a game from being played."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@frozen
class Label:
    """A second place that helps to understand the first, such as where a name was declared."""

    span: Span
    text: str


@frozen
class Edit:
    """Replace the text of `span` by `replacement`; an empty span inserts."""

    span: Span
    replacement: str


@frozen
class Fix:
    """Edits that remove the fault. `safe` promises that the game means the same or what was plainly meant."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


@frozen
class Diagnostic:
    """One finding. `name` is its stable kebab-case identity, `message` one sentence without a full stop.

    `label` stands beside the marked text, `labels` mark further places, each entry of `help` says what to do,
    and `heading` is the trail of headings that the place stands under, such as `Play > Draw`.
    """

    name: str
    message: str
    span: Span
    level: Level = Level.ERROR
    labels: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    fix: Fix | None = None
    heading: str = ""
    label: str = ""

    @property
    def sentence(self) -> str:
        """The message with what stands beside the marked text, for where nothing is marked."""
        return f"{self.message} ({self.label})" if self.label else self.message


class Details(TypedDict, total=False):
    """The fields of a Diagnostic that may be left out, for `error` and `warning`."""

    label: str
    labels: tuple[Label, ...]
    help: tuple[str, ...]
    fix: Fix | None
    heading: str


def error(name: str, message: str, span: Span, **details: Unpack[Details]) -> Diagnostic:
    """A fault that keeps the game from being played."""
    return Diagnostic(name, message, span, Level.ERROR, **details)


def warning(name: str, message: str, span: Span, **details: Unpack[Details]) -> Diagnostic:
    """Something that can be played and is probably not meant."""
    return Diagnostic(name, message, span, Level.WARNING, **details)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them keeps the game from being played."""
    return any(found.level is Level.ERROR for found in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file and place; what stands at one place keeps the order in which it was found."""
    return sorted(diagnostics, key=lambda found: (found.span.source.path, found.span.start))
