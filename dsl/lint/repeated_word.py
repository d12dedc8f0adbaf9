"""A little word stands twice in a row.

Whoever reads the rules aloud stumbles over it, and wonders if something is missing between the two.

Bad:
    action rest "Rest", beside sell:
        > You get a coin from the the bank.
        gain 1 coin

Good:
    action rest "Rest", beside sell:
        > You get a coin from the bank.
        gain 1 coin
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostic import Diagnostic, Edit, Fix, warning
from dsl.lint.rule import Category, rule
from dsl.lint.said import places, said
from dsl.lint.subject import Subject

#: Words that never follow themselves; "that that" and "no, no" may be right, and so may a title such as "Bye bye".
_ONCE = (
    "a|an|the|of|to|and|or|is|are|for|with|from|you|your|their|they|be|by|at|as|each|every|if|when|may|must|one|two|"
    "player|players|card|cards"
)
_TWICE = re.compile(rf"\b({_ONCE})[ \t]+\1\b", re.IGNORECASE)


@rule("T101", Category.TEXT)
def repeated_word(subject: Subject) -> Iterator[Diagnostic]:
    """A word that cannot follow itself, twice."""
    for text in said(subject):
        for place, found in places(_TWICE, text.span):
            yield warning(
                "repeated-word", f'"{found[1]}" stands twice', place, label="once is enough",
                help=(f'write "{found[1]}" once',),
                fix=Fix("take one of the two away", (Edit(place, found[1]),), safe=True),
            )  # fmt: skip
