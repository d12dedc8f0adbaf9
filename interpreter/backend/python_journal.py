"""What the code writes into the journal; nothing is written for a program without one."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.backend.python_code import Code
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import Verb


def tell(c: Code, site: int, verb: Verb, you: str, told: Sequence[str], *, seen: str = "", known: str = "") -> None:
    """Writes an event; without a mask everybody may know."""
    if not c.unit.journal:
        return
    everybody = str(c.unit.layout.everybody)
    parts = [str(site), str(int(verb)), you, seen or everybody, known or everybody, *told]
    c.text.line(f"st.journal.append(({', '.join(parts)}))")


def bit(seat: str) -> str:
    """The mask of a seat, which may be none."""
    if seat.lstrip("-").isdigit():
        return str(1 << int(seat) if int(seat) >= 0 else 0)
    return f"BIT[{seat}]"


def owner_of(c: Code, slot: VariableSlot, indices: Sequence[str]) -> str:
    """Who sees a variable: all (""), or of a hidden one whoever it belongs to."""
    if not slot.variable.hidden:
        return ""
    places = zip(slot.variable.dimensions, indices, strict=True)
    owners = [place for index, place in places if index.dimension is ir.Dimension.PLAYER]
    return bit(owners[0]) if owners else "0"
