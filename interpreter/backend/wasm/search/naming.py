"""Writes what finds all that names a piece: frames of routines that wait, variables, options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.resume.frames import LAST, Frames
from interpreter.backend.wasm.search.dealing import MOST_NAMED, STAYS, Dealing
from interpreter.backend.wasm.search.hidden import LIST, NESTED, PIECE, PIECES, UNCLEAR, UNCLEAR_LIST

_I = Num.I32


def staying(unit: Unit, room: Dealing) -> Function:
    """What a number names, if it is a piece, stays where it is."""
    made = unit.module.function("stays", [_I])
    w = Writer(made)
    w.get(0)
    w.load(unit.memory.at["pieces"])
    w.do("i32.lt_u")
    with w.when():
        w.get(0)
        w.cells()
        w.number(STAYS)
        w.do("i32.store", room.group)
    return made


def each_of(w: Writer, address: int, done: Callable[[int], None]) -> None:
    """Does something with each item of a list at a fixed address, in a local."""
    with w.scratch() as place, w.scratch() as count, w.scratch() as item:
        w.be(place, 0)
        w.load(address)
        w.put(count)
        with w.counted(place, count):
            w.get(place)
            w.cell(address + 4)
            w.put(item)
            done(item)


def each_in(w: Writer, at: int, offset: int, done: Function) -> None:
    """Calls a function with each item of the list so far behind an address in a local."""
    with w.scratch() as place, w.scratch() as count:
        w.be(place, 0)
        w.get(at)
        w.do("i32.load", offset)
        w.put(count)
        with w.counted(place, count):
            w.get(at)
            w.get(place)
            w.cells()
            w.do("i32.add")
            w.do("i32.load", offset + 4)
            w.call(done)


def each_address(w: Writer, items: int, done: Function) -> None:
    """Calls a function with the address of each item of the list at an address in a local."""
    with w.scratch() as place, w.scratch() as count:
        w.be(place, 0)
        w.length(items)
        w.put(count)
        with w.counted(place, count):
            w.get(items)
            w.get(place)
            w.cells()
            w.do("i32.add")
            w.plus(4)
            w.call(done)


def named_by(unit: Unit, room: Dealing) -> Function:
    """Remembers an address, if a piece is named there that may be another one."""
    made = unit.module.function("named", [_I])
    w = Writer(made)
    piece, count = w.local(), w.local()
    w.length(0)
    w.put(piece)
    w.get(piece)
    w.load(unit.memory.at["pieces"])
    w.do("i32.lt_u")
    with w.when():
        w.get(piece)
        w.cell(room.group)
        w.number(0)
        w.do("i32.ge_s")
        with w.when():
            w.load(room.named)
            w.put(count)
            w.get(count)
            w.number(MOST_NAMED)
            w.do("i32.ge_u")
            w.trap_if()
            for offset, local in ((4, 0), (8, piece)):
                w.get(count)
                w.number(3)
                w.do("i32.shl")
                w.get(local)
                w.do("i32.store", room.named + offset)
            w.number(0)
            w.get(count)
            w.plus(1)
            w.do("i32.store", room.named)
    return made


def walking(
    unit: Unit, frames: Frames, kept: Mapping[int, Sequence[int]], stays: Function, named: Function
) -> Function:  # fmt: skip
    """Goes through all frames: with 0 for what may be pieces or not, which stay; else for what names pieces."""
    memory = unit.memory
    tables = memory.table([memory.table((len(kept[point]), *kept[point])) for point in sorted(kept)])
    made = unit.module.function("walk", [_I])
    w = Writer(made)
    frame, at, kinds, place, count, kind, left = (w.local() for _ in range(7))

    frames.load(w, LAST)
    w.put(frame)
    with w.block() as done, w.block("loop") as again:
        w.get(frame)
        w.do("i32.eqz")
        w.go(done, "br_if")
        w.get(frame)
        w.do("i32.load", 4)
        w.cell(tables)
        w.put(kinds)
        w.get(frame)
        w.plus(8)
        w.put(at)
        w.length(kinds)
        w.put(count)
        w.be(place, 0)
        with w.counted(place, count):
            w.item(kinds, place)
            w.put(kind)
            _slot(w, kind, at, left, stays, named)
        w.get(frame)
        w.do("i32.load", 0)
        w.put(frame)
        w.go(again)
    return made


def _slot(w: Writer, kind: int, at: int, left: int, stays: Function, named: Function) -> None:
    """Looks at one slot of a frame, and moves the address on; 0 says what is looked for."""
    w.be(left, 1)
    w.get(kind)
    w.number(LIST)
    w.do("i32.ge_s")
    with w.when():
        w.length(at)
        w.put(left)
        w.add_to(at, 4)
    with w.block() as out, w.block("loop") as again:
        w.get(left)
        w.number(0)
        w.do("i32.le_s")
        w.go(out, "br_if")
        w.get(0)
        with w.when():
            w.get(kind)
            w.number(PIECE)
            w.do("i32.eq")
            w.get(kind)
            w.number(PIECES)
            w.do("i32.eq")
            w.do("i32.or")
            with w.when():
                w.get(at)
                w.call(named)
            w.get(kind)
            w.number(NESTED)
            w.do("i32.eq")
            with w.when():
                w.length(at)
                with w.kept() as items:
                    w.is_there(items)
                    with w.when():
                        each_address(w, items, named)
            w.otherwise()
            for one in (UNCLEAR, UNCLEAR_LIST):
                w.get(kind)
                w.number(one)
                w.do("i32.eq")
            w.do("i32.or")
            with w.when():
                w.length(at)
                w.call(stays)
        w.add_to(at, 4)
        w.add_to(left, -1)
        w.go(again)


def in_variables(w: Writer, unit: Unit, named: Function) -> None:
    """Variables that name pieces."""
    memory = unit.memory
    for slot in unit.layout.variables.values():
        if slot.variable.type.kind is not ir.Kind.PIECE:
            continue
        size = memory.cell_size(slot)
        with w.scratch() as at, w.scratch() as end, w.scratch() as address:
            w.be(at, 0)
            w.be(end, memory.length(slot))
            with w.counted(at, end):
                w.get(at)
                w.number(size)
                w.do("i32.mul")
                w.plus(memory.cell(slot))
                w.put(address)
                if slot.variable.type.many:
                    each_address(w, address, named)
                else:
                    w.get(address)
                    w.call(named)
