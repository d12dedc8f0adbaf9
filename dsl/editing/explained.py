"""What to say of a word that somebody points at: what it means, how it is declared, what the rulebook says there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import dedent

from attrs import frozen

from dsl.editing.figures import Figures
from dsl.editing.meant import OF_ONE_RULE, Meant, meant_at
from dsl.editing.surroundings import Surroundings
from dsl.messages import Page, all_pages, pages_of_rules
from dsl.names.built_ins import CONSTANTS, FUNCTIONS, WORDS
from dsl.names.symbols import singular
from dsl.source import Source, Span
from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.vocabulary import vocabulary

#: So many lines of a declaration are shown, and so many declarations.
MOST_LINES = 12
MOST_DECLARATIONS = 3

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


@frozen
class Explained:
    """Markdown about the characters of `span`."""

    span: Span
    markdown: str


def explained(
    around: Surroundings, offset: int, known: Figures | None = None, is_old: bool = False
) -> Explained | None:
    """What to say of the word at a place; None if there is nothing to say.

    It is said with numbers if any are `known`; they may be old, from before there was an error in the rules.
    """
    meant = meant_at(around, offset)
    if meant is not None:
        of_game = () if known is None or meant.what in OF_ONE_RULE else tuple(_in_play(meant.word.text, known))
        if of_game and is_old:
            of_game = (*of_game, "(That was so when there was last no error in the rules.)")
        return Explained(meant.word.span, "\n\n".join((*_of_declared(meant), *of_game)))
    source = around.source
    start = source.text.rfind("\n", 0, offset) + 1
    end = source.text.find("\n", offset)
    tokens, _ = vocabulary().scanner.scan(source.text, start, len(source.text) if end < 0 else end)
    for number, token in enumerate(tokens):
        if token.start <= offset <= token.end and (said := list(_of_the_language(token, number == 0))):
            return Explained(Span(source, token.start, token.end), "\n\n".join(said))
    return None


def _of_the_language(token: Token, is_first: bool) -> Iterator[str]:
    """What a word of the language means; of one that begins a line, an example too."""
    meanings = [one.explained for one in (*CONSTANTS, *FUNCTIONS) if one.name == token.text]
    meanings += [WORDS[token.text]] if token.text in WORDS else []
    if meanings:
        yield f"`{token.text}`: {'; '.join(meanings)}"
    if is_first and token.text in EXAMPLES:
        yield code("\n".join(EXAMPLES[token.text][:3]))


def _in_play(word: str, known: Figures) -> Iterator[str]:
    """What is known of a thing besides how it is declared."""
    name = next((each for each in (word, singular(word)) if each in known.ranges or each in known.values), word)
    if name in known.values:
        yield f"Comes to **{escaped(known.values[name])}**."
    if name in known.ranges:
        yield f"In play: {escaped(known.ranges[name])}."
    if name in known.meanings:
        yield f"As it is understood: {escaped(known.meanings[name])}"
    if name in known.measured:
        yield "It is measured: `bylaws simulate` and `bylaws report` tell what it comes to."


def _of_declared(meant: Meant) -> Iterator[str]:
    yield f"`{meant.word.span.text}`: {escaped(meant.what)}"
    for span in meant.declared[:MOST_DECLARATIONS]:
        lines = _Lines(span.source)
        yield from lines.rule_text_above(span.line)
        if not span.source.line_text(span.line).lstrip().startswith(">"):
            yield code(lines.declaration(span.line))
        yield f"{escaped(span.source.path)}, line {span.line}"
    if len(meant.declared) > MOST_DECLARATIONS:
        yield f"and {len(meant.declared) - MOST_DECLARATIONS} more"


@frozen
class _Lines:
    """Lines of a text as they are shown beside a word."""

    source: Source

    def rule_text_above(self, number: int) -> Iterator[str]:
        """What the rulebook says right above a line, or in it."""
        first = number
        while first > 1 and self._is_rule_text(first - 1):
            first -= 1
        words = [self._words(each) for each in range(first, number + self._is_rule_text(number))]
        if words:
            yield "> " + escaped(" ".join(words))

    def declaration(self, number: int) -> str:
        """The line and what is indented under it, without what goes too far."""
        line = self.source.line_text(number)
        found = [line]
        indent = len(line) - len(line.lstrip())
        while number + len(found) <= len(self.source.line_starts):
            following = self.source.line_text(number + len(found))
            if following.strip() and len(following) - len(following.lstrip()) <= indent:
                break
            if len(found) == MOST_LINES:
                found.append(" " * (indent + 4) + "...")
                break
            found.append(following)
        return dedent("\n".join(found)).rstrip()

    def _is_rule_text(self, number: int) -> bool:
        return self.source.line_text(number).lstrip().startswith(">")

    def _words(self, number: int) -> str:
        return self.source.line_text(number).strip().removeprefix(">").strip()


def page_of(name: str) -> str:
    """The page of a kind of finding, with its examples; empty if there is none."""
    page = _pages().get(name)
    if page is None:
        return ""
    said = f"**{name}**: {page.text}"
    if not page.wrong:
        return said
    where = f", {page.where}" if page.where.startswith("in ") else ""
    return f"{said}\n\nNot like this{where}:\n\n{code(page.wrong)}\n\nBut like this:\n\n{code(page.right)}"


@cache
def _pages() -> Mapping[str, Page]:
    return {**{page.name: page for page in all_pages()}, **pages_of_rules()}


def code(text: str) -> str:
    """Rules as Markdown shows them; a fence that stands in them is no end."""
    return f"````bylaws\n{text.rstrip().replace('````', '``` `')}\n````"


def escaped(text: str) -> str:
    """Words in which nothing means anything to Markdown."""
    return _MARKS.sub(r"\\\1", text)
