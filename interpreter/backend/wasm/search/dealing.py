"""Where in memory it stands what is drawn anew for a seat."""

from __future__ import annotations

from typing import Final

from attrs import define, fields

from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.runtime.thought import MOST_RULED

#: So many places that name a piece which may be another one there is room for; with more, nothing is searched.
MOST_NAMED: Final = 1024
#: Of a piece: it stays where it is; it changes places with others, but it is not said yet with which.
STAYS, OPEN = -1, -2


def row_of(memory: Memory) -> int:
    """How many words there are in a row with a bit for each piece."""
    return (memory.pieces + 31) // 32


@define(eq=False)
class Dealing:
    """Addresses. `group`: of each piece the first one that it changes places with; `groups`: a list of these; `places`:
    the address, zone, piece and knowledge of each place; `parts`: a list of how many of these go together; `cards`: the
    pieces that lie there; `named`: a list of addresses, each with the piece that is named there; `first`: of each piece
    the place of the first of them. `ruled`: of each piece the number of the row of `rows`, from 1 on, that says which
    pieces cannot lie where it does, a bit for each; behind them how many rows there are.
    """

    group: int
    groups: int
    places: int
    parts: int
    cards: int
    left: int
    to: int
    first: int
    named: int
    ruled: int
    rows: int

    @classmethod
    def of(cls, memory: Memory) -> Dealing:
        each = 4 * memory.pieces
        row = 4 * row_of(memory)
        sizes = (
            each, 4 + each, 4 * each, 4 + each, each, each, each, each, 4 + 8 * MOST_NAMED, each + 4,
            row * (1 + MOST_RULED),
        )  # fmt: skip
        names = (one.name for one in fields(cls))
        return cls(*(memory.take(f"deal {name}", size) for name, size in zip(names, sizes, strict=True)))


def exchange(w: Writer, room: Dealing, one: int, other: int, piece: int) -> None:
    """Two pieces that are to be dealt change places in the list of these; the numbers of both stand in locals."""
    w.get(one)
    w.cell(room.left)
    w.put(piece)
    w.get(one)
    w.cells()
    w.get(other)
    w.cell(room.left)
    w.do("i32.store", room.left)
    w.get(other)
    w.cells()
    w.get(piece)
    w.do("i32.store", room.left)
