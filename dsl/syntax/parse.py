"""Text to syntax tree, with a report on everything in it that cannot be read."""

from __future__ import annotations

from dsl.diagnostic import Diagnostic
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.building import Builder
from dsl.syntax.characters import read_plainly
from dsl.syntax.layout import flat_tokens, mark, mark_else_texts
from dsl.syntax.lines import read_lines
from dsl.syntax.machine import Machine
from dsl.syntax.recover import Recovery
from dsl.syntax.vocabulary import vocabulary


def parse(source: Source) -> tuple[n.File, tuple[Diagnostic, ...]]:
    """The tree of a rule file and all that is wrong with its spelling; never raises.

    A line that cannot be read is a `BadLine` in the tree, or stands there as it was probably meant.
    """
    text, reports = read_plainly(source)
    words = vocabulary()
    document = read_lines(text, words.tables)
    mark_else_texts(document.lines, words.marks)
    builder = Builder(words.tables, document, source)
    machine = Machine(words.tables, builder)
    tokens = flat_tokens(document.lines, words.marks)
    if reports or tokens is None or machine.run([*tokens, mark(words.marks.end)]) is not None:
        builder = Builder(words.tables, document, source)
        machine = Machine(words.tables, builder)
        silent = {source.position(report.span.start)[0] for report in reports}
        recovery = Recovery(source, text, machine, words, silent)
        recovery.read(document.lines)
        reports += recovery.reports
    return machine.result(), tuple(reports + builder.complaints)
