"""All that comes with a statement: also in the procedures, steps, actions and texts of cards that it leads to."""

from collections.abc import Iterator
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.effects import leads_to
from dsl.lint.subject import Subject
from dsl.walk import nodes_in


def through(subject: Subject, tree: object) -> Iterator[Any]:
    """Every node in the tree and in what it runs or offers; the texts of all cards, if it carries out one."""
    seen: set[tuple[str, str]] = set()
    waiting: list[object] = [tree]
    while waiting:
        for node in nodes_in(waiting.pop()):
            yield node
            for kind, name in leads_to(node):
                if (kind, name) not in seen:
                    seen.add((kind, name))
                    waiting.extend(body.statements for body in subject.rules.called(kind, name))


def asks(node: object) -> bool:
    """Whether a statement asks somebody, who decides."""
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.Unsupported():
            return True
        case _:
            return False
