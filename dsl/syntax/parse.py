"""Text to syntax tree, with a report on everything in it that cannot be read."""

from __future__ import annotations

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.building import Builder
from dsl.syntax.characters import read_plainly
from dsl.syntax.heading import with_headings
from dsl.syntax.layout import flat_tokens, mark, mark_else_texts
from dsl.syntax.lines import TAB_WIDTHS, Document, Token, read_lines
from dsl.syntax.machine import Machine
from dsl.syntax.reading import Reading
from dsl.syntax.recover import read_all
from dsl.syntax.vocabulary import Vocabulary, vocabulary
from dsl.syntax.white_space import white_space_reports


def parse(source: Source) -> tuple[n.File, tuple[Diagnostic, ...]]:
    """The tree of a rule file and all that is wrong with its spelling; never raises.

    A line that cannot be read is a `BadLine` in the tree, or stands there as it was probably meant.
    """
    text, odd = read_plainly(source)
    words = vocabulary()
    document, tokens = _lines(text, words)
    builder = Builder(words.tables, document, source)
    machine = Machine(words.tables, builder)
    reports = [*white_space_reports(source), *odd]
    silent = {source.position(found.span.start)[0] for found in odd}
    if odd or tokens is None or machine.run([*tokens, mark(words.marks.end)]) is not None:
        builder = Builder(words.tables, document, source)
        machine = Machine(words.tables, builder)
        reading = Reading(source, text, machine, words, {source.position(found.span.start)[0] for found in odd})
        read_all(reading, document.lines)
        reports += reading.reports
    file = machine.result()
    reports += [found for found in builder.complaints if found.span.line not in silent]
    return evolve(file, below=document.below), tuple(with_headings(file, reports))


def _lines(text: str, words: Vocabulary) -> tuple[Document, list[Token] | None]:
    """The lines, and their tokens if the lines are well indented; with tabs as wide as makes them so."""
    widths = TAB_WIDTHS if "\t" in text else TAB_WIDTHS[:1]
    documents = [read_lines(text, words.scanner, width) for width in widths]
    for document in documents:
        mark_else_texts(document.lines, words.marks)
        if (tokens := flat_tokens(document.lines, words.marks)) is not None:
            return document, tokens
    return documents[0], None
