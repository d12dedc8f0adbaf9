"""Reports white space of other editors: tabs, marks of encodings, ends of lines of other systems."""

import re
from collections.abc import Iterator

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error, warning
from dsl.source import Source, Span

_INDENT = re.compile(r"^[ \t]+(?=[^\s#])", re.MULTILINE)
_LONE_RETURN = re.compile(r"\r(?!\n)")


def usual_line_ends(text: str) -> str:
    """The text with a line feed for each carriage return that alone ends a line, as long as it was."""
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


def white_space_reports(source: Source, tab_width: int) -> list[Diagnostic]:
    """What is odd about a text's white space. Only what makes it ambiguous is an error."""
    return [*_byte_order_mark(source), *_line_ends(source), *_tabs(source, tab_width)]


def _byte_order_mark(source: Source) -> Iterator[Diagnostic]:
    if source.text.startswith("\ufeff"):
        mark = Span(source, 0, 1)
        yield warning(
            "byte-order-mark", "the file begins with an invisible byte order mark", mark,
            help=("some editors write it; save the file as UTF-8 without BOM",),
            fix=Fix("take it out", (Edit(mark, ""),), safe=True),
        )  # fmt: skip


def _line_ends(source: Source) -> Iterator[Diagnostic]:
    """Lines may end as on Windows or as elsewhere, but alike."""
    text = source.text
    if "\r" not in text:
        return
    lone = [Span(source, found.start(), found.end()) for found in _LONE_RETURN.finditer(text)]
    if lone:
        edits = tuple(Edit(span, "\n") for span in lone)
        yield error(
            "old-line-ends", "lines end here as on very old computers, so that they all look like one", lone[0],
            help=("save the file with the line ends of Windows, or of Linux and macOS",),
            fix=Fix("end the lines as usual", edits, safe=True),
        )  # fmt: skip
    windows = text.count("\r\n")
    if 0 < windows < text.count("\n"):
        places = [Span(source, found.start(), found.end()) for found in re.finditer("\r\n", text)]
        yield warning(
            "mixed-line-ends", "some lines end as on Windows and others do not", places[0],
            help=("it is read all the same, but other programs may trip over it",),
            fix=Fix("end all lines alike", tuple(Edit(span, "\n") for span in places), safe=True),
        )  # fmt: skip


def _tabs(source: Source, width: int) -> Iterator[Diagnostic]:
    if "\t" not in source.text:
        return
    indents = [Span(source, found.start(), found.end()) for found in _INDENT.finditer(source.text)]
    tabs = [span for span in indents if "\t" in span.text]
    spaces = [span for span in indents if "\t" not in span.text]
    if not tabs:
        return
    edits = tuple(Edit(span, span.text.expandtabs(width)) for span in tabs)
    if not spaces:
        yield warning(
            "tab-indent", "the file is indented with tabs", tabs[0],
            help=("it is read all the same; the custom is four spaces",),
            fix=Fix("indent with spaces", edits, safe=True),
        )  # fmt: skip
        return
    yield error(
        "mixed-indent", "some lines are indented with tabs and others with spaces", tabs[0], label="a tab",
        labels=(Label(spaces[0], "spaces"),),
        help=(f"how far a tab reaches, each editor decides for itself; here it was read as {width} spaces",),
        fix=Fix("indent with spaces; check that the lines still stand where you want them", edits, safe=False),
    )  # fmt: skip
