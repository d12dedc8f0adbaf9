"""What can be chosen, and which actions are legal, as Python text."""

from __future__ import annotations

from typing import assert_never

from dsl.ir import nodes as ir
from interpreter.backend import python_lists as lists
from interpreter.backend.python_code import Code, cheapest_first, lasting, sequence, test, value
from interpreter.backend.python_text import atom, conjunct
from interpreter.program.model.nodes import Action


def candidates(c: Code, options: ir.Options, player: str, *, copied: bool = True) -> str:
    """The text of the options of a question, in a list that nobody changes if it is to be `copied`."""
    match options:
        case ir.FromList(over) | ir.InOrder(over):
            return lasting(c, over) if copied else sequence(c, over).text
        case ir.FromRange(low, high):
            return f"range({value(c, low)}, {atom(value(c, high))} + 1)"
        case ir.FromMenu(_, conditions):
            return _places(c, [None if cond is None else test(c, cond) for cond in conditions])
        case ir.FromActions(names, conditions):
            offered = (test(c, x) if x is not None else None for x in conditions or (None,) * len(names))
            lawful = (legal(c, c.unit.actions[name], player) for name in names)
            return _places(c, [_both(first, then) for first, then in zip(offered, lawful, strict=True)])
        case _:
            assert_never(options)


def is_single(options: ir.Options) -> bool:
    """Whether one thing is chosen, and not a list of them."""
    match options:
        case ir.FromList(several=several):
            return not several
        case ir.InOrder():
            return False
        case _:
            return True


def _places(c: Code, conditions: list[str | None]) -> str:
    """The places of those conditions that hold; None and `1` always do."""
    if all(condition in (None, "1") for condition in conditions):
        places = "".join(f"{place}, " for place in range(len(conditions)))
        return f"({places})" if len(conditions) != 1 else "(0,)"
    if len(conditions) == 1:
        return f"((0,) if {conditions[0]} else ())"
    found = c.text.name("found")
    c.text.line(f"{found} = []")
    for place, condition in enumerate(conditions):
        test = "" if condition in (None, "1") else f"if {condition}: "
        c.text.line(f"{test}{found}.append({place})")
    return found


def _both(first: str | None, then: str) -> str:
    return f"{conjunct(first)} and {conjunct(then)}" if first else then


def legal(c: Code, action: Action, player: str) -> str:
    """The text of the condition that somebody may take an action now."""
    texts = {0: player}
    inner = c.inside(texts, set())
    inner.write = texts.__getitem__
    before = c.mark()
    parts = [test(inner, need) for need in cheapest_first(c, action.needs)]
    for let in action.lets:
        texts[let.slot] = c.text.kept(value(inner, let.value), "let")
    if action.question is not None:
        parts.append(_has_candidate(inner, action.question, player))
    parts = [part for part in parts if part != "1"]
    if len(parts) < 2 or c.mark() == before:
        return " and ".join(conjunct(part) for part in parts) or "1"
    c.rewind(before)
    return _written_legal(c, action, player)


def _written_legal(c: Code, action: Action, player: str) -> str:
    """The same, where each part is only looked at when those before it hold."""
    name = c.text.name("legal")
    indent = c.text.indent
    c.text.line(f"{name} = 0")
    texts = {0: player}
    inner = c.inside(texts, set())
    for need in cheapest_first(c, action.needs):
        c.text.line(f"if {test(inner, need)}:")
        c.text.indent += 1
    for let in action.lets:
        texts[let.slot] = c.text.kept(value(inner, let.value), "let")
    question = "1" if action.question is None else _has_candidate(inner, action.question, player)
    c.text.line(f"{name} = {question}")
    c.text.indent = indent
    return name


def _has_candidate(c: Code, options: ir.Options, player: str) -> str:
    """Whether a question has as many candidates as it must have, and at least one."""
    match options:
        case ir.FromList(over, least) if isinstance(least, ir.Constant) and least.value <= 1:
            return lists.some(c, ir.Some(over, -1, None))
        case ir.FromList(over, least):
            return f"{lists.count(c, ir.CountOf(over))} >= max(1, {value(c, least)})"
        case ir.FromRange(low, high):
            return test(c, ir.Compare("<=", _counted(low), _counted(high)))
        case ir.InOrder(group):
            return lists.some(c, ir.Some(group, -1, None))
        case ir.FromMenu(_, conditions):
            if any(condition is None for condition in conditions):
                return "1"
            return test(c, ir.Or(tuple(condition for condition in conditions if condition is not None)))
        case ir.FromActions(names):
            actions = c.unit.actions
            return " or ".join(conjunct(legal(c, actions[name], player)) for name in names)
        case _:
            assert_never(options)


def _counted(node: ir.Expression) -> ir.Expression:
    """A bound as a number, whatever its type says."""
    return node if node.type == ir.NUMBER else ir.Arithmetic("+", node, ir.Constant(0, ir.NUMBER))
