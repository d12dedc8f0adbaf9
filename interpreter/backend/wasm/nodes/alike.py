"""Writes whether pieces are alike."""

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, made_list
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.things import of_piece_in
from interpreter.program.desugar.timed_effects import KEPT
from interpreter.runtime.state import effect_attribute


def alike(s: Scope, node: ir.Function) -> None:
    """Pushes whether pieces are alike; see `interpreter/runtime/alike.py`."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    if layout.kept:
        raise Unsupported("whether pieces are alike that keep fields of their own")
    classes: dict[object, int] = {}
    by_kind = [
        classes.setdefault(
            (kind.card_type, number if layout.singled[number] else -1, tuple(sorted(kind.values.items()))), len(classes)
        )
        for number, kind in enumerate(layout.kinds)
    ]
    of_kind = memory.table([-1, *by_kind])
    is_open = memory.table([int(mask == layout.everybody) for mask in layout.masks])
    with made_list(s, node.arguments[0]) as pieces, w.scratch() as same, w.scratch() as first:
        w.length(pieces)
        w.number(2)
        w.do("i32.lt_u")
        with w.when(Num.I32):
            w.length(pieces)
            w.otherwise()
            w.get(pieces)
            w.do("i32.load", 4)
            w.put(first)
            of_piece_in(s, first, "zone")
            w.cell(is_open)
            w.put(same)

            def compared(piece: int, out: Label) -> None:
                for name in ("zone", "owner", "kind"):
                    for one in (piece, first):
                        of_piece_in(s, one, name)
                        if name == "kind":
                            s.w.looked_up(of_kind)
                    w.do("i32.eq")
                    w.get(same)
                    w.do("i32.and")
                    w.put(same)
                for slot in layout.marks:
                    for place in range(slot.strides[0]):
                        for one in (piece, first):
                            w.with_number("i32.mul", one, 4 * slot.strides[0])
                            w.do("i32.load", memory.cell(slot) + 4 * place)
                        w.do("i32.eq")
                        w.get(same)
                        w.do("i32.and")
                        w.put(same)
                w.get(same)
                w.do("i32.eqz")
                w.go(out, "br_if")
                _is_remembered(s, piece)
                w.do("i32.eqz")
                w.do("local.tee", same)
                w.do("i32.eqz")
                w.go(out, "br_if")

            through(s, pieces, compared)
            w.get(same)


def _is_remembered(s: Scope, piece: int) -> None:
    """Pushes whether a variable, or an effect in force, keeps a piece."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    with w.scratch() as found, w.scratch() as at, w.scratch() as end, w.scratch() as place:
        w.be(found, 0)

        def kept_in(address: int, count: int) -> None:
            w.be(at, 0)
            w.be(end, count)
            with w.counted(at, end):
                w.get(at)
                w.cell(address)
                w.get(piece)
                w.do("i32.eq")
                w.get(found)
                w.do("i32.or")
                w.put(found)

        for slot in layout.variables.values():
            if slot.variable.type.kind is ir.Kind.PIECE:
                kept_in(memory.cell(slot), memory.length(slot))
        for effect in layout.effects:
            w.be(place, memory.at[effect_attribute(effect)])

            def of_effect(one: int, _: Label) -> None:
                w.be(at, KEPT)
                w.length(one)
                w.put(end)
                with w.counted(at, end):
                    s.w.item(one, at)
                    w.get(piece)
                    w.do("i32.eq")
                    w.get(found)
                    w.do("i32.or")
                    w.put(found)

            through(s, place, of_effect)
        w.get(found)
