"""Writes what exchanges pieces that cannot lie where they were dealt, by what others have answered."""

from __future__ import annotations

from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.search.dealing import Dealing, exchange, row_of
from interpreter.runtime.thought import EXCHANGES, SWEEPS

_I = Num.I32


def without_contradiction(unit: Unit, room: Dealing, thought: int) -> Function:
    """Writes it for the places of a group, by the first and how many; what is dealt to them stands from behind."""
    contradicts = _contradicts(unit, room)
    made = unit.module.function("without_contradiction", [_I, _I])
    w = Writer(made)
    first, count = 0, 1
    sweep, sweeps, tries, here, other, place, at, piece = (w.local() for _ in range(8))

    def is_ruled_out(there: int, of: int) -> None:
        """Pushes whether what is dealt to one place cannot lie at another; of both, where that stands in a local."""
        w.of("i32.add", first, count)
        w.get(there)
        w.do("i32.sub")
        w.plus(-1)
        w.get(of)
        w.cell(room.left)
        w.call(contradicts)

    def behind(number: int, to: int) -> None:
        """Puts into a local where it stands what is dealt to the place with a number."""
        w.of("i32.sub", count, number)
        w.plus(-1)
        w.put(to)

    w.be(sweeps, SWEEPS)
    with w.counted(sweep, sweeps):
        w.be(place, 0)
        with w.counted(place, count):
            behind(place, here)
            w.be(tries, 0)
            with w.block() as done, w.block("loop") as again:
                w.with_number("i32.ge_s", tries, EXCHANGES)
                w.go(done, "br_if")
                is_ruled_out(here, here)
                w.do("i32.eqz")
                w.go(done, "br_if")
                w.add_to(tries, 1)
                w.number(thought)
                w.get(count)
                w.call(unit.helpers.below)
                w.put(at)
                behind(at, other)
                is_ruled_out(here, other)
                is_ruled_out(other, here)
                w.do("i32.or")
                w.go(again, "br_if")
                exchange(w, room, here, other, piece)
                w.go(again)
    return made


def _contradicts(unit: Unit, room: Dealing) -> Function:
    """Whether a piece cannot lie at a place."""
    made = unit.module.function("contradicts", [_I, _I], _I)
    w = Writer(made)
    w.get(0)
    w.number(4)
    w.do("i32.shl")
    w.do("i32.load", room.places + 8)
    w.cell(room.ruled)
    w.number(row_of(unit.memory))
    w.do("i32.mul")
    w.with_number("i32.shr_u", 1, 5)
    w.do("i32.add")
    w.cell(room.rows)
    w.get(1)
    w.do("i32.shr_u")
    w.number(1)
    w.do("i32.and")
    return made
