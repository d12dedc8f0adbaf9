import re

from dsl.diagnostic import Edit, Fix, Level
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.said import places, said

#: Before `!`, `?`, `:` and `;` some languages want a space; before `...` and `.5` everybody does.
_SPACED = re.compile(r"(?<=[^\s>])[ \t]+([,.])(?![.\w])")


@rule("T102", Level.INFO)
def space_before_punctuation(subject: Subject) -> Found:
    """White space and a comma, or a full stop."""
    for text in said(subject):
        for place, found in places(_SPACED, text.span):
            sign = "comma" if found[1] == "," else "full stop"
            yield warning(
                "space-before-punctuation", f"a space stands before this {sign}", place, label="no space here",
                help=(f"let the {sign} follow the word",),
                fix=Fix("take the space away", (Edit(place, found[1]),), safe=True),
            )  # fmt: skip
