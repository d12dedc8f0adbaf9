"""Generates membership tests, without making the list where the thing itself can be tested.

The zone of a piece is known, so `this is in market of players` tests that; of `every Card in hand of player where
ready` each part is tested in turn.
"""

import ast
from functools import partial

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, one_after_another, test, value
from interpreter.backend.python.emit.tree import expr
from interpreter.backend.python.nodes.definitions import inside
from interpreter.program.optimise.lookup_tables import among_zones, constant_zones
from interpreter.program.optimise.non_none import non_none


def is_in(c: Code, node: ir.IsIn) -> ast.expr | None:
    """Generates the test, or None if the list has to be made for it."""
    if node.item.type.many or not _asks_the_thing(c, node.group):
        return None
    result = value(c, node.item)
    several = not isinstance(node.group, ir.Contents)  # whether the thing stands several times in the condition
    if non_none(c, node.item):
        return _member(c, c.out.kept(result, "p") if several else result, node.group)
    if several:
        first = later = c.out.kept(result, "p")
    else:
        first, later = c.out.named(result, "p")
    is_there = tree.compare(first, ">=", tree.ZERO)
    return one_after_another(c, "and", [lambda: is_there, lambda: _member(c, later, node.group)])


def _asks_the_thing(c: Code, group: ir.Expression) -> bool:
    """Whether a piece can be tested by itself, and nothing fails by testing only that one."""
    match group:
        case ir.Contents():
            return True
        case ir.Filter(over, _, where):
            return _asks_the_thing(c, over) and not c.unit.may_fail(where)
        case ir.Derived(name) if not c.unit.definitions[name].exceptions:
            return _asks_the_thing(c, c.unit.definitions[name].value)
    return False


def _member(c: Code, thing: ast.expr, group: ir.Expression) -> ast.expr:
    """The test of a thing that is not none."""
    match group:
        case ir.Contents(zone):
            return _lies_in(c, thing, zone)
        case ir.Filter(over, slot, where):
            return one_after_another(
                c, "and", [partial(_member, c, thing, over), partial(_passes, c, thing, slot, where)]
            )
        case ir.Derived(name, arguments):
            definition = c.unit.definitions[name]
            return _member(inside(c, definition, arguments), thing, definition.value)
    raise AssertionError("a list that has to be made")


def _passes(c: Code, thing: ast.expr, slot: int, where: ir.Expression) -> ast.expr:
    with c.with_local(slot, thing, non_none=True):
        return test(c, where)


def _lies_in(c: Code, piece: ast.expr, zone: ir.Expression) -> ast.expr:
    places = constant_zones(c.unit.layout, zone)
    if places is None:
        there = "st.zone[piece] in zone" if zone.type.many else "st.zone[piece] == zone"
        return expr(there, piece=piece, zone=value(c, zone))
    if len(places) == 1:
        return expr("st.zone[piece] == place", piece=piece, place=places[0])
    return tree.at(c.unit.table(*among_zones(c.unit.layout, places)), tree.of_state("zone", piece))
