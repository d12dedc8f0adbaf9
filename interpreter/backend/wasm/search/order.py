"""Writes what lays pieces in an order that says nothing, in zones where a seat sees none."""

from __future__ import annotations

from functools import partial

from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.emit.zones import scaled, store_piece, zone_address
from interpreter.backend.wasm.search.dealing import MOST_NAMED, Dealing
from interpreter.backend.wasm.search.hidden import unordered
from interpreter.runtime.visibility import ORDERED

_I = Num.I32


def sort_zones(w: Writer, unit: Unit, sort: Function) -> None:
    """Sorts the zones in which the seat sees no order."""
    for seat in range(unit.setting.players):
        zones = unordered(unit.layout, seat, ORDERED)
        if zones:
            w.get(0)
            w.number(seat)
            w.do("i32.eq")
            with w.when():
                for number in zones:
                    w.number(number)
                    w.get(0)
                    w.call(sort)


def knows(w: Writer, unit: Unit, piece: int, seat: int) -> None:
    """Pushes whether a seat knows a piece, both in locals."""
    w.get(piece)
    w.cell(unit.memory.of_pieces("seen"))
    w.get(seat)
    w.do("i32.shr_u")
    w.number(1)
    w.do("i32.and")


def piece_at(w: Writer, unit: Unit, zone: int, place: int) -> None:
    """Pushes the address that, with 4 more, has the piece at a place of the zone at an address."""
    w.get(zone)
    w.get(place)
    scaled(w, unit.memory)
    w.do("i32.add")


def load_at(w: Writer, unit: Unit) -> None:
    """Pushes the piece at such an address."""
    w.do("i32.load8_u" if unit.memory.width == 1 else "i32.load16_u", 4)


def sorter(unit: Unit, room: Dealing) -> Function:
    """Puts those of a zone that stay in the order of their numbers, and behind them the others group by group.

    Unless the seat knows all of them: then it has seen in which order they came.
    """
    made = unit.module.function("sort", [_I, _I])
    w = Writer(made)
    zone, count, at, to, piece, other, unknown = (w.local() for _ in range(7))
    comes_first = _comes_first(unit, room)
    w.get(0)
    zone_address(w, unit.memory)
    w.put(zone)
    w.length(zone)
    w.put(count)
    with w.counted(at, count):
        piece_at(w, unit, zone, at)
        load_at(w, unit)
        w.put(piece)
        knows(w, unit, piece, 1)
        w.do("i32.eqz")
        w.get(unknown)
        w.do("i32.or")
        w.put(unknown)
    w.get(unknown)
    w.do("i32.eqz")
    with w.when():
        w.do("return")
    w.be(at, 1)
    with w.counted(at, count):
        piece_at(w, unit, zone, at)
        load_at(w, unit)
        w.put(piece)
        w.get(at)
        w.put(to)
        with w.until_none(to) as found:
            w.add_to(to, -1)
            piece_at(w, unit, zone, to)
            load_at(w, unit)
            w.put(other)
            w.get(other)
            w.get(piece)
            w.call(comes_first)
            with w.when():
                w.add_to(to, 1)
                w.go(found)
            piece_at(w, unit, zone, to)
            w.get(other)
            store_piece(w, unit.memory, 4 + unit.memory.width)
        piece_at(w, unit, zone, to)
        w.get(piece)
        store_piece(w, unit.memory)
    return made


def named_first(w: Writer, unit: Unit, room: Dealing, piece: int, end: int) -> None:
    """Of each piece how many names stand before the first one of it; of one that is not named, a large number."""
    w.be(piece, 0)
    with w.counted(piece, end):
        w.get(piece)
        w.cells()
        w.number(MOST_NAMED)
        w.do("i32.store", room.first)
    with w.scratch() as at:
        w.load(room.named)
        w.put(at)
        with w.until_none(at):
            w.add_to(at, -1)
            w.get(at)
            w.number(3)
            w.do("i32.shl")
            w.do("i32.load", room.named + 8)
            w.cells()
            w.get(at)
            w.do("i32.store", room.first)


def _comes_first(unit: Unit, room: Dealing) -> Function:
    """Whether a piece does not come behind another; in a group by who knows it, what is not there, what names it."""
    rank = _rank(unit, room)
    made = unit.module.function("comes_first", [_I, _I], _I)
    w = Writer(made)
    seen, first = unit.memory.of_pieces("seen"), room.first
    for pushed in (partial(w.call, rank), partial(w.cell, seen), partial(w.cell, room.ruled), partial(w.cell, first)):
        for how in ("i32.lt_s", "i32.gt_s"):
            for piece in (0, 1):
                w.get(piece)
                pushed()
            w.do(how)
            with w.when():
                w.number(int(how == "i32.lt_s"))
                w.do("return")
    w.number(1)
    return made


def _rank(unit: Unit, room: Dealing) -> Function:
    made = unit.module.function("rank", [_I], _I)
    w = Writer(made)
    group = w.local()
    w.get(0)
    w.cell(room.group)
    w.put(group)
    w.get(group)
    w.plus(unit.memory.pieces)
    w.get(0)
    w.get(group)
    w.number(0)
    w.do("i32.ge_s")
    w.do("select")
    return made
