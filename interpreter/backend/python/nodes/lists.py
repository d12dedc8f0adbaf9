"""Generates lists and loops over them; queries are in `queries.py`.

Filters become loops with a condition; no list is made where it is only iterated. Over few players the loop is unrolled.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_PIECES
from dsl.ir.slots import mentions
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import (
    Code,
    Items,
    WritesList,
    added,
    fixed,
    items,
    metered,
    place_in,
    place_term,
    test,
    value,
)
from interpreter.backend.python.emit.tree import call, expr, num
from interpreter.errors import TOO_LONG_LIST
from interpreter.program.model.constant_fold import folded
from interpreter.program.optimise.lookup_tables import (
    Chosen,
    Grouped,
    Listed,
    always_known,
    chosen,
    constant_zones,
    is_kind,
)
from interpreter.program.optimise.non_none import all_non_none, non_none
from interpreter.runtime.state import effect_attribute

#: A condition is unrolled for a few players or values if all that has no more nodes than this.
SHORT = 100
FEW = 9
#: So short a condition is not replaced by a table.
VERY_SHORT = 12
#: What does not depend on the item is hoisted out of a loop if it has more nodes than this.
TRIVIAL = 2


# ---------------------------------------------------------------- going through


@contextmanager
def each(c: Code, over: ir.Expression) -> Iterator[ast.expr]:
    """Generates a loop around what is added meanwhile; gives the item's name. `break` ends the loop."""
    with c.out.nested():
        yield _loop(c, over)


@contextmanager
def one_by_one(c: Code, over: ir.Expression) -> Iterator[list[tuple[ast.expr | None, ast.expr]]]:
    """The same, unrolled over a few: the condition of each item (None: it always is in the list), and the item."""
    conditions = written_out(c, over)
    if conditions is None:
        with each(c, over) as name:
            yield [(None, name)]
    else:
        yield [(condition, num(place)) for place, condition in enumerate(conditions)]


def _loop(c: Code, over: ir.Expression) -> ast.expr:
    match over:
        case ir.Filter(ir.AllOf() as inner, slot, where) if found := in_table(c, inner, slot, where):
            return _those_passing(c, over, found)
        case ir.Filter(inner, slot, where):
            before = _kept_once(c, where, slot)
            name = _loop(c, inner)
            with c.with_local(slot, name, non_none=all_non_none(c, inner)), c.knowing(before):
                c.out.enter(test(c, where))
            return name
        case ir.ListOf((inner,)) if inner.type.many:
            return _loop(c, inner)
        case ir.Without(inner, item) if not item.type.many:
            gone = c.out.kept(value(c, item))
            name = _loop(c, inner)
            c.out.enter(tree.compare(name, "!=", gone))
            return name
        case ir.Contents(zone) if (places := constant_zones(c.unit.layout, zone)) is not None and len(places) > 1:
            return _for(c, over, call("flat", _slices(places)))
        case ir.Derived() if (inside := c.unit.writers.definition_list(c, over)) is not None:
            return _loop(*inside)
    return _for(c, over, items(c, over).expression)


def _for(c: Code, over: ir.Expression, found: ast.expr) -> ast.expr:
    name = c.out.name(WISHES.get(over.type.kind, "x"))
    c.out.begin("for name in items: pass", name=name, items=found)
    return name


def _those_passing(c: Code, over: ir.Filter, found: Chosen) -> ast.expr:
    """Loops over the items in a table, with the rest of the condition."""
    if found.left is None:
        return _for(c, over, all_chosen(c, found))
    through = all_chosen(c, found)
    before = _kept_once(c, found.left, over.slot)
    name = _for(c, over, through)
    with c.with_local(over.slot, name, non_none=True), c.knowing(before):
        c.out.enter(test(c, found.left))
    return name


def _kept_once(c: Code, where: ir.Expression, slot: int) -> Mapping[ir.Expression, ast.expr]:
    """Hoists what a condition evaluates first and does not depend on the item in that slot."""
    return {node: c.out.kept(value(c, node)) for node in _always_the_same(c, where, slot)}


def _always_the_same(c: Code, where: ir.Expression, slot: int) -> Iterator[ir.Derived | ir.BestOf]:
    match where:
        case ir.And((first, *_)) | ir.Or((first, *_)) | ir.Not(first):
            yield from _always_the_same(c, first, slot)
        case ir.Compare(_, left, right) | ir.Arithmetic(_, left, right):
            yield from _always_the_same(c, left, slot)
            yield from _always_the_same(c, right, slot)
        case ir.Derived() | ir.BestOf():
            cost, faulty = c.unit.cost(where)
            if cost > TRIVIAL and not (faulty or mentions(where, slot)):
                yield where


WISHES = {ir.Kind.PLAYER: "p", ir.Kind.PIECE: "piece", ir.Kind.VALUE: "v", ir.Kind.ZONE: "z"}


# ---------------------------------------------------------------- unrolled


def written_out(c: Code, over: ir.Expression) -> list[ast.expr] | None:
    """Unrolls the conditions of a filter over players, or few values; None if that is long, or needs statements."""
    if isinstance(over, ir.ListOf) and len(over.items) == 1 and over.items[0].type.many:
        return written_out(c, over.items[0])
    if isinstance(over, ir.Derived):
        return c.out.as_expression(partial(_written_out_definition, c, over))
    if not isinstance(over, ir.Filter) or not isinstance(over.over, ir.AllOf | ir.PlayersFrom):
        return None
    size = few(c, over.over, over.where)
    if not size or (c.unit.cost(over.where)[0] > VERY_SHORT and _is_in_a_table(c, over)):
        return None
    of, where, slot = over.over.type, over.where, over.slot
    return c.out.as_expression(lambda: [test(c, of_one(c, where, slot, place, of)) for place in range(size)])


def _written_out_definition(c: Code, over: ir.Derived) -> list[ast.expr] | None:
    inside = c.unit.writers.definition_list(c, over)
    return None if inside is None else written_out(*inside)


def _is_in_a_table(c: Code, over: ir.Filter) -> bool:
    return isinstance(over.over, ir.AllOf) and in_table(c, over.over, over.slot, over.where) is not None


def few(c: Code, over: ir.Expression, each: ir.Expression) -> int:
    """Counts players or values, if something may be unrolled over them; else 0."""
    if not isinstance(over, ir.AllOf | ir.PlayersFrom) or over.type.kind is ir.Kind.PIECE:
        return 0
    size = c.unit.program.setting.size(over.type)
    return size if size <= FEW and size * c.unit.cost(each)[0] <= SHORT else 0


def of_one(c: Code, node: ir.Expression, slot: int, place: int, of: ir.Type) -> ir.Expression:
    """Substitutes one item for a slot."""
    return folded(node, c.unit.program.setting, {slot: ir.Constant(place, of.one())})


# ---------------------------------------------------------------- lookup tables


def in_table(c: Code, over: ir.AllOf, slot: int, where: ir.Expression) -> Chosen | None:
    """The things for which a condition holds, if there is a table of them."""
    return chosen(c.unit.layout, over, slot, where, c.unit.may_fail)


def all_chosen(c: Code, found: Chosen) -> ast.expr:
    """Generates the read of all things from a table."""
    match found:
        case Listed(those):
            return tree.values(those)
        case Grouped(called, groups, wanted):
            return expr("table.get(wanted, ())", table=c.unit.table(called, dict(groups)), wanted=value(c, wanted))


def first_chosen(c: Code, found: Chosen) -> ast.expr:
    """Generates the read of the first thing from a table, or none."""
    match found:
        case Listed(those):
            return num(those[0]) if those else tree.NONE
        case Grouped(called, groups, wanted):
            name, at = f"first {called}", value(c, wanted)
            first = {result: those[0] for result, those in groups.items()}
            if wanted.type.kind not in (ir.Kind.PLAYER, ir.Kind.VALUE):
                return expr("table.get(at, -1)", table=c.unit.table(name, first), at=at)
            each = range(c.unit.program.setting.size(wanted.type))
            table = c.unit.table(name, tuple(first.get(one, ir.NONE) for one in (*each, ir.NONE)))
            is_sure = non_none(c, wanted) and all(one in first for one in each)
            return (tree.there if is_sure else tree.at)(table, at)


# ---------------------------------------------------------------- lists


def zone_list(c: Code, node: ir.Expression) -> ast.expr:
    """Generates the list of the pieces in one zone; it changes as pieces move."""
    if isinstance(node, ir.ZoneAt):
        slot = c.unit.layout.zones[node.zone]
        place, good = place_in(c, slot.strides, node.at)
        found = tree.of_state("zones", added(slot.base, place))
        return found if good is None else expr("found if good else ()", found=found, good=good)
    result = value(c, node)
    if non_none(c, node):
        return tree.of_state("zones", result)
    first, later = c.out.named(result, "z")
    return expr("st.zones[later] if first >= 0 else ()", first=first, later=later)


def _contents(c: Code, node: ir.Contents) -> Items:
    if not node.zone.type.many:
        return Items(zone_list(c, node.zone), "live")
    if (places := constant_zones(c.unit.layout, node.zone)) is not None:
        return Items(expr("[*flat(zones)]", zones=_slices(places)), "fresh")
    found = _empty(c)
    is_sure = all_non_none(c, node.zone)
    with each(c, node.zone) as zone, c.out.when(None if is_sure else tree.compare(zone, ">=", tree.ZERO)):
        c.out.do("found += st.zones[zone]", found=found, zone=zone)
    return Items(found, "fresh")


def _empty(c: Code) -> ast.expr:
    """Adds a new list, and gives its name."""
    found = c.out.name("found")
    c.out.do("found = []", found=found)
    return found


def _slices(places: tuple[int, ...]) -> ast.expr:
    """A list of constant zones."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1][1] += 1
        else:
            runs.append([place, place + 1])
    return tree.total([expr("st.zones[first:end]", first=first, end=end) for first, end in runs])


def _pile_end(c: Code, node: ir.PileEnd) -> Items:
    if node.amount is None:
        return Items(tree.tuple_of([value(c, node)]), "fixed")
    zone = zone_list(c, node.zone)
    if isinstance(node.amount, ir.Constant):
        amount: ast.expr = num(max(0, node.amount.value))
    else:
        amount = call("max", tree.ZERO, value(c, node.amount))
    pieces = "zone[:amount]" if node.end == "bottom" else "zone[:-1 - amount:-1]"
    return Items(expr(pieces, zone=zone, amount=amount), "fresh")


def _all_of(c: Code, node: ir.AllOf) -> Items:
    layout = c.unit.layout
    if node.of.kind is ir.Kind.PIECE:
        if not node.of.name:
            return Items(expr("range(len(st.kind))"), "range")
        if (known := always_known(layout, node.of)) is not None:
            return Items(tree.values(known), "fixed")
        found = c.out.name("found")
        c.out.do(
            "found = [piece for piece, kind in enumerate(st.kind) if table[kind]]",
            found=found, table=c.unit.table(f"is {node.of.name}", lambda: is_kind(layout, [node.of.name])),
        )  # fmt: skip
        return Items(found, "fresh")
    size = layout.setting.size(node.of)
    if size <= FEW:
        return Items(tree.values(range(size)), "fixed")
    return Items(call("range", num(size)), "range")


def _players_from(c: Code, node: ir.PlayersFrom) -> Items:
    return Items(tree.at(tree.name("BACK_FROM" if node.anticlockwise else "FROM"), value(c, node.start)), "fixed")


def _zones(c: Code, node: ir.Zones) -> Items:
    slot = c.unit.layout.zones[node.zone]
    guards: list[ast.expr] = []
    terms: list[ast.expr] = []
    spread = [slot.base]
    for size, stride, index in zip(slot.sizes, slot.strides, node.at, strict=True):
        if index is None:
            spread = [place + more * stride for place in spread for more in range(size)]
            continue
        terms.append(place_term(c, index, stride, guards))
    if not terms:
        return Items(tree.values(spread), "fixed")
    start = tree.total(terms)
    if not guards:
        start = c.out.kept(start, "first")
    every = tree.tuple_of([added(place, start) for place in spread])
    if guards:
        every = expr("every if good else ()", every=every, good=tree.joined("and", guards))
    return Items(every, "fixed")


def _gathered(c: Code, node: ir.Expression) -> Items:
    if isinstance(node, ir.Filter) and isinstance(node.over, ir.AllOf):
        known = in_table(c, node.over, node.slot, node.where)
        if known is not None and known.left is None:
            return Items(all_chosen(c, known), "fixed")
        if known is None and (tests := written_out(c, node)) is not None:
            found = _empty(c)
            for place, condition in enumerate(tests):
                c.out.do("if condition: found.append(place)", condition=condition, found=found, place=place)
            return Items(found, "fresh")
    found = _empty(c)
    with each(c, node) as name:
        c.out.do("found.append(name)", found=found, name=name)
    return Items(found, "fresh")


def _without(c: Code, node: ir.Without) -> Items:
    if not node.item.type.many:
        return _gathered(c, node)
    over = c.out.kept(items(c, node.over).expression, "over")
    gone = c.out.kept(items(c, node.item).expression, "gone")
    found, one = _empty(c), c.out.name("x")
    c.out.do("for one in over:\n if one not in gone: found.append(one)", one=one, over=over, gone=gone, found=found)
    return Items(found, "fresh")


def _list_of(c: Code, node: ir.ListOf) -> Items:
    if len(node.items) == 1 and node.items[0].type.many:
        return Items(fixed(c, node.items[0]), "fixed")
    found = tree.tuple_of(spread_out(c, node.items))
    if not node.span.in_file or not any(item.type.many for item in node.items):
        return Items(found, "fixed")
    first, later = c.out.named(found, "items")
    fits = expr("len(first) <= most", first=first, most=MOST_PIECES)
    return Items(tree.IfExp(fits, later, c.unit.fault(node.span, TOO_LONG_LIST)), "fixed")


def spread_out(c: Code, parts: Sequence[ir.Expression]) -> list[ast.expr]:
    """Flattens values and the lists among them."""
    return [tree.Starred(items(c, part).expression, tree.LOAD) if part.type.many else value(c, part) for part in parts]


def _ranked(c: Code, node: ir.Ranked) -> Items:
    left: ast.expr | None = None
    for criterion in node.by:
        kept, best = c.out.name("left"), c.out.name("best")
        c.out.do("kept = []", kept=kept)
        with each(c, node.over) if left is None else _again(c, left) as name:
            with c.with_local(node.slot, name, non_none=all_non_none(c, node.over)):
                result = c.out.kept(value(c, criterion.value), "worth")
            c.out.do(
                "if not kept or better:\n best = result\n kept = [name]\nelif result == best: kept.append(name)",
                kept=kept, best=best, result=result, name=name,
                better=tree.compare(result, ">" if criterion.most else "<", best),
            )  # fmt: skip
        left = kept
    return items(c, node.over) if left is None else Items(left, "fresh")


@contextmanager
def _again(c: Code, over: ast.expr) -> Iterator[ast.expr]:
    name = c.out.name("x")
    with c.out.block("for name in over: pass", name=name, over=over):
        yield name


def _in_force(_: Code, node: ir.InForce) -> Items:
    return Items(tree.state(effect_attribute(node.effect)), "fixed")


def _function(c: Code, node: ir.Function) -> Items:
    if node.name in ("metered", "metered_each"):
        found = items(c, node.arguments[1])
        return Items(metered(c, node, found.expression), found.how)
    if node.name not in _AROUND:
        single = c.unit.writers.values[ir.Function](c, node)
        return Items(single if node.type.many else tree.tuple_of([single]), "fixed")
    over = c.out.kept(fixed(c, node.arguments[0]), "items")
    start = c.out.kept(value(c, node.arguments[1]), "start")
    at = c.out.kept(expr("over.index(start) if start in over else 0", over=over, start=start), "at")
    return Items(expr(_AROUND[node.name], over=over, at=at), "fixed")


#: A list from an item on and round to it.
_AROUND: Mapping[str, str] = {"from": "over[at:] + over[:at]", "back_from": "over[at::-1] + over[:at:-1]"}


#: Every kind of expression that gives a list in a way of its own.
LISTS: Mapping[type, WritesList] = {
    ir.Contents: _contents,
    ir.PileEnd: _pile_end,
    ir.AllOf: _all_of,
    ir.PlayersFrom: _players_from,
    ir.Zones: _zones,
    ir.Filter: _gathered,
    ir.Without: _without,
    ir.ListOf: _list_of,
    ir.Ranked: _ranked,
    ir.InForce: _in_force,
    ir.Function: _function,
}
