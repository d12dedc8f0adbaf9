"""A name that is not spelt like names of its kind.

By habit kinds of things, such as cards and enums, begin with a capital, and everything else is written in small letters
with `_` between words. So one sees in any sentence what a word is, and `Offer` is not taken for `offer`.

Bad:
    counter goldPieces of player
    after step evening: each player gains 1 goldPieces
    game ends after day when any player where goldPieces > 9: nobody wins

Good:
    counter gold_piece of player
    after step evening: each player gains 1 gold_piece
    game ends after day when any player where gold_piece > 9: nobody wins
"""

import re

from dsl.lint.declared import Declared, declared
from dsl.lint.rule import Found, Level, Subject, rule, warning

_KINDS = ("cards", "enum", "spaces", "track", "group")
#: These are kinds and things at once, and written either way.
_EITHER = ("tokens", "dice", "pawn", "grid")
_BETWEEN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@rule("N108", Level.INFO)
def name_habit(subject: Subject) -> Found:
    """A kind that begins with a small letter, and anything else with a capital in it."""
    for one in declared(subject):
        if one.kind in _EITHER or (habit := _as_usual(one)) == one.name.text:
            continue
        yield warning(
            "name-habit", f"`{one.name.text}` is not spelt like other names of its kind", one.name.span,
            label="a capital is usual here" if one.kind in _KINDS else "no capitals are usual here",
            help=(f"write `{habit}`",),
        )  # fmt: skip


def _as_usual(one: Declared) -> str:
    name = one.name.text
    if one.kind in _KINDS:
        return name[0].upper() + name[1:]
    return _BETWEEN.sub("_", name).lower()
