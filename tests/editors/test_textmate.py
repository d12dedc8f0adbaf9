"""What is written for editors is what the grammar says, and colours words as the parser reads them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import frozen
from pygments.lexers import get_lexer_by_name

from dsl.editing.colours import Colour, Coloured, colours
from dsl.editing.lexer import TOKENS
from tests.editors.__main__ import FOLDER
from tests.editors.written import FILES, SCOPES, textmate
from tests.test_architecture import REPOSITORY

RULES = (*sorted(REPOSITORY.glob("games/**/*.bylaws")), *sorted(REPOSITORY.glob("dsl/standard/*.bylaws")))
#: So much is to be coloured right by what knows no more than a few words.
ENOUGH = 0.99


@pytest.mark.parametrize("name", FILES)
def test_files_are_what_the_grammar_says(name: str) -> None:
    message = "the grammar has changed: run `python -m tests.editors`"
    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name](), message


@pytest.mark.slow
def test_textmate_colours_nearly_all_words_as_the_parser_reads_them() -> None:
    scopes = {scope: colour for colour, scope in SCOPES.items()}
    right = words = 0
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        shown: list[Colour | None] = [None] * len(text)
        start = 0
        for line in text.split("\n"):
            for begin, end, scope in divided(line):
                shown[start + begin : start + end] = [scopes[scope]] * (end - begin)
            start += len(line) + 1
        for begin, end, colour in parsed(text):
            words += 1
            right += shown[begin:end].count(colour) == end - begin
    assert words > 100_000
    assert right / words >= ENOUGH, f"{right} of {words}"


@pytest.mark.slow
def test_pygments_colours_all_words_as_the_parser_reads_them() -> None:
    lexer = get_lexer_by_name("bylaws")
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        pieces = {(at, at + len(piece)): kind for at, kind, piece in lexer.get_tokens_unprocessed(text)}
        assert all(pieces[one.start, one.end] is TOKENS[one.colour] for one in coloured(text)), path


@cache
def coloured(text: str) -> tuple[Coloured, ...]:
    return colours(text)


def parsed(text: str) -> Iterator[tuple[int, int, Colour]]:
    """The single words of a text with their colours; a `>` line, a title or a comment is one."""
    for one in coloured(text):
        if one.colour is Colour.KEYWORD:
            for word in re.finditer(r"\w+", text[one.start : one.end]):
                yield one.start + word.start(), one.start + word.end(), one.colour
        else:
            yield one.start, one.end, one.colour


@frozen
class Patterns:
    """The patterns of a level, as one that finds the first of those that begin soonest."""

    every: re.Pattern[str]
    rules: dict[str, dict[str, Any]]

    def soonest(self, line: str, at: int) -> tuple[dict[str, Any], re.Match[str]] | None:
        found = self.every.search(line, at)
        return None if found is None else (self.rules[found.lastgroup or ""], found)


def patterns(rules: list[dict[str, Any]]) -> Patterns:
    named = {f"rule{place}": rule for place, rule in enumerate(rules)}
    each = (f"(?P<{name}>{rule.get('begin') or rule['match']})" for name, rule in named.items())
    return Patterns(re.compile("|".join(each)), named)


@cache
def levels() -> tuple[Patterns, dict[str, Patterns]]:
    """The patterns of a line, and by the name of one that opens something, those within it."""
    rules = textmate()["patterns"]
    return patterns(rules), {rule["name"]: patterns(rule["patterns"]) for rule in rules if "begin" in rule}


@cache
def divided(line: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(tokens(line))


def tokens(line: str) -> Iterator[tuple[int, int, str]]:
    """A line as TextMate divides it: at each place the first of the patterns that begin soonest.

    Visual Studio Code's own engine (vscode-textmate 9.3.2), asked for all of these files, agreed in each character.
    """
    outer, within = levels()
    at = 0
    while (best := outer.soonest(line, at)) is not None:
        rule, found = best
        if "begin" not in rule:
            yield *found.span(), rule["name"]
            at = max(found.end(), at + 1)
            continue
        yield found.start(), len(line), rule["name"]  # its end is that of the line
        inner = found.end()
        while (deeper := within[rule["name"]].soonest(line, inner)) is not None:
            yield *deeper[1].span(), deeper[0]["name"]
            inner = deeper[1].end()
        return
