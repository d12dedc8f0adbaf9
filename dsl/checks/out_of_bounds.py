"""A condition that can never hold, since a counter has bounds: for so many players, with every parameter as it is."""

from collections.abc import Iterator
from math import inf
from typing import TypeGuard

from dsl.bounds.declared import Declared, at_each_table
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Interval
from dsl.checks.analysis.rule_set import RuleBody, RuleSet, first_line
from dsl.diagnostic import Diagnostic, Label, warning
from dsl.ir import nodes as ir
from dsl.ir.bodies import conditions
from dsl.listing import listed
from dsl.walk import nodes_in, nodes_of


def out_of_bounds(rules: RuleSet) -> Iterator[Diagnostic]:
    """A warning for each comparison with a counter that its bounds rule out, for some number of players or for all."""
    seen: set[tuple[str, int]] = set()
    tables = tuple(at_each_table(rules.game))
    for body in rules.bodies:
        if not rules.is_foreign(body):
            yield from _in_body(rules, tables, body, seen)
    if not rules.game.variants:
        for condition, ends in _conditions(rules.game):
            needed = ir.conjuncts(condition)
            for comparison in nodes_of(condition, ir.Compare):
                ending = ends and any(part is comparison for part in needed)
                yield from _found(rules, tables, comparison, "", ending, seen)


def _conditions(game: ir.Game) -> Iterator[tuple[ir.Expression, bool]]:
    """What is asked outside of any body, and whether the game ends when it holds."""
    yield from ((define.value, False) for define in game.defines)
    yield from ((need.condition, False) for action in game.actions for need in action.needs)
    yield from ((condition, isinstance(of, ir.GameEnd)) for of, condition in conditions(game))


def _in_body(
    rules: RuleSet, tables: tuple[Declared, ...], body: RuleBody, seen: set[tuple[str, int]]
) -> Iterator[Diagnostic]:
    ending = {
        id(part)
        for branch in body.nodes_of(ir.If)
        if any(isinstance(node, ir.GameOver) for node in nodes_in(branch.then))
        for part in ir.conjuncts(branch.condition)
    }
    for comparison in body.nodes_of(ir.Compare):
        yield from _found(rules, tables, comparison, body.heading, id(comparison) in ending, seen)


def _found(
    rules: RuleSet, tables: tuple[Declared, ...], comparison: ir.Compare, heading: str, ending: bool,
    seen: set[tuple[str, int]],
) -> Iterator[Diagnostic]:  # fmt: skip
    place = (comparison.span.source.path, comparison.span.start)
    counter = next((side for side in (comparison.left, comparison.right) if _is_counter(side)), None)
    if counter is None or place in seen or place[0] in rules.libraries:
        return
    seen.add(place)
    never = [table for table in tables if evaluate(comparison, table).high == 0]
    if never:
        yield _report(comparison, counter, never, len(never) == len(tables), heading, ending)


def _report(
    comparison: ir.Compare, counter: ir.Read, never: list[Declared], always: bool, heading: str, ending: bool
) -> Diagnostic:
    variable = never[0].declared.variables[counter.variable]
    other = comparison.right if counter is comparison.left else comparison.left
    players = "" if always else f" with {listed((str(table.players) for table in never), 'or')} players"
    what = "the game can never end here" if ending else "this can never hold"
    own, wanted = never[0].variable(counter.variable), evaluate(other, never[0])
    is_number = isinstance(other, ir.Constant)
    of_so_many = "" if always else f" with {never[0].players} players"
    return warning(
        "never-holds", f"{what}{players}", comparison.span,
        label="out of its bounds" if is_number else f"`{other.span.text}` is {_said(wanted)}{of_so_many}",
        labels=(Label(first_line(variable.span), f"`{variable.name}` {_goes(own)}"),),
        heading=heading,
        help=(f"give `{variable.name}` other bounds, or ask for something that lies within them",),
    )  # fmt: skip


def _is_counter(e: ir.Expression) -> TypeGuard[ir.Read]:
    return isinstance(e, ir.Read) and e.type == ir.NUMBER


# ---------------------------------------------------------------- words


def _said(wanted: Interval) -> str:
    if wanted.low == wanted.high:
        return str(wanted.low)
    return f"at least {wanted.low}" if wanted.low > -inf else f"at most {wanted.high}"


def _goes(own: Interval) -> str:
    if own.low == -inf or own.high == inf:
        return f"is never less than {own.low}" if own.low > -inf else f"is never more than {own.high}"
    return f"goes from {own.low} to {own.high}"
