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
