import re

from dsl.diagnostic import Edit, Fix
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.said import places, said
from dsl.syntax import nodes as n

#: Words that never follow themselves, in a title either; "Bye bye" and "Tom Tom" may be titles.
_ONCE = (
    "a|an|the|of|to|and|or|is|are|for|with|from|you|your|their|they|be|by|at|as|each|every|if|when|may|must|one|two|"
    "player|players|card|cards"
)
#: Words that may follow themselves in a sentence.
_EVEN_TWICE = "that|had|no|very|so|such|again|round|more|one|by|bit"
_IN_A_TITLE = re.compile(rf"\b({_ONCE})[ \t]+\1\b", re.IGNORECASE)
_IN_A_SENTENCE = re.compile(rf"\b(?!(?:{_EVEN_TWICE})\b)([a-z]{{2,}})[ \t]+\1\b")


@rule("T101")
def repeated_word(subject: Subject) -> Found:
    """A word that cannot follow itself, twice."""
    for text in said(subject):
        twice = _IN_A_SENTENCE if isinstance(text, n.RuleText) else _IN_A_TITLE
        for place, found in places(twice, text.span):
            yield warning(
                "repeated-word", f'"{found[1]}" stands twice', place, label="once is enough",
                help=(f'write "{found[1]}" once',),
                fix=Fix("take one of the two away", (Edit(place, found[1]),), safe=True),
            )  # fmt: skip
