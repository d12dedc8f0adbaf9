from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import Resource, reads
from dsl.lint.conditions import exclude_each_other
from dsl.lint.rule import Found, Label, Level, Subject, first_line, rule, warning
from dsl.listing import grouped


@rule("F106", Level.INFO)
def unordered_rules(subject: Subject) -> Found:
    """Rules that always hold and meet one event at one time, one of which changes what the other changes or asks."""
    always = (hook for hook in subject.game.hooks if hook.effect == ir.NONE and not hook.optional)
    groups = grouped((_event(hook), hook) for hook in always)
    told = (((hook, _Told.of(subject, hook)) for hook in hooks) for hooks in groups.values())
    for (first, one), (second, other) in (pair for hooks in told for pair in combinations(hooks, 2)):
        if not (first.timing is ir.Timing.INSTEAD or _meddle(one, other)):
            continue
        conditions = [hook.condition for hook in (first, second) if hook.condition is not None]
        if not exclude_each_other(conditions):
            yield warning(
                "unordered-rules", "two rules meet the same event: which one comes first?", first_line(second.span),
                label="this comes second, since it is written below",
                labels=(Label(first_line(first.span), "this comes first"),),
                help=("write both in one rule, in the order that is meant",),
            )  # fmt: skip


def _event(hook: ir.HookRule) -> object:
    return (
        hook.timing, hook.event, hook.name, hook.subject, hook.counter, hook.source, hook.target, hook.leaving,
        hook.entering, hook.standing,
    )  # fmt: skip


@frozen
class _Told:
    """What one rule changes, and what it does hangs on."""

    changes: Mapping[str, set[str]]
    asked: set[str | int]

    @classmethod
    def of(cls, subject: Subject, hook: ir.HookRule) -> _Told:
        return cls(_changes(subject, hook), _asked(subject, hook))


def _meddle(one: _Told, other: _Told) -> bool:
    """Whether the order of the two makes a difference."""
    if not (one.asked.isdisjoint(other.changes) and other.asked.isdisjoint(one.changes)):
        return True
    both = one.changes.keys() & other.changes.keys()
    return any(one.changes[name] | other.changes[name] not in ({"up"}, {"down"}) for name in both)


def _changes(subject: Subject, hook: ir.HookRule) -> dict[str, set[str]]:
    """The counters and the like that it changes: up, down, or to something."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in subject.rules.through(hook.body.statements):
        match node:
            case ir.Write(variable):
                found[variable].add("set")
            case ir.Change(variable, _, _, down):
                found[variable].add("down" if down else "up")
            case ir.Pot(variable):
                found[variable].add("set")
            case ir.Transfer(verb, ir.Constant(number)):
                for variable in (v.name for v in subject.game.variables if v.number == number):
                    found[variable] |= {"up"} if verb == "gain" else {"down"} if verb == "lose" else {"up", "down"}
            case _:
                pass
    return found


def _asked(subject: Subject, hook: ir.HookRule) -> set[str | int]:
    """The counters and the like that what it does hangs on."""
    found = reads((hook.body.statements, hook.condition), subject.rules.state_names)
    return {name for kind, name in found if kind is Resource.VARIABLE}
