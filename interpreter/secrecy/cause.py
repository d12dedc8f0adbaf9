"""Which line of the rules tells two worlds apart, and whether it is said there that it may."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies
from dsl.lint.ignores import SECRET_TOLD, Ignore, ignores_in
from dsl.source import Source, Span
from dsl.walk import children
from interpreter.program.model.nodes import Verb
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId

#: An event as somebody meets it: its place in the rules, its verb, who did it, values.
Event: TypeAlias = tuple[int, ...]


@frozen
class Cause:
    """The line that tells, in each of two worlds (it may be in one of them alone), and the conditions around it."""

    lines: tuple[Span, ...]
    conditions: tuple[Span, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """All of them."""
        return *self.lines, *self.conditions

    @property
    def is_meant(self) -> bool:
        """Whether a comment lets one of these lines pass."""
        return any(
            name == SECRET_TOLD or name in _SHOWN
            for span in self.spans
            for ignore in _ignores(span.source)
            if ignore.first <= span.line <= ignore.last
            for name in ignore.names
        )


#: What lint finds of the same kind by reading: whoever says there that it is meant need not say it twice.
_SHOWN = ("secret-announced", "secret-amount-shown", "secret-condition-shown", "secret-in-question")


@lru_cache(maxsize=64)
def _ignores(source: Source) -> tuple[Ignore, ...]:
    return tuple(ignores_in(source))


def cause(program: Program, tellers: Sequence[int | RoutineId]) -> Cause:
    """What tells, by the places in the rules that do, or the rounds, phases and steps that begin."""
    game, around = program.game, _around(program)
    spans = [game.sites[one].span if isinstance(one, int) else program.routines[one].span for one in tellers]
    conditions = [span for one in tellers if isinstance(one, int) for span in around.get(one, ())]
    return Cause(*(tuple(dict.fromkeys(span for span in each if span.in_file)) for each in (spans, conditions)))


def tellers(
    program: Program, differ: tuple[Event | None, Event | None], asks: tuple[int, int]
) -> list[int | RoutineId]:
    """The places in the rules that tell: of what happens in one world, or else of what is asked in either.

    Where a world goes on with what does not happen in the other, it is told by what is asked there, too.
    """
    found: list[int | RoutineId] = []
    for event, other, asked in zip(differ, differ[::-1], asks[::-1], strict=True):
        if event is None:
            continue
        stays = other is None and asked >= 0 and asks[0] != asks[1]
        found += [asked] if stays else []
        if event[1] != Verb.BEGIN or (program.names[event[3]].flow is None and event[0] >= 0):
            found.append(event[0])
        elif not stays:
            found.append(program.names[event[3]])
    return [one for one in found or asks if one not in (ir.NONE, WHOLE_GAME)]


@lru_cache(maxsize=8)
def _around(program: Program) -> Mapping[int, tuple[Span, ...]]:
    """The conditions that each place in the rules hangs on, the outermost first; not that a question was answered."""
    found: dict[int, tuple[Span, ...]] = {}
    asked = {ask.span for ask in program.asks.values()}
    for one in bodies(program.game):
        own = one.owner
        above: tuple[Span, ...] = ()
        match own:
            case ir.WheneverRule() | ir.GameEnd() | ir.HookRule():
                above = (own.condition.span,) if own.condition is not None else ()
            case ir.Action(needs=needs):
                above = tuple(need.span for need in needs)
            case _:
                pass
        _note(one.body.statements, above, found)
    return {site: tuple(span for span in spans if span not in asked) for site, spans in found.items()}


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
        case ir.ForEach(over=over) | ir.AllAtOnce(over=over) if isinstance(over, ir.Filter):
            above = (*above, over.where.span)
        case _:
            pass
    for part in children(node):
        _note(part, above, found)


# ---------------------------------------------------------------- which event


def events_that_differ(first: Sequence[Event], second: Sequence[Event]) -> tuple[Event | None, Event | None]:
    """The first event of each world that is not the same in the other; None where that is in one of them alone."""
    pairs = enumerate(zip(first, second, strict=False))
    place = next((k for k, (a, b) in pairs if a != b), min(len(first), len(second)))
    left, right = first[place:], second[place:]
    here, there = (side[0] if side else None for side in (left, right))
    if here in right:
        return None, there
    return here, None if there in left else there
