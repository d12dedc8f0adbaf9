"""Finds rules and clauses that the watched games never reached.

What cannot be reached with these parameters and this many players is left out: that is meant so.
"""

from collections.abc import Iterator, Sequence

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies, statements_of
from dsl.source import Span
from dsl.walk import nodes_in, nodes_of
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.constants import NO
from interpreter.program.model.setting import setting
from interpreter.scenario.coverage import Point, marked
from interpreter.simulation.games.observed import Observed
from interpreter.simulation.games.spans import Spans


@frozen
class Missed:
    """A rule, a branch of one, or a line of rule text that was never reached: what it says, and where."""

    what: str
    span: Span
    heading: str
    clauses: tuple[str, ...]


def rules_never_reached(game: ir.Game, tables: Sequence[int], seen: Observed) -> list[Missed]:
    """Outermost blocks of rules that never ran, in the order of the files; `tables`: players at each."""
    marks, dead = marked(game, cards=True), _never(game, tables)
    empty = {branch.condition.span for branch in nodes_of(statements_of(game), ir.If) if not branch.otherwise}
    reached = {marks.points[k].key for k in seen.points}
    points = [
        p for p in {p.key: p for p in marks.points}.values()
        if p.key not in reached and _is_rule(p, empty) and not dead.cover(p.span)
    ]  # fmt: skip
    all_missed = Spans.of(p.span for p in points)
    missed = [p for p in points if not all_missed.cover_more_than(p.span)]
    missed.sort(key=lambda p: (p.span.source.path, p.span.start))
    return list(_missed(game, missed))


def clauses_never_reached(game: ir.Game, tables: Sequence[int], seen: Observed) -> list[Missed]:
    """Clauses of the rulebook beside rules of which nothing ever came, though it could have.

    A clause is left out if what stands under it does its work without anything to be seen, as an effect that begins.
    """
    dead = _never(game, tables)
    silent = {node.site for node in nodes_in(statements_of(game)) if isinstance(node, ir.Begin | ir.Become)}
    texts = {p.span for k, p in enumerate(marked(game, cards=True).points) if p.kind == "text" and k in seen.points}
    reached = {number for number, site in enumerate(game.sites) if site.span in texts or number in silent}
    reached |= {*seen.sites, *seen.questions}
    heard = {clause for number in reached for clause in _clauses(game.sites[number])}
    heard |= {c for number in seen.actions for text in game.actions[number].rule_text for c in text.clauses}
    missed: dict[Span, Missed] = {}
    for site in game.sites:
        for text in site.rule_text if not dead.cover(site.span) else ():
            clauses = tuple(clause for clause in text.clauses if clause not in heard)
            if clauses:
                missed[text.span] = Missed(text.words, text.span, site.heading, clauses)
    return sorted(missed.values(), key=lambda m: (m.span.source.path, m.span.start))


def _is_rule(point: Point, empty: set[Span]) -> bool:
    """Whether something stands there: not what is left undone by an `if` without `otherwise`, or by passing."""
    if point.what == "if it does not hold":
        return point.span not in empty
    return point.kind != "text" and point.what != "when passed"


def _clauses(site: ir.Site) -> tuple[str, ...]:
    return tuple(clause for text in site.rule_text for clause in text.clauses)


def _missed(game: ir.Game, points: Sequence[Point]) -> Iterator[Missed]:
    """Each with the heading and the clauses of the first thing that happens there, or behind it in the same rule."""
    rules, happening = _rule_spans(game), Spans.of(site.span for site in game.sites)
    sites = {site.span: site for site in reversed(game.sites)}
    for point in points:
        rule = rules.innermost(point.span) or point.span
        first = happening.first_in(rule, point.span.start)
        site = sites[first] if first else None
        yield Missed(point.line, point.span, site.heading if site else "", _clauses(site) if site else ())


def _rule_spans(game: ir.Game) -> Spans:
    """Of every rule that is written."""
    spans = [one.span for one in bodies(game) if not isinstance(one.owner, ir.Game)]
    spans += [card.span for card in game.cards]
    return Spans.of(span for span in spans if span.in_file)


# ---------------------------------------------------------------- what can never be reached


def _never(game: ir.Game, tables: Sequence[int]) -> Spans:
    """Branches whose condition is settled before play at all the tables."""
    by_table = [set(_dead(game, players)) for players in tables]
    return Spans.of(set.intersection(*by_table) if by_table else ())


def _dead(game: ir.Game, players: int) -> Iterator[Span]:
    at_table = setting(game, players, {})
    rules = [(rule.condition, rule.span) for rule in game.ends] + [(rule.condition, rule.span) for rule in game.hooks]
    yield from (span for condition, span in rules if condition is not None and folded(condition, at_table) == NO)
    for node in nodes_in(statements_of(game)):
        if isinstance(node, ir.If) and isinstance(known := folded(node.condition, at_table), ir.Constant):
            yield node.condition.span
            yield from (s.span for s in (node.otherwise if known.value else node.then) if s.span.in_file)
