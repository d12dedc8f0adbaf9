"""What rules wait for, and when actions may be taken."""

from __future__ import annotations

from typing import assert_never

from dsl.syntax import nodes as n
from dsl.syntax.unparse.expressions import expression, led, optional, party, period, words


def trigger(node: n.Trigger) -> str:
    """What a rule waits for."""
    match node:
        case n.Whenever(condition):
            return words("whenever", expression(condition))
        case n.AtEvent(timing, awaited, condition):
            when = "instead of" if timing == "instead" else timing
            return words(when, event(awaited), led("while", condition))
        case _:
            assert_never(node)


def event(node: n.Event) -> str:
    """Something that happens."""
    match node:
        case n.FlowEvent(kind, name):
            return words(kind, name.text)
        case n.ActionEvent(name):
            return words("action", name.text)
        case n.ProcedureEvent(name):
            return words("doing", name.text)
        case n.VerbEvent(subject, gerund, thing, source, target):
            return words(party(subject), gerund, _object(thing), led("from", source), led("to", target))
        case n.BoundaryEvent(edge, of):
            return words(edge, "of", period(of))
        case _:
            assert_never(node)


def _object(node: n.Party | n.SomeAmount | None) -> str:
    match node:
        case None:
            return ""
        case n.SomeAmount(asked, counter, binding):
            return words("some", led("of", asked), expression(counter), led("as", binding))
        case _:
            return party(node)


def action_trait(node: n.ActionTrait) -> str:
    """When, how often or how an action is taken."""
    names = " or ".join(name.text for name in node.names)
    match node.kind:
        case "limit" if node.amount is None:
            return words("once per", optional(node.unit))
        case "limit":
            return words("up to", optional(node.amount), "per", optional(node.unit))
        case "own_turn":
            return "on your turn"
        case "secretly":
            return "taken secretly"
        case kind:
            return words(kind, names)
