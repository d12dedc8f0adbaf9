"""Writes what is done with lists: most are gone through without being made."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.helpers import load_piece, scaled, zone_address
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import test_range
from interpreter.backend.wasm.emit.scope import Body, Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.definitions import each_derived
from interpreter.backend.wasm.nodes.effects import in_force
from interpreter.backend.wasm.nodes.functions import each_function, first_of, item_at, of_piece, of_piece_in, through
from interpreter.program.model.nodes import OfItsKind
from interpreter.program.optimise.lookup_tables import (
    Chosen,
    Grouped,
    Listed,
    Owned,
    among_zones,
    chosen,
    constant_zones,
    known_items,
    owned,
    pieces_first,
    whose_zone,
)
from interpreter.program.optimise.non_none import all_non_none

# ---------------------------------------------------------------- lists


def each_number(s: Scope, low: Callable[[], None], count: Callable[[], None], body: Body) -> None:
    """Goes through so many numbers from the lowest on; both are pushed."""
    w = s.w
    with w.scratch() as at, w.scratch() as end:
        low()
        w.put(at)
        w.get(at)
        count()
        w.do("i32.add")
        w.put(end)
        with w.counted(at, end) as out:
            body(at, out)


def _all_of(s: Scope, node: ir.AllOf, body: Body) -> None:
    w, layout = s.w, s.unit.layout
    if node.of.kind is not ir.Kind.PIECE:
        each_number(s, lambda: w.number(0), lambda: w.number(layout.setting.size(node.of)), body)
        return
    known = known_items(layout, node.of)
    if known is not None and known.pieces is None:
        _of_table(s, known.items, body)
        return
    wanted = [node.of.name in ("", kind.card_type) for kind in layout.kinds]
    table = None if all(wanted) else s.unit.memory.table([*map(int, wanted)])

    def asked(piece: int, out: Label) -> None:
        if table is None:
            body(piece, out)
            return
        w.get(piece)
        w.cell(s.unit.memory.of_pieces("kind"))
        w.cell(table)
        with w.when():
            body(piece, out)

    each_number(s, lambda: w.number(0), lambda: w.load(s.unit.memory.at["pieces"]), asked)


def _of_table(s: Scope, items: Sequence[int], body: Body) -> None:
    """Goes through things that are always the same."""
    w = s.w
    if items and list(items) == list(range(items[0], items[0] + len(items))):
        each_number(s, lambda: w.number(items[0]), lambda: w.number(len(items)), body)
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
            w.get(player)
            w.number(0)
            w.do("i32.gt_s")
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
        with bound(s, node.slot, item, node.over):
            value(s, where)
        with s.w.when():
            body(item, out)

    found = in_table(s, node)
    match found:
        case Listed(items, left):
            _of_table(s, items, lambda item, out: asked(item, out, left))
        case Grouped(left=left) if found.groups:
            _grouped(s, found, lambda item, out: asked(item, out, left))
        case _:
            each(s, node.over, asked)


def in_table(s: Scope, node: ir.Filter) -> Chosen | None:
    """The table in which a condition on all things of a type finds them; what fails is for another engine anyhow."""
    if not isinstance(node.over, ir.AllOf):
        return None
    return chosen(s.unit.layout, node.over, node.slot, node.where, lambda _: False)


def few_pieces(s: Scope, over: ir.Expression) -> ir.Expression:
    """A list of the pieces in many zones as one of all pieces, where the order makes no difference."""
    return pieces_first(over, s.unit.layout, s.unit.definitions, ())


@contextmanager
def bound(s: Scope, slot: int, item: int, over: ir.Expression) -> Iterator[None]:
    """A slot is the local with an item of a list, while something is written that changes neither."""
    before, was_sure = s.slots.get(slot), slot in s.non_none
    s.slots[slot] = item
    if all_non_none(s, over):
        s.non_none.add(slot)
    yield
    if not was_sure:
        s.non_none.discard(slot)
    if before is None:
        del s.slots[slot]
    else:
        s.slots[slot] = before


def _contents(s: Scope, node: ir.Contents, body: Body) -> None:
    if not node.zone.type.many:
        value(s, node.zone)
        s.pieces_in(body)
        return
    with s.w.block() as whole:

        def within(zone: int, _: Label) -> None:
            s.w.get(zone)
            s.pieces_in(lambda piece, __: body(piece, whole))

        each(s, node.zone, within)


def _zones(s: Scope, node: ir.Zones, body: Body) -> None:
    w, slot = s.w, s.unit.layout.zones[node.zone]
    with w.block() as whole, w.scratch() as zone:

        def further(number: int, places: list[int]) -> None:
            if number == len(node.at):
                w.number(slot.base)
                for place, stride in zip(places, slot.strides, strict=True):
                    w.get(place)
                    w.number(stride)
                    w.do("i32.mul")
                    w.do("i32.add")
                w.put(zone)
                body(zone, whole)
                return
            index = node.at[number]
            if index is None:
                size = slot.sizes[number]
                each_number(
                    s, lambda: w.number(0), lambda: w.number(size), lambda at, _: further(number + 1, [*places, at])
                )
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
                w.get(count)
                w.number(1)
                w.do("i32.sub")
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
    with s.list(node.type) as found:
        for item in node.items:
            if item.type.many:
                each(s, item, lambda one, _: s.append(found, one))
            else:
                value(s, item)
                with s.w.kept() as one:
                    s.append(found, one)
        through(s, found, body)


def _held(s: Scope, node: ir.Local | ir.Read, body: Body) -> None:
    with made_list(s, node) as place:
        through(s, place, body)


def _cases(s: Scope, node: ir.Cases, body: Body) -> None:
    w = s.w
    with s.list(node.type) as found:
        with w.block() as done:
            for condition, result in node.cases:
                value(s, condition)
                with w.when():
                    each(s, result, lambda one, _: s.append(found, one))
                    w.go(done)
            each(s, node.default, lambda one, _: s.append(found, one))
        through(s, found, body)


def _without(s: Scope, node: ir.Without, body: Body) -> None:
    w = s.w
    if not node.item.type.many:
        value(s, node.item)
        with w.kept() as gone:

            def left(item: int, out: Label) -> None:
                w.get(item)
                w.get(gone)
                w.do("i32.ne")
                with w.when():
                    body(item, out)

            each(s, node.over, left)
        return
    with made_list(s, node.item) as unwanted:

        def still(item: int, out: Label) -> None:
            _contains(s, lambda each_one: through(s, unwanted, each_one), item)
            w.do("i32.eqz")
            with w.when():
                body(item, out)

        each(s, node.over, still)


def _contains(s: Scope, through_all: Callable[[Body], None], wanted: int) -> None:
    """Pushes whether a local is among the items that are gone through."""
    w = s.w
    with w.scratch() as found:
        w.be(found, 0)

        def same(one: int, out: Label) -> None:
            w.get(one)
            w.get(wanted)
            w.do("i32.eq")
            with w.when():
                w.be(found, 1)
                w.go(out)

        through_all(same)
        w.get(found)


def _ranked(s: Scope, node: ir.Ranked, body: Body) -> None:
    w = s.w
    with s.list(node.type) as left, s.list(node.type) as values:
        each(s, node.over, lambda item, _: s.append(left, item))
        for criterion in node.by:
            with w.scratch() as best, w.scratch() as kept, w.scratch() as at, w.scratch() as worth:
                w.be(best, -(1 << 31) if criterion.most else (1 << 31) - 1)
                empty(s, values)

                def rated(item: int, _: Label) -> None:
                    with bound(s, node.slot, item, node.over):
                        value(s, criterion.value)  # noqa: B023
                    w.put(worth)
                    s.append(values, worth)
                    better(s, worth, best, "gt_s" if criterion.most else "lt_s")  # noqa: B023

                through(s, left, rated)
                w.be(at, 0)
                w.be(kept, 0)

                def sorted_out(item: int, _: Label) -> None:
                    item_at(s, values, at)
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
                w.get(left)
                w.get(kept)
                w.do("i32.store", 0)
        through(s, left, body)


def empty(s: Scope, place: int) -> None:
    """Empties the list at an address."""
    s.w.get(place)
    s.w.number(0)
    s.w.do("i32.store", 0)


def better(s: Scope, worth: int, best: int, how: str) -> None:
    """Puts one local into another if it is better."""
    w = s.w
    w.get(worth)
    w.get(best)
    w.do(f"i32.{how}")
    with w.when():
        w.get(worth)
        w.put(best)


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

# ---------------------------------------------------------------- single things of lists


def count_of(s: Scope, node: ir.CountOf) -> None:
    """Pushes how many there are."""
    w, over = s.w, node.over
    if isinstance(over, ir.Contents) and not over.zone.type.many:
        value(s, over.zone)
        zone_address(w, s.unit.memory)
        w.do("i32.load", 0)
        return
    if isinstance(over, ir.Local):
        w.length(s.local(over.slot))
        return
    with w.scratch() as count:
        w.be(count, 0)
        each(s, few_pieces(s, over), lambda _, __: w.add_to(count, 1))
        w.get(count)


def some(s: Scope, node: ir.Some) -> None:
    """Pushes whether there is one for which something holds."""
    w = s.w
    with w.scratch() as found:
        w.be(found, 0)

        def asked(item: int, out: Label) -> None:
            with ExitStack() as stack:
                if node.where is not None:
                    with bound(s, node.slot, item, node.over):
                        value(s, node.where)
                    stack.enter_context(w.when())
                w.be(found, 1)
                w.go(out)

        each(s, few_pieces(s, node.over), asked)
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
            item_at(s, place, at)


def best_of(s: Scope, node: ir.BestOf) -> None:
    """Pushes the highest, the lowest or the sum of values; of none it is 0."""
    w = s.w
    with w.scratch(Num.I64) as total, w.scratch() as worth, w.scratch() as met:
        w.do("i64.const", 0)
        w.do("local.set", total)
        w.be(met, 0)

        def rated(one: int, _: Label) -> None:
            with bound(s, node.slot, one, node.over):
                value(s, node.value)
            if node.how == "total":
                w.do("i64.extend_i32_s")
                w.get(total)
                w.do("i64.add")
                w.put(total)
                return
            w.put(worth)
            w.get(met)
            w.do("i32.eqz")
            w.get(worth)
            w.do("i64.extend_i32_s")
            w.get(total)
            w.do("i64.gt_s" if node.how == "highest" else "i64.lt_s")
            w.do("i32.or")
            with w.when():
                w.get(worth)
                w.do("i64.extend_i32_s")
                w.put(total)
            w.be(met, 1)

        each(s, node.over, rated)
        w.get(total)
        if node.how == "total":
            test_range(w, Num.I64)
        w.do("i32.wrap_i64")


def is_in(s: Scope, node: ir.IsIn) -> None:
    """Pushes whether something is in a list."""
    w = s.w
    value(s, node.item)
    with w.kept() as wanted:
        if _asks_the_thing(s, node.group):
            w.is_there(wanted)
            with w.when(Num.I32):
                _member(s, wanted, node.group)
                w.otherwise()
                w.number(0)
            return
        _contains(s, lambda each_one: each(s, node.group, each_one), wanted)


def _asks_the_thing(s: Scope, group: ir.Expression) -> bool:
    """Whether a piece can be tested by itself."""
    match group:
        case ir.Contents(zone):
            return not zone.type.many or constant_zones(s.unit.layout, zone) is not None
        case ir.Filter(over):
            return _asks_the_thing(s, over)
        case ir.Derived(name, ()) if not s.definitions[name].exceptions:
            return _asks_the_thing(s, s.definitions[name].value)
    return False


def _member(s: Scope, thing: int, group: ir.Expression) -> None:
    """Pushes whether a thing in a local, which is not none, is one of these."""
    w = s.w
    match group:
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
        case ir.Derived(name):
            with s.inside({}, set()):
                _member(s, thing, s.definitions[name].value)


def _lies_in(s: Scope, piece: int, zone: ir.Expression) -> None:
    w, layout = s.w, s.unit.layout
    of_piece_in(s, piece, "zone")
    places = constant_zones(layout, zone)
    if places is None:
        value(s, zone)
        w.do("i32.eq")
    elif len(places) == 1:
        w.number(places[0])
        w.do("i32.eq")
    else:
        w.cell(s.unit.memory.table(among_zones(layout, places)[1]))


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
                item_at(s, other, at)
                w.do("i32.ne")
                with w.when():
                    w.be(alike, 0)
                    w.go(out)
                w.add_to(at, 1)

            through(s, one, compared)
        w.get(alike)


