"""Text to syntax tree."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from lark import Lark, Token

from dsl.source import Source
from dsl.syntax.build import build_file
from dsl.syntax.layout import Layout
from dsl.syntax import nodes as n


def parse(source: Source) -> n.File:
    tree = _parser().parse(source.text + "\n")
    return build_file(tree, source)


@cache
def _parser() -> Lark:
    grammar = files("grammar").joinpath("bylaws.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", postlex=Layout(), maybe_placeholders=True,
                propagate_positions=_carries_position)


def _carries_position(part: object) -> bool:
    return not (isinstance(part, Token) and part.type in ("_NEWLINE", "_INDENT", "_DEDENT"))
