"""Generates the options of questions and the legality of actions."""

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, cheapest_first, items, lasting, one_after_another, test, value
from interpreter.backend.python.emit.tree import expr
from interpreter.backend.python.nodes import queries
from interpreter.program.model.constant_fold import is_yes
from interpreter.program.model.nodes import Action
from interpreter.program.optimise.non_none import non_none


def candidates(
    c: Code, options: ir.Options, player: ast.expr, *, asks_somebody: bool = True, copied: bool = True
) -> ast.expr:
    """Generates the options of a question, in a list that is never changed if it is to be `copied`.

    `asks_somebody`: whether the player is never none.
    """
    match options:
        case ir.FromList(over) | ir.InOrder(over):
            return lasting(c, over) if copied else items(c, over).expression
        case ir.FromRange(low, high):
            return expr("range(low, high + 1)", low=value(c, low), high=value(c, high))
        case ir.FromMenu(_, conditions):
            return _places(c, [None if cond is None else test(c, cond) for cond in conditions])
        case ir.FromActions(names, conditions):
            offered = [None if x is None else test(c, x) for x in conditions or (None,) * len(names)]
            lawful = [legal(c, c.unit.actions[name], player, asks_somebody) for name in names]
            return _places(c, [tree.both(*each) for each in zip(offered, lawful, strict=True)])
        case _:
            assert_never(options)


def never_empty(options: ir.Options) -> bool:
    """Whether there is always an option."""
    match options:
        case ir.FromMenu(_, conditions):
            return any(condition is None or is_yes(condition) for condition in conditions)
        case ir.FromList(over) | ir.InOrder(over):
            return isinstance(over, ir.AllOf | ir.PlayersFrom) and over.type.kind is not ir.Kind.PIECE
        case ir.FromRange() | ir.FromActions():
            return False
        case _:
            assert_never(options)


def is_single(options: ir.Options) -> bool:
    """Whether one thing is chosen, and not a list."""
    match options:
        case ir.FromList(several=several):
            return not several
        case ir.InOrder():
            return False
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return True
        case _:
            assert_never(options)


def _places(c: Code, conditions: Sequence[ast.expr | None]) -> ast.expr:
    """The indices of those conditions that hold; None always does."""
    conditions = [None if condition is tree.ONE else condition for condition in conditions]
    if all(condition is None for condition in conditions):
        return tree.values(range(len(conditions)))
    if len(conditions) == 1 and conditions[0] is not None:
        return expr("(0,) if condition else ()", condition=conditions[0])
    found = c.out.name("found")
    c.out.do("found = []", found=found)
    for place, condition in enumerate(conditions):
        with c.out.when(condition):
            c.out.do("found.append(place)", found=found, place=place)
    return found


def legal(c: Code, action: Action, player: ast.expr, is_somebody: bool = True) -> ast.expr:
    """Generates the test that somebody may take an action now."""
    places = {0: player}
    inner = c.inside(places, {0} if is_somebody else set())

    def has_candidate() -> ast.expr:
        for let in action.lets:
            places[let.slot] = c.out.kept(value(inner, let.value), "let")
            if non_none(inner, let.value):
                inner.non_none.add(let.slot)
        return tree.ONE if action.question is None else _has_candidate(inner, action.question, player)

    needs: list[Callable[[], ast.expr]] = [partial(test, inner, need) for need in cheapest_first(c, action.needs)]
    if action.lets or action.question is not None or not needs:
        needs.append(has_candidate)
    return one_after_another(c, "and", needs)


def _has_candidate(c: Code, options: ir.Options, player: ast.expr) -> ast.expr:
    """Tests that a question has as many candidates as it must have, and at least one."""
    match options:
        case ir.FromList(over, least) if isinstance(least, ir.Constant) and least.value <= 1:
            return queries.some(c, ir.Some(over, -1, None))
        case ir.FromList(over, least):
            found = queries.count(c, ir.CountOf(over))
            return expr("found >= max(1, least)", found=found, least=value(c, least))
        case ir.FromRange(low, high):
            return test(c, ir.Compare("<=", _counted(low), _counted(high)))
        case ir.InOrder(group):
            return queries.some(c, ir.Some(group, -1, None))
        case ir.FromMenu(_, conditions):
            asked = tuple(condition for condition in conditions if condition is not None)
            return test(c, ir.Or(asked)) if len(asked) == len(conditions) else tree.ONE
        case ir.FromActions(names):
            return tree.joined("or", [legal(c, c.unit.actions[name], player, 0 in c.non_none) for name in names])
        case _:
            assert_never(options)


def _counted(node: ir.Expression) -> ir.Expression:
    """A bound as a number, whatever its type."""
    return node if node.type == ir.NUMBER else ir.Arithmetic("+", node, ir.Constant(0, ir.NUMBER))
