"""The bounds of a game in words: how large everything can get, what keeps it there, and what nothing keeps."""

from collections.abc import Iterable, Iterator
from math import inf

from dsl.bounds.in_words import NO_BOUND, at_most, named, number_name, number_range, number_values, why_so, zone_why
from dsl.bounds.report import Bounds, NumberBound, QuestionBound, RoundBound, ZoneBound, without_bound
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.print.steps import line
from dsl.source import Span
from interpreter.program.cfg.stack_bound import StackBound

#: A name that is longer stands for itself, with nothing below it in its column.
_WIDEST_NAME = 60


def report(found: Bounds, stack: StackBound | None) -> str:
    """Everything, one thing a line, each with the place in the rules that it is declared in."""
    numbers = [n for n in found.numbers if n.type == ir.NUMBER]
    others = [n for n in found.numbers if n.type != ir.NUMBER]
    questions = [(q, f'"{q.prompt}"' if q.prompt else "which action") for q in found.questions]
    sections = (
        _head(found),
        (
            *_table("zones, by how many pieces may lie in one", [
                (named(z.zone.name, z.zone.dimensions), at_most(z.most), zone_why(z), z.span) for z in found.zones
            ]),
            f"    pieces in the whole game: {at_most(found.pieces)}",
        ),
        _table("counters", [(number_name(n), number_range(n), why_so(n), n.span) for n in numbers]),
        _table("what else is remembered", [(number_name(n), number_values(n, found), "", n.span) for n in others]),
        _table("rounds, by how often they go on", [
            (r.flow.name, at_most(r.most), _ends(r), r.span) for r in found.rounds
        ]),
        _table("questions, by how many options there may be", [
            (f"{q.heading}: {asks}", at_most(q.most), _beside(q), q.span) for q, asks in questions
        ]),
        _table("rules that hold for a time, by how often they may be in force at once", [
            (e.effect.title or "a rule for a time", at_most(e.most), "", e.span) for e in found.effects
        ]),
        _kept(found, stack),
        _without(found),
    )  # fmt: skip
    return "\n\n".join("\n".join(lines) for section in sections if (lines := list(section))) + "\n"


def _head(found: Bounds) -> Iterator[str]:
    few, many = found.players
    players = f"{few} players" if few == many else f"{few} to {many} players"
    yield f'bounds of "{found.game.title}" for {players}: what is never exceeded, whatever is played'
    for variant in found.game.variants:
        yield f'with the variant "{variant}"'
    for p in found.game.parameters:
        low, high = found.parameters[p.name]
        if p.type.kind is Kind.NUMBER:
            yield line(f"parameter {p.name} {f'= {low}' if low == high else f'from {low} to {high}'}", p.span, 1)


def _table(heading: str, rows: Iterable[tuple[str, str, str, Span]]) -> Iterator[str]:
    """Names, bounds and reasons below each other."""
    done = list(rows)
    if not done:
        return
    yield heading
    name_width = min(_WIDEST_NAME, max(len(name) for name, _, _, _ in done))
    width = max(len(bound) for _, bound, _, _ in done)
    numbers = all(bound.isdigit() or bound == NO_BOUND for _, bound, _, _ in done)
    for name, bound, why, span in done:
        put = bound.rjust(width) if numbers else bound.ljust(width)
        yield line(f"{name:<{name_width}}  {put}  {why}".rstrip(), span, 1)


# ---------------------------------------------------------------- play


def _ends(r: RoundBound) -> str:
    if r.most != inf:
        return ""
    return "until the game ends" if r.flow.until is None else "until its condition holds"


def _beside(q: QuestionBound) -> str:
    picks = f"up to {at_most(q.picks)} picks, one after another" if q.picks != 1 else ""
    offers = "an action is offered beside" if q.offers == 1 else f"{q.offers} actions are offered beside"
    return "; ".join(filter(None, (picks, "or pass" if q.may_pass else "", offers if q.offers else "")))


def _kept(found: Bounds, stack: StackBound | None) -> Iterator[str]:
    """Lists, and what waits for what."""
    yield from _table(
        "lists with a name, by how long they may be",
        [(f"{one.heading}: {one.name}", at_most(one.most), "", one.span) for one in found.lists],
    )
    yield f"the longest list that is kept while something is under way: {at_most(found.longest)}"
    if stack is None:
        yield "calls inside one another: the game cannot be played yet"
    elif stack.is_recursive:
        ring = ", which calls ".join(map(str, (*stack.by, stack.by[0])))
        yield f"calls inside one another: {stack.deepest}, since no more are allowed; {ring}"
    else:
        yield f"calls inside one another: {stack.deepest} ({', '.join(map(str, stack.by[1:]))})"


# ---------------------------------------------------------------- what has none


def _without(found: Bounds) -> Iterator[str]:
    endless = without_bound(found)
    if not endless:
        yield "Every zone and every counter has a bound."
        return
    yield "without a bound:"
    for one in endless:
        name = number_name(one) if isinstance(one, NumberBound) else named(one.zone.name, one.zone.dimensions)
        yield line(f"{name}: {why_so(one)}", one.span, 1)
    yield "Nothing is wrong with that. If there is a limit in the rulebook or in the box, say it:"
    if any(isinstance(one, NumberBound) for one in endless):
        yield "    behind a counter: `from 0 to 40`"
    if any(isinstance(one, ZoneBound) for one in endless):
        yield "    behind a zone: `at most 5`"
