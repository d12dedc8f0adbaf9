import re
from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, takewhile
from typing import Any, TypeAlias

from dsl.lint.rule import Diagnostic, Found, Label, Subject, first_line, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.meetings import Meeting, meetings
from dsl.walk import nodes_by_kind, nodes_in_whole, nodes_of, schema

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
    changed = _changed(subject, subject.base.rules.items)
    overruled = _overruled(subject)
    numbers = {name: _number(changed[name][0]) for name in sorted(changed)}
    for text, on, above in _texts(subject.rules.items):
        if subject.is_own(text.span):
            continue
        if above is not None and subject.is_own(above.span):
            yield _found("the words above this are those of the rule that it replaces", above.span, text)
        below = [above] if above else _up_to_more_words(on or ())
        if overruled and (rule := overruled.get(id(text)) or _of_all(below, overruled)):
            yield _found("the words on what this overrules go on to say it", rule.span, text)
        told = [name for name, number in numbers.items() if number.search(text.text)]
        named = {name.text for name in nodes_of(on, n.Name)} if told else ()
        for old, place in (changed[name] for name in told if name in named):
            yield _found(f"a rule goes on to say that this is {old}", place, text)


def _number(number: int) -> re.Pattern[str]:
    """What says it."""
    return re.compile(rf"\b(?:{number}|{_WORDS.get(number, number)})\b", re.IGNORECASE)


def _overruled(subject: Subject) -> dict[int, Meeting]:
    """What the variant overrules always and for everybody: sentences, things, and all words on things, by `id`."""
    overruled: dict[int, Meeting] = {}
    met = meetings(subject.rules.items, lambda rule: subject.is_own(rule.span) and _overrules(rule))
    for node in nodes_in_whole(subject.rules.items) if met else ():
        rules = met.get(id(node))
        if rules and not subject.is_own(node.span):
            words = () if isinstance(node, n.Act) else nodes_of(node, n.RuleText)
            overruled.update((id(part), rules[0]) for part in (node, *words))
    return overruled


def _up_to_more_words(block: Sequence[Any]) -> list[Any]:
    """What follows words that open a body, up to the next ones."""
    below = dropwhile(lambda part: isinstance(part, n.RuleText), block)
    return list(takewhile(lambda part: not isinstance(part, n.RuleText), below))


def _of_all(parts: Sequence[Any], overruled: dict[int, Meeting]) -> Meeting | None:
    """What overrules the thing that this is, or all that is done in it."""
    acts = [id(part) for part in parts] if len(parts) == 1 else []
    for found in (acts, [id(act) for act in nodes_of(tuple(parts), n.Act)]):
        if found and all(act in overruled for act in found):
            return overruled[found[0]]
    return None


def _overrules(rule: Meeting) -> bool:
    match rule:
        case n.Hook(n.AtEvent("instead", event, None)):
            said = (event.subject, event.object) if isinstance(event, n.VerbEvent) else ()
            return all(part is None or isinstance(part, n.SomeAmount) or _is_any(part) for part in said)
        case n.ExceptionTo(of=of, condition=None, value=n.ExceptionValue(how="instead")):
            return of is None or _is_any(of)
        case n.Permission(False, condition=None):
            return True
        case _:
            return False


def _is_any(part: object) -> bool:
    return isinstance(part, n.AnySuch) and part.noun.where is None


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
    nodes = nodes_by_kind(items)
    lists = (getattr(node, name) for kind in nodes for name in schema(kind).lists for node in nodes[kind])
    inner = (block for block in lists if n.RuleText in map(type, block))
    for number, block in enumerate(chain((items,), inner)):
        opens = number > 0
        for place, text in enumerate(block):
            if isinstance(text, n.RuleText):
                below = next((part for part in block[place:] if not isinstance(part, n.RuleText)), None)
                yield (text, block, None) if opens else (text, below, below)
            else:
                opens = False


def _found(what: str, span: Span, text: n.RuleText) -> Diagnostic:
    return warning(
        "words-of-the-old-rule", what, first_line(span), labels=(Label(text.span, "in these words"),),
        help=("say it anew in the variant: `replace ...:` with only `>` lines below it replaces the words",),
    )  # fmt: skip
