"""A loop that goes on while a condition holds must be able to change it."""

from collections.abc import Iterator

from dsl.checks.analysis.effects import changes
from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, error
from dsl.ir import nodes as ir
from dsl.ir.effects import Resource, reads
from dsl.source import Span
from dsl.walk import nodes_of


def endless_loops(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each loop or round whose end depends on nothing that changes in it."""
    for body in rules.bodies:
        for loop in body.nodes_of(ir.While):
            if loop.bound is None and not _can_end(rules, loop):
                yield _endless(loop.span, _exits(loop)[-1], body.heading)
    for flow in rules.game.flows:
        if flow.kind != "round" or flow.bound is not None or flow.until is None:
            continue
        is_counted = any(resource is Resource.ROUND for resource, _ in reads(flow.until, rules.state_names))
        if not rules.game.ends and not is_counted and not _may_change(rules, flow.until, flow.body.statements):
            yield _endless(flow.span, flow.until, flow.title)


def _can_end(rules: RuleSet, loop: ir.While) -> bool:
    if _leaves(rules, loop.body) or _stops_freely(loop.body):
        return True
    return any(_may_change(rules, condition, loop.body) for condition in _exits(loop))


def _exits(loop: ir.While) -> list[ir.Expression]:
    """The conditions under which the loop is left: its own, and those in front of a `stop`."""
    stops = [s.condition for s in nodes_of(loop.body, ir.If) if _has_stop(s.then) or _has_stop(s.otherwise)]
    return [loop.condition, *stops]


def _has_stop(block: tuple[ir.Statement, ...]) -> bool:
    return any(nodes_of(block, ir.Stop))


def _stops_freely(block: tuple[ir.Statement, ...]) -> bool:
    """Whether a `stop` depends on no condition, but on an answer or on nothing."""
    for s in block:
        if isinstance(s, ir.Stop) or (
            isinstance(s, ir.Choose) and (_stops_freely(s.body) or _stops_freely(s.otherwise))
        ):
            return True
    return False


def _leaves(rules: RuleSet, block: tuple[ir.Statement, ...]) -> bool:
    """Whether the whole body or the game can be left from inside."""
    if any(True for way_out in (ir.Leave, ir.GameOver, ir.EndTurn) for _ in nodes_of(block, way_out)):
        return True
    if rules.game.ends and any(nodes_of(block, ir.RunFlow)):
        return True
    calls = {call.procedure for call in nodes_of(block, ir.Call)}
    procedures = [rules.procedures[name].body.statements for name in calls if name in rules.procedures]
    return any(any(nodes_of(statements, ir.GameOver)) for statements in procedures)


def _may_change(rules: RuleSet, condition: ir.Expression, block: tuple[ir.Statement, ...]) -> bool:
    return bool(reads(condition, rules.state_names) & changes(block, rules))


def _endless(span: Span, condition: ir.Expression, heading: str) -> Diagnostic:
    where = condition.span if condition.span.in_file else first_line(span)
    return error(
        "endless-loop", "this can go on for ever: nothing in it changes what its end hangs on", where,
        label="this stays as it is", heading=heading,
        help=("change it inside, or say how often at most: `..., at most 10 times:`",),
    )  # fmt: skip
