"""Values, and the phrases that are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl.syntax import nodes as n


def expression(node: n.Expression) -> str:
    """A value."""
    match node:
        case n.Number(text) | n.Name(text):
            return text
        case n.Text(text):
            return f'"{text}"'
        case n.YesNo(value):
            return "yes" if value else "no"
        case n.Nothing():
            return "none"
        case n.Pronoun(word) | n.Possessive(word):
            return word
        case n.Property():
            return _property(node)
        case n.Applied():
            return _applied(node)
        case n.The():
            return _the(node)
        case n.PileEnd(end, amount, zone, noun=called):
            return words("the" if called else "", end, optional(amount), optional(called), "of", expression(zone))
        case n.Brackets(inner):
            return f"({expression(inner)})"
        case n.ListOf(items):
            return f"({commas(items)})"
        case n.Query(kind, inner):
            return words("number of" if kind == "number" else kind, noun(inner))
        case n.BestOf(how, value, inner):
            return words(how, expression(value), "of", noun(inner))
        case _:
            return _operation(node)


def _operation(
    node: n.Binary | n.Divide | n.Negative | n.Not | n.Compare | n.IsIn | n.IsEmpty | n.Exists,
) -> str:
    match node:
        case n.Binary(operator, left, right):
            return words(expression(left), operator, expression(right))
        case n.Divide(left, right, rounding):
            return words(expression(left), "/", expression(right), rounding and f"rounded {rounding}")
        case n.Negative(inner):
            return f"-{expression(inner)}"
        case n.Not(inner):
            return words("not", expression(inner))
        case n.Compare(_, left, right, spelling):
            return words(expression(left), spelling, expression(right))
        case n.IsIn(item, group, negated, verb=verb):
            return words(expression(item), verb, negated and "not", "in", expression(group))
        case n.IsEmpty(group, negated, verb=verb):
            return words(expression(group), verb, negated and "not", "empty")
        case n.Exists(inner):
            return words(expression(inner), "exists")
        case _:
            assert_never(node)


def _property(node: n.Property) -> str:
    name = node.name.text + (f"[{expression(node.index)}]" if node.index else "")
    match node.owner:
        case None:
            return name
        case n.Possessive(word):
            return words(word, name)
        case owner if node.apostrophe:
            return f"{expression(owner)}'s {name}"
        case owner:
            return words(name, "of", expression(owner))


def _applied(node: n.Applied) -> str:
    if node.name.text == "distance":
        start, end = node.arguments
        return words("distance from", expression(start), "to", expression(end))
    if node.last_of:
        *arguments, owner = node.arguments
        return f"{node.name.text}({commas(arguments)}) of {expression(owner)}"
    return f"{node.name.text}({commas(node.arguments)})"


def _the(node: n.The) -> str:
    ranking = " then ".join(words(best.how, _ranked(best.value)) for best in node.ranking)
    return words(
        "the",
        node.noun.text,
        led("of", node.of),
        led("in", node.inside),
        ranking and f"with {ranking}",
        led("as", node.binding),
        led("where", node.where),
    )


def _ranked(node: n.Expression) -> str:
    """What somebody has most of; the number of things is said by the things alone."""
    return noun(node.noun) if isinstance(node, n.Query) else expression(node)


def noun(node: n.Noun) -> str:
    """What a question is about: `card in hand where ...`."""
    return words(
        expression(node.name),
        led("in", node.inside),
        led("other than", node.other_than),
        led("as", node.binding),
        led("where", node.where),
    )


def party(node: n.Expression | n.AnySuch) -> str:
    """Somebody, or `any` of a kind."""
    return f"any {noun(node.noun)}" if isinstance(node, n.AnySuch) else expression(node)


def duration(node: n.Duration) -> str:
    """How long something lasts."""
    if node.edge is None or node.period is None:
        return "for the rest of the game"
    return words("until", node.edge, "of", period(node.period))


def period(node: n.Period) -> str:
    """A turn of somebody, or this round."""
    if node.owner is None:
        return f"this {node.unit}"
    owner = expression(node.owner)
    whose = owner if isinstance(node.owner, n.Possessive) else f"{owner}'s"
    return words(whose, node.following and "next", node.unit)


def words(*parts: str | bool | None) -> str:
    """The parts that are there, with spaces between."""
    return " ".join(part for part in parts if isinstance(part, str) and part)


def optional(node: n.Expression | None) -> str:
    """A value that may be left out."""
    return expression(node) if node else ""


def led(word: str, node: n.Expression | None) -> str:
    """A part that begins with a word and may be left out."""
    return words(word, expression(node)) if node else ""


def commas(nodes: Iterable[n.Expression]) -> str:
    """Values with commas between."""
    return ", ".join(expression(node) for node in nodes)


def quoted(text: n.Text | None) -> str:
    """A text that may be left out."""
    return f'"{text.text}"' if text else ""
