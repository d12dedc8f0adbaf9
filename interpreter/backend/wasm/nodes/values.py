"""Writes numbers, single things and conditions, but for lists and built-in functions: each pushes one number."""

from collections.abc import Callable, Mapping, Sequence

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.helpers import load_piece, scaled, zone_address
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import is_narrow, is_small, is_wide, test_range
from interpreter.backend.wasm.emit.scope import Scope, is_sure, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes import lists
from interpreter.backend.wasm.nodes.copying import kept_from
from interpreter.backend.wasm.nodes.definitions import derived
from interpreter.backend.wasm.nodes.effects import has_begun
from interpreter.backend.wasm.nodes.functions import function, of_piece
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import OfItsKind
from interpreter.runtime.state import kept_attribute


def _constant(s: Scope, node: ir.Constant) -> None:
    s.w.number(node.value)


def _local(s: Scope, node: ir.Local) -> None:
    s.w.get(s.local(node.slot))


def _previous(s: Scope, _: ir.Previous) -> None:
    s.w.get(s.previous)


def _cases(s: Scope, node: ir.Cases) -> None:
    opened = 0
    for condition, result in node.cases:
        value(s, condition)
        s.w.do("if", Num.I32)
        value(s, result)
        s.w.otherwise()
        opened += 1
        s.w.labels.append(_NO_LABEL)
    value(s, node.default)
    for _ in range(opened):
        s.w.labels.pop()
        s.w.do("end")


_NO_LABEL = Label()


# ---------------------------------------------------------------- what is remembered


def place(s: Scope, sizes: Sequence[int], strides: Sequence[int], at: Sequence[ir.Expression]) -> bool:
    """Pushes the place of a cell, or of an instance of a zone; -1 if an index is none. Gives whether it may be."""
    unsure = [index for index in at if not is_sure(s, index)]
    if not at:
        s.w.number(0)
        return False
    if len(at) == 1:
        value(s, at[0])
        return bool(unsure)
    assert len(sizes) == len(at)
    with s.w.scratch() as good, s.w.scratch() as found:
        s.w.be(good, 0)
        for number, (index, stride) in enumerate(zip(at, strides, strict=True)):
            value(s, index)
            if index in unsure:
                s.w.do("local.tee", found)
                s.w.get(found)
                s.w.get(good)
                s.w.do("i32.or")
                s.w.put(good)
            if stride != 1:
                s.w.number(stride)
                s.w.do("i32.mul")
            if number:
                s.w.do("i32.add")
        if unsure:
            s.w.number(-1)
            s.w.is_there(good)
            s.w.do("select")
    return bool(unsure)


def _read(s: Scope, node: ir.Read) -> None:
    read(s, node.variable, node.at)


def read(s: Scope, variable: str, at: Sequence[ir.Expression]) -> None:
    """Pushes a variable; of nothing, it is none."""
    slot, cell = s.unit.layout.variables[variable], s.unit.memory.cell(s.unit.layout.variables[variable])
    if slot.variable.type.many:
        list_cell(s, slot, at)
        return
    if not slot.sizes:
        s.w.load(cell)
        return
    if len(at) == 1 and isinstance(at[0], ir.Constant):
        s.w.load(cell + 4 * at[0].value)
        return
    place(s, slot.sizes, slot.strides, at)
    s.w.looked_up(cell - 4)


def list_cell(s: Scope, slot: VariableSlot, at: Sequence[ir.Expression]) -> None:
    """Pushes the address of a list that is remembered; of nothing that of an empty one."""
    memory = s.unit.memory
    if not slot.sizes:
        s.w.number(memory.cell(slot))
        return
    place(s, slot.sizes, slot.strides, at)
    s.w.number(memory.cell_size(slot))
    s.w.do("i32.mul")
    s.w.plus(memory.cell(slot))


def _read_counter(s: Scope, node: ir.ReadCounter) -> None:
    counters = s.unit.layout.counters
    value(s, node.counter)
    with s.w.kept() as counter:
        s.w.number(0)
        with s.w.kept() as found:
            for number, name in enumerate(counters):
                s.w.get(counter)
                s.w.number(number)
                s.w.do("i32.eq")
                with s.w.when():
                    read(s, name, (node.player,))
                    s.w.put(found)
            s.w.get(found)


def _attribute(s: Scope, node: ir.Attribute) -> None:
    layout = s.unit.layout
    shown = kept_attribute(layout.kept.index(node.field)) if node.field in layout.kept else "kind"
    of_kind(s, layout.printed[node.field], node.piece, shown)


def of_kind(s: Scope, printed: Sequence[int], piece: ir.Expression, shown: str) -> None:
    """Pushes what all pieces of a kind have; last that of no piece."""
    layout = s.unit.layout
    if layout.fixed_kinds:
        table = s.unit.memory.table([printed[-1], *(printed[kind] for kind, _, _ in layout.first_pieces)])
        value(s, piece)
    else:
        table = s.unit.memory.table([printed[-1], *printed])
        of_piece(s, shown, piece)
    s.w.looked_up(table)


# ---------------------------------------------------------------- zones and pieces


def _zone_at(s: Scope, node: ir.ZoneAt) -> None:
    slot = s.unit.layout.zones[node.zone]
    if place(s, slot.sizes, slot.strides, node.at) and slot.base:
        with s.w.kept() as found:
            s.w.get(found)
            s.w.plus(slot.base)
            s.w.number(-1)
            s.w.is_there(found)
            s.w.do("select")
    elif slot.base:
        s.w.plus(slot.base)


def zone_place(s: Scope, node: ir.Expression) -> None:
    """Pushes the address of a zone; of none, that of one that is always empty."""
    value(s, node)
    zone_address(s.w, s.unit.memory)


def _pile_end(s: Scope, node: ir.PileEnd) -> None:
    w, memory = s.w, s.unit.memory
    zone_place(s, node.zone)
    with w.kept() as zone:
        w.length(zone)
        with w.kept() as count:
            w.get(count)
            with w.when(Num.I32):
                w.get(zone)
                if node.end == "top":
                    w.get(count)
                    w.number(1)
                    w.do("i32.sub")
                    scaled(w, memory)
                    w.do("i32.add")
                load_piece(w, memory)
                w.otherwise()
                w.number(-1)


# ---------------------------------------------------------------- numbers and conditions


def _arithmetic(s: Scope, node: ir.Arithmetic) -> None:
    if is_small(s.unit.before_play, node):
        _narrow(s, node)
        return
    _wide(s, node)
    if node.span.in_file:
        test_range(s.w, Num.I64)
    s.w.do("i32.wrap_i64")


_OPERATORS = {"+": "add", "-": "sub", "*": "mul"}


def _narrow(s: Scope, node: ir.Expression) -> None:
    """Pushes a sum whose parts all fit into 32 bits."""
    if not isinstance(node, ir.Arithmetic):
        value(s, node)
        return
    for part in (node.left, node.right):
        _narrow(s, part) if is_narrow(s.unit.before_play, part) else value(s, part)
    s.w.do(f"i32.{_OPERATORS[node.operator]}")


def _wide(s: Scope, node: ir.Expression) -> None:
    """Pushes 64 bits of a sum of which no part is tested by itself."""
    if not is_wide(s.unit.before_play, node):
        raise Unsupported("numbers beyond 64 bits")
    if isinstance(node, ir.Arithmetic) and not is_narrow(s.unit.before_play, node):
        _wide(s, node.left)
        _wide(s, node.right)
        s.w.do(f"i64.{_OPERATORS[node.operator]}")
    else:
        _narrow(s, node)
        s.w.do("i64.extend_i32_s")


def _divide(s: Scope, node: ir.Divide) -> None:
    if node.up:
        s.w.do("i64.const", 0)
    _wide(s, node.left)
    if node.up:
        s.w.do("i64.sub")
    value(s, node.right)
    s.w.do("i64.extend_i32_s")
    s.w.call(s.unit.helpers.divide)
    s.w.do("i32.wrap_i64")
    if node.up:
        with s.w.kept() as found:
            s.w.number(0)
            s.w.get(found)
            s.w.do("i32.sub")


_COMPARISONS = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


def _compare(s: Scope, node: ir.Compare) -> None:
    sides = (node.left, node.right)
    if node.left.type.many:
        lists.equal(s, node.left, node.right)
        if node.operator == "!=":
            s.w.do("i32.eqz")
        return
    wide = any(not is_narrow(s.unit.before_play, side) for side in sides)
    if node.operator not in ("=", "!=") and any(_may_be_none(s, side) for side in sides):
        with s.w.scratch() as left, s.w.scratch() as right:
            for side, local in zip(sides, (left, right), strict=True):
                value(s, side)
                s.w.put(local)
            s.w.get(left)
            s.w.get(right)
            s.w.do(f"i32.{_COMPARISONS[node.operator]}")
            for side, local in zip(sides, (left, right), strict=True):
                if _may_be_none(s, side):
                    s.w.get(local)
                    s.w.number(-1)
                    s.w.do("i32.ne")
                    s.w.do("i32.and")
        return
    if node.operator == "=" and node.right == ir.Constant(0, node.right.type) and not wide:
        _narrow(s, node.left)
        s.w.do("i32.eqz")
        return
    for side in sides:
        _wide(s, side) if wide else _narrow(s, side)
    s.w.do(f"{'i64' if wide else 'i32'}.{_COMPARISONS[node.operator]}")


def _may_be_none(s: Scope, node: ir.Expression) -> bool:
    counts = node.type.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not node.type.optional
    return not counts and not is_sure(s, node)


def _all(s: Scope, parts: Sequence[ir.Expression], otherwise: int) -> None:
    """Pushes whether all (else: some) of the parts hold, of which later ones are asked if need be."""
    for part in parts[:-1]:
        value(s, part)
        if otherwise:
            s.w.do("i32.eqz")
        s.w.do("if", Num.I32)
        s.w.labels.append(_NO_LABEL)
    truth(s, parts[-1])
    for _ in parts[:-1]:
        s.w.otherwise()
        s.w.number(otherwise)
        s.w.labels.pop()
        s.w.do("end")


def truth(s: Scope, node: ir.Expression) -> None:
    """Pushes 1 or 0."""
    value(s, node)
    if node.type.kind is not ir.Kind.YES_NO:
        s.w.number(0)
        s.w.do("i32.ne")


def _and(s: Scope, node: ir.And) -> None:
    _all(s, node.parts, 0)


def _or(s: Scope, node: ir.Or) -> None:
    _all(s, node.parts, 1)


def _not(s: Scope, node: ir.Not) -> None:
    value(s, node.inner)
    s.w.do("i32.eqz")


def _function(s: Scope, node: ir.Function) -> None:
    if node.name in ABOUT_EFFECTS:
        ABOUT_EFFECTS[node.name](s, node)
    else:
        function(s, node)


#: Functions about effects in force.
ABOUT_EFFECTS: Mapping[str, Callable[[Scope, ir.Function], None]] = {"has_begun": has_begun, "kept_from": kept_from}

#: The function of each kind of expression that is no list.
VALUES: Mapping[type, Callable[[Scope, OfItsKind], None]] = {
    ir.Constant: _constant,
    ir.Local: _local,
    ir.Read: _read,
    ir.ReadCounter: _read_counter,
    ir.Attribute: _attribute,
    ir.Derived: derived,
    ir.ZoneAt: _zone_at,
    ir.PileEnd: _pile_end,
    ir.CountOf: lists.count_of,
    ir.Some: lists.some,
    ir.First: lists.first,
    ir.Item: lists.item,
    ir.BestOf: lists.best_of,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.IsIn: lists.is_in,
    ir.Cases: _cases,
    ir.Previous: _previous,
    ir.Function: _function,
}
