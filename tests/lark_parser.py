"""Lark's own parser of the grammar: slow, and it stops at the first error, but it is not ours."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from lark import Lark, Token, Tree, __version__
from lark.exceptions import LarkError
from lark.indenter import Indenter

from dsl.cache import key_of, remembered

T = TypeVar("T")


class Layout(Indenter):
    """Indents as Lark sees them, and rule text before an `otherwise` as the grammar wants it."""

    NL_type = "_NEWLINE"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        waiting: list[Token] = []
        indented: Iterator[Token] = super().process(stream)  # type: ignore[no-untyped-call]
        for token in indented:
            if token.type == "RULE_TEXT" or (waiting and token.type == "_NEWLINE"):
                waiting.append(token)
                continue
            for held in waiting:
                text = token.type == "OTHERWISE" and held.type == "RULE_TEXT"
                yield Token.new_borrow_pos("ELSE_TEXT", str(held), held) if text else held
            waiting = []
            yield token
        yield from waiting


def grammar_text() -> str:
    """The grammar as it is written."""
    return files("grammar").joinpath("bylaws.lark").read_text(encoding="utf-8")


@cache
def lark_parser(strict: bool = False) -> Lark:
    """Lark's parser; strict, it refuses a grammar that it could read in two ways."""
    return Lark(
        grammar_text(), parser="lalr", lexer="contextual", postlex=Layout(), maybe_placeholders=True, strict=strict
    )


def lark_tree(text: str) -> Tree[Token]:
    """The parse tree that Lark makes; LarkError if it is none."""
    return lark_parser().parse(joined(text) + "\n")


def plain_tree(text: str) -> list[Any]:
    """The same in lists: the name of the rule, then its children."""
    tree: list[Any] = _plain(lark_tree(text))
    return tree


def _plain(tree: Tree[Token] | Token | None) -> Any:
    if isinstance(tree, Tree):
        return [str(tree.data), *map(_plain, tree.children)]
    return None if tree is None else str(tree).rstrip()


def is_plain_tree(text: str, tree: list[Any]) -> bool:
    """Whether Lark makes that tree: it need not read again what it has read by the same grammar."""
    return key_of(repr(tree)) == known("tree", text, lambda: key_of(repr(plain_tree(text))))


def known(kind: str, text: str, find: Callable[[], T]) -> T:
    """What Lark finds, which hangs on nothing of ours but the grammar and this file."""
    return remembered(f"lark-{kind}", key_of(__version__, grammar_text(), Path(__file__).read_bytes(), text), find)


def joined(text: str) -> str:
    """The text with each line that begins with `and`, `or`, a sign or an `if` of an option put behind the one above.

    Every sign stays where it is: the end of the line above, and comments there, become spaces.
    """
    lines = text.split("\n")
    done: list[str] = []
    above = 0  # the line that goes on, by its place in `done`
    for line in lines:
        content = line.strip()
        word, deeper = content.partition(" ")[0], _indent(line) > (_indent(done[above]) if done else 0)
        first = done[above].split(maxsplit=1)[0] if done and done[above].strip() else ""
        opens = _code(done[-1]).endswith(":") if done else True
        listed = word == "and" and first in ("given", "when", "then", "and")
        joins = word in ("and", "or", "+", "-", "*", "/") or (word == "if" and first == "option")
        if joins and deeper and not opens and not listed and not first.startswith(">"):
            done[above:] = [" ".join([_blank(one) for one in done[above:]] + [line])]
        else:
            done.append(line)
            above = len(done) - 1 if content and content[0] != "#" else above
    return "\n".join(done)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _code(line: str) -> str:
    """The line without the comment behind it."""
    return re.sub(r'("[^"]*")|#.*', lambda found: found[1] or "", line).rstrip()


def _blank(line: str) -> str:
    """The line with spaces in place of the comment behind it."""
    return _code(line).ljust(len(line))


def lark_reads(text: str) -> bool:
    """Whether Lark finds no error."""
    return known("reads", text, lambda: _reads(text))


def _reads(text: str) -> bool:
    try:
        lark_tree(text)
    except LarkError:
        return False
    return True
