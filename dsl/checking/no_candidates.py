"""A question that must be answered needs something to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.rule_set import RuleBody, RuleSet, first_line
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, Kind


def no_candidates(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each question without a way out that can never have an answer."""
    for body in rules.bodies:
        for question in body.nodes_of(ir.Choose):
            if not question.optional and (why := _why_none(question.options, rules)):
                yield _nothing(body, question, why)


def _nothing(body: RuleBody, question: ir.Choose, why: str) -> Diagnostic:
    return error(
        "nothing-to-choose",
        f"there is never anything to choose here: {why}",
        first_line(question.span),
        label="must be answered",
        heading=body.heading,
        help=("choose from something else, or let the player pass: `PLAYER may choose ...:`",),
    )


def _why_none(options: ir.Options, rules: RuleSet) -> str:
    match options:
        case ir.FromRange(ir.Constant(low), ir.Constant(high)) if low > high:
            return f"no number lies from {low} to {high}"
        case ir.FromList(candidates, least):
            most = most_of(candidates, rules)
            wanted = least.value if isinstance(least, ir.Constant) else 1
            if most == 0 < wanted:
                return "the list is always empty"
            if most is not None and most < wanted:
                return f"{wanted} are wanted, and there are {most}"
            return ""
        case ir.FromMenu(_, conditions) if all(isinstance(c, ir.Constant) and not c.value for c in conditions):
            return "no option is ever open"
        case ir.InOrder(group) if most_of(group, rules) == 0:
            return "the list is always empty"
        case _:
            return ""


def most_of(e: ir.Expression, rules: RuleSet) -> int | None:
    """How many things a list holds at most, if that is known."""
    match e:
        case ir.AllOf(ir.Type(Kind.PLAYER)) | ir.PlayersFrom():
            return rules.game.most_players
        case ir.AllOf(ir.Type(Kind.VALUE, name)):
            return next((len(x.values) for x in rules.game.enumerations if x.name == name), None)
        case ir.ListOf(items):
            counts = [most_of(item, rules) if item.type.many else 1 for item in items]
            return sum(c for c in counts if c is not None) if None not in counts else None
        case ir.Filter(_, _, ir.Constant(0)):
            return 0
        case ir.Filter(over):
            return most_of(over, rules)
        case ir.Without(over, item):
            most = most_of(over, rules)
            if over == item:
                return 0
            return most - 1 if most is not None and _is_one_of(item, over) else most
        case _:
            return None


def _is_one_of(item: ir.Expression, over: ir.Expression) -> bool:
    """Whether taking it away surely takes one away: somebody who is named is one of the players."""
    return isinstance(item, ir.Local) and item.type == PLAYER and isinstance(over, ir.AllOf | ir.PlayersFrom)
