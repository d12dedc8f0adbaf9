"""Generates the code of one function: its body, its locals, and its expressions.

An expression cannot contain a loop: what needs statements adds them to the body at once, so an expression has to be
used before anything is added that changes what it reads. Where only one of several parts is to be evaluated, the
statements of each are captured (`Body.captured`) until it is known whether there are any: nothing is generated twice.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from attrs import define, evolve, field

from dsl.bounds.interval import Interval
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_STEPS
from dsl.node import Node
from dsl.source import Span
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.unit import Unit
from interpreter.errors import TOO_LARGE, TOO_LONG
from interpreter.program.model.nodes import Definition, OfItsKind
from interpreter.program.optimise.non_none import non_none


@frozen
class Items:
    """A generated list. `how`: a `fixed` tuple; a `range`; a `fresh` list; `live`: a zone's own list."""

    expression: ast.expr
    how: str


WritesExpression: TypeAlias = "Callable[[Code, OfItsKind], ast.expr]"
WritesList: TypeAlias = "Callable[[Code, OfItsKind], Items]"
WritesStatement: TypeAlias = "Callable[[Code, OfItsKind], None]"


@frozen
class Writers:
    """Tables of what generates each kind of expression: as one thing, as a condition, as a list."""

    values: Mapping[type, WritesExpression]
    tests: Mapping[type, WritesExpression]
    lists: Mapping[type, WritesList]
    definition_test: Callable[[Code, ir.Derived], ast.expr]
    definition_list: Callable[[Code, ir.Derived], tuple[Code, ir.Expression] | None]  # to be gone through in place


#: A definition with at most so many nodes is inlined; in hot code, a longer one.
SHORT, SHORT_WHERE_OFTEN = 45, 200


@define
class Code:
    """`read` and `write` give the place of a local; locals in `non_none` are never none.

    `short`: definitions with at most so many nodes are inlined.
    """

    unit: Unit
    out: Body
    read: Callable[[int], ast.expr]
    write: Callable[[int], ast.expr]
    non_none: set[int]
    previous: ast.expr | None = None
    previously: Interval | None = None  # what that can be
    you: ast.expr = tree.NONE  # only a journal asks
    short: int = SHORT
    worked_out: Mapping[ir.Expression, ast.expr] = field(factory=dict)  # what has a name already
    just_now: dict[ir.Expression, ast.expr] = field(factory=dict)  # the same, but only until something changes
    level: list[ast.stmt] = field(factory=list)  # the block of the statement that is being generated

    @property
    def definitions(self) -> Mapping[str, Definition]:
        return self.unit.definitions

    def remember(self, node: ir.Expression, result: ast.expr) -> ast.expr:
        """Names a definition's value, so that it is not evaluated again until something changes."""
        if isinstance(node, ir.Derived) and all(isinstance(given, ir.Constant) for given in node.arguments):
            result = self.out.kept(result, "worth")
            if self.out.statements is self.level:  # else it is perhaps not evaluated at all
                self.just_now[node] = result
        return result

    @contextmanager
    def with_local(self, slot: int, place: ast.expr, *, non_none: bool) -> Iterator[None]:
        """Binds a slot to a place for a while."""
        read, before = self.read, self.non_none
        self.read = lambda asked: place if asked == slot else read(asked)
        self.non_none = before | {slot} if non_none else before - {slot}
        try:
            yield
        finally:
            self.read, self.non_none = read, before

    @contextmanager
    def knowing(self, worked_out: Mapping[ir.Expression, ast.expr]) -> Iterator[None]:
        """Reuses these values for a while."""
        before = self.worked_out
        self.worked_out = {**before, **worked_out}
        try:
            yield
        finally:
            self.worked_out = before

    def inside(self, arguments: dict[int, ast.expr], non_none: set[int]) -> Code:
        """Makes the code of an inlined definition with these arguments."""
        return evolve(
            self, read=arguments.__getitem__, write=_nothing, non_none=non_none, previous=None, previously=None,
            worked_out={},
        )  # fmt: skip


def _nothing(_: int) -> ast.expr:
    raise AssertionError("a definition puts nothing into locals")


# ---------------------------------------------------------------- expressions


def value(c: Code, node: ir.Expression) -> ast.expr:
    """Generates an expression's value: an int; for a list, a tuple."""
    if node.type.many:
        return fixed(c, node)
    if type(node) in c.unit.writers.tests:
        return tree.IfExp(test(c, node), tree.ONE, tree.ZERO)
    return c.unit.writers.values[type(node)](c, node)


def test(c: Code, node: ir.Expression) -> ast.expr:
    """Generates a condition: anything that Python takes for true or false."""
    if isinstance(node, ir.Derived):
        return tree.truth(c.unit.writers.definition_test(c, node))
    rule = c.unit.writers.tests.get(type(node))
    return tree.truth(value(c, node) if rule is None else rule(c, node))


def items(c: Code, node: ir.Expression) -> Items:
    """Generates a list, or a single thing as a list of one."""
    rule = c.unit.writers.lists.get(type(node))
    if rule is not None:
        return rule(c, node)
    if node.type.many:
        return Items(c.unit.writers.values[type(node)](c, node), "fixed")
    return Items(tree.tuple_of([value(c, node)]), "fixed")


def fixed(c: Code, node: ir.Expression) -> ast.expr:
    """Generates a list that never changes."""
    found = items(c, node)
    return found.expression if found.how == "fixed" else tree.call("tuple", found.expression)


def lasting(c: Code, node: ir.Expression) -> ast.expr:
    """Generates a list that stays the same while pieces move."""
    found = items(c, node)
    return tree.expr("items[:]", items=found.expression) if found.how == "live" else found.expression


def of_something(c: Code, node: ir.Expression, found: Callable[[ast.expr], ast.expr], gone: ast.expr) -> ast.expr:
    """Generates `found` of a value, or `gone` if the value is none."""
    result = value(c, node)
    if non_none(c, node):
        return found(result)
    if (there := tree.of_there(result, found, gone)) is not None:
        return there
    first, later = c.out.named(result, "p")
    return tree.IfExp(tree.compare(first, ">=", tree.ZERO), found(later), gone)


# ---------------------------------------------------------------- conditions one after another


def cheapest_first(c: Code, parts: tuple[ir.Expression, ...]) -> tuple[ir.Expression, ...]:
    """Sorts conditions by their cost, if none may fail."""
    costs = [c.unit.cost(part) for part in parts]
    if any(faulty for _, faulty in costs):
        return parts
    return tuple(part for _, part in sorted(zip(costs, parts, strict=True), key=lambda pair: pair[0]))


def one_after_another(c: Code, word: str, conditions: Sequence[Callable[[], ast.expr]]) -> ast.expr:
    """Joins conditions by `and` or `or`, with short-circuit evaluation also of their statements."""
    first = conditions[0]()
    later = []
    for write in conditions[1:]:
        with c.out.captured() as before:
            later.append((write(), before))
    if not any(before for _, before in later):
        return tree.joined(word, [first, *(condition for condition, _ in later)])
    found = c.out.name("t")
    c.out.put(found, tree.ZERO if word == "and" else tree.ONE)
    with c.out.nested():
        side_by_side = [first]
        for condition, before in later:
            if before:
                so_far = tree.joined(word, side_by_side)
                c.out.enter(so_far if word == "and" else tree.opposite(so_far))
                c.out.statements += before
                side_by_side = []
            side_by_side.append(condition)
        c.out.put(found, tree.joined(word, side_by_side))
    return found


# ---------------------------------------------------------------- charges


def metered(c: Code, node: ir.Function, found: ast.expr) -> ast.expr:
    """Generates a value, for so many steps; for a list, perhaps so many for each item."""
    steps = value(c, node.arguments[0])
    first = later = found
    if node.name == "metered_each":
        first, later = (c.out.kept(found, "items"),) * 2 if c.unit.in_one_go else c.out.named(found, "items")
        steps = tree.expr("steps * len(first)", steps=steps, first=first)
    if c.unit.in_one_go:
        spend(c, steps)
        return later
    return tree.IfExp(tree.call("spend", tree.ST, steps), later, too_long(c, node))


#: A game in one go asks after so many steps whether there was a decision; if there is none twice, it gives up.
_STEPS_LIMIT = MOST_STEPS // 3


def spend(c: Code, steps: ast.expr) -> None:
    """Generates a charge in one go, where functions share a global variable."""
    c.out.do("spent += steps\nif spent > most: spent = once_more(st)", steps=steps, most=_STEPS_LIMIT)


def too_long(c: Code, node: Node) -> ast.expr:
    """Generates the fault of what goes on and on."""
    return c.unit.fault(node.span, TOO_LONG)


def in_range(c: Code, result: ast.expr, node: ir.Expression) -> ast.expr:
    """Generates the test that a number is one that a game may have, or in one go hold, unless that is certain."""
    if c.unit.is_small(node, previously=c.previously):
        return result
    first, later = c.out.named(result)
    low, high = -c.unit.largest_held, c.unit.largest_held
    good = tree.expr("low <= first <= high", low=low, first=first, high=high)
    return tree.IfExp(good, later, c.unit.fault(node.span, TOO_LARGE))


def check_range(c: Code, place: ast.expr, span: Span, *, down: bool = True, up: bool = True) -> None:
    """Generates the fault of a number that has become too large, upwards or downwards."""
    if span.in_file and (down or up):
        beyond = ("not low <= place <= high" if down else "place > high") if up else "place < low"
        c.out.do(
            f"if {beyond}: fault",
            low=-c.unit.largest_held, high=c.unit.largest_held, place=place, fault=c.unit.fault(span, TOO_LARGE),
        )  # fmt: skip


# ---------------------------------------------------------------- offsets in lists


def added(base: int, place: ast.expr) -> ast.expr:
    """Adds a number to an offset."""
    if (number := tree.number_in(place)) is not None:
        return tree.num(base + number)
    return tree.total([tree.num(base), place]) if base else place


def times(result: ast.expr, factor: int) -> ast.expr:
    """Multiplies a result by a number."""
    return result if factor == 1 else tree.expr("result * factor", result=result, factor=factor)


def place_term(c: Code, index: ir.Expression, stride: int, guards: list[ast.expr]) -> ast.expr:
    """The term of one index in an offset in a flat list; `guards` gets what must hold for that to exist."""
    place = value(c, index)
    if not non_none(c, index):
        first, place = c.out.named(place, "i")
        guards.append(tree.compare(first, ">=", tree.ZERO))
    return times(place, stride)


def place_in(c: Code, strides: tuple[int, ...], at: tuple[ir.Expression, ...]) -> tuple[ast.expr, ast.expr | None]:
    """Generates an offset in a flat list, and what must hold for that to exist (None: it always does)."""
    terms: list[ast.expr] = []
    guards: list[ast.expr] = []
    constant = 0
    for index, stride in zip(at, strides, strict=True):
        if isinstance(index, ir.Constant) and index.value >= 0:
            constant += index.value * stride
            continue
        terms.append(place_term(c, index, stride, guards))
    if constant or not terms:
        terms.append(tree.num(constant))
    return tree.total(terms), tree.both(*guards)
