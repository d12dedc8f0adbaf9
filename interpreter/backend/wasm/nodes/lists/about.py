"""Writes what is asked of lists, and gives a single thing: how many there are, whether something is among them."""

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.conditions import go_if
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import is_small, test_range
from interpreter.backend.wasm.emit.scope import Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.emit.zones import load_piece, zone_address
from interpreter.backend.wasm.nodes.lists import masks
from interpreter.backend.wasm.nodes.lists.each import kinds_of, zone_place
from interpreter.backend.wasm.nodes.lists.items import bound, contains, in_table, through, worked_out
from interpreter.backend.wasm.nodes.things import first_of, of_piece, of_piece_in
from interpreter.program.optimise.lookup_tables import (
    Owned,
    among_zones,
    constant_zones,
    owned,
    pieces_first,
    whose_zone,
)
from interpreter.program.optimise.non_none import all_non_none


def few_pieces(s: Scope, over: ir.Expression) -> ir.Expression:
    """A list of the pieces in many zones as one of all pieces, where the order makes no difference."""
    return pieces_first(over, s.unit.layout, s.unit.definitions, ())


def count_of(s: Scope, node: ir.CountOf) -> None:
    """Pushes how many there are."""
    w, over = s.w, few_pieces(s, node.over)
    if isinstance(over, ir.Contents):
        _pieces_in(s, over.zone)
        return
    if isinstance(over, ir.Local):
        w.length(s.local(over.slot))
        return
    if masks.has_mask(s, over) and not isinstance(over, ir.Filter):
        masks.mask(s, over)
        w.do("i32.popcnt")
        return
    with w.scratch() as count:
        w.be(count, 0)
        if isinstance(over, ir.Filter) and in_table(s, over) is None:
            filter_ = over

            def counted(item: int, _: Label) -> None:
                w.get(count)
                masks.holds(s, filter_, item)
                w.do("i32.add")
                w.put(count)

            with worked_out(s, over.slot, over.where):
                each(s, over.over, counted)
        else:
            each(s, over, lambda _, __: w.add_to(count, 1))
        w.get(count)


def _pieces_in(s: Scope, zone: ir.Expression) -> None:
    """Pushes how many pieces are in a zone, or in several."""
    w = s.w
    if not zone.type.many:
        zone_place(s, zone)
        w.do("i32.load", 0)
        return
    with w.scratch() as count:
        w.be(count, 0)

        def added(one: int, _: Label) -> None:
            w.get(one)
            zone_address(w, s.unit.memory)
            w.do("i32.load", 0)
            w.get(count)
            w.do("i32.add")
            w.put(count)

        each(s, zone, added)
        w.get(count)


def some(s: Scope, node: ir.Some) -> None:
    """Pushes whether there is one for which something holds."""
    w, over = s.w, few_pieces(s, node.over)
    if node.where is None and (isinstance(over, ir.Contents | ir.Local) or masks.has_mask(s, over)):
        count_of(s, ir.CountOf(over))
        w.number(0)
        w.do("i32.ne")
        return
    with w.scratch() as found:
        w.be(found, 0)

        def asked(item: int, out: Label) -> None:
            with w.block() as no:
                if node.where is not None:
                    with bound(s, node.slot, item, node.over):
                        go_if(s, node.where, no, holds=False)
                w.be(found, 1)
                w.go(out)

        with worked_out(s, node.slot, node.where):
            each(s, over, asked)
        w.get(found)


def first(s: Scope, node: ir.First) -> None:
    """Pushes the first item, or none."""
    memory = s.unit.memory
    if isinstance(node.over, ir.Filter) and isinstance(node.over.over, ir.AllOf):
        asked = (s.unit.layout, node.over.over, node.over.slot, node.over.where)
        if (zone := whose_zone(*asked)) is not None:
            thing, _, whose = zone
            of_piece(s, "zone", thing)
            s.w.looked_up(memory.table([ir.NONE, *whose]))
            return
        if (one := owned(*asked)) is not None:
            _first_owned(s, node, one)
            return
    match node.over:
        case ir.Contents(where) if not where.type.many:
            zone_place(s, where)
            with s.w.kept() as address:
                s.w.get(address)
                load_piece(s.w, memory)
                s.w.number(ir.NONE)
                s.w.length(address)
                s.w.do("select")
        case _:
            first_of(s, node.over)


def _first_owned(s: Scope, node: ir.First, one: Owned) -> None:
    """Pushes the first piece of a player, from a table as long as no more have been made."""
    w, memory = s.w, s.unit.memory
    w.load(memory.at["pieces"])
    w.number(one.pieces)
    w.do("i32.eq")
    with w.when(Num.I32):
        value(s, one.player)
        s.w.looked_up(memory.table([one.first[-1], *one.first[:-1]]))
        w.otherwise()
        first_of(s, node.over)


def item(s: Scope, node: ir.Item) -> None:
    """Pushes the item at a place, which is one of the list."""
    with made_list(s, node.over) as place:
        value(s, node.place)
        with s.w.kept() as at:
            s.w.item(place, at)


def best_of(s: Scope, node: ir.BestOf) -> None:
    """Pushes the highest, the lowest or the sum of values; of none it is 0."""
    if node.how == "total":
        _total(s, node)
        return
    w = s.w
    with w.scratch() as best, w.scratch() as worth, w.scratch() as met:
        w.be(best, -(1 << 31) if node.how == "highest" else (1 << 31) - 1)
        w.be(met, 0)

        def rated(one: int, _: Label) -> None:
            with bound(s, node.slot, one, node.over):
                value(s, node.value)
            w.put(worth)
            w.better(worth, best, "i32.gt_s" if node.how == "highest" else "i32.lt_s")
            w.put(best)
            w.be(met, 1)

        each(s, node.over, rated)
        w.get(best)
        w.number(0)
        w.get(met)
        w.do("select")


def _total(s: Scope, node: ir.BestOf) -> None:
    w = s.w
    kind = Num.I32 if is_small(s.unit.before_play, node) else Num.I64
    with w.scratch(kind) as total:
        w.do(f"{kind}.const", 0)
        w.put(total)

        def added(one: int, _: Label) -> None:
            with bound(s, node.slot, one, node.over):
                value(s, node.value)
            if kind is Num.I64:
                w.do("i64.extend_i32_s")
            w.get(total)
            w.do(f"{kind}.add")
            w.put(total)

        each(s, node.over, added)
        w.get(total)
        if kind is Num.I64:
            test_range(w, Num.I64)
            w.do("i32.wrap_i64")


def is_in(s: Scope, node: ir.IsIn) -> None:
    """Pushes whether something is in a list."""
    w, counts = s.w, node.item.type.kind in (ir.Kind.NUMBER, ir.Kind.DIE) and not node.item.type.optional
    value(s, node.item)
    with w.kept() as wanted:
        if not _asks_the_thing(s, node.group) or not (counts or all_non_none(s, node.group)):
            contains(s, lambda each_one: each(s, node.group, each_one), wanted)
        elif counts or is_sure(s, node.item):
            _member(s, wanted, node.group)
        else:
            w.is_there(wanted)
            with w.when(Num.I32):
                _member(s, wanted, node.group)
                w.otherwise()
                w.number(0)


def _asks_the_thing(s: Scope, group: ir.Expression) -> bool:
    """Whether a thing can be tested by itself."""
    match group:
        case ir.AllOf() | ir.PlayersFrom():
            return True
        case ir.Contents(zone):
            many = zone.type.many and not isinstance(zone, ir.Zones)
            return not many or constant_zones(s.unit.layout, zone) is not None
        case ir.Filter(over):
            return _asks_the_thing(s, over)
        case ir.Without(over, item):
            return not item.type.many and _asks_the_thing(s, over)
        case ir.ListOf(items):
            return all(not one.type.many or _asks_the_thing(s, one) for one in items)
        case ir.Derived(name, ()) if not s.definitions[name].exceptions:
            return _asks_the_thing(s, s.definitions[name].value)
    return False


def _member(s: Scope, thing: int, group: ir.Expression) -> None:
    """Pushes whether a thing in a local, which is not none, is one of these."""
    w = s.w
    match group:
        case ir.AllOf(of) if of.kind is ir.Kind.PIECE and (table := kinds_of(s, of)) is not None:
            of_piece_in(s, thing, "kind")
            w.cell(table)
        case ir.AllOf() | ir.PlayersFrom():
            w.number(1)
        case ir.Contents(zone):
            _lies_in(s, thing, zone)
        case ir.Filter(over, slot, where):
            _member(s, thing, over)
            with w.when(Num.I32):
                with bound(s, slot, thing, over):
                    value(s, where)
                w.number(0)
                w.do("i32.ne")
                w.otherwise()
                w.number(0)
        case ir.Without(over, item):
            _member(s, thing, over)
            value(s, item)
            w.get(thing)
            w.do("i32.ne")
            w.do("i32.and")
        case ir.ListOf(items):
            w.number(0)
            for one in items:
                if one.type.many:
                    _member(s, thing, one)
                else:
                    value(s, one)
                    w.get(thing)
                    w.do("i32.eq")
                w.do("i32.or")
        case ir.Derived(name):
            with s.inside({}, set()):
                _member(s, thing, s.definitions[name].value)


def _lies_in(s: Scope, piece: int, zone: ir.Expression) -> None:
    w, layout = s.w, s.unit.layout
    of_piece_in(s, piece, "zone")
    places = constant_zones(layout, zone)
    if places is None and isinstance(zone, ir.Zones):
        _is_instance(s, zone)
    elif places is None:
        value(s, zone)
        w.do("i32.eq")
    elif len(places) == 1:
        w.number(places[0])
        w.do("i32.eq")
    else:
        w.cell(s.unit.memory.table(among_zones(layout, places)[1]))


def _is_instance(s: Scope, zones: ir.Zones) -> None:
    """Pushes whether the zone that has been pushed is one of the instances at given indices."""
    w, slot = s.w, s.unit.layout.zones[zones.zone]
    w.plus(-slot.base)
    with w.kept() as place:
        w.with_number("i32.lt_u", place, slot.count)
        for size, stride, index in zip(slot.sizes, slot.strides, zones.at, strict=True):
            if index is not None:
                w.with_number("i32.div_u", place, stride)
                w.number(size)
                w.do("i32.rem_u")
                value(s, index)
                w.do("i32.eq")
                w.do("i32.and")


def equal(s: Scope, left: ir.Expression, right: ir.Expression) -> None:
    """Pushes whether two lists are the same."""
    w = s.w
    if not (left.type.many and right.type.many):
        raise Unsupported("a list beside a single thing")
    with made_list(s, left) as one, made_list(s, right) as other, w.scratch() as alike, w.scratch() as at:
        w.length(one)
        w.length(other)
        w.do("i32.eq")
        w.do("local.tee", alike)
        with w.when():
            w.be(at, 0)

            def compared(item: int, out: Label) -> None:
                w.get(item)
                s.w.item(other, at)
                w.do("i32.ne")
                with w.when():
                    w.be(alike, 0)
                    w.go(out)
                w.add_to(at, 1)

            through(s, one, compared)
        w.get(alike)
