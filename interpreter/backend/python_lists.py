"""Lists as Python text, and what is asked of them: how many, any, the first, the best.

Filters become loops with a condition, written as lines before the expression; no list is made where a count
or a yes is all that is wanted. Over few players the loop is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, with_fields
from interpreter.backend.python_code import Code, Sequence, added, fixed, place_in, sequence, test, value
from interpreter.backend.python_fixed import Chosen, chosen, constant_zones, known_items, owned, whose_zone
from interpreter.backend.python_sure import all_sure, sure
from interpreter.backend.python_text import atom, conjunct, operand
from interpreter.program.model.constant_fold import folded
from interpreter.runtime.state import effect_attribute

#: A condition is written out for each of a few players or values if all that has no more parts than this.
SHORT = 100
FEW = 9
#: So short a condition is not looked up in a table instead.
VERY_SHORT = 12
#: What is the same for every item is worked out once if it has more parts than this.
TRIVIAL = 2


# ---------------------------------------------------------------- going through


@contextmanager
def each(c: Code, over: ir.Expression) -> Iterator[str]:
    """The lines written inside are done for each item, whose name it gives; `break` ends the loop."""
    indent = c.text.indent
    name = _loop(c, over)
    length = len(c.text.lines)
    yield name
    if len(c.text.lines) == length:
        c.text.line("pass")
    c.text.indent = indent


@contextmanager
def one_by_one(c: Code, over: ir.Expression) -> Iterator[list[tuple[str, str]]]:
    """The same, written out over a few: what must hold for each item to be there ("" if nothing), and the item."""
    conditions = _written_out(c, over)
    if conditions is None:
        with each(c, over) as name:
            yield [("", name)]
    else:
        yield [(condition, str(place)) for place, condition in enumerate(conditions)]


def _loop(c: Code, over: ir.Expression) -> str:
    match over:
        case ir.Filter(ir.AllOf() as inner, slot, where) if found := chosen(c, inner, slot, where):
            return _those_passing(c, over, found)
        case ir.Filter(inner, slot, where):
            before = {node: c.text.kept(value(c, node)) for node in _always_the_same(c, where, slot)}
            name = _loop(c, inner)
            with c.with_local(slot, name, sure=all_sure(c, inner)), c.knowing(before):
                _if(c, test(c, where))
            return name
        case ir.ListOf((inner,)) if inner.type.many:
            return _loop(c, inner)
        case ir.Without(inner, item) if not item.type.many:
            gone = c.text.kept(value(c, item))
            name = _loop(c, inner)
            _if(c, f"{name} != {gone}")
            return name
        case ir.Contents(zone) if (places := constant_zones(c.unit.layout, zone)) is not None and len(places) > 1:
            return _for(c, over, f"flat({_slices(places)})")
        case ir.Derived() if (inside := c.unit.writers.definition_list(c, over)) is not None:
            return _loop(*inside)
        case _:
            return _for(c, over, sequence(c, over).text)


def _for(c: Code, over: ir.Expression, items: str) -> str:
    name = c.text.name(WISHES.get(over.type.kind, "x"))
    c.text.line(f"for {name} in {items}:")
    c.text.indent += 1
    return name


def _those_passing(c: Code, over: ir.Filter, found: Chosen) -> str:
    """Goes through what a table says, and asks what is left of the condition."""
    if found.left is None:
        return _for(c, over, found.text)
    before = {node: c.text.kept(value(c, node)) for node in _always_the_same(c, found.left, over.slot)}
    name = _for(c, over, found.text)
    with c.with_local(over.slot, name, sure=True), c.knowing(before):
        _if(c, test(c, found.left))
    return name


def _always_the_same(c: Code, where: ir.Expression, slot: int) -> Iterator[ir.Derived]:
    """What a condition works out first for every item, though the item in that slot makes no difference."""
    match where:
        case ir.And((first, *_)) | ir.Or((first, *_)) | ir.Not(first):
            yield from _always_the_same(c, first, slot)
        case ir.Compare(_, left, right) | ir.Arithmetic(_, left, right):
            yield from _always_the_same(c, left, slot)
            yield from _always_the_same(c, right, slot)
        case ir.Derived():
            cost, faulty = c.unit.cost(where)
            here = any(isinstance(node, ir.Local) and node.slot == slot for node in nodes_in(where))
            if cost > TRIVIAL and not (faulty or here):
                yield where
        case _:
            pass


WISHES = {ir.Kind.PLAYER: "p", ir.Kind.PIECE: "piece", ir.Kind.VALUE: "v", ir.Kind.ZONE: "z"}


def _if(c: Code, condition: str) -> None:
    c.text.line(f"if {condition}:")
    c.text.indent += 1


def _written_out(c: Code, over: ir.Expression) -> list[str] | None:
    """The conditions of a filter over players, or few values, written out for each.

    None if that would be long, or needs lines.
    """
    before = c.mark()
    if isinstance(over, ir.ListOf) and len(over.items) == 1 and over.items[0].type.many:
        return _written_out(c, over.items[0])
    if isinstance(over, ir.Derived) and (inside := c.unit.writers.definition_list(c, over)) is not None:
        texts = _written_out(*inside) if c.mark() == before else None
        if texts is None:
            c.rewind(before)
        return texts
    if not isinstance(over, ir.Filter) or not isinstance(over.over, ir.AllOf | ir.PlayersFrom):
        return None
    size = _few(c, over.over, over.where)
    if not size or (c.unit.cost(over.where)[0] > VERY_SHORT and _is_in_a_table(c, over)):
        return None
    texts = []
    for place in range(size):
        texts.append(test(c, _of_one(c, over.where, over.slot, place, over.over.type)))
    if c.mark() != before:
        c.rewind(before)
        return None
    return texts


def _is_in_a_table(c: Code, over: ir.Filter) -> bool:
    mark = c.mark()
    found = isinstance(over.over, ir.AllOf) and chosen(c, over.over, over.slot, over.where) is not None
    c.rewind(mark)
    return found


def _few(c: Code, over: ir.Expression, each: ir.Expression) -> int:
    """How many there are, if something may be written out for each of them; else 0."""
    if not isinstance(over, ir.AllOf | ir.PlayersFrom) or over.type.kind is ir.Kind.PIECE:
        return 0
    size = c.unit.program.setting.size(over.type)
    return size if size <= FEW and size * c.unit.cost(each)[0] <= SHORT else 0


def _of_one(c: Code, node: ir.Expression, slot: int, place: int, of: ir.Type) -> ir.Expression:
    """What is asked of every item, asked of the one at this place."""
    return folded(node, c.unit.program.setting, {slot: ir.Constant(place, of.one())})


# ---------------------------------------------------------------- lists


def zone_list(c: Code, node: ir.Expression) -> str:
    """The list of the pieces in one zone; it changes as pieces move."""
    if isinstance(node, ir.ZoneAt):
        slot = c.unit.layout.zones[node.zone]
        place, good = place_in(c, slot.strides, node.at)
        found = f"st.zones[{added(slot.base, place)}]"
        return f"({found} if {good} else ())" if good else found
    text = value(c, node)
    if sure(c, node):
        return f"st.zones[{text}]"
    first, later = c.named(text, "z")
    return f"(st.zones[{later}] if {first} >= 0 else ())"


def _contents(c: Code, node: ir.Contents) -> Sequence:
    if not node.zone.type.many:
        return Sequence(zone_list(c, node.zone), "live")
    if (places := constant_zones(c.unit.layout, node.zone)) is not None:
        return Sequence(f"[*flat({_slices(places)})]", "fresh")
    found = c.text.name("found")
    c.text.line(f"{found} = []")
    with each(c, node.zone) as zone:
        if all_sure(c, node.zone):
            c.text.line(f"{found} += st.zones[{zone}]")
        else:
            c.text.line(f"if {zone} >= 0: {found} += st.zones[{zone}]")
    return Sequence(found, "fresh")


def _slices(places: tuple[int, ...]) -> str:
    """The text of a list of zones that are known beforehand."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1][1] += 1
        else:
            runs.append([place, place + 1])
    return " + ".join(f"st.zones[{first}:{end}]" for first, end in runs)


def _pile_end(c: Code, node: ir.PileEnd) -> Sequence:
    if node.amount is None:
        return Sequence(f"({value(c, node)},)", "fixed")
    zone = zone_list(c, node.zone)
    if isinstance(node.amount, ir.Constant):
        amount = str(max(0, node.amount.value))
    else:
        amount = f"max(0, {value(c, node.amount)})"
    if node.end == "bottom":
        return Sequence(f"{zone}[:{amount}]", "fresh")
    return Sequence(f"{zone}[:-1 - {amount}:-1]", "fresh")


def _all_of(c: Code, node: ir.AllOf) -> Sequence:
    layout = c.unit.layout
    if node.of.kind is ir.Kind.PIECE:
        if not node.of.name:
            return Sequence("range(len(st.kind))", "range")
        if (known := known_items(layout, node.of)) is not None and not known.guard:
            return Sequence(str(known.items), "fixed")
        wanted = tuple(int(kind.card_type == node.of.name) for kind in layout.kinds)
        table = c.unit.table(f"is {node.of.name}", (*wanted, 0))
        found = c.text.name("found")
        c.text.line(f"{found} = [piece for piece, kind in enumerate(st.kind) if {table}[kind]]")
        return Sequence(found, "fresh")
    size = layout.setting.size(node.of)
    if size <= FEW:
        return Sequence(str(tuple(range(size))), "fixed")
    return Sequence(f"range({size})", "range")


def _players_from(c: Code, node: ir.PlayersFrom) -> Sequence:
    return Sequence(f"FROM[{value(c, node.start)}]", "fixed")


def _zones(c: Code, node: ir.Zones) -> Sequence:
    slot = c.unit.layout.zones[node.zone]
    guards, constant, spread = [], slot.base, [0]
    terms = []
    for size, stride, index in zip(slot.sizes, slot.strides, node.at, strict=True):
        if index is None:
            spread = [place + more * stride for place in spread for more in range(size)]
            continue
        text = value(c, index)
        if not sure(c, index):
            first, text = c.named(text, "i")
            guards.append(f"{first} >= 0")
        terms.append(f"{atom(text)} * {stride}")
    if not terms:
        return Sequence(str(tuple(constant + place for place in spread)), "fixed")
    start = " + ".join(terms)
    if not guards:
        name = c.text.kept(start, "first")
        return Sequence(f"({', '.join(f'{name} + {constant + place}' for place in spread)},)", "fixed")
    items = ", ".join(f"{start} + {constant + place}" for place in spread)
    return Sequence(f"(({items},) if {' and '.join(guards)} else ())", "fixed")


def _gathered(c: Code, node: ir.Expression) -> Sequence:
    if isinstance(node, ir.Filter) and isinstance(node.over, ir.AllOf):
        before = c.mark()
        known = chosen(c, node.over, node.slot, node.where)
        if known is not None and known.left is None:
            return Sequence(known.text, "fixed")
        c.rewind(before)
        if known is None and (tests := _written_out(c, node)) is not None:
            found = c.text.name("found")
            c.text.line(f"{found} = []")
            for place, condition in enumerate(tests):
                c.text.line(f"if {condition}: {found}.append({place})")
            return Sequence(found, "fresh")
    found = c.text.name("found")
    c.text.line(f"{found} = []")
    with each(c, node) as name:
        c.text.line(f"{found}.append({name})")
    return Sequence(found, "fresh")


def _without(c: Code, node: ir.Without) -> Sequence:
    if not node.item.type.many:
        return _gathered(c, node)
    over = c.text.kept(sequence(c, node.over).text, "over")
    gone = c.text.kept(sequence(c, node.item).text, "gone")
    found = c.text.name("found")
    c.text.line(f"{found} = []")
    one = c.text.name("x")
    with c.text.block(f"for {one} in {over}:"):
        c.text.line(f"if {one} not in {gone}: {found}.append({one})")
    return Sequence(found, "fresh")


def _list_of(c: Code, node: ir.ListOf) -> Sequence:
    texts = []
    for item in node.items:
        if item.type.many:
            texts.append(f"*{atom(sequence(c, item).text)}")
        else:
            texts.append(value(c, item))
    if len(texts) == 1 and texts[0].startswith("*"):
        return Sequence(fixed(c, node.items[0]), "fixed")
    return Sequence(f"({', '.join(texts)}{',' if len(texts) == 1 else ''})", "fixed")


def _ranked(c: Code, node: ir.Ranked) -> Sequence:
    left: Any = None
    for criterion in node.by:
        kept, best = c.text.name("left"), c.text.name("best")
        c.text.line(f"{kept} = []")
        with each(c, node.over) if left is None else _again(c, left) as name:
            with c.with_local(node.slot, name, sure=all_sure(c, node.over)):
                worth = c.text.kept(value(c, criterion.value), "worth")
            with c.text.block(f"if not {kept} or {worth} {'>' if criterion.most else '<'} {best}:"):
                c.text.line(f"{best} = {worth}")
                c.text.line(f"{kept} = [{name}]")
            c.text.line(f"elif {worth} == {best}: {kept}.append({name})")
        left = kept
    return Sequence(left, "fresh") if left is not None else sequence(c, node.over)


@contextmanager
def _again(c: Code, items: str) -> Iterator[str]:
    name = c.text.name("x")
    with c.text.block(f"for {name} in {items}:"):
        yield name


def _in_force(_: Code, node: ir.InForce) -> Sequence:
    return Sequence(f"st.{effect_attribute(node.effect)}", "fixed")


def _function(c: Code, node: ir.Function) -> Sequence:
    if node.name != "from":
        single = c.unit.writers.values[ir.Function](c, node)
        return Sequence(single if node.type.many else f"({single},)", "fixed")
    items = c.text.kept(fixed(c, node.arguments[0]), "items")
    start = c.text.kept(value(c, node.arguments[1]), "start")
    at = c.text.kept(f"{items}.index({start}) if {start} in {items} else 0", "at")
    return Sequence(f"({items}[{at}:] + {items}[:{at}])", "fixed")


#: Every kind of expression that gives a list in a way of its own.
SEQUENCES: dict[type, Callable[[Code, Any], Sequence]] = {
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


# ---------------------------------------------------------------- what is asked of lists


def count(c: Code, node: ir.CountOf) -> str:
    """How many there are."""
    if (written_out := _written_out(c, node.over)) is not None and len(written_out) > 1:
        return f"({' + '.join(atom(text) for text in written_out)})"
    node = with_fields(node, over=pieces_first(c, node.over))
    if isinstance(node.over, ir.Filter) or (isinstance(node.over, ir.Without) and not node.over.item.type.many):
        n = c.text.name("n")
        c.text.line(f"{n} = 0")
        with each(c, node.over):
            c.text.line(f"{n} += 1")
        return n
    return f"len({sequence(c, node.over).text})"


def some(c: Code, node: ir.Some) -> str:
    """Whether there is any, as a condition."""
    over = node.over if node.where is None else ir.Filter(node.over, node.slot, node.where, node.over.type)
    if isinstance(over, ir.Filter) and (needs := _whatever_the_item(c, over.where, over.slot)):
        rest = [part for part in _parts(over.where) if part not in needs]
        inner = with_fields(over, where=_all_of_parts(rest, over.where)) if rest else over.over
        return test(c, ir.And((*needs, ir.Some(inner, -1, None)), span=node.span))
    over = pieces_first(c, over)
    if (written_out := _written_out(c, over)) is not None:
        return " or ".join(conjunct(text) for text in written_out)
    if not isinstance(over, ir.Filter | ir.Without):
        return operand(sequence(c, over).text)
    found = c.text.name("found")
    c.text.line(f"{found} = 0")
    with each(c, over):
        c.text.line(f"{found} = 1")
        c.text.line("break")
    return found


def _parts(where: ir.Expression) -> tuple[ir.Expression, ...]:
    return where.parts if isinstance(where, ir.And) else (where,)


def _all_of_parts(parts: list[ir.Expression], where: ir.Expression) -> ir.Expression:
    return parts[0] if len(parts) == 1 else ir.And(tuple(parts), span=where.span)


def _whatever_the_item(c: Code, where: ir.Expression, slot: int) -> list[ir.Expression]:
    """Those of several parts of a condition to which the item in that slot makes no difference."""
    parts = _parts(where)
    if len(parts) < 2 or c.unit.cost(where)[1]:
        return []
    return [part for part in parts if not any(isinstance(n, ir.Local) and n.slot == slot for n in nodes_in(part))]


def pieces_first(c: Code, over: ir.Expression) -> ir.Expression:
    """`every Card in (hand of players, used)` as all cards that lie there, if that is less to go through.

    For where the order makes no difference.
    """
    match over:
        case ir.Filter(inner) if (changed := pieces_first(c, inner)) is not inner:
            return with_fields(over, over=changed)
        case ir.Filter(ir.Contents(zone) as there, slot, ir.IsIn(ir.Local(item), ir.AllOf(of) as every)) if (
            item == slot
        ):
            known, places = known_items(c.unit.layout, of), constant_zones(c.unit.layout, zone)
            if known is None or known.guard or places is None or len(known.items) >= len(places):
                return over
            return ir.Filter(every, slot, ir.IsIn(ir.Local(slot, "piece", of), there), over.type, span=over.span)
        case ir.Derived(name, ()) if not c.unit.definitions[name].exceptions and over not in c.worked_out:
            value_of = c.unit.definitions[name].value
            changed = pieces_first(c, value_of)
            return over if changed is value_of else changed
        case _:
            return over


def first(c: Code, node: ir.First) -> str:
    """The first, or none."""
    if isinstance(node.over, ir.PlayersFrom):
        return f"FROM[{value(c, node.over.start)}][0]"
    if isinstance(node.over, ir.Filter):
        if (known := _first_known(c, node.over)) is not None:
            return known
        found = c.text.name("found")
        c.text.line(f"{found} = -1")
        with each(c, node.over) as name:
            c.text.line(f"{found} = {name}")
            c.text.line("break")
        return found
    start, items = c.named(sequence(c, node.over).text, "items")
    return f"({items}[0] if {start} else -1)"


def _first_known(c: Code, node: ir.Filter) -> str | None:
    """The first of those that a table says, if that is all there is to it."""
    if not isinstance(node.over, ir.AllOf):
        return None
    if (zone := whose_zone(c, node.over, node.slot, node.where)) is not None:
        thing, table = zone
        text = value(c, thing)
        if sure(c, thing):
            return f"{table}[st.zone[{text}]]"
        first, later = c.named(text, "p")
        return f"({table}[st.zone[{later}]] if {first} >= 0 else -1)"
    before = c.mark()
    if (found := chosen(c, node.over, node.slot, node.where)) is not None:
        if found.left is None:
            return found.first
        c.rewind(before)
        return None
    return owned(c, node.over, node.slot, node.where)


def only_one(c: Code, node: ir.Expression, end: int) -> str | None:
    """The one piece in a zone that holds no more, if a short condition lets it pass; None for other lists."""
    match node:
        case ir.Filter(ir.Contents(ir.ZoneAt(name) as zone), slot, where) if c.unit.layout.zones[name].capacity == 1:
            pass
        case _:
            return None
    before = c.mark()
    first, pile = c.named(zone_list(c, zone), "z")
    piece = c.text.name("piece")
    with c.with_local(slot, piece, sure=True):
        passes = test(c, where)
    if c.mark() != before:
        c.rewind(before)
        return None
    return f"({piece} if {first} and ({piece} := {pile}[{end}]) >= 0 and {conjunct(passes)} else -1)"


def item(c: Code, node: ir.Item) -> str:
    """The item at a place that is known to be good."""
    return f"{sequence(c, node.over).text}[{value(c, node.place)}]"


def best(c: Code, node: ir.BestOf) -> str:
    """The highest, the lowest or the total of a value."""
    found = c.text.name(node.how)
    better = ">" if node.how == "highest" else "<"
    if size := _few(c, node.over, node.value):
        for place in range(size):
            one = _of_one(c, node.value, node.slot, place, node.over.type)
            worth = c.remember(one, value(c, one))
            if not place or node.how == "total":
                c.text.line(f"{found} {'+=' if place else '='} {worth}")
                continue
            worth = c.text.kept(worth, "worth")
            c.text.line(f"if {worth} {better} {found}: {found} = {worth}")
        return found
    c.text.line(f"{found} = {0 if node.how == 'total' else None}")
    with each(c, node.over) as name, c.with_local(node.slot, name, sure=all_sure(c, node.over)):
        if node.how == "total":
            c.text.line(f"{found} += {value(c, node.value)}")
        else:
            worth = c.text.kept(value(c, node.value), "worth")
            c.text.line(f"if {found} is None or {worth} {better} {found}: {found} = {worth}")
    return found if node.how == "total" else f"({found} or 0)"
