"""Coverage of scenarios: which blocks of rules, branches, cards and clauses they reach.

`marked` puts a silent announcement at the head of each block, so that any back end with a journal can be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, assert_never

import attrs
from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, BodyOf, map_bodies
from dsl.ir.keys import give_key_after
from dsl.source import Span
from dsl.walk import rebuilt, with_fields
from interpreter.program.desugar.legality import first_question
from interpreter.program.desugar.turns import is_a_turn

if TYPE_CHECKING:  # simulations mark rules too, and play no scenario
    from interpreter.scenario.run import Outcome

Statements = tuple[ir.Statement, ...]


@frozen
class Point:
    """A block of rules: `kind` is rule (the head of a body) or branch; `what` says which branch.

    Or a place where the text of a card is carried out (kind text; `what` is the part of it): it tells which card.
    """

    kind: str
    what: str
    span: Span

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What tells points apart; a block is there twice if it is done whether or not a question is answered."""
        return self.span.source.path, self.span.start, self.kind, self.what

    @property
    def line(self) -> str:
        """Its first line; of a branch also which way it is. The setup begins with any line."""
        line = self.span.text.partition("\n")[0].strip()
        return line if self.kind == "rule" and self.what != "setup" else f"{self.what}: {line}"


@define
class Marked:
    """A game with announcements; point k is announced at the site `first + k`."""

    game: ir.Game
    first: int
    points: list[Point] = field(factory=list)

    def reached(self, sites: Iterable[int]) -> set[int]:
        """The points among the sites of a journal."""
        return {site - self.first for site in sites if site >= self.first}


def marked(game: ir.Game, *, cards: bool = False) -> Marked:
    """The game with every block announcing that it runs; `cards`: also those in the texts of cards."""
    found = Marked(game, len(game.sites))
    found.game = map_bodies(game, lambda one: _marked(found, one, cards=cards))
    sites = tuple(ir.Site("", (), ir.Standing.BASE, span=p.span) for p in found.points)
    found.game = attrs.evolve(found.game, sites=(*game.sites, *sites))
    give_key_after(found.game, game, "marked", str(cards))
    return found


def _marked(found: Marked, one: BodyOf, *, cards: bool) -> ir.Body:
    """A body with its announcements.

    None comes before what must be asked first: that tells whether an action is legal or a card can be played.
    """
    match one.owner:
        case ir.Game() if one.id.kind is BodyKind.MAIN:
            return one.body
        case ir.Game():
            return _body(found, one.body, "setup", one.span if one.body.statements else None)
        case ir.Procedure(name=name):
            return _body(found, one.body, f"procedure {name}", one.span)
        case ir.Flow(name=name, kind=kind):
            return _body(found, one.body, f"{kind} {name}", one.span)
        case ir.WheneverRule():
            return _body(found, one.body, "rule", one.span)
        case ir.HookRule(question=question) if question is None or first_question(one.body.statements)[1] is None:
            return _body(found, one.body, "rule", one.span)
        case ir.GameEnd():
            return _body(found, one.body, "game end", one.span)
        case ir.Card() | ir.CardPart() if not cards:
            return one.body
        case ir.Action() | ir.HookRule() | ir.Card() | ir.CardPart():
            return attrs.evolve(one.body, statements=_inside(found, one.body.statements))
        case _:
            assert_never(one.owner)


def _body(found: Marked, body: ir.Body, what: str, span: Span | None) -> ir.Body:
    head = _mark(found, "rule", what, span) if span is not None else ()
    return attrs.evolve(body, statements=(*head, *_inside(found, body.statements)))


def _mark(found: Marked, kind: str, what: str, span: Span, text: tuple[ir.TextPart, ...] = ()) -> Statements:
    """The announcement of a point; `text`: of which card it is."""
    if not span.in_file:
        return ()  # what the language does of itself, no rule of anybody's
    found.points.append(Point(kind, what, span))
    return (ir.Announce(text, found.first + len(found.points) - 1, span=span),)


def _inside(found: Marked, statements: Statements) -> Statements:
    inside: list[ir.Statement] = []
    for s in statements:
        inside += _mark(found, "text", s.part, s.span, (s.card,)) if isinstance(s, ir.DoText) else ()
        inside.append(_statement(found, s))
    return tuple(inside)


def _statement(found: Marked, s: ir.Statement) -> ir.Statement:
    match s:
        case ir.If(then=(ir.Turn() as turn,), otherwise=()):
            return with_fields(s, then=(_statement(found, turn),))
        case ir.Turn(body=body):
            return with_fields(s, body=(*_mark(found, "branch", "in the loop", s.span), *_inside(found, body)))
        case ir.If(condition, then, otherwise) if condition.span == s.span:
            if not then or then[0].span == s.span:
                return s  # one sentence comes down to this: nobody has written an `if`
            chosen = (*_mark(found, "branch", "when chosen", s.span), *_inside(found, then))  # an option
            return with_fields(s, then=chosen, otherwise=_inside(found, otherwise))
        case ir.If(condition, then, otherwise):
            yes = (*_mark(found, "branch", "if it holds", condition.span), *_inside(found, then))
            no = (*_mark(found, "branch", "if it does not hold", condition.span), *_inside(found, otherwise))
            return with_fields(s, then=yes, otherwise=no)
        case ir.Choose(optional=optional, body=body, otherwise=otherwise):
            answered = (*_mark(found, "branch", "when chosen", s.span), *_inside(found, body))
            passed = _inside(found, otherwise)
            if optional:
                passed = (*_mark(found, "branch", "when passed", s.span), *passed)
            return with_fields(s, body=answered, otherwise=passed)
        case ir.ForEach(body=body) | ir.While(body=body) if is_a_turn(body[:1]):
            return with_fields(s, body=_inside(found, body))
        case ir.ForEach(body=body) | ir.ForRange(body=body) | ir.While(body=body):
            return with_fields(s, body=(*_mark(found, "branch", "in the loop", s.span), *_inside(found, body)))
        case ir.AllAtOnce(body=body) | ir.Together(body) | ir.DecidedBy(body=body):
            return with_fields(s, body=_inside(found, body))
        case _:
            return rebuilt(s, lambda node: node)


# ---------------------------------------------------------------- what was missed


@define
class Coverage:
    """The coverage of a game so far; group after group is added, since variants share the game's rules."""

    points: dict[tuple[str, int, str, str], Point] = field(factory=dict)
    reached: set[tuple[str, int, str, str]] = field(factory=set)
    cards: dict[str, bool] = field(factory=dict)
    clauses: dict[str, Span] = field(factory=dict)
    covered: set[str] = field(factory=set)

    def add(self, marks: Marked, outcomes: Iterable[Outcome], clauses: Mapping[str, Span]) -> None:
        """The scenarios of one group; a clause is covered by a scenario that names it and passes."""
        keys = [p.key for p in marks.points]
        self.points.update(zip(keys, marks.points, strict=True))
        self.cards.update({card.title: self.cards.get(card.title, False) for card in marks.game.cards})
        for clause, span in clauses.items():
            self.clauses.setdefault(clause, span)
        for outcome in outcomes:
            self.reached.update(keys[k] for k in marks.reached(outcome.reached))
            self.cards.update({title: True for title in outcome.cards if title in self.cards})
            if outcome.passed:
                self.covered.update(outcome.scenario.covers)

    def missed(self, kind: str) -> list[Point]:
        """The points of a kind that were not reached, in the order of the files."""
        found = [p for key, p in self.points.items() if key not in self.reached and p.kind == kind]
        return sorted(found, key=lambda p: (p.span.source.path, p.span.start))

    def count(self, kind: str) -> int:
        return sum(1 for p in self.points.values() if p.kind == kind)

    @property
    def missed_cards(self) -> list[str]:
        return [title for title, moved in self.cards.items() if not moved]

    @property
    def missed_clauses(self) -> list[tuple[str, Span]]:
        return [(clause, span) for clause, span in sorted(self.clauses.items()) if clause not in self.covered]
