"""Writes what is asked of boards: the longest line, and distances."""

from dsl.ir import nodes as ir
from interpreter.backend.reference.boards import distance
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, each, made_list
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.things import or_none
from interpreter.program.model.constant_fold import constant


def longest_line(s: Scope, node: ir.Function) -> None:
    """The most spaces in a row: from each that is taken, as far as they go on in each of four ways."""
    w = s.w
    columns, cells, spaces = node.arguments
    width, count = constant(columns, s.unit.setting), len(s.unit.setting.enumerations[cells.type.name].values)
    assert width is not None, "a board is as wide as it is"

    def beyond(cell: int, down: int, right: int) -> int:
        row, column = cell // width + down, cell % width + right
        further = row * width + column
        return further if 0 <= column < width and 0 <= further < count else ir.NONE

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    tables = [s.unit.memory.table([beyond(cell, *way) for cell in range(count)]) for way in ways]
    with made_list(s, cells) as where, s.list(cells.type) as taken, w.scratch() as best, w.scratch() as at:
        w.clear(taken, 0, -(-count // 4) * 4)  # a byte for each cell; the list has more

        def cell_of(space: int) -> None:
            """Puts the cell of a space into a local, or none."""
            w.be(at, ir.NONE)
            w.is_there(space)
            with w.when():
                s.w.item(where, space)
                w.put(at)

        def marked(space: int, _: Label) -> None:
            cell_of(space)
            w.is_there(at)
            with w.when():
                w.get(taken)
                w.get(at)
                w.do("i32.add")
                w.number(1)
                w.do("i32.store8", 0)

        each(s, spaces, marked)
        w.be(best, 0)

        def measured(space: int, _: Label) -> None:
            for table in tables:
                cell_of(space)
                _how_far(s, taken, at, table, best)

        each(s, spaces, measured)
        w.get(best)


def _how_far(s: Scope, taken: int, at: int, table: int, best: int) -> None:
    """Raises the best to how many are taken from a cell on, in the direction of a table; all but that in locals."""
    w = s.w
    with w.scratch() as length:
        w.be(length, 0)
        with w.block() as done, w.block("loop") as again:
            w.is_none(at)
            w.go(done, "br_if")
            w.get(taken)
            w.get(at)
            w.do("i32.add")
            w.do("i32.load8_u", 0)
            w.do("i32.eqz")
            w.go(done, "br_if")
            w.add_to(length, 1)
            w.get(at)
            w.cell(table)
            w.put(at)
            w.go(again)
        w.get(length)
        w.get(best)
        w.do("i32.gt_s")
        with w.when():
            w.get(length)
            w.put(best)


def board_distance(s: Scope, node: ir.Function) -> None:
    """The fewest steps from one space to another, or none: where spaces do not move, from a table."""
    w = s.w
    columns, cells, first, second = node.arguments
    assert isinstance(cells, ir.ListOf)
    known = [constant(cell, s.unit.setting) for cell in (columns, *cells.items)]
    width, *where = [cell for cell in known if cell is not None]
    if None in known:
        raise Unsupported("distances between spaces that move")
    steps = [distance(width, where, one, other) for one in range(len(where)) for other in range(len(where))]
    table = s.unit.memory.table(steps)

    def from_there(one: int) -> None:
        def to_there(other: int) -> None:
            w.get(one)
            w.number(len(where))
            w.do("i32.mul")
            w.get(other)
            w.do("i32.add")
            w.cell(table)

        or_none(s, second, to_there)

    or_none(s, first, from_there)
