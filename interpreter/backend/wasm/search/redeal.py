"""Draws anew what a seat does not know of the game in play: then it is another world, which it cannot tell from this.

Pieces that it does not know change places with others that look the same from outside; where no order is seen, they
lie in one that says nothing; what cannot lie somewhere is exchanged; hidden variables are drawn anew, and all luck to
come. With the same luck the same world
comes of every one that the seat cannot tell apart, so what is true makes no difference. See `interpreter/table/worlds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.frozen import frozen
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.chance import seed_streams
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.emit.zones import store_piece
from interpreter.backend.wasm.resume.frames import Frames
from interpreter.backend.wasm.search.contradiction import without_contradiction
from interpreter.backend.wasm.search.dealing import Dealing, exchange
from interpreter.backend.wasm.search.hidden import Row
from interpreter.backend.wasm.search.unknown import prepared
from interpreter.runtime.hidden_values import MOST_GUESSED

_I, _L = Num.I32, Num.I64


@frozen(eq=False)
class Redeal:
    """`prepare(seat)` finds what is drawn anew; `redeal(luck)` does it, any number of times."""

    prepare: Function
    redeal: Function


def redeal(
    unit: Unit, frames: Frames, mix: int, thought: int, kept: Mapping[int, Sequence[int]],
    hidden: Sequence[tuple[Row, ...]],
) -> Redeal:  # fmt: skip
    """Writes it. `mix`: the function that scrambles a seed; `kept`: what stands in frames; `hidden`: what variables."""
    if unit.layout.looked or any(one.type.many for one in unit.layout.open_marks):
        raise Unsupported("pieces that are known in part")
    room = Dealing.of(unit.memory)
    return Redeal(prepared(unit, frames, room, kept), _redeal(unit, room, mix, thought, hidden))


def _redeal(unit: Unit, room: Dealing, mix: int, thought: int, hidden: Sequence[tuple[Row, ...]]) -> Function:
    memory, below = unit.memory, unit.helpers.below
    mended = without_contradiction(unit, room, thought)
    made = unit.module.function("redeal", [_I, _L], exported="redeal")
    w = Writer(made)
    base = w.local(_L)
    part, parts, first, count, rest, at, card, piece, place = (w.local() for _ in range(9))
    w.get(1)
    w.do("call", mix)
    w.put(base)
    seed_streams(w, memory, unit.layout, base, mix, [(thought, "search:")])
    w.load(room.parts)
    w.put(parts)
    with w.counted(part, parts):
        w.get(part)
        w.cell(room.parts + 4)
        w.put(count)
        w.number(room.left)
        w.get(first)
        w.cells()
        w.plus(room.cards)
        w.get(count)
        w.cells()
        w.do("memory.copy")
        w.get(count)
        w.put(rest)
        with w.until_none(rest):
            w.number(thought)
            w.get(rest)
            w.call(below)
            w.put(at)
            w.add_to(rest, -1)
            exchange(w, room, at, rest, card)
        w.load(room.ruled + 4 * memory.pieces)
        with w.when():
            w.get(first)
            w.get(count)
            w.call(mended)
        w.get(count)
        w.put(rest)
        with w.until_none(rest):
            w.add_to(rest, -1)
            w.get(rest)
            w.cell(room.left)
            w.put(card)
            w.get(first)
            w.number(4)
            w.do("i32.shl")
            w.put(place)
            _lay(w, unit, room, place, card, piece)
            w.add_to(first, 1)
    _rename(w, room)
    for each in hidden:
        _draw_variable(w, unit, each, thought)
    return made


def _lay(w: Writer, unit: Unit, room: Dealing, place: int, card: int, piece: int) -> None:
    """Lays a piece at a place, whose offset is in a local; who knows what lies there stays as it was."""
    memory = unit.memory
    w.get(place)
    w.do("i32.load", room.places + 8)
    w.put(piece)
    w.get(place)
    w.do("i32.load", room.places)
    w.get(card)
    store_piece(w, memory)
    for offset, to in ((4, memory.of_pieces("zone")), (12, memory.of_pieces("seen"))):
        w.get(card)
        w.cells()
        w.get(place)
        w.do("i32.load", room.places + offset)
        w.do("i32.store", to)
    w.get(piece)
    w.cells()
    w.get(card)
    w.do("i32.store", room.to)


def _rename(w: Writer, room: Dealing) -> None:
    """What names a piece names the one that lies there now."""
    with w.scratch() as at, w.scratch() as count:
        w.be(at, 0)
        w.load(room.named)
        w.put(count)
        with w.counted(at, count):
            for offset in (4, 8):
                w.get(at)
                w.number(3)
                w.do("i32.shl")
                w.do("i32.load", room.named + offset)
            w.cell(room.to)
            w.do("i32.store", 0)


def _draw_variable(w: Writer, unit: Unit, rows: Sequence[Row], thought: int) -> None:
    """Draws the rows of a hidden variable anew that the seat does not see."""
    memory, below = unit.memory, unit.helpers.below
    unlimited = [row for row in rows if not row.size]
    with w.scratch() as own, w.scratch() as cells:
        w.be(own, 0)
        if unlimited:
            _sum_of_own(w, memory, unlimited, own)
        for row in rows:
            w.get(0)
            w.number(row.owner)
            w.do("i32.ne")
            with w.when():
                if row.size or len(row.cells) == 1:
                    for cell in row.cells:
                        w.number(0)
                        w.number(thought)
                        if row.size:
                            w.number(row.size)
                        else:
                            w.get(own)
                            w.number(1)
                            w.do("i32.shl")
                            w.plus(3)
                        w.call(below)
                        w.plus(row.low)
                        w.do("i32.store", cell)
                else:
                    _throw(w, memory, row, own, cells, thought, below)


def _sum_of_own(w: Writer, memory: Memory, rows: Sequence[Row], own: int) -> None:
    """How much the seat has itself in all, above the lowest: what others may have is guessed by that."""
    for row in rows:
        w.get(0)
        w.number(row.owner)
        w.do("i32.eq")
        with w.when():
            for cell in row.cells:
                w.get(own)
                w.load(cell)
                w.do("i32.add")
                w.plus(-row.low)
                w.put(own)
    w.number(0)
    w.get(own)
    w.get(own)
    w.number(0)
    w.do("i32.lt_s")
    w.do("select")
    w.put(own)
    with w.scratch() as most:
        w.be(most, MOST_GUESSED)
        w.better(own, most, "i32.lt_s")
        w.put(own)


def _throw(w: Writer, memory: Memory, row: Row, own: int, left: int, thought: int, below: Function) -> None:
    """Spreads as much over several counters of somebody else as the seat has in its own, one by one."""
    table = memory.table(row.cells)
    for cell in row.cells:
        w.number(0)
        w.number(row.low)
        w.do("i32.store", cell)
    with w.scratch() as address:
        w.be(left, 0)
        with w.counted(left, own):
            w.number(thought)
            w.number(len(row.cells))
            w.call(below)
            w.cell(table)
            w.put(address)
            w.get(address)
            w.length(address)
            w.plus(1)
            w.do("i32.store", 0)
