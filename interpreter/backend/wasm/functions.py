"""Writes the built-in functions."""

from collections.abc import Callable, Mapping

from dsl.ir import nodes as ir
from interpreter.backend.wasm.binary import Num
from interpreter.backend.wasm.memory import Unsupported
from interpreter.backend.wasm.scope import Body, Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.writer import Label
from interpreter.program.model.setting import absent

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
        w.get(thing)
        w.number(0)
        w.do("i32.ge_s")
        with w.when(Num.I32):
            of(thing)
            w.otherwise()
            w.number(gone)


def _seat(steps: int) -> _Write:
    def written(s: Scope, node: ir.Function) -> None:
        players = s.unit.setting.players

        def neighbour(player: int) -> None:
            s.w.get(player)
            s.w.number(steps % players)
            s.w.do("i32.add")
            s.w.number(players)
            s.w.do("i32.rem_u")

        or_none(s, node.arguments[0], neighbour)

    return written


def _seat_number(s: Scope, node: ir.Function) -> None:
    value(s, node.arguments[0])
    s.w.number(1)
    s.w.do("i32.add")


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
            w.number(size)
            w.do("i32.add")
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


def _of_piece(name: str) -> _Write:
    def written(s: Scope, node: ir.Function) -> None:
        value(s, node.arguments[0])
        s.w.number(1)
        s.w.do("i32.add")
        s.w.number(2)
        s.w.do("i32.shl")
        s.w.do("i32.load", s.unit.memory.of_pieces(name) - 4)

    return written


def _holder(s: Scope, node: ir.Function) -> None:
    seats = [ir.NONE if seat is None else seat for seat in s.unit.layout.seats]
    table = s.unit.memory.table([ir.NONE, *seats])
    _of_piece("zone")(s, node)
    _looked_up(s, table)


def _looked_up(s: Scope, table: int) -> None:
    """Pushes what stands in a table, which begins with that of none, at the place that has been pushed."""
    s.w.number(1)
    s.w.do("i32.add")
    s.w.number(2)
    s.w.do("i32.shl")
    s.w.do("i32.load", table)


def _title(s: Scope, node: ir.Function) -> None:
    layout = s.unit.layout
    table = s.unit.memory.table([ir.NONE, *(layout.texts.index(kind.title) for kind in layout.kinds)])
    _of_piece("kind")(s, node)
    _looked_up(s, table)


def _chosen(how: str) -> _Write:
    def written(s: Scope, node: ir.Function) -> None:
        w = s.w
        with w.scratch() as left, w.scratch() as right:
            for argument, local in zip(node.arguments, (left, right), strict=True):
                value(s, argument)
                w.put(local)
            for local in (left, right, left, right):
                w.get(local)
            w.do(f"i32.{how}")
            w.do("select")

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
            w.get(over)
            w.do("i32.load", 0)
            w.do("i32.lt_u")
            with w.when(Num.I32):
                w.get(over)
                w.get(at)
                w.number(2)
                w.do("i32.shl")
                w.do("i32.add")
                w.do("i32.load", 4)
                w.otherwise()
                w.number(ir.NONE)


def _first(s: Scope, node: ir.Function) -> None:
    w = s.w
    with w.scratch() as found:
        w.number(ir.NONE)
        w.put(found)

        def taken(item: int, out: Label) -> None:
            w.get(item)
            w.put(found)
            w.go(out)

        each(s, node.arguments[0], taken)
        w.get(found)


def _last(s: Scope, node: ir.Function) -> None:
    w = s.w
    with w.scratch() as found:
        w.number(ir.NONE)
        w.put(found)

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
    _looked_up(s, table)


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
        w.number(2)
        w.do("i32.shl")
        w.do("i32.load", s.unit.memory.at["taken"])

    or_none(s, player, counted, 0)


def _of_state(name: str) -> _Write:
    return lambda s, _: s.w.load(s.unit.memory.at[name])


def _metered(s: Scope, node: ir.Function) -> None:
    weight, found = node.arguments
    value(s, weight)
    s.w.do("i64.extend_i32_s")
    s.w.do("call", s.unit.helpers.spend.index)
    value(s, found)


def _longest_line(s: Scope, node: ir.Function) -> None:
    """The most spaces in a row: from each that is taken, as far as they go on in each of four ways."""
    w = s.w
    columns, cells, spaces = node.arguments
    assert isinstance(cells, ir.ListOf)
    where = [constant_argument(cell) for cell in cells.items]
    by_cell = {cell: space for space, cell in enumerate(where) if cell >= 0}
    width = constant_argument(columns)

    def beyond(space: int, down: int, right: int) -> int:
        cell = where[space]
        if cell < 0:
            return ir.NONE
        row, column = cell // width + down, cell % width + right
        return by_cell.get(row * width + column, ir.NONE) if 0 <= column < width and row >= 0 else ir.NONE

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    tables = [s.unit.memory.table([beyond(space, *way) for space in range(len(where))]) for way in ways]
    lies = s.unit.memory.table([int(cell >= 0) for cell in where])
    with s.list(ir.NUMBER) as taken, w.scratch() as best, w.scratch() as at, w.scratch() as length:
        # a byte for each space, and as many as there are at the end for all that no space is
        w.get(taken)
        w.number(0)
        w.number(len(where))
        w.do("memory.fill")

        def marked(space: int, _: Label) -> None:
            w.get(space)
            w.number(0)
            w.do("i32.ge_s")
            with w.when():
                w.get(taken)
                w.get(space)
                w.do("i32.add")
                w.get(space)
                w.number(2)
                w.do("i32.shl")
                w.do("i32.load", lies)
                w.do("i32.store8", 0)

        each(s, spaces, marked)
        w.number(0)
        w.put(best)

        def measured(space: int, _: Label) -> None:
            for table in tables:
                w.get(space)
                w.put(at)
                w.number(0)
                w.put(length)
                with w.block() as done, w.block("loop") as again:
                    w.get(at)
                    w.number(0)
                    w.do("i32.lt_s")
                    w.go(done, "br_if")
                    w.get(taken)
                    w.get(at)
                    w.do("i32.add")
                    w.do("i32.load8_u", 0)
                    w.do("i32.eqz")
                    w.go(done, "br_if")
                    w.add_to(length, 1)
                    w.get(at)
                    w.number(2)
                    w.do("i32.shl")
                    w.do("i32.load", table)
                    w.put(at)
                    w.go(again)
                w.get(length)
                w.get(best)
                w.do("i32.gt_s")
                with w.when():
                    w.get(length)
                    w.put(best)

        each(s, spaces, measured)
        w.get(best)


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
    "first": _first,
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
    "metered": _metered,
    "longest_line": _longest_line,
}


# ---------------------------------------------------------------- lists


def _copies(s: Scope, node: ir.Function, body: Body) -> None:
    w = s.w
    card = constant_argument(node.arguments[0])
    known = s.unit.layout.copies(card)
    if known is None:
        raise Unsupported("copies of a card of which more may be made")
    table = s.unit.memory.table(known or (0,))
    with w.scratch() as at, w.scratch() as end, w.scratch() as piece:
        w.number(0)
        w.put(at)
        w.number(len(known))
        w.put(end)
        with w.counted(at, end) as out:
            w.get(at)
            w.number(2)
            w.do("i32.shl")
            w.do("i32.load", table)
            w.put(piece)
            body(piece, out)


def _metered_each(s: Scope, node: ir.Function, body: Body) -> None:
    weight, found = node.arguments
    with made_list(s, found) as items:
        value(s, weight)
        s.w.get(items)
        s.w.do("i32.load", 0)
        s.w.do("i32.mul")
        s.w.do("i64.extend_i32_s")
        s.w.do("call", s.unit.helpers.spend.index)
        through(s, items, body)


def through(s: Scope, place: int, body: Body) -> None:
    """Goes through the list at an address."""
    w = s.w
    with w.scratch() as at, w.scratch() as end, w.scratch() as one:
        w.number(0)
        w.put(at)
        w.get(place)
        w.do("i32.load", 0)
        w.put(end)
        with w.counted(at, end) as out:
            item_at(s, place, at)
            w.put(one)
            body(one, out)


def item_at(s: Scope, place: int, at: int) -> None:
    """Pushes an item of the list at an address."""
    s.w.get(place)
    s.w.get(at)
    s.w.number(2)
    s.w.do("i32.shl")
    s.w.do("i32.add")
    s.w.do("i32.load", 4)


def _from(backwards: bool) -> Callable[[Scope, ir.Function, Body], None]:
    """A list from one of its items on, forwards or backwards, and round; from the first if it is not there."""

    def written(s: Scope, node: ir.Function, body: Body) -> None:
        w = s.w
        items, start = node.arguments
        with made_list(s, items) as over, w.scratch() as at, w.scratch() as left, w.scratch() as one, w.scratch() as end:
            value(s, start)
            with w.kept() as wanted:
                w.number(0)
                w.put(at)
                w.number(0)
                w.put(left)

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
            w.get(over)
            w.do("i32.load", 0)
            w.put(end)
            w.number(0)
            w.put(left)
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
                        w.number(0)
                        w.put(at)

    return written


def _without_each(s: Scope, node: ir.Function, body: Body) -> None:
    """A list without the first of each of others."""
    w = s.w
    items, gone = node.arguments
    with s.list(node.type) as left, w.scratch() as at, w.scratch() as end:
        each(s, items, lambda one, _: s.append(left, one))

        def taken(one: int, _: Label) -> None:
            w.number(0)
            w.put(at)
            w.get(left)
            w.do("i32.load", 0)
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
    w = s.w
    for offset in (0, 1):  # to, and from
        w.get(place)
        w.number(4 + 4 * offset)
        w.do("i32.add")
        w.get(at)
        w.number(2)
        w.do("i32.shl")
        w.do("i32.add")
    w.get(end)
    w.get(at)
    w.do("i32.sub")
    w.number(1)
    w.do("i32.sub")
    w.number(2)
    w.do("i32.shl")
    w.do("memory.copy")
    w.get(place)
    w.get(end)
    w.number(1)
    w.do("i32.sub")
    w.do("i32.store", 0)


#: Every function that gives a list.
LISTS: Mapping[str, Callable[[Scope, ir.Function, Body], None]] = {
    "copies": _copies,
    "metered_each": _metered_each,
    "from": _from(False),
    "back_from": _from(True),
    "without_each": _without_each,
}
