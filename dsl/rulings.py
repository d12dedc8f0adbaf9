"""Collects rulings: what a rulebook leaves open, how the rules settle it, and which parameters change that."""

from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.loading import Loaded
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.edits.parameters import parameters, whole, written


@frozen
class Turned:
    """A parameter with the value that it has here; `changed_by` is the variant that gave it, or "you".

    `allowed` is the range as one writes it, empty for anything but a number with a range.
    """

    name: str
    value: int | bool | str
    allowed: str
    description: str
    changed_by: str


@frozen
class Ruling:
    """A question with the ruling taken, in lines; `variant` is who rules so, if it is not the game."""

    clause: str
    question: str
    answer: tuple[str, ...]
    parameters: tuple[Turned, ...]
    variant: str
    place: Span


def rulings(loaded: Loaded) -> tuple[Ruling, ...]:
    """Every ruling of the rules, in the order in which they stand there."""
    return tuple(_ruling(item, loaded) for item in loaded.items if isinstance(item, n.Ruling))


def _ruling(node: n.Ruling, loaded: Loaded) -> Ruling:
    return Ruling(
        clause=node.clause.text, question=node.question.text,
        answer=tuple(line.words for line in node.texts if isinstance(line, n.RuleText)),
        parameters=tuple(turned for name in node.changed_by for turned in _turned(name.text, loaded)),
        variant=loaded.provenance.variant_at(node.span), place=node.span,
    )  # fmt: skip


def _turned(name: str, loaded: Loaded) -> Iterator[Turned]:
    for parameter in parameters(loaded.items):
        if parameter.name.text == name:
            yield Turned(
                name, _value(parameter.value), _range(parameter),
                parameter.description.text if parameter.description else "", _changed_by(name, loaded),
            )  # fmt: skip


def _value(expression: n.Expression) -> int | bool | str:
    if isinstance(expression, n.YesNo):
        return expression.value
    number = whole(expression)
    return written(expression) if number is None else number


def _range(parameter: n.Parameter) -> str:
    if parameter.range is None:
        return ""
    return f"{written(parameter.range.low)} to {written(parameter.range.high)}"


def _changed_by(name: str, loaded: Loaded) -> str:
    if name in loaded.parameters:
        return "you"
    changes = [c for c in loaded.provenance.changes_to("parameter", name) if c.how == "set"]
    return changes[-1].variant if changes else ""
