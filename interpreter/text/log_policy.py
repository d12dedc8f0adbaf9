"""Log policy: which variables are news, and which are notes that the rules make for themselves.

News are counters, roles, where pawns stand, and the value or the player that somebody is given. A flag, a number that
is only remembered, and a value that is remembered of nobody are notes: shown on the table, not told in the log. So is
what a library keeps for its own use, and it is shown only while the library is at work. To set what is news is told,
but a value or a player that an answer has just named, and that there is none any more. What is `not shown` is not told,
unless the rules have words for its going up or down.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import is_plural, several_of
from dsl.source import Source
from interpreter.text.labels import Words
from interpreter.text.redaction import is_player

_LIBRARY = re.compile(r"^\ufeff?library\b", re.MULTILINE)


def is_role(variable: ir.Variable) -> bool:
    """Whether it says who of the players is something."""
    return variable.type.kind is ir.Kind.PLAYER and not variable.type.many and not variable.dimensions


def is_news(variable: ir.Variable) -> bool:
    """Whether the log tells what becomes of it."""
    if is_librarys_own(variable) or variable.type.many or variable.is_mark:
        return False
    if variable.shown is False and not variable.raising and not variable.lowering:
        return False
    of_player = any(index.dimension is ir.Dimension.PLAYER for index in variable.dimensions)
    is_something = variable.type.kind in (ir.Kind.VALUE, ir.Kind.PLAYER)
    return variable.counts or is_role(variable) or variable.pawn or (of_player and is_something)


def gainer(variable: ir.Variable, at: Sequence[int]) -> int:
    """The seat of whom it is told that they gain, lose or have so many; -1 if it is told of the counter itself."""
    owner = owner_of(variable, at)
    return owner if len(at) == 1 and (is_plural(several_of(variable)) or variable.unit) else ir.NONE


def owner_of(variable: ir.Variable, at: Sequence[int]) -> int:
    """Whose it is, if there is one for each player."""
    return next((place for index, place in zip(variable.dimensions, at, strict=True) if is_player(index)), ir.NONE)


def is_set_to_start(words: Words, site: int) -> bool:
    """Whether a variable is set to a fixed value there, and that is the one it began with."""
    write = words.statements.get(site)
    if not isinstance(write, ir.Write) or not isinstance(write.value, ir.Constant):
        return False
    return any(v.name == write.variable and v.start == write.value for v in words.variables)


def is_librarys_own(declared: ir.Variable | ir.Procedure | ir.Define) -> bool:
    """Whether a library declares it."""
    return declared.span.in_file and in_library(declared.span.source)


@lru_cache(maxsize=64)
def in_library(source: Source) -> bool:
    """Whether a file of rules is a library."""
    return _LIBRARY.search(source.text) is not None
