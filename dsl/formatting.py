"""Formats a rule file in the one style, and verifies that it still says the same."""

from collections.abc import Iterator

from dsl.diagnostic import Diagnostic, error, has_errors
from dsl.frozen import frozen
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.syntax.reading.lines import read_lines
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.syntax.reading.white_space import usual_line_ends
from dsl.syntax.unparse import unparse


@frozen
class Formatted:
    """The new text of a source; it is the old one if there are faults that keep it from being formatted."""

    source: Source
    text: str
    faults: tuple[Diagnostic, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the text is another than before."""
        return self.text != self.source.text


def format_source(source: Source) -> Formatted:
    """The text in the one style, with all its comments and its own ends of lines.

    A text with lines that cannot be read is left alone. What has been printed is read again if it is another text, and
    must be the same tree with the same comments, and print the same again.
    """
    file, reports = parse(source)
    if has_errors(reports):
        return Formatted(source, source.text, tuple(reports))
    text = unparse(file)
    if text != source.text and not says_the_same(file, source.text, text):
        return Formatted(source, source.text, (_not_the_same(source),))
    windows = "\r\n" in source.text and source.text.count("\r\n") == source.text.count("\n")
    return Formatted(source, text.replace("\n", "\r\n") if windows else text)


def says_the_same(file: n.File, before: str, text: str) -> bool:
    """Whether a text reads as that tree, has the comments from before, and is printed as it stands."""
    again, reports = parse(Source("formatted.bylaws", text))
    same = again == file and sorted(_comments(text)) == sorted(_comments(before))
    return same and not has_errors(reports) and unparse(again) == text


def _comments(text: str) -> Iterator[str]:
    document = read_lines(usual_line_ends(text), vocabulary().scanner)
    for trivia in document.trivia.values():
        yield from filter(None, (*trivia.above, trivia.behind, *trivia.below))
    yield from filter(None, document.below)


def _not_the_same(source: Source) -> Diagnostic:
    return error(
        "format-would-change", "this file would say something else once it was formatted, so it was left as it is",
        Span(source, 0, 0), help=("that is a fault of Bylaws and not of your rules; please report it, with this file",),
    )  # fmt: skip
