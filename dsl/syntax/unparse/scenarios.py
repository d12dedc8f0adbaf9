"""Scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from dsl.syntax import nodes as n
from dsl.syntax.unparse.expressions import commas, expression, led, quoted, words
from dsl.syntax.unparse.page import Line, line
from dsl.syntax.unparse.sentences import arguments


def scenario_head(node: n.Scenario) -> str:
    """The line that opens a scenario."""
    covers = node.covers and f"covers {commas(node.covers)}"
    variants = node.variants and f"with {commas(node.variants)}"
    return words("scenario", quoted(node.title), covers or "", variants or "") + ":"


def scene(node: n.Cast | n.SeedLine | n.RollsLine | n.Given | n.When | n.Then) -> list[Line]:
    """One part of a scenario."""
    match node:
        case n.Cast(names):
            return line(f"played by {commas(names)}", node.trivia)
        case n.SeedLine(seed):
            return line(f"seed {seed.text}", node.trivia)
        case n.RollsLine(values):
            return line(f"rolls {commas(values)}", node.trivia)
        case n.Given(parts):
            return _joined("given", [_given(part) for part in parts], node)
        case n.When(run, answers):
            return _joined("when", [_run(run), *map(_goes_on, answers)], node)
        case n.Then(claims):
            return _joined("then", [_claim(claim) for claim in claims], node)
        case _:
            assert_never(node)


def _joined(word: str, parts: Sequence[str], node: n.Given | n.When | n.Then) -> list[Line]:
    """The first part behind the word, each other on a line with `and`."""
    first, *others = parts
    comments = [*node.and_trivia, *[n.NO_TRIVIA] * len(others)]
    rest = [each for part, trivia in zip(others, comments, strict=False) for each in line(f"and {part}", trivia)]
    return [*line(f"{word} {first}", node.trivia), *rest]


def has(node: n.Has) -> str:
    """What somebody has."""
    amount = "no" if node.amount is None else expression(node.amount)
    each = node.each and node.who.text != "everybody"
    return words(each and "each", node.who.text, "has", amount, expression(node.thing), led("in", node.inside))


def _given(node: n.GivenValue | n.GivenEmpty | n.GivenPieces | n.GivenParameter | n.Has) -> str:
    match node:
        case n.Has():
            return has(node)
        case n.GivenEmpty(zone, verb=verb):
            return words(expression(zone), verb, "empty")
        case n.GivenValue(target, value, verb=verb):
            return words(expression(target), verb, expression(value))
        case n.GivenPieces(zone, pieces):
            return words(expression(zone), "holds", _pieces(pieces))
        case n.GivenParameter(name, value):
            return words("parameter", name.text, "=", expression(value))
        case _:
            assert_never(node)


def _pieces(pieces: Sequence[n.Piece]) -> str:
    return ", ".join(
        words(
            f"{expression(each.copies)} x" if each.copies else "",
            expression(each.name),
            led("by", each.by),
            each.face and f"face {each.face}",
        )
        for each in pieces
    )


def _run(node: n.Run) -> str:
    match node:
        case n.RunFlow(kind, name):
            return words(kind, name.text)
        case n.RunSetup():
            return "setup"
        case n.RunAction(player, action):
            return words(player.text, "takes", action.text)
        case n.Call(procedure, given):
            return words("do", procedure.text, arguments(given))
        case n.RunGame():
            return "the game is played"
        case n.RunRandom():
            return "everybody plays at random"
        case _:
            assert_never(node)


def _goes_on(node: n.Answer | n.RunFlow | n.RunSetup | n.Call) -> str:
    return _run(node) if isinstance(node, n.RunFlow | n.RunSetup | n.Call) else _answer(node)


def _answer(node: n.Answer) -> str:
    match node:
        case n.AnswerChoose(player, values, at):
            return words(player.text, "chooses", commas(values), led("at", at))
        case n.AnswerWord(player, word, at):
            return words(player.text, word, led("at", at))
        case n.AnswerTake(player, action, at):
            return words(player.text, "takes", action.text, led("at", at))
        case n.RestPasses():
            return "everybody else passes"
        case n.RestRandom():
            return "everybody else plays at random"
        case _:
            assert_never(node)


def _claim(node: n.Claim) -> str:
    match node:
        case n.ClaimTrue(claim):
            return expression(claim)
        case n.ClaimHolds(zone, pieces):
            return words(expression(zone), "holds", _pieces(pieces))
        case n.Has():
            return has(node)
        case n.ClaimSees(player, thing, negated):
            return words(player.text, "does not see" if negated else "sees", expression(thing))
        case n.ClaimCan(player, action, negated):
            return words(player.text, "cannot" if negated else "can", action.text)
        case n.ClaimAsked(player, text, negated, verb=verb):
            return words(expression(player), verb, negated and "not", "asked", quoted(text))
        case n.ClaimOffered(player, values, negated, verb=verb):
            return words(expression(player), verb, negated and "not", "offered", commas(values))
        case n.ClaimMayPass(player):
            return words(player.text, "may pass")
        case n.ClaimHappened(name, times):
            return words(name.text, _happened(times))
        case n.ClaimDecided(procedure, value):
            return words(procedure.text, "decided", expression(value))
        case n.ClaimOver(negated):
            return words("the game is", negated and "not", "over")
        case n.ClaimRefused():
            return "the game is refused"
        case n.ClaimWins(()):
            return "nobody wins"
        case n.ClaimWins(winners, plural=plural):
            return words(" and ".join(map(expression, winners)), "win" if plural else "wins")
        case _:
            assert_never(node)


def _happened(times: int | None) -> str:
    if times == 0:
        return "did not happen"
    return "happened" if times is None else f"happened {times} times"
