"""Writes how pieces stand in zones, and the functions that take them out, put them in and shuffle them."""

from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.chance import below_count, drawn
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.writer import Writer

_I, _L = Num.I32, Num.I64


def load_piece(w: Writer, memory: Memory, offset: int = 4) -> None:
    """Pushes the piece at an address that has been pushed, which is that of its zone and 1 or 2 for each before it."""
    w.do("i32.load8_u" if memory.width == 1 else "i32.load16_u", offset)


def store_piece(w: Writer, memory: Memory, offset: int = 4) -> None:
    """Pops a piece, and an address to store it at."""
    w.do("i32.store8" if memory.width == 1 else "i32.store16", offset)


def scaled(w: Writer, memory: Memory) -> None:
    """Makes an offset of the place in a zone that has been pushed."""
    if memory.width == 2:
        w.number(1)
        w.do("i32.shl")


def piece_address(w: Writer, memory: Memory, zone: int, at: int) -> None:
    """Pushes the address of the piece at a place of a zone, before what all zones begin with."""
    w.get(zone)
    w.get(at)
    scaled(w, memory)
    w.do("i32.add")


def zone_address(w: Writer, memory: Memory) -> None:
    """Makes an address of the number of a zone that has been pushed."""
    w.number(memory.stride)
    w.do("i32.mul")
    w.plus(memory.zone(0))


def find(module: Module, memory: Memory) -> Function:
    """The place of a piece in the zone at an address, in which it is."""
    made = module.function("find", [_I, _I], _I)
    w = Writer(made)
    at = w.local()
    _found(w, memory, 0, 1, at)
    w.get(at)
    return made


def _found(w: Writer, memory: Memory, zone: int, piece: int, at: int) -> None:
    """Puts the place of a piece into a local, which is 0 now."""
    with w.scratch(Num.V128) as wanted, w.scratch() as found:
        if memory.width == 1:
            w.get(piece)
            w.do("i8x16.splat")
            w.put(wanted)
        with w.block() as done, w.block("loop") as again:
            piece_address(w, memory, zone, at)
            if memory.width == 1:
                w.do("v128.load", 4)
                w.get(wanted)
                w.do("i8x16.eq")
                w.do("i8x16.bitmask")
                w.do("local.tee", found)
            else:
                load_piece(w, memory)
                w.get(piece)
                w.do("i32.eq")
            w.go(done, "br_if")
            w.add_to(at, 16 if memory.width == 1 else 1)
            w.go(again)
        if memory.width == 1:
            w.get(at)
            w.get(found)
            w.do("i32.ctz")
            w.do("i32.add")
            w.put(at)


def remove(module: Module, memory: Memory) -> Function:
    """Takes a piece out of the zone in which it is."""
    made = module.function("remove", [_I])
    _removed(Writer(made), memory)
    return made


def _removed(w: Writer, memory: Memory) -> None:
    """Takes the piece that is the first argument out of the zone in which it is."""
    zone, at, count = w.local(), w.local(), w.local()
    w.get(0)
    w.cell(memory.of_pieces("zone"))
    zone_address(w, memory)
    w.do("local.tee", zone)
    w.length(zone)
    w.number(1)
    w.do("i32.sub")
    w.do("local.tee", count)
    w.do("i32.store", 0)
    piece_address(w, memory, zone, count)
    load_piece(w, memory)
    w.get(0)
    w.do("i32.ne")
    with w.when():  # it is not the one on top
        _found(w, memory, zone, 0, at)
        step = 16 if memory.width == 1 else 1
        with w.block("loop") as again:
            for _ in range(2):
                piece_address(w, memory, zone, at)
            if memory.width == 1:
                w.do("v128.load", 5)
                w.do("v128.store", 4)
            else:
                load_piece(w, memory, 6)
                store_piece(w, memory)
            w.add_to(at, step)
            w.of("i32.lt_s", at, count)
            w.go(again, "br_if")


def insert(module: Module, memory: Memory) -> Function:
    """Puts a piece, which is nowhere, on top of a zone."""
    made = module.function("insert", [_I, _I])
    _inserted(Writer(made), memory)
    return made


def move(module: Module, memory: Memory) -> Function:
    """Takes a piece out of the zone in which it is, and puts it on top of another."""
    made = module.function("move", [_I, _I])
    w = Writer(made)
    _removed(w, memory)
    _inserted(w, memory)
    return made


def _inserted(w: Writer, memory: Memory) -> None:
    zone, at = _grown(w, memory)
    piece_address(w, memory, zone, at)
    w.get(0)
    store_piece(w, memory)


def _grown(w: Writer, memory: Memory) -> tuple[int, int]:
    """Notes that the first argument is in the zone that is the second; gives locals: its address and where it ended."""
    zone, at = w.local(), w.local()
    w.get(0)
    w.cells()
    w.get(1)
    w.do("i32.store", memory.of_pieces("zone"))
    w.get(1)
    zone_address(w, memory)
    w.do("local.tee", zone)
    w.length(zone)
    w.do("local.tee", at)
    w.plus(1)
    w.do("i32.store", 0)
    return zone, at


def insert_below(module: Module, memory: Memory) -> Function:
    """Puts a piece, which is nowhere, at the bottom of a zone."""
    made = module.function("insert_below", [_I, _I])
    w = Writer(made)
    zone, at = _grown(w, memory)
    with w.until_none(at):
        w.add_to(at, -1)
        for _ in range(2):
            piece_address(w, memory, zone, at)
        load_piece(w, memory)
        store_piece(w, memory, 4 + memory.width)
    w.get(zone)
    w.get(0)
    store_piece(w, memory)
    return made


def shuffle(module: Module, memory: Memory) -> Function:
    """Shuffles the zone at an address, by the stream at another."""
    made = module.function("shuffle", [_I, _I])
    w = Writer(made)
    last, left, other, held, state = w.local(), w.local(), w.local(), w.local(), w.local(_L)
    w.get(1)
    w.do("i64.load", 0)
    w.put(state)
    w.length(0)
    w.do("local.tee", left)
    w.number(1)
    w.do("i32.sub")
    scaled(w, memory)
    w.get(0)
    w.do("i32.add")
    w.put(last)
    with w.block() as out, w.block("loop") as again:
        w.with_number("i32.le_s", left, 1)
        w.go(out, "br_if")
        w.get(state)
        drawn(w, state)
        w.do("drop")
        w.get(0)
        below_count(w, state, lambda: w.get(left))
        scaled(w, memory)
        w.do("i32.add")
        w.do("local.tee", other)
        load_piece(w, memory)
        w.put(held)
        w.get(other)
        w.get(last)
        load_piece(w, memory)
        store_piece(w, memory)
        w.get(last)
        w.get(held)
        store_piece(w, memory)
        w.add_to(last, -memory.width)
        w.add_to(left, -1)
        w.go(again)
    w.get(1)
    w.get(state)
    w.do("i64.store", 0)
    return made
