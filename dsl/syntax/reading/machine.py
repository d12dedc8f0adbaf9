"""Runs the parse tables: tokens in, nodes out.

A word may be a keyword in one place and a name in another. The state of the parse decides: a token is read as
its `kind` if that can come next, and as its `shape` if not.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.tables import ABSENT, ParseTables, Rule


class Maker(Protocol):
    """Makes the value of a token read as `kind`, and of a rule's children; -1 is the place of nothing."""

    def token(self, kind: int, token: Token) -> Any: ...

    def rule(self, name: str, start: int, end: int, children: list[Any]) -> Any: ...


class Machine:
    """One parse under way. `states` alone decides what may come next; the other stacks hold what was read."""

    def __init__(self, tables: ParseTables, maker: Maker) -> None:
        self.tables = tables
        self.maker = maker
        self.states = [tables.first_state]
        self.values: list[Any] = [None]
        self.starts = [-1]
        self.ends = [-1]

    def run(self, tokens: Sequence[Token]) -> int | None:
        """Takes the tokens; stops before the first that cannot stand where it does, and gives its index."""
        actions, gotos, rules, states = self.tables.actions, self.tables.gotos, self.tables.rules, self.states
        for index, token in enumerate(tokens):
            row = actions[states[-1]]
            kind = token.kind if token.kind in row else token.shape
            while (action := row.get(kind)) is not None and action < 0:
                rule = rules[-action - 1]
                if rule.is_unit:
                    states[-1] = gotos[states[-2]][rule.origin]
                else:
                    self._reduce(rule)
                row = actions[states[-1]]
            if action is None:
                return index
            states.append(action)
            self.values.append(self.maker.token(kind, token))
            self.starts.append(token.start)
            self.ends.append(token.end)
        return None

    def result(self) -> Any:
        """The value of the whole, once the end has been run."""
        return self.values[1]

    def _reduce(self, rule: Rule) -> None:
        base = len(self.states) - rule.length
        children = _children(rule, self.values, base)
        start, end = _first(self.starts, base), _last(self.ends, base)
        value: Any = children
        if rule.builder is None:
            value = children[0]
        elif rule.builder:
            value = self.maker.rule(rule.builder, start, end, children)
        del self.states[base:], self.values[base:], self.starts[base:], self.ends[base:]
        self.states.append(self.tables.gotos[self.states[-1]][rule.origin])
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)


def runs(tables: ParseTables, states: list[int], tokens: Sequence[Token]) -> int | None:
    """As `Machine.run` for the states alone, which it changes: the way to try something out."""
    count = len(reads(tables, states, tokens))
    return count if count < len(tokens) else None


def reads(tables: ParseTables, states: list[int], tokens: Sequence[Token]) -> list[int]:
    """What each token is read as, as far as they can stand where they do; changes the states like `runs`."""
    kinds: list[int] = []
    for token in tokens:
        kind = token.kind if token.kind in tables.actions[states[-1]] else token.shape
        if not _shift(tables, states, kind):
            break
        kinds.append(kind)
    return kinds


def can_come(tables: ParseTables, states: Sequence[int], kind: int) -> bool:
    """Whether that terminal can really come next."""
    return _shift(tables, list(states), kind)


def expected(tables: ParseTables, states: Sequence[int]) -> set[int]:
    """The terminals that can really come next."""
    return {kind for kind in tables.actions[states[-1]] if can_come(tables, states, kind)}


def _shift(tables: ParseTables, states: list[int], kind: int) -> bool:
    while (action := tables.actions[states[-1]].get(kind)) is not None and action < 0:
        rule = tables.rules[-action - 1]
        if rule.length:
            del states[-rule.length :]
        states.append(tables.gotos[states[-1]][rule.origin])
    if action is None:
        return False
    states.append(action)
    return True


def _children(rule: Rule, values: list[Any], base: int) -> list[Any]:
    if not rule.spliced:
        return [None if child == ABSENT else values[base + child] for child in rule.children]
    children: list[Any] = []
    for child in rule.children:
        if child in rule.spliced:
            # The list is ours alone, so that a long one grows in place instead of being copied for each item.
            children = values[base + child] if not children else children + values[base + child]
        else:
            children.append(None if child == ABSENT else values[base + child])
    return children


def _first(starts: list[int], base: int) -> int:
    for k in range(base, len(starts)):
        if starts[k] >= 0:
            return starts[k]
    return -1


def _last(ends: list[int], base: int) -> int:
    for k in range(len(ends) - 1, base - 1, -1):
        if ends[k] >= 0:
            return ends[k]
    return -1
