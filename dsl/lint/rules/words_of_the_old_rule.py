"""A variant changes a rule, and the rulebook goes on to say what it was.

The lines that begin with `>` stay as they are when a variant sets a parameter, replaces a definition or says one line
anew: "the third strike fires", and it is the fourth. What is looked for is the number that a parameter or definition
had before, in the words on rules that name it; and words right above a line that a variant has put there.

Bad:
    parameter patience = 3 (1 to 9)
    action wait "Wait":
        > Whoever has three coins waits.
        needs coin of you >= patience
        gain 1 fame
    after step evening: do parade
    procedure parade: first of players takes one action from wait
    variant "Long" of "Frame":
        set parameter patience = 5

Good:
    parameter patience = 3 (1 to 9)
    action wait "Wait":
        > Whoever has three coins waits.
        needs coin of you >= patience
        gain 1 fame
    after step evening: do parade
    procedure parade: first of players takes one action from wait
    variant "Long" of "Frame":
        set parameter patience = 5
        replace action wait "Wait":
            > Whoever has five coins waits.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from dsl.lint.rule import Diagnostic, Found, Label, Subject, first_line, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import blocks
from dsl.walk import nodes_of

_WORDS = {
    2: "two|second|twice|2nd", 3: "three|third|3rd", 4: "four|fourth", 5: "five|fifth", 6: "six|sixth",
    7: "seven|seventh", 8: "eight|eighth", 9: "nine|ninth", 10: "ten|tenth", 12: "twelve|twelfth",
}  # fmt: skip
_Valued: TypeAlias = n.Parameter | n.Define


@rule("T122")
def words_of_the_old_rule(subject: Subject) -> Found:
    """Rule text of the base game on what a variant has made otherwise."""
    if subject.base is None:
        return
    changed = _changed(subject, subject.base.items)
    for text, on, above in _texts(subject.rules.items):
        if subject.is_own(text.span):
            continue
        if above is not None and subject.is_own(above.span):
            yield _found("the words above this are those of the rule that it replaces", above.span, text)
        named = {name.text for name in nodes_of(on, n.Name)} & changed.keys()
        for old, place in (changed[name] for name in sorted(named)):
            if re.search(rf"\b(?:{old}|{_WORDS.get(old, old)})\b", text.text, re.IGNORECASE):
                yield _found(f"a rule goes on to say that this is {old}", place, text)


def _changed(subject: Subject, base: Sequence[n.TopItem]) -> dict[str, tuple[int, Span]]:
    """What had a number in the base game, and has another value in the variant: the number, and where that is said."""
    was = {item.name.text: item.value for item in base if isinstance(item, _Valued)}
    changed = {}
    for item in subject.rules.items:
        if not isinstance(item, _Valued) or item.value is None or not subject.is_own(item.value.span):
            continue
        old = was.get(item.name.text)
        if isinstance(old, n.Number) and old.value > 1 and item.value != old:
            changed[item.name.text] = (old.value, item.value.span)
    return changed


def _texts(items: Sequence[Any]) -> Iterator[tuple[n.RuleText, Any, Any]]:
    """Each rule text with the rules that it is about, and the one thing that it stands right above.

    What opens a body is about all of it, and stands above none.
    """
    rules = tuple(item for item in items if not isinstance(item, n.Variant))
    for number, block in enumerate(blocks(rules)):
        for place, text in enumerate(block):
            if isinstance(text, n.RuleText):
                opens = number > 0 and all(isinstance(part, n.RuleText) for part in block[:place])
                below = next((part for part in block[place:] if not isinstance(part, n.RuleText)), None)
                yield (text, block, None) if opens else (text, below, below)


def _found(what: str, span: Span, text: n.RuleText) -> Diagnostic:
    return warning(
        "words-of-the-old-rule", what, first_line(span), labels=(Label(text.span, "in these words"),),
        help=("say it anew in the variant: `replace ...:` with only `>` lines below it replaces the words",),
    )  # fmt: skip
