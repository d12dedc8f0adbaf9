"""Colours rules in documents and terminals: a lexer for Pygments, to which `pyproject.toml` names it."""

from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text, _TokenType

from dsl.editing.colours import Colour, colours

TOKENS = {
    Colour.KEYWORD: Keyword,
    Colour.NAME: Name,
    Colour.NUMBER: Number,
    Colour.TITLE: String,
    Colour.SIGN: Operator,
    Colour.RULE: String.Doc,
    Colour.CLAUSE: Name.Label,
    Colour.COMMENT: Comment,
}


class BylawsLexer(Lexer):  # type: ignore[misc]
    """Colours each word as the parser reads it; `python -m pygments game.bylaws` shows it."""

    name = "Bylaws"
    aliases: ClassVar = ["bylaws"]
    filenames: ClassVar = ["*.bylaws"]
    mimetypes: ClassVar = ["text/x-bylaws"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The pieces of a text; together they are the whole text."""
        at = 0
        for one in colours(text):
            if at < one.start:
                yield at, Text, text[at : one.start]
            yield one.start, TOKENS[one.colour], text[one.start : one.end]
            at = one.end
        if at < len(text):
            yield at, Text, text[at:]
