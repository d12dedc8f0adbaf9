"""Writes what is told of single things, that others ask for."""

from collections.abc import Callable

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.scope import Scope, each, is_sure, value
from interpreter.backend.wasm.emit.writer import Label


def constant_argument(node: ir.Expression) -> int:
    """The value of an argument that is always a constant."""
    assert isinstance(node, ir.Constant)
    return node.value


def or_none(s: Scope, node: ir.Expression, of: Callable[[int], None], gone: int = ir.NONE) -> None:
    """Pushes something of a thing, in a local; `gone` of none."""
    w = s.w
    value(s, node)
    with w.kept() as thing:
        if is_sure(s, node):
            of(thing)
            return
        w.is_there(thing)
        with w.when(Num.I32):
            of(thing)
            w.otherwise()
            w.number(gone)


def of_piece(s: Scope, name: str, piece: ir.Expression) -> None:
    """Pushes what the state tells of a piece: its zone, owner or kind; -1 of none."""
    value(s, piece)
    s.w.looked_up(s.unit.memory.of_pieces(name) - 4, is_sure(s, piece))


def of_piece_in(s: Scope, piece: int, name: str) -> None:
    """Pushes what the state tells of a piece in a local."""
    s.w.get(piece)
    s.w.cell(s.unit.memory.of_pieces(name))


def field_of(s: Scope, record: int, place: int) -> None:
    """Pushes what stands at a place of a record, whose address is in a local."""
    s.w.get(record)
    s.w.do("i32.load", 4 + 4 * place)


def first_of(s: Scope, over: ir.Expression) -> None:
    """Pushes the first item of a list, or none."""
    w = s.w
    with w.scratch() as found:
        w.be(found, ir.NONE)

        def taken(item: int, out: Label) -> None:
            w.get(item)
            w.put(found)
            w.go(out)

        each(s, over, taken)
        w.get(found)
