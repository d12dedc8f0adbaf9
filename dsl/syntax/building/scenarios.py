"""Scenarios: what is given, what happens, and what must then hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.building.place import (
    Make,
    Place,
    all_of,
    constant,
    head_and_rest,
    node,
    only,
    trivia,
    value_of,
)


def _scenario(at: Place, children: list[Any]) -> n.Scenario:
    title, covers, variants, *parts = children
    return n.Scenario(title, covers or (), variants or (), tuple(parts), span=at.span, trivia=at.trivia)


def _bad_part(at: Place, children: list[Any]) -> n.BadLine:
    """A bad line with those that go on with it by `and`."""
    rest = tuple(child for child in children[1:] if not isinstance(child, n.Trivia))
    return n.BadLine(rest, span=at.span, trivia=at.trivia)


def _and_lines(children: list[Any]) -> tuple[tuple[Any, ...], tuple[n.Trivia, ...]]:
    """The parts of lines that begin with `and`, and the comments of each; without those that are bad."""
    parts: list[Any] = []
    comments: list[n.Trivia] = []
    for child in children:
        if isinstance(child, n.Trivia):
            comments.append(child)
        elif not isinstance(child, n.BadLine):
            parts.append(child)
    return tuple(parts), tuple(comments)


def _given(at: Place, children: list[Any]) -> n.Given:
    first, *rest = children
    parts, comments = _and_lines(rest)
    return n.Given((first, *parts), and_trivia=comments, span=at.span, trivia=at.trivia)


def _when(at: Place, children: list[Any]) -> n.When:
    run, *rest = children
    answers, comments = _and_lines(rest)
    return n.When(run, answers, and_trivia=comments, span=at.span, trivia=at.trivia)


def _then(at: Place, children: list[Any]) -> n.Then:
    first, *rest = children
    claims, comments = _and_lines(rest)
    return n.Then((first, *claims), and_trivia=comments, span=at.span, trivia=at.trivia)


def _given_value(at: Place, children: list[Any]) -> n.GivenValue:
    target, verb, value = children
    return n.GivenValue(target, value, verb=verb, span=at.span)


def _given_empty(at: Place, children: list[Any]) -> n.GivenEmpty:
    zone, verb = children
    return n.GivenEmpty(zone, verb=verb, span=at.span)


def _has(each: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.Has:
        who, amount, thing, inside = children
        return n.Has(who, each, amount, thing, value_of(inside), span=at.span)

    return make


def _everybody_has(at: Place, children: list[Any]) -> n.Has:
    amount, thing, inside = children
    said = Span(at.span.source, at.span.start, at.span.start + len("everybody"))
    everybody = n.Name("everybody", span=said)
    return n.Has(everybody, True, amount, thing, value_of(inside), span=at.span)


def _answer_choose(at: Place, children: list[Any]) -> n.AnswerChoose:
    player, *values, question = children
    return n.AnswerChoose(player, tuple(values), question, span=at.span)


def _asked(negated: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.ClaimAsked:
        player, verb, text = children
        return n.ClaimAsked(player, text, negated, verb=verb, span=at.span)

    return make


def _offered(negated: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.ClaimOffered:
        player, verb, *values = children
        return n.ClaimOffered(player, tuple(values), negated, verb=verb, span=at.span)

    return make


def _happened(at: Place, children: list[Any]) -> n.ClaimHappened:
    name, times = children
    return n.ClaimHappened(name, times.value if times else None, span=at.span)


def _did_not_happen(at: Place, children: list[Any]) -> n.ClaimHappened:
    return n.ClaimHappened(children[0], 0, span=at.span)


def _claim_wins(at: Place, children: list[Any]) -> n.ClaimWins:
    winners, win = children
    return n.ClaimWins(tuple(_joined_by_and(winners)), plural=win == "win", span=at.span)


def _joined_by_and(expression: n.Expression) -> list[n.Expression]:
    joined: list[n.Expression] = []
    while isinstance(expression, n.Binary) and expression.operator == "and":
        joined.append(expression.right)
        expression = expression.left
    return [expression, *reversed(joined)]


RULES: Mapping[str, Make] = {
    "scenario": _scenario,
    "covers": all_of,
    "with_variants": all_of,
    "cast": node(n.Cast),
    "seed_line": node(n.SeedLine),
    "rolls_line": head_and_rest(n.RollsLine, 0),
    "given_part": _given,
    "when_part_s": _when,
    "then_part": _then,
    "and_word": trivia,
    "bad_given": _bad_part,
    "bad_when": _bad_part,
    "bad_then": _bad_part,
    "bad_and": _bad_part,
    "given_value": _given_value,
    "given_empty": _given_empty,
    "given_pieces": head_and_rest(n.GivenPieces, 1),
    "given_parameter": node(n.GivenParameter),
    "has": _has(each=False),
    "each_has": _has(each=True),
    "everybody_has": _everybody_has,
    "has_some": only,
    "has_none": constant(None),
    "piece": node(n.Piece),
    "by_player": only,
    "piece_face": only,
    "run_flow": node(n.RunFlow),
    "run_setup": node(n.RunSetup),
    "run_action": node(n.RunAction),
    "run_game": node(n.RunGame),
    "run_random": node(n.RunRandom),
    "answer_choose": _answer_choose,
    "answer_word": node(n.AnswerWord),
    "answer_take": node(n.AnswerTake),
    "how_answered": only,
    "rest_passes": node(n.RestPasses),
    "rest_random": node(n.RestRandom),
    "at_text": only,
    "claim_true": node(n.ClaimTrue),
    "claim_holds": head_and_rest(n.ClaimHolds, 1),
    "sees": node(n.ClaimSees, last=(False,)),
    "sees_not": node(n.ClaimSees, last=(True,)),
    "can": node(n.ClaimCan, last=(False,)),
    "cannot": node(n.ClaimCan, last=(True,)),
    "asked": _asked(negated=False),
    "not_asked": _asked(negated=True),
    "offered": _offered(negated=False),
    "not_offered": _offered(negated=True),
    "may_pass": node(n.ClaimMayPass),
    "happened": _happened,
    "did_not_happen": _did_not_happen,
    "decided_claim": node(n.ClaimDecided),
    "over": node(n.ClaimOver, False),
    "not_over": node(n.ClaimOver, True),
    "refused": node(n.ClaimRefused),
    "claim_wins": _claim_wins,
    "claim_nobody_wins": node(n.ClaimWins, ()),
}
