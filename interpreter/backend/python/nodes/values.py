"""Generates numbers, single things and conditions, but for lists and built-in functions."""

import ast
from collections.abc import Callable, Mapping
from functools import partial

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import (
    Code,
    Writers,
    WritesExpression,
    added,
    cheapest_first,
    in_range,
    items,
    of_something,
    one_after_another,
    place_in,
    test,
    value,
)
from interpreter.backend.python.emit.tree import expr, num, of_state, state
from interpreter.backend.python.nodes import lists, members, queries
from interpreter.backend.python.nodes.definitions import definition_list, derived, derived_test
from interpreter.backend.python.nodes.functions import function
from interpreter.errors import BY_ZERO
from interpreter.program.model.constant_fold import is_sum
from interpreter.program.model.setting import absent
from interpreter.program.optimise.lookup_tables import is_kind
from interpreter.program.optimise.non_none import non_none
from interpreter.runtime.state import kept_attribute

# ---------------------------------------------------------------- plain ones


def _constant(_: Code, node: ir.Constant) -> ast.expr:
    return num(node.value)


def _local(c: Code, node: ir.Local) -> ast.expr:
    return c.read(node.slot)


def _previous(c: Code, _: ir.Previous) -> ast.expr:
    assert c.previous is not None, "only an exception speaks of the value before it"
    return c.previous


def _cases(c: Code, node: ir.Cases) -> ast.expr:
    """One of several values, of which only one is evaluated."""
    first = test(c, node.cases[0][0])
    with c.out.captured() as before:
        result = value(c, node.cases[0][1])
    parts = [(first, result, before)]
    asked: list[list[ast.stmt]] = [[]]
    for holds, outcome in node.cases[1:]:
        with c.out.captured() as before:
            condition = test(c, holds)
        asked.append(before)
        with c.out.captured() as before:
            result = value(c, outcome)
        parts.append((condition, result, before))
    with c.out.captured() as before:
        last = value(c, node.default)
    if not (before or any(asked) or any(needed for _, _, needed in parts)):
        for condition, result, _ in reversed(parts):
            last = tree.IfExp(condition, result, last)
        return last
    found = c.out.name("t")
    statements = [*before, tree.assign(found, last)]
    for question, (condition, result, needed) in zip(reversed(asked), reversed(parts), strict=True):
        statements = [*question, tree.If(condition, [*needed, tree.assign(found, result)], statements)]
    c.out.statements += statements
    return found


# ---------------------------------------------------------------- reads


def _read(c: Code, node: ir.Read) -> ast.expr:
    return read(c, node.variable, node.at)


def read(c: Code, variable: str, at: tuple[ir.Expression, ...]) -> ast.expr:
    """Generates the read of a variable. A list with one index has one item more, at -1, for nobody."""
    slot = c.unit.layout.variables[variable]
    if not slot.sizes:
        return state(slot.attribute)
    if len(at) == 1:
        return of_state(slot.attribute, value(c, at[0]))
    place, good = place_in(c, slot.strides, at)
    found = of_state(slot.attribute, place)
    return found if good is None else tree.IfExp(good, found, num(absent(slot.variable.type)))


def _read_counter(c: Code, node: ir.ReadCounter) -> ast.expr:
    if isinstance(node.counter, ir.Constant):
        if node.counter.value < 0:
            return tree.ZERO
        return read(c, c.unit.layout.counters[node.counter.value], (node.player,))
    names, number = possible_counters(c, node.counter)
    return tree.at(one_of_counters(c, names, number), value(c, node.player))


def one_of_counters(c: Code, names: tuple[str, ...], number: ir.Expression) -> ast.expr:
    """Generates the list, by player, of one of some counters; of zeros for none."""
    counters = [state(c.unit.layout.variables[name].attribute) for name in names]
    return expr("(counters, NOTHING)[number]", counters=counters, number=value(c, number))


def possible_counters(c: Code, counter: ir.Expression) -> tuple[tuple[str, ...], ir.Expression]:
    """Lists the possible counters; gives what selects one of them, too."""
    layout = c.unit.layout
    group = counter.left if isinstance(counter, ir.Arithmetic) else counter
    if group.type.kind is ir.Kind.VALUE:
        members = tuple(n for n in layout.counters if layout.variables[n].variable.group == group.type.name)
        return members, group
    return layout.counters, counter


def _attribute(c: Code, node: ir.Attribute) -> ast.expr:
    """What is printed on a piece."""
    layout = c.unit.layout
    printed = layout.printed[node.field]
    if node.field in layout.kept:
        kinds, table = kept_attribute(layout.kept.index(node.field)), c.unit.table(node.field, printed)
        return _of_piece(c, node.piece, lambda piece: tree.at(table, of_state(kinds, piece)), printed[-1])
    return _of_kind(c, node.field, lambda: printed, node.piece, printed[-1])


def _of_kind(
    c: Code, name: str, by_kind: Callable[[], tuple[int, ...]], piece: ir.Expression, gone: int
) -> ast.expr:
    """A property of all pieces of a kind; that of no piece, `gone`, is the last in its table."""
    layout = c.unit.layout
    if layout.fixed_kinds:

        def by_piece() -> tuple[int, ...]:
            of_kind = by_kind()
            return (*(of_kind[kind] for kind, _, _ in layout.first_pieces), gone)

        return tree.at(c.unit.table(f"{name} of pieces", by_piece), value(c, piece))
    table = c.unit.table(name, by_kind)
    return _of_piece(c, piece, lambda piece: tree.at(table, of_state("kind", piece)), gone)


def _of_piece(c: Code, piece: ir.Expression, of: Callable[[ast.expr], ast.expr], gone: int) -> ast.expr:
    if isinstance(piece, ir.PileEnd) and piece.amount is None:
        return _end_of_pile(c, piece, of, gone)
    return of_something(c, piece, of, num(gone))


def _end_of_pile(c: Code, node: ir.PileEnd, of: Callable[[ast.expr], ast.expr], gone: int) -> ast.expr:
    first, zone = c.out.named(lists.zone_list(c, node.zone), "z")
    return tree.IfExp(first, of(tree.at(zone, num(-1 if node.end == "top" else 0))), num(gone))


def _zone_at(c: Code, node: ir.ZoneAt) -> ast.expr:
    if (known := c.worked_out.get(node)) is not None:
        return known
    slot = c.unit.layout.zones[node.zone]
    if not slot.base and len(node.at) == 1 and not non_none(c, node.at[0]):
        return value(c, node.at[0])  # none is none
    place, good = place_in(c, slot.strides, node.at)
    found = added(slot.base, place)
    return found if good is None else tree.IfExp(good, found, tree.NONE)


def _pile_end(c: Code, node: ir.PileEnd) -> ast.expr:
    return _end_of_pile(c, node, lambda piece: piece, ir.NONE)


# ---------------------------------------------------------------- numbers


_OPERATORS: Mapping[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}


def _arithmetic(c: Code, node: ir.Arithmetic) -> ast.expr:
    return in_range(c, _worked_out(c, node), node)


def _worked_out(c: Code, node: ir.Arithmetic) -> ast.expr:
    return tree.BinOp(_bare(c, node.left), _OPERATORS[node.operator], _bare(c, node.right))


def _bare(c: Code, node: ir.Expression) -> ast.expr:
    """The value, of which a sum is not tested for its range."""
    return _worked_out(c, node) if is_sum(node) else value(c, node)


def _divide(c: Code, node: ir.Divide) -> ast.expr:
    return in_range(c, _quotient(c, node), node)


def _quotient(c: Code, node: ir.Divide) -> ast.expr:
    left, right = _bare(c, node.left), value(c, node.right)
    done = "-(-left // right)" if node.up else "left // right"
    if c.unit.never_zero(node.right):
        return expr(done, left=left, right=right)
    first, later = c.out.named(right, "divisor")
    return tree.IfExp(first, expr(done, left=left, right=later), c.unit.fault(node.span, BY_ZERO))


# ---------------------------------------------------------------- conditions


def _compare(c: Code, node: ir.Compare) -> ast.expr:
    left, right = _bare(c, node.left), _bare(c, node.right)
    guards = []
    if node.operator not in ("=", "!="):
        if _may_be_none(c, node.left):
            first, left = c.out.named(left)
            guards.append(tree.compare(first, "!=", tree.NONE))
        if _may_be_none(c, node.right):
            first, right = c.out.named(right)
            guards.append(tree.compare(first, "!=", tree.NONE))
    return tree.joined("and", [*guards, tree.compare(left, node.operator, right)])


def _may_be_none(c: Code, node: ir.Expression) -> bool:
    counts = node.type.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not node.type.optional
    return not counts and not non_none(c, node)


def _and(c: Code, node: ir.And) -> ast.expr:
    return one_after_another(c, "and", [partial(test, c, part) for part in cheapest_first(c, node.parts)])


def _or(c: Code, node: ir.Or) -> ast.expr:
    return one_after_another(c, "or", [partial(test, c, part) for part in cheapest_first(c, node.parts)])


def _not(c: Code, node: ir.Not) -> ast.expr:
    return tree.opposite(test(c, node.inner))


def _is_in(c: Code, node: ir.IsIn) -> ast.expr:
    if kinds := _kinds_of_pieces(node.group):
        return _of_kind(c, f"is {' '.join(kinds)}", partial(is_kind, c.unit.layout, kinds), node.item, 0)
    if (found := members.is_in(c, node)) is not None:
        return found
    return expr("item in group", item=value(c, node.item), group=items(c, node.group).expression)


def _kinds_of_pieces(group: ir.Expression) -> tuple[str, ...]:
    """The kinds, if a list is that of all pieces of some kinds."""
    match group:
        case ir.AllOf(ir.Type(ir.Kind.PIECE, name)) if name:
            return (name,)
        case ir.ListOf(items) if all(_kinds_of_pieces(item) for item in items):
            return tuple(name for item in items for name in _kinds_of_pieces(item))
    return ()


#: Every kind of expression that gives a number or one thing.
VALUES: Mapping[type, WritesExpression] = {
    ir.Constant: _constant,
    ir.Local: _local,
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: _attribute,
    ir.Derived: derived,
    ir.ZoneAt: _zone_at,
    ir.PileEnd: _pile_end,
    ir.CountOf: queries.count,
    ir.First: queries.first,
    ir.Item: queries.item,
    ir.BestOf: queries.best,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Cases: _cases,
    ir.Previous: _previous,
    ir.Function: function,
}

#: Every kind of expression that is a condition.
TESTS: Mapping[type, WritesExpression] = {
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.IsIn: _is_in,
    ir.Some: queries.some,
}

WRITERS = Writers(VALUES, TESTS, lists.LISTS, derived_test, definition_list)
