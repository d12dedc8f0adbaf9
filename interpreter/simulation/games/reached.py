"""Finds rules and clauses that the watched games never reached.

What cannot be reached with these parameters and this many players is left out: that is meant so.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies, statements_of
from dsl.source import Span
from dsl.walk import nodes_in, nodes_of
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.constants import NO
from interpreter.program.model.setting import setting
from interpreter.scenario.coverage import Point, marked
from interpreter.simulation.games.observed import Observed


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
        if p.key not in reached and _is_rule(p, empty) and not _lies_in(p.span, dead)
    ]  # fmt: skip
    missed = [p for p in points if not any(p.span != o.span and _is_in(p.span, o.span) for o in points)]
    missed.sort(key=lambda p: (p.span.source.path, p.span.start))
    return [_missed(game, p) for p in missed]


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
        for text in site.rule_text if not _lies_in(site.span, dead) else ():
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


def _missed(game: ir.Game, point: Point) -> Missed:
    """With the heading and the clauses of the first thing that happens there."""
    site = _first_site(game, point.span)
    return Missed(point.line, point.span, site.heading if site else "", _clauses(site) if site else ())


def _first_site(game: ir.Game, span: Span) -> ir.Site | None:
    """The first place at or behind the beginning of `span` where something happens, in the same rule."""
    rule = next((r for r in _rule_spans(game) if _is_in(span, r)), span)
    behind = [s for s in game.sites if _is_in(s.span, rule) and s.span.start >= span.start]
    return min(behind, key=lambda s: s.span.start, default=None)


def _rule_spans(game: ir.Game) -> list[Span]:
    """Of every rule that is written, inner before outer."""
    spans = [one.span for one in bodies(game) if not isinstance(one.owner, ir.Game)]
    spans += [card.span for card in game.cards]
    return sorted((span for span in spans if span.in_file), key=lambda span: span.end - span.start)


# ---------------------------------------------------------------- what can never be reached


def _never(game: ir.Game, tables: Sequence[int]) -> list[Span]:
    """Branches whose condition is settled before play at all the tables."""
    by_table = [set(_dead(game, players)) for players in tables]
    return list(set.intersection(*by_table)) if by_table else []


def _dead(game: ir.Game, players: int) -> Iterator[Span]:
    at_table = setting(game, players, {})
    rules = [(rule.condition, rule.span) for rule in game.ends] + [(rule.condition, rule.span) for rule in game.hooks]
    yield from (span for condition, span in rules if condition is not None and folded(condition, at_table) == NO)
    for node in nodes_in(statements_of(game)):
        if isinstance(node, ir.If) and isinstance(known := folded(node.condition, at_table), ir.Constant):
            yield node.condition.span
            yield from (s.span for s in (node.otherwise if known.value else node.then) if s.span.in_file)


def _lies_in(span: Span, others: Sequence[Span]) -> bool:
    return any(_is_in(span, other) for other in others)


def _is_in(span: Span, other: Span) -> bool:
    return span.source.path == other.source.path and other.start <= span.start and span.end <= other.end
