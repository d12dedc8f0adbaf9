"""Generates entries of the journal; nothing, for a program without one."""

import ast
from collections.abc import Sequence

from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code
from interpreter.backend.python.emit.tree import num
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
