"""The code of one function in the making: its text, its locals, and the program around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeAlias

from attrs import define, evolve, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.effects import StateNames, state_names
from dsl.source import Span
from dsl.walk import nodes_in
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import Text, atom, named, operand
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import Action, Definition, Exact, Plain
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId


@frozen
class Writers:
    """How each kind of expression is written: as one thing, as a condition, as a list."""

    values: Mapping[type, Callable[[Code, Any], str]]
    tests: Mapping[type, Callable[[Code, Any], str]]
    sequences: Mapping[type, Callable[[Code, Any], Sequence]]
    definition_test: Callable[[Code, ir.Derived], str]
    definition_list: Callable[[Code, ir.Derived], tuple[Code, ir.Expression] | None]  # to be gone through in place


@frozen
class Sequence:
    """The text of a list. `how`: a `fixed` tuple; a `range`; a `fresh` list; `live`: a zone's own list."""

    text: str
    how: str


#: Numbers in a row, or something for some numbers.
Table: TypeAlias = tuple[int, ...] | dict[int, int] | dict[int, tuple[int, ...]]


@define
class Unit:
    """What the functions of a program share: tables, faults, and the functions that they call."""

    program: Program
    journal: bool
    writers: Writers
    definitions: Mapping[str, Definition]
    actions: Mapping[str, Action]
    tables: dict[str, tuple[str, Table]] = field(factory=dict)
    faults: list[tuple[Span, str]] = field(factory=list)
    called: dict[str, str] = field(factory=dict)  # plain routines and definitions, by their name: the function's name
    wanted: list[str] = field(factory=list)  # those whose code is still to be written
    signatures: dict[str, tuple[int, ...]] = field(factory=dict)  # of plain routines: the parameters they read
    plain: Mapping[str, Plain] = field(factory=dict)
    recursive: frozenset[RoutineId] = frozenset()
    blind: bool = False  # whether nobody looks, so that it matters to nobody who knows which piece
    has_offers: bool = True  # whether any question has; else `offers` stays empty
    costs: dict[str, tuple[int, bool]] = field(factory=dict)

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @cached_property
    def state_names(self) -> StateNames:
        return evolve(state_names(self.program.game), defines=self.definitions)

    @property
    def players(self) -> int:
        return self.program.setting.players

    def table(self, name: str, values: Table) -> str:
        """The name of numbers, or tuples of them, that never change; what they are is said by its name."""
        if name not in self.tables:
            plain = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name)
            self.tables[name] = f"T{len(self.tables)}_{plain}", values
        return self.tables[name][0]

    def fault(self, span: Span, message: str) -> str:
        """The call that ends the game with a fault of the rules."""
        return f"fault({self.fault_number(span, message)})"

    def fault_number(self, span: Span, message: str) -> int:
        """The number by which a fault is known in the code."""
        self.faults.append((span, message))
        return len(self.faults) - 1

    def function(self, kind: str, name: str) -> str:
        """The name of the function of a plain routine (`p`) or a definition (`d`)."""
        key = f"{kind} {name}"
        if key not in self.called:
            plain = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name)
            self.called[key] = f"{kind}{len(self.called)}_{plain}"
            self.wanted.append(key)
        return self.called[key]

    def cost(self, node: object) -> tuple[int, bool]:
        """About how much work it is to work something out, and whether it may end in a fault."""
        total, faulty = 0, False
        for inner in nodes_in(node):
            total += 1
            if isinstance(inner, ir.Divide) and not (isinstance(inner.right, ir.Constant) and inner.right.value):
                faulty = True
            elif isinstance(inner, ir.Derived):
                more, bad = self.definition_cost(inner.define)
                total, faulty = total + more, faulty or bad
        return total, faulty

    def definition_cost(self, name: str) -> tuple[int, bool]:
        if name not in self.costs:
            self.costs[name] = 1000, True  # while it is being worked out: it hangs on itself
            definition = self.definitions[name]
            total, faulty = self.cost((definition.value, definition.exceptions))
            self.costs[name] = total, faulty or may_disagree(definition)
        return self.costs[name]


def may_disagree(definition: Definition) -> bool:
    """Whether two exceptions of equal standing may hold that do not go together."""
    ways = [(rule.standing, rule.how) for rule in definition.exceptions if rule.how != "plain"]
    limits = {standing for standing, how in ways if how == "at_least"} & {
        standing for standing, how in ways if how == "at_most"
    }
    exact = [rule for rule in definition.exceptions if rule.how == "instead"]
    if all_the_same(exact, definition.combining):
        return bool(limits)
    several = any(rule.instances is not None for rule in exact) or len(exact) != len({rule.standing for rule in exact})
    return bool(limits) or (several and definition.combining is None)


def all_the_same(rules: list[Exact], combining: str | None) -> bool:
    """Whether it makes no difference how many of some exceptions hold, and which, as long as one does."""
    if len(rules) == 1 and rules[0].instances is None:
        return True
    worth = {rule.value.value if isinstance(rule.value, ir.Constant) else None for rule in rules}
    return len(worth) == 1 and None not in worth and combining != "sum"


#: A definition with at most so many parts is written where it is asked for; in what is done very often, a longer one.
SHORT, SHORT_WHERE_OFTEN = 45, 200


@define
class Code:
    """`read` gives the text of a local, `write` what it is put into; locals in `sure` are never none.

    `short`: definitions with at most so many parts are written where they are asked for.
    """

    unit: Unit
    text: Text
    read: Callable[[int], str]
    write: Callable[[int], str]
    sure: set[int]
    previous: str = ""
    you: str = "-1"  # only a journal asks
    short: int = SHORT
    worked_out: Mapping[ir.Expression, str] = field(factory=dict)  # what stands in a name already
    just_now: dict[ir.Expression, str] = field(factory=dict)  # the same, but only until something changes
    level: int = 1  # how far the statement that is being written is indented

    @property
    def definitions(self) -> Mapping[str, Definition]:
        return self.unit.definitions

    def named(self, text: str, wish: str = "t") -> tuple[str, str]:
        """A value that is needed twice: its text where it is worked out first, and its text later on."""
        return named(self.text, text, wish)

    def mark(self) -> int:
        """How many lines there are; `rewind` takes away all that have come since."""
        return len(self.text.lines)

    def rewind(self, mark: int) -> None:
        if len(self.text.lines) > mark:
            del self.text.lines[mark:]
            self.just_now.clear()

    def remember(self, node: ir.Expression, text: str) -> str:
        """Gives a definition's value a name, so that it is not worked out again until something changes."""
        if isinstance(node, ir.Derived) and all(isinstance(given, ir.Constant) for given in node.arguments):
            text = self.text.kept(text, "worth")
            if self.text.indent == self.level:  # else it is perhaps not worked out at all
                self.just_now[node] = text
        return text

    @contextmanager
    def with_local(self, slot: int, name: str, *, sure: bool) -> Iterator[None]:
        """Reads of a slot are reads of that name for a while."""
        read, was_sure = self.read, self.sure
        self.read = lambda asked: name if asked == slot else read(asked)
        self.sure = was_sure | {slot} if sure else was_sure - {slot}
        yield
        self.read, self.sure = read, was_sure

    @contextmanager
    def knowing(self, worked_out: Mapping[Any, str]) -> Iterator[None]:
        """These values are not worked out again for a while."""
        before = self.worked_out
        self.worked_out = {**before, **worked_out}
        yield
        self.worked_out = before

    def inside(self, arguments: dict[int, str], sure: set[int]) -> Code:
        """The same function, where the slots are those of a definition with these arguments."""
        return evolve(self, read=arguments.__getitem__, write=_nothing, sure=sure, previous="", worked_out={})


def _nothing(_: int) -> str:
    raise AssertionError("a definition puts nothing into locals")


# ---------------------------------------------------------------- expressions


def value(c: Code, node: ir.Expression) -> str:
    """The text of an expression's value: an int; for a list, a tuple."""
    if node.type.many:
        return fixed(c, node)
    if type(node) in c.unit.writers.tests:
        return f"(1 if {test(c, node)} else 0)"
    return c.unit.writers.values[type(node)](c, node)


def test(c: Code, node: ir.Expression) -> str:
    """The text of a condition: true or false, as Python takes it."""
    if isinstance(node, ir.Derived):
        return c.unit.writers.definition_test(c, node)
    rule = c.unit.writers.tests.get(type(node))
    return value(c, node) if rule is None else rule(c, node)


def cheapest_first(c: Code, parts: tuple[ir.Expression, ...]) -> tuple[ir.Expression, ...]:
    """Conditions that are asked one after another, in another order where that makes no difference."""
    costs = [c.unit.cost(part) for part in parts]
    if any(faulty for _, faulty in costs):
        return parts
    return tuple(part for _, part in sorted(zip(costs, parts, strict=True), key=lambda pair: pair[0]))


def sequence(c: Code, node: ir.Expression) -> Sequence:
    """A list, or a single thing as a list of one."""
    rule = c.unit.writers.sequences.get(type(node))
    if rule is not None:
        return rule(c, node)
    if node.type.many:
        return Sequence(c.unit.writers.values[type(node)](c, node), "fixed")
    return Sequence(f"({value(c, node)},)", "fixed")


def fixed(c: Code, node: ir.Expression) -> str:
    """A list that never changes, whatever happens to what it was made from."""
    found = sequence(c, node)
    return found.text if found.how == "fixed" else f"tuple({found.text})"


def lasting(c: Code, node: ir.Expression) -> str:
    """A list that stays as it is while pieces move."""
    found = sequence(c, node)
    return f"{found.text}[:]" if found.how == "live" else found.text


def added(base: int, place: str) -> str:
    """A number and a text added up."""
    if place.isdigit():
        return str(base + int(place))
    return f"{base} + {place}" if base else place


def place_in(c: Code, strides: tuple[int, ...], at: tuple[ir.Expression, ...]) -> tuple[str, str]:
    """The place in a flat list, and what must be asked first for it to exist ("": it always does)."""
    terms, guards = [], []
    constant = 0
    for index, stride in zip(at, strides, strict=True):
        if isinstance(index, ir.Constant) and index.value >= 0:
            constant += index.value * stride
            continue
        text = value(c, index)
        if not sure(c, index):
            first, text = c.named(text, "i")
            guards.append(f"{first} >= 0")
        terms.append(operand(text) if stride == 1 else f"{atom(text)} * {stride}")
    if constant or not terms:
        terms.append(str(constant))
    return " + ".join(terms), " and ".join(guards)
