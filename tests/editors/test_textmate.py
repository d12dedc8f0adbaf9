"""What is written for editors is what the grammar says, and colours words as the parser reads them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pygments.lexers import get_lexer_by_name

from dsl.editing.colours import Colour, colours
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


def test_textmate_colours_nearly_all_words_as_the_parser_reads_them() -> None:
    scopes = {scope: colour for colour, scope in SCOPES.items()}
    right = words = 0
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        shown: list[Colour | None] = [None] * len(text)
        start = 0
        for line in text.split("\n"):
            for begin, end, scope in tokens(line):
                shown[start + begin : start + end] = [scopes[scope]] * (end - begin)
            start += len(line) + 1
        for begin, end, colour in parsed(text):
            words += 1
            right += all(each is colour for each in shown[begin:end])
    assert words > 100_000
    assert right / words >= ENOUGH, f"{right} of {words}"


def test_pygments_colours_all_words_as_the_parser_reads_them() -> None:
    lexer = get_lexer_by_name("bylaws")
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        pieces = {(at, at + len(piece)): kind for at, kind, piece in lexer.get_tokens_unprocessed(text)}
        assert all(pieces[one.start, one.end] is TOKENS[one.colour] for one in colours(text)), path


def parsed(text: str) -> Iterator[tuple[int, int, Colour]]:
    """The single words of a text with their colours; a `>` line, a title or a comment is one."""
    for one in colours(text):
        if one.colour is Colour.KEYWORD:
            for word in re.finditer(r"\w+", text[one.start : one.end]):
                yield one.start + word.start(), one.start + word.end(), one.colour
        else:
            yield one.start, one.end, one.colour


@cache
def compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


def tokens(line: str) -> Iterator[tuple[int, int, str]]:
    """A line as TextMate divides it: at each place the first of the patterns that begin soonest.

    Visual Studio Code's own engine (vscode-textmate 9.3.2), asked for all of these files, agreed in each character.
    """
    grammar: dict[str, Any] = textmate()
    at = 0
    while (best := soonest(grammar["patterns"], line, at)) is not None:
        rule, found = best
        if "begin" not in rule:
            yield *found.span(), rule["name"]
            at = max(found.end(), at + 1)
            continue
        yield found.start(), len(line), rule["name"]  # its end is that of the line
        inner = found.end()
        while (deeper := soonest(rule["patterns"], line, inner)) is not None:
            yield *deeper[1].span(), deeper[0]["name"]
            inner = deeper[1].end()
        return


def soonest(rules: list[dict[str, Any]], line: str, at: int) -> tuple[dict[str, Any], re.Match[str]] | None:
    searched = ((rule, compiled(rule.get("begin") or rule["match"]).search(line, at)) for rule in rules)
    found = [(rule, match) for rule, match in searched if match]
    return min(found, key=lambda each: each[1].start(), default=None)
