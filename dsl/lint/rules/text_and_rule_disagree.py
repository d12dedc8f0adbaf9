import re
from collections.abc import Iterator

from dsl.bounds.declared import Declared, as_set, declared
from dsl.bounds.evaluate import constant
from dsl.checks.analysis.rule_set import RuleBody
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.lint.said import NUMBERS, OF_SEVERAL, number_said
from dsl.source import Span

_IN = "gain|gains|get|gets|receive|receives|take|takes|draw|draws"
_OUT = "lose|loses|pay|pays|give|gives"
_SAID = re.compile(rf"\b(?:({_IN})|({_OUT}))\s+(\d+|{'|'.join(NUMBERS)})\s+([A-Za-z]+)\b", re.IGNORECASE)
_DOING = (ir.Transfer, ir.Draw)
#: So begins what is to be added to the number before it.
_AND_MORE = re.compile(r"\s*(?:and|plus)\b.*\bmore\b", re.IGNORECASE)


@frozen
class _Does:
    """What a sentence does to how many of what; `amount` None where that hangs on the play.

    `least` is then what it is without that which hangs on the play, if it is a sum.
    """

    gains: bool
    nouns: frozenset[str]
    amount: int | None
    least: int | None
    span: Span


@rule("T112")
def text_and_rule_disagree(subject: Subject) -> Found:
    """A text with a number, above sentences that do the same with other numbers only."""
    for text, done in _by_text(subject).values():
        for said, more in _amounts_said(text.words):
            number = number_said(said[3])
            noun = said[4].lower()
            alike = [one for one in done if one.gains == bool(said[1]) and noun in one.nouns]
            amounts = [one.least if more else one.amount for one in alike]
            if amounts and all(amount not in (None, number) for amount in amounts):
                yield warning(
                    "text-and-rule-disagree", f'the text says "{said[0]}", and the rule says {amounts[0]}',
                    text.span, label="says this", labels=(Label(alike[0].span, "does this"),),
                    help=("let the text and the rule say the same",),
                )  # fmt: skip


def _amounts_said(words: str) -> Iterator[tuple[re.Match[str], bool]]:
    """Where a number is said that is all there is to it, up to the next comma or stop; or all but what comes more."""
    parts = re.split(r"[,;:.]", words)
    for part, then in zip(parts, [*parts[1:], ""], strict=True):
        if not OF_SEVERAL.search(part):
            more = bool(_AND_MORE.match(then))
            yield from ((said, more) for said in _SAID.finditer(part))


def _by_text(subject: Subject) -> dict[Span, tuple[ir.RuleText, list[_Does]]]:
    """The last line of rule text above sentences, with what they do."""
    found: dict[Span, tuple[ir.RuleText, list[_Does]]] = {}
    openings = {action.name: action.rule_text for action in subject.game.actions}
    tables = declared(subject.game, as_set(subject.game))
    for body in subject.bodies:
        for node in body.nodes if any(map(body.nodes_of, _DOING)) else ():
            if not isinstance(node, _DOING) or not 0 <= node.site < len(subject.game.sites):
                continue
            for text in subject.game.sites[node.site].rule_text or _opening(openings, body, node):
                found.setdefault(text.span, (text, []))[1].append(_does(subject, node, tables))
    return found


def _opening(
    openings: dict[str, tuple[ir.RuleText, ...]], body: RuleBody, node: ir.Transfer | ir.Draw
) -> tuple[ir.RuleText, ...]:
    """The words that an action begins with, above its first sentences."""
    texts = openings.get(body.name, ()) if body.kind == "action" else ()
    return tuple(text for text in texts if text.span.start < node.span.start)


def _does(subject: Subject, node: ir.Transfer | ir.Draw, tables: Declared) -> _Does:
    amount = constant(node.amount, tables)
    least = _least(node.amount, tables) if amount is None else amount
    if isinstance(node, ir.Draw):
        kinds = {card.card_type.lower() for card in subject.game.cards}
        return _Does(True, _with_plurals({"card", *kinds}), amount, least, node.span)
    number = node.counter.value if isinstance(node.counter, ir.Constant) else None
    names = {name.lower() for v in subject.game.variables if v.number == number for name in (v.name, v.title, v.plural)}
    return _Does(node.verb == "gain", _with_plurals(names), amount, least, node.span)


def _with_plurals(names: set[str]) -> frozenset[str]:
    return frozenset(names | {f"{name}s" for name in names}) - {"", "s"}


def _least(e: ir.Expression, tables: Declared) -> int | None:
    """What is the same at every table in a sum of which the rest is not."""
    if not isinstance(e, ir.Arithmetic) or e.operator != "+":
        return None
    known_parts = [part for part in (constant(e.left, tables), constant(e.right, tables)) if part is not None]
    return known_parts[0] if len(known_parts) == 1 else None
