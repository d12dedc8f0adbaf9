"""Generates queries of lists: count, any, first, best. No list is made for it."""

import ast
from functools import partial

from dsl.ir import nodes as ir
from dsl.ir.slots import mentions
from dsl.walk import with_fields
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import (
    Code,
    cheapest_first,
    in_range,
    items,
    of_something,
    one_after_another,
    test,
    value,
)
from interpreter.backend.python.emit.tree import call, expr
from interpreter.backend.python.nodes.lists import (
    each,
    few,
    first_chosen,
    in_table,
    of_one,
    written_out,
    zone_list,
)
from interpreter.program.optimise.lookup_tables import is_kind, owned, pieces_first, whose_zone
from interpreter.program.optimise.non_none import all_non_none


def count(c: Code, node: ir.CountOf) -> ast.expr:
    """Generates the length of a list."""
    if (conditions := written_out(c, node.over)) is not None and len(conditions) > 1:
        return tree.total([_counted(condition) for condition in conditions])
    over = _pieces_first(c, node.over)
    if isinstance(over, ir.Filter) or (isinstance(over, ir.Without) and not over.item.type.many):
        n = c.out.name("n")
        c.out.put(n, tree.ZERO)
        with each(c, over):
            c.out.do("n += 1", n=n)
        return n
    return call("len", items(c, over).expression)


def _counted(condition: ast.expr) -> ast.expr:
    """1 if a condition holds, else 0; some conditions are lists."""
    match condition:
        case ast.Compare() | ast.UnaryOp() | ast.Constant():
            return condition
        case ast.Subscript(ast.Attribute(attr=attribute)) if attribute != "zones":
            return condition
    return tree.IfExp(condition, tree.ONE, tree.ZERO)


def _pieces_first(c: Code, over: ir.Expression) -> ir.Expression:
    return pieces_first(over, c.unit.layout, c.unit.definitions, c.worked_out)


def some(c: Code, node: ir.Some) -> ast.expr:
    """Generates the test that a list is not empty."""
    over = node.over if node.where is None else ir.Filter(node.over, node.slot, node.where, node.over.type)
    match over:
        case ir.Filter(where=ir.And(parts), slot=slot) if not c.unit.may_fail(over):
            same = tuple(part for part in parts if not mentions(part, slot))
            left = tuple(part for part in parts if mentions(part, slot))
            if same and left:
                where = left[0] if len(left) == 1 else with_fields(over.where, parts=left)
                asked_once = [partial(test, c, part) for part in cheapest_first(c, same)]
                return one_after_another(c, "and", [*asked_once, partial(_some, c, with_fields(over, where=where))])
    return _some(c, over)


def _some(c: Code, over: ir.Expression) -> ast.expr:
    over = _pieces_first(c, over)
    if (conditions := written_out(c, over)) is not None:
        return tree.joined("or", conditions) if conditions else tree.ZERO
    if not isinstance(over, ir.Filter | ir.Without):
        return items(c, over).expression
    found = c.out.name("found")
    c.out.put(found, tree.ZERO)
    with each(c, over):
        c.out.do("found = 1\nbreak", found=found)
    return found


def first(c: Code, node: ir.First) -> ast.expr:
    """Generates the first item, or none."""
    if isinstance(node.over, ir.PlayersFrom):
        return expr("FROM[start][0]", start=value(c, node.over.start))
    if isinstance(node.over, ir.Filter):
        if (known := _first_known(c, node.over)) is not None:
            return known
        found = c.out.name("found")
        c.out.put(found, tree.NONE)
        with each(c, node.over) as name:
            c.out.do("found = name\nbreak", found=found, name=name)
        return found
    start, those = c.out.named(items(c, node.over).expression, "items")
    return tree.IfExp(start, tree.at(those, tree.ZERO), tree.NONE)


def _first_known(c: Code, node: ir.Filter) -> ast.expr | None:
    """The first item from a table, if there is one that needs no further test."""
    if not isinstance(node.over, ir.AllOf):
        return None
    layout = c.unit.layout
    if (zone := whose_zone(layout, node.over, node.slot, node.where)) is not None:
        thing, called, whose = zone
        table = c.unit.table(f"whose {called}", whose)
        return of_something(c, thing, lambda piece: tree.at(table, tree.of_state("zone", piece)), tree.NONE)
    if (found := in_table(c, node.over, node.slot, node.where)) is not None:
        return first_chosen(c, found) if found.left is None else None
    if (one := owned(layout, node.over, node.slot, node.where)) is None:
        return None
    name = node.over.of.name
    return expr(
        "table[owner] if len(st.kind) == pieces else first_owned(st, is_one, owner)",
        table=c.unit.table(f"{name} of", one.first), pieces=one.pieces,
        is_one=c.unit.table(f"is {name}", lambda: is_kind(layout, [name])), owner=c.out.kept(value(c, one.player), "p"),
    )  # fmt: skip


def only_one(c: Code, node: ir.Expression, end: int) -> ast.expr | None:
    """Generates the piece in a zone of capacity 1, if a condition holds; None for other lists."""
    match node:
        case ir.Filter(ir.Contents(ir.ZoneAt(name) as zone), slot, where) if c.unit.layout.zones[name].capacity == 1:
            pass
        case _:
            return None
    first, pile = c.out.named(zone_list(c, zone), "z")
    piece = c.out.name("piece")
    there = expr("(piece := pile[end]) >= 0", piece=piece, pile=pile, end=end)
    with c.with_local(slot, piece, non_none=True):
        passes = one_after_another(c, "and", [lambda: first, lambda: there, partial(test, c, where)])
    return tree.if_there(passes, piece)


def item(c: Code, node: ir.Item) -> ast.expr:
    """Generates the item at an index that is known to be in range."""
    return tree.at(items(c, node.over).expression, value(c, node.place))


def best(c: Code, node: ir.BestOf) -> ast.expr:
    """Generates the highest, the lowest or the total of a value."""
    if (known := c.worked_out.get(node)) is not None:
        return known
    if node.how == "total":
        return _total(c, node)
    found = c.out.name(node.how.value)
    better = ">" if node.how == "highest" else "<"
    if size := few(c, node.over, node.value):
        for place in range(size):
            one = of_one(c, node.value, node.slot, place, node.over.type)
            result = c.remember(one, value(c, one))
            if place:
                result = c.out.kept(result, "worth")
                is_better = tree.compare(result, better, found)
                c.out.do("if is_better: found = result", is_better=is_better, found=found, result=result)
            else:
                c.out.put(found, result)
        return found
    c.out.do("found = None", found=found)
    with each(c, node.over) as name, c.with_local(node.slot, name, non_none=all_non_none(c, node.over)):
        result = c.out.kept(value(c, node.value), "worth")
        is_better = tree.compare(result, better, found)
        c.out.do("if found is None or better: found = result", found=found, better=is_better, result=result)
    return expr("found or 0", found=found)


def _total(c: Code, node: ir.BestOf) -> ast.expr:
    found = c.out.name("total")
    if size := few(c, node.over, node.value):
        for place in range(size):
            one = of_one(c, node.value, node.slot, place, node.over.type)
            result = c.remember(one, value(c, one))
            c.out.do("found += result" if place else "found = result", found=found, result=result)
        return in_range(c, found, node)
    c.out.put(found, tree.ZERO)
    with each(c, node.over) as name, c.with_local(node.slot, name, non_none=all_non_none(c, node.over)):
        c.out.do("found += result", found=found, result=value(c, node.value))
    return in_range(c, found, node)
