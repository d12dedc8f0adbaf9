"""Parses a text into a syntax tree, with a report on everything in it that cannot be read."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.frozen import frozen
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.building import Builder
from dsl.syntax.heading import with_headings
from dsl.syntax.reading.characters import read_plainly
from dsl.syntax.reading.layout import flat_tokens, mark, mark_else_texts
from dsl.syntax.reading.lines import TAB_WIDTHS, Document, read_lines
from dsl.syntax.reading.machine import Machine
from dsl.syntax.reading.vocabulary import Vocabulary, vocabulary
from dsl.syntax.reading.white_space import usual_line_ends, white_space_reports


def parse(source: Source) -> tuple[n.File, tuple[Diagnostic, ...]]:
    """The tree of a rule file and all that is wrong with its spelling; never raises.

    A line that cannot be read is a `BadLine` in the tree, or stands there as it was probably meant.
    """
    text, odd = read_plainly(source, usual_line_ends(source.text))
    words = vocabulary()
    documents = [_document(text, words, width) for width in (TAB_WIDTHS if "\t" in text else TAB_WIDTHS[:1])]
    document, (file, found) = _best(source, documents, words, odd)
    reports = [*white_space_reports(source, document.tab_width), *odd, *found]
    return evolve(file, below=document.below), tuple(with_headings(file, reports))


@frozen(eq=False)
class Part:
    """What stands from `start` in a text, with what is wrong with it; `below` are comments after the last line."""

    source: Source
    start: int
    items: tuple[n.TopItem, ...]
    reports: tuple[Diagnostic, ...]
    below: tuple[str, ...]


def parse_part(source: Source, start: int, end: int) -> Part:
    """A part of a text that is made of whole items, and has none but plain characters outside of words."""
    words = vocabulary()
    document, (file, found) = _best(source, [_document(source.text, words, part=(start, end))], words, [])
    return Part(source, start, file.items, tuple(with_headings(file, found)), document.below)


def fine_part(source: Source, start: int, end: int) -> Part | None:
    """The same, if nothing is wrong with its spelling."""
    words = vocabulary()
    document = _document(source.text, words, part=(start, end))
    read = _without_error(source, document, words)
    return Part(source, start, read[0].items, (), document.below) if read and not read[1] else None


def _document(
    text: str, words: Vocabulary, tab_width: int = TAB_WIDTHS[0], part: tuple[int, int] | None = None
) -> Document:
    document = read_lines(text, words.scanner, tab_width, part)
    mark_else_texts(document.lines, words.marks)
    return document


def _best(
    source: Source, documents: list[Document], words: Vocabulary, odd: list[Diagnostic]
) -> tuple[Document, tuple[n.File, list[Diagnostic]]]:
    """The first way to see a text in which it has no error, with what it says; or the first of all."""
    for document in documents:
        if read := _without_error(source, document, words):
            return document, read
    return documents[0], _with_all_errors(source, documents[0], words, odd)


def _without_error(source: Source, document: Document, words: Vocabulary) -> tuple[n.File, list[Diagnostic]] | None:
    """The tree of a text if all of it can be read, and what is wrong with it all the same."""
    tokens = flat_tokens(document.lines, words.marks)
    builder = Builder(words.tables, words.reserved, document, source)
    machine = Machine(words.tables, builder)
    if tokens is None or machine.run([*tokens, mark(words.marks.end)]) is not None:
        return None
    return machine.result(), builder.complaints


def _with_all_errors(
    source: Source, document: Document, words: Vocabulary, odd: list[Diagnostic]
) -> tuple[n.File, list[Diagnostic]]:
    """What can be read of a text, and a report on the rest; not on lines that are reported for an odd character."""
    from dsl.syntax.recovery.parse_state import Reading  # what to say of errors is imported only when there is one
    from dsl.syntax.recovery.recover import read_all

    builder = Builder(words.tables, words.reserved, document, source)
    machine = Machine(words.tables, builder)
    reading = Reading(source, document.text, machine, words, {found.span.line for found in odd})
    read_all(reading, document.lines)
    complaints = [found for found in builder.complaints if found.span.line not in reading.silent]
    return machine.result(), [*reading.reports, *complaints]
