"""Builds the parse tables: what Lark works out from the grammar, in the form in which `machine.py` runs it.

Lark builds them (and proves the grammar free of conflicts); running them is done here, because errors are
found, repaired and reported line by line, and because a table that is read back from JSON needs no Lark.
"""

import json
from collections.abc import Sequence
from typing import Any

from attrs import field

from dsl.frozen import frozen
from dsl.listing import grouped

# What stands for nothing at all in a rule's children: the place of an optional part that is not there.
ABSENT = -1
END = "$END"


@frozen
class Rule:
    """One way to make `origin` out of `length` symbols.

    `children` are the positions of the symbols that are handed on (`ABSENT` for an optional part left out),
    `spliced` those among them whose value is a list that is poured into ours. `builder` names what is built
    from them: "" is a bare list, None hands the only child on as it is.
    """

    origin: int
    length: int
    builder: str | None
    children: tuple[int, ...]
    spliced: frozenset[int]
    is_unit: bool = field(init=False)  # makes nothing new: one symbol, handed on

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "is_unit", self.builder is None and self.length == 1)


@frozen(eq=False)
class ParseTables:
    """An LALR automaton. Terminals and rules' origins are numbers, as are states: indices into the rows.

    An action of 0 or more is the state to go to with the token; a negative one reduces by rule `-action - 1`.
    """

    terminals: tuple[str, ...]
    patterns: dict[str, str]  # terminals of many shapes: their regular expressions
    literals: dict[str, int]  # words and signs that the grammar spells out
    origins: tuple[str, ...]
    rules: tuple[Rule, ...]
    actions: tuple[dict[int, int], ...]
    gotos: tuple[dict[int, int], ...]
    first_state: int
    last_state: int
    numbers: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "numbers", {name: number for number, name in enumerate(self.terminals)})


def build_tables(grammar: str) -> ParseTables:
    """Works the tables out from the text of a Lark grammar; this takes a second or so."""
    from lark import Lark  # imported only when there is no stored table, as it takes longer than all the rest

    parser = Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=True)
    table = parser.parser.parser._parse_table
    return _Conversion(parser, table).tables()


def to_json(tables: ParseTables) -> str:
    """Equal rows of actions are written once, and within a row equal actions too."""
    rows = [_grouped(row) for row in tables.actions]
    distinct = list(dict.fromkeys(rows))
    number = {row: k for k, row in enumerate(distinct)}
    return json.dumps(
        {
            "terminals": tables.terminals,
            "patterns": tables.patterns,
            "literals": tables.literals,
            "origins": tables.origins,
            "rules": [[r.origin, r.length, r.builder, r.children, sorted(r.spliced)] for r in tables.rules],
            "rows": distinct,
            "actions": [number[row] for row in rows],
            "gotos": [[*row.keys(), *row.values()] for row in tables.gotos],
            "first_state": tables.first_state,
            "last_state": tables.last_state,
        },
        separators=(",", ":"),
    )


def from_json(text: str) -> ParseTables:
    """The tables that `to_json` wrote; ValueError, KeyError or TypeError if it wrote something else."""
    data = json.loads(text)
    rows = [{terminal: action for action, *terminals in row for terminal in terminals} for row in data["rows"]]
    return ParseTables(
        terminals=tuple(data["terminals"]), patterns=data["patterns"], literals=data["literals"],
        origins=tuple(data["origins"]),
        rules=tuple(Rule(o, n, b, tuple(c), frozenset(s)) for o, n, b, c, s in data["rules"]),
        actions=tuple(rows[number] for number in data["actions"]), gotos=tuple(_halves(row) for row in data["gotos"]),
        first_state=data["first_state"], last_state=data["last_state"],
    )  # fmt: skip


def _grouped(row: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    by_action = grouped((action, terminal) for terminal, action in row.items())
    return tuple((action, *terminals) for action, terminals in by_action.items())


def _halves(row: Sequence[int]) -> dict[int, int]:
    middle = len(row) // 2
    return dict(zip(row[:middle], row[middle:], strict=True))


class _Conversion:
    """From Lark's objects, keyed by name, to numbers."""

    def __init__(self, parser: Any, table: Any) -> None:
        self.parser = parser
        self.table = table
        declared = dict.fromkeys(symbol.name for rule in parser.rules for symbol in rule.expansion if symbol.is_term)
        self.terminals = [END, *sorted(declared)]
        self.origins = list(dict.fromkeys(str(rule.origin.name) for rule in parser.rules))
        self.terminal = {name: number for number, name in enumerate(self.terminals)}
        self.origin = {name: number for number, name in enumerate(self.origins)}
        self.rule = {rule: number for number, rule in enumerate(parser.rules)}
        self.state = {name: number for number, name in enumerate(table.states)}

    def tables(self) -> ParseTables:
        known = [t for t in self.parser.terminals if t.name in self.terminal]
        (first,), (last,) = self.table.start_states.values(), self.table.end_states.values()
        return ParseTables(
            terminals=tuple(self.terminals),
            patterns={t.name: t.pattern.to_regexp() for t in known if t.pattern.type == "re"},
            literals={t.pattern.value: self.terminal[t.name] for t in known if t.pattern.type == "str"},
            origins=tuple(self.origins), rules=tuple(self._rule(rule) for rule in self.parser.rules),
            actions=tuple(self._actions(name, row) for name, row in self.table.states.items()),
            gotos=tuple(self._gotos(row) for row in self.table.states.values()), first_state=self.state[first],
            last_state=self.state[last],
        )  # fmt: skip

    def _actions(self, state: int, row: dict[str, tuple[Any, Any]]) -> dict[int, int]:
        actions = {
            self.terminal[name]: self.state[what] if action.name == "Shift" else -self.rule[what] - 1
            for name, (action, what) in row.items()
            if name in self.terminal
        }
        if state in self.table.end_states.values():
            actions[self.terminal[END]] = self.state[state]  # so that the end is a token like any other
        return actions

    def _gotos(self, row: dict[str, tuple[Any, Any]]) -> dict[int, int]:
        return {self.origin[name]: self.state[what] for name, (_, what) in row.items() if name in self.origin}

    def _rule(self, rule: Any) -> Rule:
        children, spliced = _children(rule)
        name = str(rule.alias or rule.origin.name)
        builder: str | None = "" if name.startswith("_") else name
        if rule.options.expand1 and not rule.alias and len(children) == 1:
            builder = None
        return Rule(self.origin[rule.origin.name], len(rule.expansion), builder, children, spliced)


def _children(rule: Any) -> tuple[tuple[int, ...], frozenset[int]]:
    """Which symbols a rule hands on: not words that are only spelling, and a gap for a part left out."""
    children: list[int] = []
    spliced = set()
    for position, (symbol, gaps) in enumerate(zip(rule.expansion, _gaps_before(rule), strict=False)):
        children += [ABSENT] * gaps
        if symbol.is_term and symbol.filter_out and not rule.options.keep_all_tokens:
            continue
        if not symbol.is_term and symbol.name.startswith("_"):
            spliced.add(position)
        children.append(position)
    return (*children, *[ABSENT] * _gaps_before(rule)[-1]), frozenset(spliced)


def _gaps_before(rule: Any) -> list[int]:
    """How many optional parts are left out before each symbol, and after the last one."""
    empty = rule.options.empty_indices or [False] * len(rule.expansion)
    gaps = [0]
    for is_gap in empty:
        if is_gap:
            gaps[-1] += 1
        else:
            gaps.append(0)
    return gaps
