"""Derives facts from a condition that holds or fails: which numbers are not 0, which lists are not empty."""

from collections.abc import Iterable
from typing import TypeAlias

from dsl.bounds.interval import OPPOSITE, TURNED, satisfying
from dsl.ir import nodes as ir
from dsl.walk import schema

#: Something that is known not to be 0, or (a list) not to be empty, in a form that does not depend on numbers of slots.
Fact: TypeAlias = object
Facts: TypeAlias = frozenset[Fact]

NONE_KNOWN: Facts = frozenset()


def if_holds(condition: ir.Expression, holds: bool = True) -> Facts:
    """What is known where the condition holds, or where it does not."""
    match condition:
        case ir.And(parts) | ir.Or(parts):
            known = [if_holds(part, holds) for part in parts]
            every = isinstance(condition, ir.And) is holds or not known
            return frozenset().union(*known) if every else frozenset.intersection(*known)
        case ir.Not(inner):
            return if_holds(inner, not holds)
        case ir.Some(over, slot, where) if holds:
            listed = over if where is None else ir.Filter(over, slot, where, over.type)
            return frozenset({key(listed), key(over)})
        case ir.Compare(operator, left, right):
            return _compared(operator if holds else OPPOSITE[operator], left, right)
        case _:
            return NONE_KNOWN


def if_fails(condition: ir.Expression) -> Facts:
    """What is known where the condition does not hold."""
    return if_holds(condition, False)


def _compared(operator: ir.Comparison, left: ir.Expression, right: ir.Expression) -> Facts:
    return frozenset({*_above(operator, left, right), *_above(TURNED[operator], right, left)})


def _above(operator: ir.Comparison, left: ir.Expression, right: ir.Expression) -> Iterable[Fact]:
    """What `left operator right` tells of the left side, where the right one is a plain number."""
    if not isinstance(right, ir.Constant):
        return ()
    if right.value != 0 if operator == "!=" else satisfying(operator, right.value).has_zero:
        return ()
    return (key(left), key(left.over)) if isinstance(left, ir.CountOf) else (key(left),)


def is_known(e: ir.Expression, facts: Facts) -> bool:
    """Whether a number is known not to be 0."""
    match e:
        case ir.CountOf(over) | ir.BestOf(_, over):
            return key(e) in facts or key(over) in facts
        case ir.Arithmetic("*", left, right):
            return key(e) in facts or (is_known(left, facts) and is_known(right, facts))
        case ir.Arithmetic("+", left, right):
            return key(e) in facts or is_known(left, facts) or is_known(right, facts)
        case _:
            return key(e) in facts


def key(e: object, names: tuple[tuple[int, int], ...] = ()) -> Fact:
    """The expression in a form in which it is equal to itself said elsewhere: the candidates of lists by depth."""
    if isinstance(e, tuple):
        return tuple(key(part, names) for part in e)
    if isinstance(e, ir.Local):
        return ("local", dict(names).get(e.slot, e.slot))
    if isinstance(e, ir.Filter | ir.Some | ir.BestOf | ir.Ranked):
        names = (*names, (e.slot, -1 - len(names)))
        parts = [getattr(e, name) for name in schema(type(e)).said if name not in ("slot", "type")]
        return (type(e).__name__, *(key(part, names) for part in parts))
    if hasattr(type(e), "__attrs_attrs__") and not isinstance(e, ir.Type):
        return (type(e).__name__, *(key(getattr(e, name), names) for name in schema(type(e)).said if name != "type"))
    return e
