import re

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of

_CHOSEN = re.compile(r"\b(?:secretly|in secret|unseen|without (?:the others|anybody|anyone) seeing)\b", re.IGNORECASE)
_KEPT = re.compile(
    r"\b(?:secret(?:ly)?|hidden|(?:nobody|no one) (?:but|except)\b.*\b(?:sees?|knows?)"
    r"|only (?:you|its owner) (?:sees?|knows?))\b",
    re.IGNORECASE,
)


@rule("S111")
def secret_left_open(subject: Subject) -> Found:
    """An open choice below a text that calls it secret, and an open counter below a text that says who sees it."""
    yield from _choices(subject)
    yield from _counters(subject)


def _choices(subject: Subject) -> Found:
    """Of all choices below one text: if none is secret, the first."""
    at_once = {one.span for block in subject.all(ir.AllAtOnce) for one in nodes_of(block.asking, ir.Choose)}
    below: dict[Span, tuple[ir.RuleText, list[ir.Choose]]] = {}
    for choice in subject.all(ir.Choose):
        texts = subject.game.sites[choice.site].rule_text if 0 <= choice.site < len(subject.game.sites) else ()
        for text in texts:
            below.setdefault(text.span, (text, []))[1].append(choice)
    for text, choices in below.values():
        said = _CHOSEN.search(text.words)
        if said and all(one.manner is Manner.PLAIN and one.span not in at_once for one in choices):
            yield warning(
                "secret-left-open", f'the text says "{said[0]}", and everybody sees what is chosen here',
                choices[0].span, label="seen by all", labels=(Label(text.span, "says this"),),
                help=("write `secretly` before `choose`, or let all choose at once: `all players at once:`",),
            )  # fmt: skip


def _counters(subject: Subject) -> Found:
    for node in subject.syntax(n.Counters):
        if node.owner is None or node.owner.text != "player" or any(trait.kind == "hidden" for trait in node.traits):
            continue
        for text in _above(node, subject):
            if said := _KEPT.search(text.words):
                name = node.group or next(nodes_of(node.items, n.CounterItem)).name
                yield warning(
                    "secret-left-open", f'the text says "{said[0]}", and everybody sees `{name.text}`',
                    name.span, label="seen by all", labels=(Label(text.span, "says this"),),
                    help=(f"hide it: `counter {name.text} of player: hidden`",),
                )  # fmt: skip


def _above(node: n.Counters, subject: Subject) -> list[n.RuleText]:
    """The lines of rule text right above a declaration."""
    source = node.span.source
    texts = {text.span.line: text for text in subject.syntax(n.RuleText) if text.span.source is source}
    found: list[n.RuleText] = []
    line = node.span.line - 1
    while line in texts:
        found.append(texts[line])
        line -= 1
    return found[::-1]
