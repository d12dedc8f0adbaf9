"""All that comes with a statement: also in the procedures, steps, actions and texts of cards that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.checking.rule_set import leads_to
from dsl.ir import nodes as ir
from dsl.ir.walk import nodes_in
from dsl.lint.subject import Subject


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
                    waiting.extend(_bodies(subject, kind, name))


def _bodies(subject: Subject, kind: str, name: str) -> list[object]:
    if kind == "text":
        cards = subject.game.cards
        if name:
            return [part.body for card in cards for part in card.parts if part.name == name]
        return [card.effect for card in cards if card.effect is not None]
    body = subject.rules.body(kind, name)
    return [body.statements] if body is not None else []


def asks(node: object) -> bool:
    """Whether a statement asks somebody, who decides."""
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.Unsupported():
            return True
        case _:
            return False
