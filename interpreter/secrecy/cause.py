"""Which line of the rules tells two worlds apart, and whether it is said there that it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies
from dsl.lint.ignores import Ignore, ignores_in
from dsl.source import Source, Span
from dsl.walk import children

#: What a comment in the rules calls it that something hidden is told there on purpose.
TOLD = "secret-told"


@frozen
class Cause:
    """The line that tells, in each of two worlds (it may be in one of them alone), and the conditions around it."""

    lines: tuple[Span, ...]
    conditions: tuple[Span, ...]

    @property
    def is_meant(self) -> bool:
        """Whether a comment lets one of these lines pass."""
        return any(
            name.startswith("secret-")
            for span in (*self.lines, *self.conditions)
            for ignore in _ignores(span.source)
            if ignore.first <= span.line <= ignore.last
            for name in ignore.names
        )


@lru_cache(maxsize=64)
def _ignores(source: Source) -> tuple[Ignore, ...]:
    return tuple(ignores_in(source))


def cause(game: ir.Game, sites: Sequence[int]) -> Cause:
    """What tells, by the places in the rules that do."""
    around = _around(game)
    lines = dict.fromkeys(game.sites[site].span for site in sites if site >= 0 and game.sites[site].span.in_file)
    conditions = dict.fromkeys(span for site in sites for span in around.get(site, ()) if span.in_file)
    return Cause(tuple(lines), tuple(conditions))


@lru_cache(maxsize=8)
def _around(game: ir.Game) -> Mapping[int, tuple[Span, ...]]:
    """The conditions that each place in the rules hangs on, the outermost first."""
    found: dict[int, tuple[Span, ...]] = {}
    for one in bodies(game):
        own = one.owner
        above: tuple[Span, ...] = ()
        match own:
            case ir.WheneverRule(condition=condition) | ir.GameEnd(condition=condition) | ir.HookRule(condition=condition):
                above = (condition.span,) if condition is not None else ()
            case ir.Action(needs=needs):
                above = tuple(need.span for need in needs)
            case _:
                pass
        _note(one.body.statements, above, found)
    return found


def _note(node: object, above: tuple[Span, ...], found: dict[int, tuple[Span, ...]]) -> None:
    if isinstance(node, tuple):
        for part in node:
            _note(part, above, found)
        return
    site = getattr(node, "site", -1)
    if site >= 0:
        found.setdefault(site, above)
    match node:
        case ir.If(condition=condition):
            above = (*above, condition.span)
        case ir.ForEach(over=over) if isinstance(over, ir.Filter):
            above = (*above, over.where.span)
        case _:
            pass
    for part in children(node):
        _note(part, above, found)


# ---------------------------------------------------------------- which event


#: An event as somebody meets it: its place in the rules, its verb, who did it, values.
Event: TypeAlias = tuple[int, ...]


def events_that_differ(first: Sequence[Event], second: Sequence[Event]) -> tuple[Event, ...]:
    """The first events that are not the same in two worlds: one of each, or one that is in one of them alone."""
    pairs = enumerate(zip(first, second, strict=False))
    place = next((k for k, (a, b) in pairs if a != b), min(len(first), len(second)))
    left, right = first[place:], second[place:]
    if not left or not right:
        return tuple(side[0] for side in (left, right) if side)
    if left[0] in right:
        return (right[0],)
    return (left[0],) if right[0] in left else (left[0], right[0])
