"""A question that must be answered needs something to choose from."""

from collections.abc import Iterator

from dsl.bounds.environment import Environment
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Amount
from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER


def no_candidates(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each question without a way out that can never have an answer."""
    environment = rules.at_any_table
    for body in rules.bodies:
        for question in body.nodes_of(ir.Choose):
            if not question.optional and (why := _why_none(question.options, environment)):
                yield error(
                    "nothing-to-choose", f"there is never anything to choose here: {why}", first_line(question.span),
                    label="must be answered", heading=body.heading,
                    help=("choose from something else, or let the player pass: `PLAYER may choose ...:`",),
                )  # fmt: skip


def _why_none(options: ir.Options, environment: Environment) -> str:
    match options:
        case ir.FromRange(ir.Constant(low), ir.Constant(high)) if low > high:
            return f"no number lies from {low} to {high}"
        case ir.FromList(candidates, least):
            most = _most_of(candidates, environment)
            wanted = least.value if isinstance(least, ir.Constant) else 1
            if most == 0 < wanted:
                return "the list is always empty"
            if most < wanted:
                return f"{wanted} are wanted, and there are {most}"
            return ""
        case ir.FromMenu(_, conditions) if all(isinstance(c, ir.Constant) and not c.value for c in conditions):
            return "no option is ever open"
        case ir.InOrder(group) if _most_of(group, environment) == 0:
            return "the list is always empty"
        case _:
            return ""


def _most_of(e: ir.Expression, environment: Environment) -> Amount:
    """How many things a list holds at most."""
    match e:
        case ir.Filter(_, _, ir.Constant(0)):
            return 0
        case ir.Filter(over):
            return _most_of(over, environment)
        case ir.Without(over, item):
            return 0 if over == item else _most_of(over, environment) - _is_one_of(item, over)
        case ir.ListOf(items):
            return sum(_most_of(item, environment) if item.type.many else 1 for item in items)
        case _:
            return evaluate(e, environment).most


def _is_one_of(item: ir.Expression, over: ir.Expression) -> bool:
    """Whether taking it away surely takes one away: somebody who is named is one of the players."""
    return isinstance(item, ir.Local) and item.type == PLAYER and isinstance(over, ir.AllOf | ir.PlayersFrom)
