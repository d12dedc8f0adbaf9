"""Generates entries of the journal; nothing, for a program without one."""

import ast
from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code
from interpreter.backend.python.emit.tree import num
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import Verb


def emit(
    c: Code,
    site: int,
    verb: Verb,
    you: ast.expr,
    emitted: Sequence[ast.expr],
    *,
    seen: ast.expr | None = None,
    known: ast.expr | None = None,
) -> None:
    """Generates an entry; without a mask everybody may know."""
    if not c.unit.journal:
        return
    everybody = num(c.unit.layout.everybody)
    parts = [num(site), num(int(verb)), you, seen or everybody, known or everybody, *emitted]
    c.out.do("st.journal.append((parts,))", parts=parts)


def all_of(values: ast.expr) -> ast.expr:
    """All values of a list, one after another."""
    return tree.Starred(values, tree.LOAD)


def bit(seat: ast.expr) -> ast.expr:
    """The mask of a seat, which may be none."""
    if (number := tree.number_in(seat)) is not None:
        return num(1 << number if number >= 0 else 0)
    return tree.at(tree.name("BIT"), seat)


def owner_of(c: Code, slot: VariableSlot, indices: Sequence[ast.expr]) -> ast.expr | None:
    """The mask of who sees a variable: all (None), of a hidden one its owner, of a mark whoever knows the piece."""
    if slot.variable.is_mark:
        return tree.of_state("seen", indices[0])
    if not slot.variable.hidden:
        return None
    places = zip(slot.variable.dimensions, indices, strict=True)
    owners = [place for index, place in places if index.dimension is ir.Dimension.PLAYER]
    return bit(owners[0]) if owners else tree.ZERO
