"""Procedures that come back to themselves must say how deep, and must be able to end."""

from collections.abc import Iterator, Mapping, Sequence

from dsl.checks.analysis.rule_set import RuleBody, RuleSet
from dsl.diagnostic import Diagnostic, Label, error, warning
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import joined
from dsl.syntax import nodes as n
from dsl.walk import nodes_in


@frozen
class _Circle:
    """The calls that lead from a procedure back to itself; `certain`: nothing on the way can prevent it."""

    calls: tuple[ir.Call, ...]
    certain: bool


def endless_calls(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for a circle of calls that never ends, a warning for one whose depth is not said."""
    calls = {certain: _calls(rules, certain) for certain in (True, False)}
    bounded = {item.name.text for item in rules.items if isinstance(item, n.Procedure) and item.depth is not None}
    reported: set[str] = set()
    for p in rules.game.procedures:
        circle = None if p.name in reported else _circle(calls, p.name)
        if circle is None:
            continue
        names = {call.procedure for call in circle.calls}
        reported |= names
        if circle.certain:
            yield _never_ends(p.name, circle)
        elif not names & bounded:
            yield _how_deep(p.name, circle)


def _circle(calls: Mapping[bool, Mapping[str, Sequence[ir.Call]]], name: str) -> _Circle | None:
    """The shortest way from a procedure back to itself; a certain one, if there is one."""
    for certain in (True, False):
        ways: list[tuple[ir.Call, ...]] = [()]
        seen: set[str] = set()
        while ways:
            way = ways.pop(0)
            for call in calls[certain].get(way[-1].procedure if way else name, ()):
                if call.procedure == name:
                    return _Circle((*way, call), certain)
                if call.procedure not in seen:
                    seen.add(call.procedure)
                    ways.append((*way, call))
    return None


def _calls(rules: RuleSet, certain: bool) -> Mapping[str, Sequence[ir.Call]]:
    """The calls in each procedure; of these, the ones that are made whenever it is done."""
    bodies = [body for body in rules.bodies if body.kind == "procedure"]
    if not certain:
        return {body.name: body.nodes_of(ir.Call) for body in bodies}
    return {body.name: [s for s in _before_any_end(body) if isinstance(s, ir.Call)] for body in bodies}


def _before_any_end(body: RuleBody) -> Iterator[ir.Statement]:
    """The statements that are carried out in any case."""
    ends = any(map(body.nodes_of, _ENDING))
    for s in body.statements:
        yield s
        if ends and any(isinstance(node, _ENDING) for node in nodes_in(s)):
            return


_ENDING = (ir.Leave, ir.GameOver)


def _way(name: str, circle: _Circle) -> str:
    others = [call.procedure for call in circle.calls[:-1]]
    return f"`{name}` does itself" if not others else f"`{name}` does {joined(others)}, which does `{name}` again"


def _never_ends(name: str, circle: _Circle) -> Diagnostic:
    labels = tuple(Label(call.span, "and on") for call in circle.calls[1:])
    return error(
        "endless-calls", f"{_way(name, circle)}, and nothing ends it", circle.calls[0].span, label="over and over",
        labels=labels, help=("put one of these behind a condition, or repeat the lines: `repeat 3 times: ...`",),
    )  # fmt: skip


def _how_deep(name: str, circle: _Circle) -> Diagnostic:
    labels = tuple(Label(call.span, "and on") for call in circle.calls[1:])
    return warning(
        "calls-itself", f"{_way(name, circle)}: how often can that go on?", circle.calls[0].span,
        label="comes back to it", labels=labels, help=(f"say how deep: `procedure {name} ..., at most 5 deep:`",),
    )  # fmt: skip
