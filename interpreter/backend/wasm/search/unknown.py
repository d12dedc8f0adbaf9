"""Writes what finds which pieces a seat does not know, and which of them look the same from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.emit.zones import zone_address
from interpreter.backend.wasm.resume.frames import OPTIONS, Frames
from interpreter.backend.wasm.resume.frames import PIECES as ARE_PIECES
from interpreter.backend.wasm.search.dealing import OPEN, STAYS, Dealing
from interpreter.backend.wasm.search.naming import (
    each_address,
    each_in,
    each_of,
    in_variables,
    named_by,
    staying,
    walking,
)
from interpreter.backend.wasm.search.order import knows, load_at, named_first, piece_at, sort_zones, sorter
from interpreter.program.model.layout import OnPiece
from interpreter.runtime.state import COPY

_I = Num.I32


def prepared(unit: Unit, frames: Frames, room: Dealing, kept: Mapping[int, Sequence[int]]) -> Function:
    """Writes `prepare(seat)`, which finds what is drawn anew for a seat."""
    module, memory = unit.module, unit.memory
    stays, named, sort, alike = staying(unit, room), named_by(unit, room), sorter(unit, room), _alike(unit)
    walk = walking(unit, frames, kept, stays, named)
    made = module.function("prepare", [_I], exported="prepare")
    w = Writer(made)
    piece, end, one, count, zone = (w.local() for _ in range(5))
    w.load(memory.at["pieces"])
    w.put(end)
    for place in (room.groups, room.parts, room.named):
        w.number(0)
        w.number(0)
        w.do("i32.store", place)
    with w.counted(piece, end):
        w.get(piece)
        w.cells()
        w.get(piece)
        w.do("i32.store", room.to)
        w.get(piece)
        w.cells()
        _open(w, unit, piece)
        w.do("i32.store", room.group)
    each_of(w, memory.at["later"], lambda rule: each_in(w, rule, 4, stays))
    w.number(0)
    w.call(walk)
    w.be(piece, 0)
    with w.counted(piece, end):
        w.get(piece)
        w.cell(room.group)
        w.number(OPEN)
        w.do("i32.eq")
        with w.when():
            _grouped(w, room, alike, piece, one, count)
    w.number(1)
    w.call(walk)
    in_variables(w, unit, named)
    frames.load(w, ARE_PIECES)
    with w.when():
        for at in (frames.base + OPTIONS, memory.at["options"]):
            w.number(at)
            with w.kept() as items:
                each_address(w, items, named)
    named_first(w, unit, room, piece, end)
    sort_zones(w, unit, sort)
    _parts(w, unit, room, piece, one, count, zone, end)
    return made


def _open(w: Writer, unit: Unit, piece: int) -> None:
    """Pushes whether a piece may change places, by what the seat in the first local knows."""
    memory = unit.memory
    w.number(STAYS)
    w.number(OPEN)
    knows(w, unit, piece, 0)
    w.get(piece)
    w.cell(memory.of_pieces("zone"))
    w.number(0)
    w.do("i32.lt_s")
    w.do("i32.or")
    if unit.layout.copying:
        w.get(piece)
        w.cell(memory.of_pieces(COPY))
        w.do("i32.or")
    w.do("select")


def _alike(unit: Unit) -> Function:
    """Whether two pieces look the same from outside: by whose they are, their type, and marks that all see."""
    memory, layout = unit.memory, unit.layout
    types = {name: number for number, name in enumerate(dict.fromkeys(kind.card_type for kind in layout.kinds))}
    table = memory.table([types[kind.card_type] for kind in layout.kinds])
    made = unit.module.function("look_alike", [_I, _I], _I)
    w = Writer(made)
    for piece in (0, 1):
        w.get(piece)
        w.cell(memory.of_pieces("owner"))
    w.do("i32.eq")
    for piece in (0, 1):
        w.get(piece)
        w.cell(memory.of_pieces("kind"))
        w.cell(table)
    w.do("i32.eq")
    w.do("i32.and")
    for mark in layout.open_marks:
        for piece in (0, 1):
            w.get(piece)
            _shown(w, unit, mark)
        w.do("i32.eq")
        w.do("i32.and")
    return made


def _shown(w: Writer, unit: Unit, mark: OnPiece) -> None:
    """Pushes what is seen of the piece that has been pushed."""
    memory, slot = unit.memory, mark.slot
    if slot is None:
        w.cell(memory.of_pieces("kind"))
        w.cell(memory.table(unit.layout.printed[mark.name]))
        return
    w.number(slot.strides[0])
    w.do("i32.mul")
    w.cell(memory.cell(slot) + 4 * mark.place)


def _grouped(w: Writer, room: Dealing, alike: Function, piece: int, one: int, count: int) -> None:
    """Puts a piece with the first one that it looks like; else it is the first of a group."""
    with w.scratch() as place, w.scratch() as first:
        w.get(piece)
        w.put(first)
        w.be(place, 0)
        w.load(room.groups)
        w.put(count)
        with w.counted(place, count) as out:
            w.get(place)
            w.cell(room.groups + 4)
            w.put(one)
            w.get(one)
            w.get(piece)
            w.call(alike)
            with w.when():
                w.get(one)
                w.put(first)
                w.go(out)
        w.get(first)
        w.get(piece)
        w.do("i32.eq")
        with w.when():
            w.get(count)
            w.cells()
            w.get(piece)
            w.do("i32.store", room.groups + 4)
            w.number(0)
            w.get(count)
            w.plus(1)
            w.do("i32.store", room.groups)
        w.get(piece)
        w.cells()
        w.get(first)
        w.do("i32.store", room.group)


def _parts(w: Writer, unit: Unit, room: Dealing, piece: int, one: int, count: int, zone: int, end: int) -> None:
    """Writes the places and the pieces of each group, side by side."""
    memory = unit.memory
    zones = len(unit.layout.masks)
    with w.scratch() as found, w.scratch() as before, w.scratch() as number, w.scratch() as place, w.scratch() as group:
        w.be(found, 0)
        w.be(group, 0)
        w.load(room.groups)
        with w.kept() as groups, w.counted(group, groups):
            w.get(group)
            w.cell(room.groups + 4)
            w.put(one)
            w.get(found)
            w.put(before)
            w.be(number, 0)
            with w.scratch() as last:
                w.be(last, zones)
                with w.counted(number, last):
                    w.get(number)
                    zone_address(w, memory)
                    w.put(zone)
                    w.be(place, 0)
                    w.length(zone)
                    w.put(count)
                    with w.counted(place, count):
                        piece_at(w, unit, zone, place)
                        load_at(w, unit)
                        w.put(piece)
                        w.get(piece)
                        w.cell(room.group)
                        w.get(one)
                        w.do("i32.eq")
                        with w.when():
                            _place(w, unit, room, found, zone, place, number, piece)
                            w.add_to(found, 1)
            _cards(w, room, one, before, found, piece, end)
            w.load(room.parts)
            w.cells()
            w.get(found)
            w.get(before)
            w.do("i32.sub")
            w.do("i32.store", room.parts + 4)
            w.number(0)
            w.load(room.parts)
            w.plus(1)
            w.do("i32.store", room.parts)


def _place(w: Writer, unit: Unit, room: Dealing, found: int, zone: int, place: int, number: int, piece: int) -> None:
    """Writes down a place: its address, its zone, the piece that lies there, and who knows that."""

    def seen() -> None:
        w.get(piece)
        w.cell(unit.memory.of_pieces("seen"))

    for offset, pushed in enumerate(
        (lambda: piece_at(w, unit, zone, place), lambda: w.get(number), lambda: w.get(piece), seen)
    ):
        w.get(found)
        w.number(4)
        w.do("i32.shl")
        pushed()
        w.do("i32.store", room.places + 4 * offset)


def _cards(w: Writer, room: Dealing, one: int, before: int, found: int, piece: int, end: int) -> None:
    """Writes down the pieces of a group, in the order of their numbers, as many as there are places."""
    with w.scratch() as at:
        w.get(before)
        w.put(at)
        w.be(piece, 0)
        with w.counted(piece, end):
            w.get(piece)
            w.cell(room.group)
            w.get(one)
            w.do("i32.eq")
            with w.when():
                w.get(at)
                w.get(found)
                w.do("i32.ge_s")
                w.trap_if()
                w.get(at)
                w.cells()
                w.get(piece)
                w.do("i32.store", room.cards)
                w.add_to(at, 1)
        w.get(at)
        w.get(found)
        w.do("i32.ne")
        w.trap_if()
