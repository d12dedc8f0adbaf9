"""A space stands before a comma or a full stop.

In print it looks like a slip, and the sign may come to stand alone at the beginning of a line.

Bad:
    action rest "Rest", beside sell:
        > You get a coin , and no more.
        gain 1 coin

Good:
    action rest "Rest", beside sell:
        > You get a coin, and no more.
        gain 1 coin
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostic import Diagnostic, Edit, Fix, Level, warning
from dsl.lint.rule import Category, rule
from dsl.lint.said import places, said
from dsl.lint.subject import Subject

#: Before `!`, `?`, `:` and `;` some languages want a space; before `...` and `.5` everybody does.
_SPACED = re.compile(r"(?<=[^\s>])[ \t]+([,.])(?![.\w])")


@rule("T102", Category.TEXT, Level.INFO)
def space_before_punctuation(subject: Subject) -> Iterator[Diagnostic]:
    """White space and a comma, or a full stop."""
    for text in said(subject):
        for place, found in places(_SPACED, text.span):
            sign = "comma" if found[1] == "," else "full stop"
            yield warning(
                "space-before-punctuation", f"a space stands before this {sign}", place, label="no space here",
                help=(f"let the {sign} follow the word",),
                fix=Fix("take the space away", (Edit(place, found[1]),), safe=True),
            )  # fmt: skip
