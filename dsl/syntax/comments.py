"""Finds the comments of a text without reading its sentences."""

from collections.abc import Iterator

from dsl.syntax.reading.lines import read_lines
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.syntax.reading.white_space import usual_line_ends


def comments_in(text: str) -> list[str]:
    """All of them as they are printed, in no order of theirs."""
    return sorted(comment for comment in _comments(text) if comment)


def _comments(text: str) -> Iterator[str]:
    document = read_lines(usual_line_ends(text), vocabulary().scanner)
    for trivia in document.trivia.values():
        yield from (*trivia.above, trivia.behind or "", *trivia.below)
    yield from document.below
