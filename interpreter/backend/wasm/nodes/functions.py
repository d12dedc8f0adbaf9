"""Writes the built-in functions."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack

from dsl.ir import nodes as ir
from interpreter.backend.reference.boards import distance
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Body, Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.program.desugar.timed_effects import KEPT
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.setting import absent
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute, effect_attribute

_Write = Callable[[Scope, ir.Function], None]


def function(s: Scope, node: ir.Function) -> None:
    """Pushes the value of a function that gives no list."""
    written = FUNCTIONS.get(node.name)
    if written is None:
        raise Unsupported(f"function {node.name}")
    written(s, node)


def each_function(s: Scope, node: ir.Function, body: Body) -> None:
    """Goes through the list that a function gives."""
    written = LISTS.get(node.name)
    if written is None:
        raise Unsupported(f"list of {node.name}")
    written(s, node, body)


def constant_argument(node: ir.Expression) -> int:
    """The value of an argument that is always a constant."""
    assert isinstance(node, ir.Constant)
    return node.value


# ---------------------------------------------------------------- single things


def or_none(s: Scope, node: ir.Expression, of: Callable[[int], None], gone: int = ir.NONE) -> None:
    """Pushes something of a thing, in a local; `gone` of none."""
    w = s.w
    value(s, node)
    with w.kept() as thing:
        if is_sure(s, node):
            of(thing)
            return
        w.is_there(thing)
        with w.when(Num.I32):
            of(thing)
            w.otherwise()
            w.number(gone)


def _seat(steps: int) -> _Write:
    def written(s: Scope, node: ir.Function) -> None:
        players = s.unit.setting.players

        def neighbour(player: int) -> None:
            s.w.get(player)
            s.w.plus(steps % players)
            s.w.number(players)
            s.w.do("i32.rem_u")

        or_none(s, node.arguments[0], neighbour)

    return written


def _seat_number(s: Scope, node: ir.Function) -> None:
    value(s, node.arguments[0])
    s.w.plus(1)


def _shifted(s: Scope, at: ir.Expression, steps: Callable[[], None]) -> None:
    w = s.w
    enum = s.unit.setting.enumerations[at.type.name]
    size = len(enum.values)

    def shifted(local: int) -> None:
        w.get(local)
        steps()
        w.do("i32.add")
        if enum.ring:
            w.number(size)
            w.do("i32.rem_s")
            w.plus(size)
            w.number(size)
            w.do("i32.rem_s")
            return
        with w.kept() as place:
            w.get(place)
            w.number(-1)
            w.get(place)
            w.number(size)
            w.do("i32.lt_u")
            w.do("select")

    or_none(s, at, shifted)


def _shift(s: Scope, node: ir.Function) -> None:
    _shifted(s, node.arguments[0], lambda: value(s, node.arguments[1]))


def _next(s: Scope, node: ir.Function) -> None:
    _shifted(s, node.arguments[0], lambda: s.w.number(1))


def _face_up(s: Scope, node: ir.Function) -> None:
    w, everybody = s.w, s.unit.layout.everybody

    def all_see(piece: int) -> None:
        of_piece_in(s, piece, "seen")
        w.number(everybody)
        w.do("i32.and")
        w.number(everybody)
        w.do("i32.eq")

    or_none(s, node.arguments[0], all_see, 0)


def of_piece(s: Scope, name: str, piece: ir.Expression) -> None:
    """Pushes what the state tells of a piece: its zone, owner or kind; -1 of none."""
    value(s, piece)
    s.w.looked_up(s.unit.memory.of_pieces(name) - 4)


def _of_piece(name: str) -> _Write:
    return lambda s, node: of_piece(s, name, node.arguments[0])


def _holder(s: Scope, node: ir.Function) -> None:
    seats = [ir.NONE if seat is None else seat for seat in s.unit.layout.seats]
    table = s.unit.memory.table([ir.NONE, *seats])
    of_piece(s, "zone", node.arguments[0])
    s.w.looked_up(table)


def _title(s: Scope, node: ir.Function) -> None:
    layout = s.unit.layout
    table = s.unit.memory.table([ir.NONE, *(layout.texts.index(kind.title) for kind in layout.kinds)])
    of_piece(s, "kind", node.arguments[0])
    s.w.looked_up(table)


def _chosen(how: str) -> _Write:
    def written(s: Scope, node: ir.Function) -> None:
        w = s.w
        with w.scratch() as left, w.scratch() as right:
            for argument, local in zip(node.arguments, (left, right), strict=True):
                value(s, argument)
                w.put(local)
            w.better(left, right, f"i32.{how}")

    return written


def _pips(s: Scope, node: ir.Function) -> None:
    value(s, node.arguments[0])


def _item(s: Scope, node: ir.Function) -> None:
    w = s.w
    place, items = node.arguments
    with made_list(s, items) as over:
        value(s, place)
        with w.kept() as at:
            w.add_to(at, -1)
            w.get(at)
            w.length(over)
            w.do("i32.lt_u")
            with w.when(Num.I32):
                item_at(s, over, at)
                w.otherwise()
                w.number(ir.NONE)


def first_of(s: Scope, over: ir.Expression) -> None:
    """Pushes the first item of a list, or none."""
    w = s.w
    with w.scratch() as found:
        w.be(found, ir.NONE)

        def taken(item: int, out: Label) -> None:
            w.get(item)
            w.put(found)
            w.go(out)

        each(s, over, taken)
        w.get(found)


def _last(s: Scope, node: ir.Function) -> None:
    w = s.w
    with w.scratch() as found:
        w.be(found, ir.NONE)

        def taken(item: int, _: Label) -> None:
            w.get(item)
            w.put(found)

        each(s, node.arguments[0], taken)
        w.get(found)


def _parameter(s: Scope, node: ir.Function) -> None:
    setting = s.unit.setting
    s.w.number(setting.parameters[setting.game.texts[constant_argument(node.arguments[0])]])


def _value_attribute(s: Scope, node: ir.Function) -> None:
    setting = s.unit.setting
    name, at = node.arguments
    gone = absent(node.type)
    printed = setting.attribute_table(at.type.name, setting.game.texts[constant_argument(name)], gone)
    table = s.unit.memory.table([gone, *printed])
    value(s, at)
    s.w.looked_up(table)


def _taken(s: Scope, node: ir.Function) -> None:
    w = s.w
    action, player = node.arguments
    players = s.unit.setting.players

    def counted(seat: int) -> None:
        value(s, action)
        w.number(players)
        w.do("i32.mul")
        w.get(seat)
        w.do("i32.add")
        w.cell(s.unit.memory.at["taken"])

    or_none(s, player, counted, 0)


def _of_state(name: str) -> _Write:
    return lambda s, _: s.w.load(s.unit.memory.at[name])


def _metered(s: Scope, node: ir.Function) -> None:
    weight, found = node.arguments
    value(s, weight)
    s.w.do("i64.extend_i32_s")
    s.w.call(s.unit.helpers.spend)
    value(s, found)


def _deep(s: Scope, node: ir.Function) -> None:
    s.w.load(s.unit.memory.at[depth_attribute(constant_argument(node.arguments[0]))])


def _decider(s: Scope, node: ir.Function) -> None:
    w, at = s.w, s.unit.memory.at["deciding"]
    value(s, node.arguments[0])
    with w.kept() as player:
        w.load(at + 4)
        w.get(player)
        w.get(player)
        w.load(at)
        w.do("i32.eq")
        w.is_there(player)
        w.do("i32.and")
        w.do("select")


def _alike(s: Scope, node: ir.Function) -> None:
    """Pushes whether pieces are alike; see `interpreter/runtime/alike.py`."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    if layout.kept:
        raise Unsupported("whether pieces are alike that keep fields of their own")
    classes: dict[object, int] = {}
    by_kind = [
        classes.setdefault(
            (kind.card_type, number if layout.singled[number] else -1, tuple(sorted(kind.values.items()))), len(classes)
        )
        for number, kind in enumerate(layout.kinds)
    ]
    of_kind = memory.table([-1, *by_kind])
    is_open = memory.table([int(mask == layout.everybody) for mask in layout.masks])
    with made_list(s, node.arguments[0]) as pieces, w.scratch() as same, w.scratch() as first:
        w.length(pieces)
        w.number(2)
        w.do("i32.lt_u")
        with w.when(Num.I32):
            w.length(pieces)
            w.otherwise()
            w.get(pieces)
            w.do("i32.load", 4)
            w.put(first)
            of_piece_in(s, first, "zone")
            w.cell(is_open)
            w.put(same)

            def compared(piece: int, _: Label) -> None:
                for name in ("zone", "owner", "kind"):
                    for one in (piece, first):
                        of_piece_in(s, one, name)
                        if name == "kind":
                            s.w.looked_up(of_kind)
                    w.do("i32.eq")
                    w.get(same)
                    w.do("i32.and")
                    w.put(same)
                for slot in layout.marks:
                    for place in range(slot.strides[0]):
                        for one in (piece, first):
                            w.get(one)
                            w.number(4 * slot.strides[0])
                            w.do("i32.mul")
                            w.do("i32.load", memory.cell(slot) + 4 * place)
                        w.do("i32.eq")
                        w.get(same)
                        w.do("i32.and")
                        w.put(same)
                _is_remembered(s, piece)
                w.do("i32.eqz")
                w.get(same)
                w.do("i32.and")
                w.put(same)

            through(s, pieces, compared)
            w.get(same)


def of_piece_in(s: Scope, piece: int, name: str) -> None:
    """Pushes what the state tells of a piece in a local."""
    s.w.get(piece)
    s.w.cell(s.unit.memory.of_pieces(name))


def field_of(s: Scope, record: int, place: int) -> None:
    """Pushes what stands at a place of a record, whose address is in a local."""
    s.w.get(record)
    s.w.do("i32.load", 4 + 4 * place)


def _is_remembered(s: Scope, piece: int) -> None:
    """Pushes whether a variable, or an effect in force, keeps a piece."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    with w.scratch() as found, w.scratch() as at, w.scratch() as end, w.scratch() as place:
        w.be(found, 0)

        def kept_in(address: int, count: int) -> None:
            w.be(at, 0)
            w.be(end, count)
            with w.counted(at, end):
                w.get(at)
                w.cell(address)
                w.get(piece)
                w.do("i32.eq")
                w.get(found)
                w.do("i32.or")
                w.put(found)

        for slot in layout.variables.values():
            if slot.variable.type.kind is ir.Kind.PIECE:
                kept_in(memory.cell(slot), memory.length(slot))
        for effect in layout.effects:
            w.be(place, memory.at[effect_attribute(effect)])

            def of_effect(one: int, _: Label) -> None:
                w.be(at, KEPT)
                w.length(one)
                w.put(end)
                with w.counted(at, end):
                    item_at(s, one, at)
                    w.get(piece)
                    w.do("i32.eq")
                    w.get(found)
                    w.do("i32.or")
                    w.put(found)

            through(s, place, of_effect)
        w.get(found)


def _longest_line(s: Scope, node: ir.Function) -> None:
    """The most spaces in a row: from each that is taken, as far as they go on in each of four ways."""
    w = s.w
    columns, cells, spaces = node.arguments
    width, count = constant(columns, s.unit.setting), len(s.unit.setting.enumerations[cells.type.name].values)
    assert width is not None, "a board is as wide as it is"

    def beyond(cell: int, down: int, right: int) -> int:
        row, column = cell // width + down, cell % width + right
        further = row * width + column
        return further if 0 <= column < width and 0 <= further < count else ir.NONE

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    tables = [s.unit.memory.table([beyond(cell, *way) for cell in range(count)]) for way in ways]
    with made_list(s, cells) as where, s.list(cells.type) as taken, w.scratch() as best, w.scratch() as at:
        w.get(taken)  # a byte for each cell; the list has more
        w.number(0)
        w.number(count)
        w.do("memory.fill")

        def cell_of(space: int) -> None:
            """Puts the cell of a space into a local, or none."""
            w.be(at, ir.NONE)
            w.is_there(space)
            with w.when():
                item_at(s, where, space)
                w.put(at)

        def marked(space: int, _: Label) -> None:
            cell_of(space)
            w.is_there(at)
            with w.when():
                w.get(taken)
                w.get(at)
                w.do("i32.add")
                w.number(1)
                w.do("i32.store8", 0)

        each(s, spaces, marked)
        w.be(best, 0)

        def measured(space: int, _: Label) -> None:
            for table in tables:
                cell_of(space)
                _how_far(s, taken, at, table, best)

        each(s, spaces, measured)
        w.get(best)


def _how_far(s: Scope, taken: int, at: int, table: int, best: int) -> None:
    """Raises the best to how many are taken from a cell on, in the direction of a table; all but that in locals."""
    w = s.w
    with w.scratch() as length:
        w.be(length, 0)
        with w.block() as done, w.block("loop") as again:
            w.is_none(at)
            w.go(done, "br_if")
            w.get(taken)
            w.get(at)
            w.do("i32.add")
            w.do("i32.load8_u", 0)
            w.do("i32.eqz")
            w.go(done, "br_if")
            w.add_to(length, 1)
            w.get(at)
            w.cell(table)
            w.put(at)
            w.go(again)
        w.get(length)
        w.get(best)
        w.do("i32.gt_s")
        with w.when():
            w.get(length)
            w.put(best)


def _distance(s: Scope, node: ir.Function) -> None:
    """The fewest steps from one space to another, or none: where spaces do not move, from a table."""
    w = s.w
    columns, cells, first, second = node.arguments
    assert isinstance(cells, ir.ListOf)
    known = [constant(cell, s.unit.setting) for cell in (columns, *cells.items)]
    width, *where = [cell for cell in known if cell is not None]
    if None in known:
        raise Unsupported("distances between spaces that move")
    steps = [distance(width, where, one, other) for one in range(len(where)) for other in range(len(where))]
    table = s.unit.memory.table(steps)

    def from_there(one: int) -> None:
        def to_there(other: int) -> None:
            w.get(one)
            w.number(len(where))
            w.do("i32.mul")
            w.get(other)
            w.do("i32.add")
            w.cell(table)

        or_none(s, second, to_there)

    or_none(s, first, from_there)


#: Every function that gives no list.
FUNCTIONS: Mapping[str, _Write] = {
    "left": _seat(1),
    "right": _seat(-1),
    "seat_number": _seat_number,
    "holder": _holder,
    "owner": _of_piece("owner"),
    "entry": _of_piece("kind"),
    "place": _of_piece("zone"),
    "title": _title,
    "smaller": _chosen("lt_s"),
    "larger": _chosen("gt_s"),
    "pips": _pips,
    "next": _next,
    "shift": _shift,
    "item": _item,
    "first": lambda s, node: first_of(s, node.arguments[0]),
    "last": _last,
    "parameter": _parameter,
    "value_attribute": _value_attribute,
    "taken": _taken,
    "round_number": _of_state("round_number"),
    "rounds": _of_state("rounds"),
    "game_is_over": _of_state("over"),
    "held": _of_state("held"),
    "active_player": _of_state("active_player"),
    "next_player": _of_state("next_player"),
    "cause": _of_state("cause"),
    "causer": _of_state("causer"),
    "turn_over": _of_state(TURN_OVER),
    "deep": _deep,
    "decider": _decider,
    "alike": _alike,
    "face_up": _face_up,
    "seen": _of_piece("seen"),
    "metered": _metered,
    "longest_line": _longest_line,
    "distance": _distance,
}


# ---------------------------------------------------------------- lists


def _copies(s: Scope, node: ir.Function, body: Body) -> None:
    w = s.w
    card = constant_argument(node.arguments[0])
    known = s.unit.layout.copies(card)
    if known is None:
        with w.scratch() as at, w.scratch() as end:
            w.be(at, 0)
            w.load(s.unit.memory.at["pieces"])
            w.put(end)
            with w.counted(at, end) as out:
                of_piece_in(s, at, "kind")
                w.number(card)
                w.do("i32.eq")
                with w.when():
                    body(at, out)
        return
    table = s.unit.memory.table(known or (0,))
    with w.scratch() as at, w.scratch() as end, w.scratch() as piece:
        w.be(at, 0)
        w.be(end, len(known))
        with w.counted(at, end) as out:
            w.get(at)
            w.cell(table)
            w.put(piece)
            body(piece, out)


def _rules_under_way(s: Scope, _: ir.Function, body: Body) -> None:
    s.w.number(s.unit.memory.at[RULES_UNDER_WAY])
    with s.w.kept() as place:
        through(s, place, body)


def _metered_each(s: Scope, node: ir.Function, body: Body) -> None:
    weight, found = node.arguments
    with made_list(s, found) as items:
        value(s, weight)
        s.w.length(items)
        s.w.do("i32.mul")
        s.w.do("i64.extend_i32_s")
        s.w.call(s.unit.helpers.spend)
        through(s, items, body)


def through(s: Scope, place: int, body: Body) -> None:
    """Goes through the list at an address."""
    w = s.w
    with w.scratch() as at, w.scratch() as end, w.scratch() as one:
        w.be(at, 0)
        w.length(place)
        w.put(end)
        with w.counted(at, end) as out:
            item_at(s, place, at)
            w.put(one)
            body(one, out)


def item_at(s: Scope, place: int, at: int) -> None:
    """Pushes an item of the list at an address."""
    s.w.get(place)
    s.w.get(at)
    s.w.cells()
    s.w.do("i32.add")
    s.w.do("i32.load", 4)


def _from(backwards: bool) -> Callable[[Scope, ir.Function, Body], None]:
    """A list from one of its items on, forwards or backwards, and round; from the first if it is not there."""

    def written(s: Scope, node: ir.Function, body: Body) -> None:
        w = s.w
        items, start = node.arguments
        with ExitStack() as stack:
            over = stack.enter_context(made_list(s, items))
            at, left, one, end = (stack.enter_context(w.scratch()) for _ in range(4))
            value(s, start)
            with w.kept() as wanted:
                w.be(at, 0)
                w.be(left, 0)

                def found(item: int, out: Label) -> None:
                    w.get(item)
                    w.get(wanted)
                    w.do("i32.eq")
                    with w.when():
                        w.get(left)
                        w.put(at)
                        w.go(out)
                    w.add_to(left, 1)

                through(s, over, found)
            w.length(over)
            w.put(end)
            w.be(left, 0)
            with w.counted(left, end) as out:
                item_at(s, over, at)
                w.put(one)
                body(one, out)
                if backwards:
                    w.get(at)
                    w.get(end)
                    w.get(at)
                    w.do("select")
                    w.number(1)
                    w.do("i32.sub")
                    w.put(at)
                else:
                    w.add_to(at, 1)
                    w.get(at)
                    w.get(end)
                    w.do("i32.ge_s")
                    with w.when():
                        w.be(at, 0)

    return written


def _without_each(s: Scope, node: ir.Function, body: Body) -> None:
    """A list without the first of each of others."""
    w = s.w
    items, gone = node.arguments
    with s.list(node.type) as left, w.scratch() as at, w.scratch() as end:
        each(s, items, lambda one, _: s.append(left, one))

        def taken(one: int, _: Label) -> None:
            w.be(at, 0)
            w.length(left)
            w.put(end)
            with w.counted(at, end) as out:
                item_at(s, left, at)
                w.get(one)
                w.do("i32.eq")
                with w.when():
                    close_gap(s, left, at, end)
                    w.go(out)

        each(s, gone, taken)
        through(s, left, body)


def close_gap(s: Scope, place: int, at: int, end: int) -> None:
    """Takes the item at a place out of a list of so many."""
    for local in (place, at, end):
        s.w.get(local)
    s.w.call(s.unit.helpers.close_gap)


#: Every function that gives a list.
LISTS: Mapping[str, Callable[[Scope, ir.Function, Body], None]] = {
    "copies": _copies,
    "rules_under_way": _rules_under_way,
    "metered_each": _metered_each,
    "from": _from(False),
    "back_from": _from(True),
    "without_each": _without_each,
}
