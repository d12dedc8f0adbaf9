"""A condition that can never hold, since a counter has bounds: for so many players, with every parameter as it is."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.checking.before_play import Table, known
from dsl.checking.rule_set import RuleBody, RuleSet, first_line
from dsl.diagnostic import Diagnostic, Label, warning
from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_of


@frozen
class Range:
    """The least and the greatest that a number can be; None: nobody knows."""

    low: int | None
    high: int | None


UNKNOWN = Range(None, None)


def out_of_bounds(rules: RuleSet) -> Iterator[Diagnostic]:
    """A warning for each comparison with a counter that its bounds rule out, for some number of players or for all."""
    seen: set[tuple[str, int]] = set()
    for body in rules.bodies:
        if not rules.is_foreign(body):
            yield from _in_body(rules, body, seen)
    if not rules.game.variants:
        for condition, ends in _conditions(rules.game):
            needed = _needed(condition)
            for comparison in nodes_of(condition, ir.Compare):
                ending = ends and any(part is comparison for part in needed)
                yield from _found(rules, comparison, "", ending, seen)


def _conditions(game: ir.Game) -> Iterator[tuple[ir.Expression, bool]]:
    """What is asked outside of any body, and whether the game ends when it holds."""
    yield from ((define.value, False) for define in game.defines)
    yield from ((need.condition, False) for action in game.actions for need in action.needs)
    yield from ((hook.condition, False) for hook in game.hooks if hook.condition)
    yield from ((rule.condition, False) for rule in game.whenevers)
    yield from ((flow.until, False) for flow in game.flows if flow.until)
    yield from ((end.condition, True) for end in game.ends if end.condition)


def _in_body(rules: RuleSet, body: RuleBody, seen: set[tuple[str, int]]) -> Iterator[Diagnostic]:
    ending = {
        id(part)
        for branch in body.nodes_of(ir.If)
        if any(isinstance(node, ir.GameOver) for node in nodes_in(branch.then))
        for part in _needed(branch.condition)
    }
    for comparison in body.nodes_of(ir.Compare):
        yield from _found(rules, comparison, body.heading, id(comparison) in ending, seen)


def _needed(condition: ir.Expression) -> tuple[ir.Expression, ...]:
    """What must hold for it to hold."""
    return condition.parts if isinstance(condition, ir.And) else (condition,)


def _found(
    rules: RuleSet, comparison: ir.Compare, heading: str, ending: bool, seen: set[tuple[str, int]]
) -> Iterator[Diagnostic]:
    place = (comparison.span.source.path, comparison.span.start)
    counter = next((side for side in (comparison.left, comparison.right) if _variable(rules, side)), None)
    if counter is None or place in seen or place[0] in rules.libraries:
        return
    seen.add(place)
    tables = [Table(rules, n, {}) for n in range(rules.game.fewest_players, rules.game.most_players + 1)]
    never = [table for table in tables if _is_ruled_out(comparison, table)]
    if never:
        yield _report(rules, comparison, counter, never, len(never) == len(tables), heading, ending)


def _report(
    rules: RuleSet, comparison: ir.Compare, counter: ir.Expression, never: list[Table], always: bool, heading: str,
    ending: bool,
) -> Diagnostic:  # fmt: skip
    variable = _variable(rules, counter)
    assert variable is not None
    other = comparison.right if counter is comparison.left else comparison.left
    players = "" if always else f" with {_listed([str(table.players) for table in never])} players"
    what = "the game can never end here" if ending else "this can never hold"
    own, wanted = _range(counter, never[0]), _range(other, never[0])
    is_number = isinstance(other, ir.Constant)
    of_so_many = "" if always else f" with {never[0].players} players"
    return warning(
        "never-holds", f"{what}{players}", comparison.span,
        label="out of its bounds" if is_number else f"`{other.span.text}` is {_said(wanted)}{of_so_many}",
        labels=(Label(first_line(variable.span), f"`{variable.name}` {_goes(own)}"),),
        heading=heading,
        help=(f"give `{variable.name}` other bounds, or ask for something that lies within them",),
    )  # fmt: skip


# ---------------------------------------------------------------- what numbers can be


def _is_ruled_out(comparison: ir.Compare, table: Table) -> bool:
    left, right = _range(comparison.left, table), _range(comparison.right, table)
    match comparison.operator:
        case ">":
            return _less(left.high, right.low, or_equal=True)
        case ">=":
            return _less(left.high, right.low)
        case "<":
            return _less(right.high, left.low, or_equal=True)
        case "<=":
            return _less(right.high, left.low)
        case "=":
            return _less(left.high, right.low) or _less(right.high, left.low)
        case _:
            return False


def _less(high: int | None, low: int | None, or_equal: bool = False) -> bool:
    """Whether the greatest of one surely lies below the least of the other."""
    return high is not None and low is not None and (high <= low if or_equal else high < low)


def _range(e: ir.Expression, table: Table) -> Range:
    if (number := known(e, table)) is not None:
        return Range(number, number)
    variable = _variable(table.rules, e)
    if variable is None:
        return UNKNOWN
    bounds = Range(known(variable.low, table), known(variable.high, table))
    return bounds if variable.low is not None else UNKNOWN


def _variable(rules: RuleSet, e: ir.Expression) -> ir.Variable | None:
    """The counter that is read, if it is one with numbers."""
    if not isinstance(e, ir.Read) or e.type != ir.NUMBER:
        return None
    return next((v for v in rules.game.variables if v.name == e.variable), None)


# ---------------------------------------------------------------- words


def _listed(words: list[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _said(wanted: Range) -> str:
    if wanted.low == wanted.high:
        return str(wanted.low)
    return f"at least {wanted.low}" if wanted.low is not None else f"at most {wanted.high}"


def _goes(own: Range) -> str:
    if own.low is None or own.high is None:
        return f"is never less than {own.low}" if own.low is not None else f"is never more than {own.high}"
    return f"goes from {own.low} to {own.high}"
