"""Generates questions: who is asked, the options, and when the question is skipped."""

import ast
from collections.abc import Callable
from typing import TypeVar

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, test, value
from interpreter.backend.python.emit.tree import expr
from interpreter.backend.python.nodes import options
from interpreter.program.model.nodes import Ask
from interpreter.program.optimise.non_none import KnowsNonNone, non_none

_T = TypeVar("_T")


@frozen
class Question:
    """The parts of a question; `count` is the name of the number of options, if it has been evaluated already."""

    player: ast.expr
    options: ast.expr
    offers: ast.expr
    may_pass: ast.expr
    count: ast.expr | None = None


def write_question(
    c: Code,
    asked: Ask,
    unless: Callable[[ast.expr, Callable[[], _T]], _T],
    put: Callable[[Question], _T],
    *,
    copied: bool = True,
) -> _T:
    """Generates the parts of a question, and has it asked by `put`.

    `unless` gets a condition under which the question is skipped, and what generates the rest. Without `copied` the
    options may be a list that changes as soon as play goes on, and are counted first.
    """
    player = value(c, asked.player)
    certain = non_none(c, asked.player)
    if asked.offers or isinstance(asked.options, ir.FromActions) or not certain:
        player = c.out.kept(player, "player")

    def choose() -> _T:
        found = options.candidates(c, asked.options, player, copied=copied)
        if not tree.is_constant(found):
            found = c.out.kept(found, "options")
        if not _may_be_empty(asked):
            return ask(found)
        if not copied and not asked.ask_anyway and asked.enough < 0:
            count = c.out.kept(tree.length(found), "count")
            return unless(tree.opposite(count), lambda: ask(found, count))
        skips = tree.opposite(found)
        if asked.enough >= 0:
            skips = expr("skips or found[0] >= enough", skips=skips, found=found, enough=asked.enough)
        if asked.ask_anyway and asked.anyway_if is not None:
            nothing = c.out.name("nothing")
            c.out.put(nothing, skips)
            with c.out.when(nothing):
                c.out.put(nothing, tree.opposite(test(c, asked.anyway_if)))
            skips = nothing
        return unless(skips, lambda: ask(found))

    def ask(found: ast.expr, count: ast.expr | None = None) -> _T:
        offers = _offers(c, asked, player)
        return put(Question(player, found, offers, value(c, asked.may_pass), count))

    return choose() if certain else unless(tree.compare(player, "<", tree.ZERO), choose)


def may_be_skipped(known: KnowsNonNone, asked: Ask) -> bool:
    """Whether a question may be skipped."""
    return not non_none(known, asked.player) or _may_be_empty(asked)


def _may_be_empty(asked: Ask) -> bool:
    """Whether there may be too few options for asking."""
    if asked.ask_anyway and asked.anyway_if is None:
        return False
    return asked.enough >= 0 or not options.never_empty(asked.options)


def _offers(c: Code, asked: Ask, player: ast.expr) -> ast.expr:
    conditions = [options.legal(c, c.unit.actions[o.name], player) for o in asked.offers]
    if not conditions:
        return tree.values(())
    if len(conditions) == 1:
        return expr("(offer,) if condition else ()", offer=asked.offers[0].action, condition=conditions[0])
    offers = c.out.name("offers")
    c.out.put(offers, tree.values(()))
    for offer, condition in zip(asked.offers, conditions, strict=True):
        c.out.do("if condition: offers += (offer,)", condition=condition, offers=offers, offer=offer.action)
    return offers
