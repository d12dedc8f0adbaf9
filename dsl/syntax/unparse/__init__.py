"""Prints a syntax tree in the one style: what is printed reads back as the same tree.

Comments stay with their lines, and blank lines between lines stay as one. A line that is too long goes
on in the next after a comma, or before `asking`, `passing`, `and` and `or`.
"""

from collections.abc import Iterator

from attrs import evolve

from dsl.syntax import nodes as n
from dsl.syntax.construct import Line
from dsl.syntax.unparse.lines import lines
from dsl.syntax.unparse.page import TextLine, laid_out, page
from dsl.syntax.unparse.text import text

__all__ = ["first_line", "lines_of", "text_lines", "unparse", "unparse_expression"]


def unparse(file: n.File) -> str:
    """The text of a rule file."""
    written = [each for item in file.items for each in lines(item)]
    return page(written, file.below)


def text_lines(node: n.TopItem | n.Item | n.CardEntry | n.EnumValue | n.Seat | n.Setting) -> list[str]:
    """One thing of a rule file, line by line, without comments and blank lines."""
    bare = page((evolve(each, comment="", cells=()) for each in lines(node) if _says(each)), ())
    return bare.splitlines()


def lines_of(node: Line) -> Iterator[tuple[str, Line]]:
    """All lines of a thing, with comments, each with the innermost thing that it is of."""
    return ((text, each.node or node) for text, each in laid_out(lines(node)))


def first_line(node: Line) -> str:
    """The line that a thing begins with, or all of it."""
    return next(each.text for each in lines(node) if _says(each))


def _says(line: TextLine) -> bool:
    return bool(line.text) and not line.text.startswith("#")


def unparse_expression(node: n.Expression | n.Has) -> str:
    """The text of a value, or of a claim on what somebody has, on one line."""
    return text(node)
