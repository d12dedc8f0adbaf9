"""Writes what is done with lists: most are gone through without being made."""

from collections.abc import Callable, Mapping, Sequence

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.conditions import go_if, if_holds
from interpreter.backend.wasm.emit.scope import Body, Scope, each, is_sure, made_anew, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.emit.zones import load_piece, scaled, zone_address
from interpreter.backend.wasm.nodes.definitions import each_derived
from interpreter.backend.wasm.nodes.effects import in_force
from interpreter.backend.wasm.nodes.lists.functions import each_function
from interpreter.backend.wasm.nodes.lists.items import (
    WRITTEN_OUT,
    better,
    bound,
    contains,
    each_constant,
    each_number,
    in_table,
    through,
    worked_out,
)
from interpreter.backend.wasm.nodes.things import of_piece_in
from interpreter.program.model.nodes import OfItsKind
from interpreter.program.optimise.lookup_tables import Grouped, Listed, constant_zones, known_items

# ---------------------------------------------------------------- lists


def _all_of(s: Scope, node: ir.AllOf, body: Body) -> None:
    w, layout = s.w, s.unit.layout
    if node.of.kind is not ir.Kind.PIECE:
        each_constant(s, 0, layout.setting.size(node.of), body)
        return
    known = known_items(layout, node.of)
    if known is None:
        _of_kind(s, node.of, body)
    elif known.pieces is None:
        _of_table(s, known.items, body)
    else:  # a rule that looks while the setup is still making them finds those that are there
        with s.gathering(node.type) as found, w.scratch() as place:
            w.load(s.unit.memory.at["pieces"])
            w.number(known.pieces)
            w.do("i32.eq")
            with w.when(Num.I32):
                w.number(s.unit.memory.table([len(known.items), *known.items]))
                w.otherwise()
                _of_kind(s, node.of, found.add)
                found.done()
                w.get(found.place)
            w.put(place)
            through(s, place, body)


def _of_kind(s: Scope, of: ir.Type, body: Body) -> None:
    """Goes through all pieces of a type: each that there is is looked at."""
    w, table = s.w, kinds_of(s, of)

    def asked(piece: int, out: Label) -> None:
        if table is None:
            body(piece, out)
            return
        of_piece_in(s, piece, "kind")
        w.cell(table)
        with w.when():
            body(piece, out)

    each_number(s, lambda: w.number(0), lambda: w.load(s.unit.memory.at["pieces"]), asked)


def kinds_of(s: Scope, of: ir.Type) -> int | None:
    """The address of a table of the kinds of pieces that are of a type; None if all are."""
    layout = s.unit.layout
    wanted = [int(kind in layout.kinds_of[of.name]) for kind in range(len(layout.kinds))]
    return None if all(wanted) else s.unit.memory.table(wanted)


def _of_table(s: Scope, items: Sequence[int], body: Body) -> None:
    """Goes through things that are always the same."""
    w = s.w
    if items and list(items) == list(range(items[0], items[0] + len(items))):
        each_constant(s, items[0], len(items), body)
        return
    w.number(s.unit.memory.table([len(items), *items]))
    with w.kept() as place:
        through(s, place, body)


def _grouped(s: Scope, found: Grouped, body: Body) -> None:
    """Goes through those of a group: there is a table for each, and one of where these are."""
    w, memory = s.w, s.unit.memory
    value(s, found.wanted)
    lowest, highest = min((0, *found.groups)), max((0, *found.groups))
    rows = [found.groups.get(key, ()) for key in range(lowest, highest + 1)]
    lists = memory.table([memory.table([len(row), *row]) for row in rows])
    with w.kept() as key:
        w.get(key)
        w.plus(-lowest)
        w.do("local.tee", key)
        w.number(len(rows))
        w.do("i32.lt_u")
        with w.when():
            w.get(key)
            w.cell(lists)
            with w.kept() as place:
                through(s, place, body)


def _players_from(s: Scope, node: ir.PlayersFrom, body: Body) -> None:
    w, players = s.w, s.unit.setting.players
    with w.scratch() as left, w.scratch() as none, w.scratch() as player:
        value(s, node.start)
        w.put(player)
        if not is_sure(s, node.start):
            w.get(player)
            w.number(0)
            w.with_number("i32.gt_s", player, 0)
            w.do("select")
            w.put(player)
        w.be(left, 0)
        w.be(none, players)
        with w.counted(left, none) as out:
            body(player, out)
            step = -1 if node.anticlockwise else 1
            w.get(player)
            w.plus(step % players)
            w.do("local.tee", player)
            w.number(players)
            w.do("i32.ge_s")
            with w.when():
                w.add_to(player, -players)


def _filter(s: Scope, node: ir.Filter, body: Body) -> None:
    def asked(item: int, out: Label, where: ir.Expression | None = node.where) -> None:
        if where is None:
            body(item, out)
            return
        with s.w.block() as no:
            with bound(s, node.slot, item, node.over):
                go_if(s, where, no, holds=False)
            body(item, out)

    found = in_table(s, node)
    with worked_out(s, node.slot, node.where):
        match found:
            case Listed(items, left):
                _of_table(s, items, lambda item, out: asked(item, out, left))
            case Grouped(left=left) if found.groups:
                _grouped(s, found, lambda item, out: asked(item, out, left))
            case _:
                each(s, node.over, asked)


def zone_place(s: Scope, node: ir.Expression) -> None:
    """Pushes the address of a zone; of none, that of one that is always empty."""
    value(s, node)
    zone_address(s.w, s.unit.memory)


def _contents(s: Scope, node: ir.Contents, body: Body) -> None:
    w, memory = s.w, s.unit.memory
    if not node.zone.type.many:
        value(s, node.zone)
        s.pieces_in(body)
        return
    with w.block() as whole:

        def within(zone: int, _: Label) -> None:
            s.pieces_at(zone, lambda piece, __: body(piece, whole))

        def of_number(zone: int, _: Label) -> None:
            w.get(zone)
            s.pieces_in(lambda piece, __: body(piece, whole))

        places = constant_zones(s.unit.layout, node.zone)
        if places is None:
            each(s, node.zone, of_number)
        elif places == tuple(range(places[0], places[-1] + 1)):
            with w.scratch() as at, w.scratch() as end:
                w.be(at, memory.zone(places[0]))
                w.be(end, memory.zone(places[-1] + 1))
                with w.counted(at, end, memory.stride) as out:
                    within(at, out)
        else:
            _of_table(s, [*map(memory.zone, places)], within)


def _zones(s: Scope, node: ir.Zones, body: Body) -> None:
    w, slot = s.w, s.unit.layout.zones[node.zone]
    with w.block() as whole, w.scratch() as zone:

        def further(number: int, places: list[int]) -> None:
            if number == len(node.at):
                w.number(slot.base)
                for place, stride in zip(places, slot.strides, strict=True):
                    w.with_number("i32.mul", place, stride)
                    w.do("i32.add")
                w.put(zone)
                body(zone, whole)
                return
            index = node.at[number]
            if index is None:
                size = slot.sizes[number]
                each_constant(s, 0, size, lambda at, _: further(number + 1, [*places, at]))
                return
            value(s, index)
            with w.kept() as at:
                w.is_there(at)
                with w.when():
                    further(number + 1, [*places, at])

        further(0, [])


def _pile_end(s: Scope, node: ir.PileEnd, body: Body) -> None:
    w, memory = s.w, s.unit.memory
    assert node.amount is not None
    value(s, node.zone)
    zone_address(w, memory)
    with w.kept() as zone, w.scratch() as at, w.scratch() as end, w.scratch() as count, w.scratch() as piece:
        w.length(zone)
        w.put(count)
        value(s, node.amount)
        w.put(end)
        w.better(count, end, "i32.lt_s")
        w.put(end)
        w.be(at, 0)
        with w.counted(at, end) as out:
            w.get(zone)
            if node.end == "top":
                w.with_number("i32.sub", count, 1)
                w.get(at)
                w.do("i32.sub")
            else:
                w.get(at)
            scaled(w, memory)
            w.do("i32.add")
            load_piece(w, memory)
            w.put(piece)
            body(piece, out)


def _list_of(s: Scope, node: ir.ListOf, body: Body) -> None:
    if len(node.items) == 1 and node.items[0].type.many:
        each(s, node.items[0], body)
        return
    code = s.w.function.code
    began = len(code)
    if not any(item.type.many for item in node.items):
        with s.w.block() as out:
            for item in node.items:
                value(s, item)
                with s.w.kept() as one:
                    body(one, out)
                if (len(code) - began) * len(node.items) > WRITTEN_OUT:
                    break
            else:
                return
        del code[began:]
    with s.gathering(node.type) as found:
        for item in node.items:
            if item.type.many:
                each(s, item, found.add)
            else:
                value(s, item)
                with s.w.kept() as one:
                    found.add(one)
        found.done()
        through(s, found.place, body)


def _held(s: Scope, node: ir.Local | ir.Read, body: Body) -> None:
    with made_list(s, node) as place:
        through(s, place, body)


def _cases(s: Scope, node: ir.Cases, body: Body) -> None:
    w = s.w
    with s.gathering(node.type) as found:
        with w.block() as done:
            for condition, result in node.cases:
                with if_holds(s, condition):
                    each(s, result, found.add)
                    w.go(done)
            each(s, node.default, found.add)
        found.done()
        through(s, found.place, body)


def _without(s: Scope, node: ir.Without, body: Body) -> None:
    w = s.w
    if not node.item.type.many:
        value(s, node.item)
        with w.kept() as gone:

            def left(item: int, out: Label) -> None:
                w.of("i32.ne", item, gone)
                with w.when():
                    body(item, out)

            each(s, node.over, left)
        return
    with made_list(s, node.item) as unwanted:

        def still(item: int, out: Label) -> None:
            contains(s, lambda each_one: through(s, unwanted, each_one), item)
            w.do("i32.eqz")
            with w.when():
                body(item, out)

        each(s, node.over, still)


def _ranked(s: Scope, node: ir.Ranked, body: Body) -> None:
    w = s.w
    with made_anew(s, node.over) as left, s.gathering(node.type) as values:
        for criterion in node.by:
            with w.scratch() as best, w.scratch() as kept, w.scratch() as at, w.scratch() as worth:
                w.be(best, -(1 << 31) if criterion.most else (1 << 31) - 1)
                w.get(values.place)
                w.put(values.end)

                def rated(item: int, _: Label) -> None:
                    with bound(s, node.slot, item, node.over):
                        value(s, criterion.value)  # noqa: B023
                    w.put(worth)
                    values.add(worth)
                    better(s, worth, best, "gt_s" if criterion.most else "lt_s")  # noqa: B023

                through(s, left, rated)
                w.be(at, 0)
                w.be(kept, 0)

                def sorted_out(item: int, _: Label) -> None:
                    s.w.item(values.place, at)
                    w.get(best)
                    w.do("i32.eq")
                    with w.when():
                        w.get(left)
                        w.get(kept)
                        w.cells()
                        w.do("i32.add")
                        w.get(item)
                        w.do("i32.store", 4)
                        w.add_to(kept, 1)
                    w.add_to(at, 1)

                through(s, left, sorted_out)
                w.store(left, kept)
        through(s, left, body)


#: How each kind of list is gone through.
LISTS: Mapping[type, Callable[[Scope, OfItsKind, Body], None]] = {
    ir.AllOf: _all_of,
    ir.PlayersFrom: _players_from,
    ir.Filter: _filter,
    ir.Contents: _contents,
    ir.Zones: _zones,
    ir.PileEnd: _pile_end,
    ir.ListOf: _list_of,
    ir.Local: _held,
    ir.Read: _held,
    ir.Cases: _cases,
    ir.Without: _without,
    ir.Ranked: _ranked,
    ir.Derived: each_derived,
    ir.InForce: in_force,
    ir.Function: each_function,
}
