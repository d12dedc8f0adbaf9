"""A step, phase, round or action without a title, where the others have one.

Players then read the name that you gave it for yourself, among titles that were written for them.

Bad:
    action rest, beside sell: gain 1 coin

Good:
    action rest "Rest", beside sell: gain 1 coin
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostic import Diagnostic, Level, warning
from dsl.lint.declared import declared
from dsl.lint.rule import Category, rule
from dsl.lint.subject import Subject

_WITH_TITLES = ("round", "phase", "step", "action")


@rule("N103", Category.NAMING, Level.INFO)
def title_missing(subject: Subject) -> Iterator[Diagnostic]:
    """What has no title, if at least three, and most, of these have."""
    group = [one for one in declared(subject) if one.kind in _WITH_TITLES]
    missing = [one for one in group if one.title is None]
    if len(missing) * 3 <= len(group) and len(group) - len(missing) > 2:
        for one in missing:
            yield warning(
                "title-missing", f"the {one.kind} `{one.name.text}` has no title", one.name.span,
                label="players read this name", help=(f'write `{one.kind} {one.name.text} "Title"`',),
            )  # fmt: skip
