"""Detects conflicts: two variants whose order makes a difference, and neither says that it goes over the other."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from attrs import evolve, field

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.frozen import frozen
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.describe import described
from dsl.variant.edits.apply import apply
from dsl.variant.order import beneath, quoted
from dsl.variant.rules import Rules, head
from dsl.variant.sameness import same_rules


@frozen
class Conflict:
    """Two variants that do not go together as they stand, and what to tell about it."""

    first: n.Variant
    second: n.Variant
    diagnostic: Diagnostic


@frozen
class _Trial:
    """What comes out when variants go over the rules in this order."""

    rules: Rules
    faults: tuple[Diagnostic, ...]


@frozen
class _Trials:
    """Variants put over rules, each over the same ones but once."""

    done: dict[tuple[int, int], tuple[Rules, n.Variant, _Trial]] = field(factory=dict)

    def __call__(self, rules: Rules, *variants: n.Variant) -> _Trial:
        faults: tuple[Diagnostic, ...] = ()
        for variant in variants:
            if (key := (id(rules), id(variant))) not in self.done:
                self.done[key] = rules, variant, _Trial(*apply(rules, variant))
            after = self.done[key][-1]
            rules, faults = after.rules, (*faults, *after.faults)
        return _Trial(rules, faults)


def conflicts(base: Rules, variants: Sequence[n.Variant]) -> Iterator[Conflict]:
    """Every pair that clashes, of variants in the order in which they are put on the base."""
    trial, under = _Trials(), beneath(variants)
    for first, second in combinations(variants, 2):
        if first.title.text in under[second.title.text]:
            continue
        both = under[first.title.text] | under[second.title.text]
        ground = trial(base, *(v for v in variants if v.title.text in both)).rules
        if _clash(trial, ground, first, second):
            yield Conflict(first, second, _diagnostic(trial, ground, first, second))


def _clash(trial: _Trials, ground: Rules, first: n.Variant, second: n.Variant) -> bool:
    """Whether the order matters. What is wrong with one of them in any case is no clash."""
    one, other = trial(ground, first, second), trial(ground, second, first)
    if one.faults and other.faults:
        return not trial(ground, first).faults and not trial(ground, second).faults
    if one.faults or other.faults:
        return True
    return not same_rules(one.rules.items, other.rules.items, first, second)


def _diagnostic(trial: _Trials, ground: Rules, first: n.Variant, second: n.Variant) -> Diagnostic:
    edit, other = _culprits(trial, ground, first, second)
    ways = [
        _Way(upper, lower, trial(ground, lower, upper).faults) for upper, lower in ((second, first), (first, second))
    ]
    return error(
        "variant-conflict", f"variants {quoted(first)} and {quoted(second)} cannot be combined as they are",
        head(other.span), label=f"{quoted(second)} {described(other)}",
        labels=(Label(head(edit.span), f"{quoted(first)} {described(edit)}"),), help=_ways_out(ways),
        fix=_only_way(ways),
    )  # fmt: skip


def _culprits(trial: _Trials, ground: Rules, first: n.Variant, second: n.Variant) -> tuple[n.Edit, n.Edit]:
    """The first edit of each with which the clash is there, when they are added one by one."""
    ours = _shortest(first, lambda variant: _clash(trial, ground, variant, second))
    theirs = _shortest(second, lambda variant: _clash(trial, ground, ours, variant))
    return ours.edits[-1], theirs.edits[-1]


def _shortest(variant: n.Variant, clashes: Callable[[n.Variant], bool]) -> n.Variant:
    """The variant up to the edit that makes it clash."""
    beginnings = (evolve(variant, edits=variant.edits[:end]) for end in range(1, len(variant.edits) + 1))
    return next((beginning for beginning in beginnings if clashes(beginning)), variant)


@frozen
class _Way:
    """One order of the two, with what would be wrong in it."""

    upper: n.Variant
    lower: n.Variant
    faults: tuple[Diagnostic, ...]


def _ways_out(ways: Sequence[_Way]) -> tuple[str, ...]:
    good = [way for way in ways if not way.faults]
    advice = [f"to put {quoted(way.upper)} over {quoted(way.lower)}, write `{_header(way)}`" for way in good]
    faults = {way.faults[0].message: way for way in ways if way.faults}
    if not good and len(faults) == 1:
        advice.append(f"whichever goes over the other, {next(iter(faults))}")
    else:
        advice += [f"with {quoted(w.upper)} over {quoted(w.lower)}, {f}" for f, w in faults.items()]
    if not good:
        advice.append("play with one of the two, or change one of these edits")
    return tuple(advice)


def _header(way: _Way) -> str:
    variant = way.upper
    over = "".join(f' over "{title}"' for title in (*(t.text for t in variant.over), way.lower.title.text))
    return f'variant "{variant.title.text}" of "{variant.base.text}"{over}:'


def _only_way(ways: Sequence[_Way]) -> Fix | None:
    """The `over` that settles it, where only one order works."""
    good = [way for way in ways if not way.faults]
    if len(good) != 1:
        return None
    upper, lower = good[0].upper, good[0].lower
    last = (upper.base, *upper.over)[-1].span
    end = Span(last.source, last.end, last.end)
    return Fix(
        f"put {quoted(upper)} over {quoted(lower)}", (Edit(end, f' over "{lower.title.text}"'),), safe=False,
    )  # fmt: skip
