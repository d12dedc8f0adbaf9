"""Writes the built-in functions that give no list."""

from collections.abc import Callable, Mapping

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.helpers import spend_steps
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, each, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.alike import alike
from interpreter.backend.wasm.nodes.boards import board_distance, longest_line
from interpreter.backend.wasm.nodes.things import constant_argument, first_of, of_piece, of_piece_in, or_none
from interpreter.program.model.setting import absent
from interpreter.runtime.state import TURN_OVER, depth_attribute

_Write = Callable[[Scope, ir.Function], None]


def function(s: Scope, node: ir.Function) -> None:
    """Pushes the value of a function that gives no list."""
    written = FUNCTIONS.get(node.name)
    if written is None:
        raise Unsupported(f"function {node.name}")
    written(s, node)


# ---------------------------------------------------------------- single things


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
                s.w.item(over, at)
                w.otherwise()
                w.number(ir.NONE)


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
    spend(s, constant_argument(weight))
    value(s, found)


def spend(s: Scope, steps: int) -> None:
    """Spends so many steps."""
    spend_steps(s.w, s.unit.helpers.spent, lambda: s.w.do("i64.const", steps))


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
    "alike": alike,
    "face_up": _face_up,
    "seen": _of_piece("seen"),
    "metered": _metered,
    "longest_line": longest_line,
    "distance": board_distance,
}


