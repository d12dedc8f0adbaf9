"""Locates quoted words, rule text and comments in rule files."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dsl.lint.subject import Subject
from dsl.source import Source, Span
from dsl.syntax import nodes as n

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
#: Words for numbers in rule text.
NUMBERS = {word: number for number, word in enumerate(_WORDS, start=1)} | {"a": 1, "an": 1}
#: With one of these, the number is not the whole amount.
OF_SEVERAL = re.compile(
    r"\b(?:each|every|per|more|another|times|as many|as much|twice|double|half|at least|at most|up to|or)\b"
)
_UP_TO_COMMENT = re.compile(r'(?:[^"#\n]|"[^"\n]*")*#')


@lru_cache(maxsize=2)
def said(subject: Subject) -> tuple[n.Text | n.RuleText, ...]:
    """All that players read of the author's own files, and what stands in quotes beside it."""
    texts: tuple[n.Text | n.RuleText, ...] = (*subject.syntax(n.Text), *subject.syntax(n.RuleText))
    return tuple(text for text in texts if subject.is_own(text.span))


def places(pattern: re.Pattern[str], span: Span) -> Iterator[tuple[Span, re.Match[str]]]:
    """Where a pattern is found in what stands there."""
    for found in _found(pattern, span.text):
        yield Span(span.source, span.start + found.start(), span.start + found.end()), found


@lru_cache(maxsize=1 << 14)
def _found(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str], ...]:
    """Kept, since most texts are the same when somebody has written something."""
    return tuple(pattern.finditer(text))


def comments(files: Sequence[Source]) -> Iterator[Span]:
    """Every comment, with its `#`; what follows `>` is none."""
    return (comment for source in files for comment in _comments(source))


@lru_cache(maxsize=256)
def _comments(source: Source) -> tuple[Span, ...]:
    return tuple(_comments_in(source)) if "#" in source.text else ()


def _comments_in(source: Source) -> Iterator[Span]:
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line_text(number)
        if "#" not in line:
            continue
        found = _UP_TO_COMMENT.match(line)
        if found is not None and not line.lstrip().startswith(">"):
            yield Span(source, start + found.end() - 1, start + len(line.rstrip()))


def number_said(word: str) -> int:
    """The number that digits or a word of `NUMBERS` stand for; else -1."""
    return int(word[:99]) if word.isdecimal() else NUMBERS.get(word.casefold(), -1)
