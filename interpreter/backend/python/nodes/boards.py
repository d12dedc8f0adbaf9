"""Generates distances and lines on boards. A set of cells is a number, with a bit for each of them."""

import ast

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, items, value
from interpreter.backend.python.emit.tree import call, expr
from interpreter.backend.python.nodes.lists import one_by_one
from interpreter.backend.reference.boards import longest_line as worked_out

#: On a board of so many cells there is a table for every set of them.
MOST_CELLS = 10


def distance(c: Code, node: ir.Function) -> ast.expr:
    """Generates the fewest steps from one space to another, or none."""
    columns, cells, first, second = node.arguments
    return call("distance", value(c, columns), items(c, cells).expression, value(c, first), value(c, second))


def longest_line(c: Code, node: ir.Function) -> ast.expr:
    """Generates the most of some spaces side by side in a row, a column or a diagonal."""
    columns, cells, spaces = node.arguments
    across, count = tree.number_in(value(c, columns)), len(c.unit.program.setting.enumerations[cells.type.name].values)
    assert across is not None, "a board is as wide as it is"
    small = count <= MOST_CELLS
    # rows of a large board are one bit longer than they are, so that no line goes on in the next row
    bits = tuple(1 << cell + (0 if small else cell // across) for cell in range(count))
    bit = c.unit.table(f"bits of {cells.type.name}", (*bits, 0))
    where = c.out.kept(_where(c, cells), "where")
    taken = c.out.name("taken")
    c.out.put(taken, tree.ZERO)
    with one_by_one(c, spaces) as each_space:
        for condition, space in each_space:
            with c.out.when(condition):
                c.out.do("taken |= bit[where[space]]", taken=taken, bit=bit, where=where, space=space)
    if not small:
        return call("longest_line", tree.num(across), taken)

    def every() -> tuple[int, ...]:
        return tuple(worked_out(across, range(count), _members(cells_taken)) for cells_taken in range(1 << count))

    return tree.at(c.unit.table(f"lines of {cells.type.name}", every), taken)


def _members(taken: int) -> list[int]:
    return [cell for cell in range(taken.bit_length()) if taken >> cell & 1]


def _where(c: Code, cells: ir.Expression) -> ast.expr:
    """The cell of each space, last -1 for none."""
    match cells:
        case ir.ListOf((ir.Read(name), *_) as read) if all(isinstance(e, ir.Read) and e.variable == name for e in read):
            return tree.state(c.unit.layout.variables[name].attribute)
    return expr("(*cells, -1)", cells=items(c, cells).expression)
