"""Writes numbers, single things and conditions, but for lists and built-in functions: each pushes one number."""

from collections.abc import Callable, Mapping, Sequence

from dsl.bounds.interval import number
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.conditions import all_at_once, if_holds, together
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import before_test, is_narrow, is_small, is_wide, range_of, test_range
from interpreter.backend.wasm.emit.scope import Scope, is_sure, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.emit.zones import load_piece, scaled
from interpreter.backend.wasm.nodes.definitions import derived
from interpreter.backend.wasm.nodes.effects import has_begun
from interpreter.backend.wasm.nodes.functions import function
from interpreter.backend.wasm.nodes.lists import about as about_lists
from interpreter.backend.wasm.nodes.lists.each import zone_place
from interpreter.backend.wasm.nodes.pieces.copying import kept_from
from interpreter.backend.wasm.nodes.things import of_piece
from interpreter.program.model.constant_fold import is_sum
from interpreter.program.model.in_play import is_within
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
    with s.w.block(result=Num.I32) as found:
        for condition, result in node.cases:
            with if_holds(s, condition):
                value(s, result)
                s.w.go(found)
        value(s, node.default)


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
                s.w.of("i32.or", found, good)
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
    may_be_none = place(s, slot.sizes, slot.strides, at)
    s.w.looked_up(cell - 4, not may_be_none)


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
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    nothing = memory.table([0] * (layout.setting.players + 1))
    slots = [layout.variables[name] for name in layout.counters]
    value(s, node.player)
    w.cells_behind_none()
    value(s, node.counter)
    w.looked_up(memory.table([nothing, *(memory.cell(slot) - 4 for slot in slots)]), is_sure(s, node.counter))
    w.do("i32.add")
    w.do("i32.load", 0)


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
    s.w.looked_up(table, is_sure(s, piece))


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
                    w.with_number("i32.sub", count, 1)
                    scaled(w, memory)
                    w.do("i32.add")
                load_piece(w, memory)
                w.otherwise()
                w.number(-1)


# ---------------------------------------------------------------- numbers and conditions


def _arithmetic(s: Scope, node: ir.Arithmetic) -> None:
    found = before_test(s.unit.before_play, node)
    kind = Num.I32 if is_narrow(found) else Num.I64
    _worked_out(s, node, kind)
    if node.span.in_file and not is_small(s.unit.before_play, node):
        test_range(s.w, kind)
    if kind is Num.I64:
        s.w.do("i32.wrap_i64")


_OPERATORS = {"+": "add", "-": "sub", "*": "mul"}


def _worked_out(s: Scope, node: ir.Arithmetic, kind: Num) -> None:
    """Pushes what is made of two values, and not tested."""
    if kind is Num.I64 and not is_wide(before_test(s.unit.before_play, node)):
        raise Unsupported("numbers beyond 64 bits")
    for part in (node.left, node.right):
        _bare(s, part, kind)
    s.w.do(f"{kind}.{_OPERATORS[node.operator]}")


def _bare(s: Scope, node: ir.Expression, kind: Num = Num.I32) -> None:
    """Pushes a value, of which a sum is not tested by itself."""
    narrow = is_narrow(range_of(s.unit.before_play, node))
    if is_sum(node) and (narrow or kind is Num.I64):
        _worked_out(s, node, Num.I32 if narrow else kind)
    else:
        value(s, node)
    if kind is Num.I64 and (narrow or not is_sum(node)):
        s.w.do("i64.extend_i32_s")


def _divide(s: Scope, node: ir.Divide) -> None:
    """A sum that is divided is not tested by itself."""
    known, w = s.unit.before_play, s.w
    is_tested = node.span.in_file and not is_small(known, node)
    left, right = range_of(known, node.left), range_of(known, node.right)
    more = right.high - 1 if node.up else 0
    if min(left.low, right.low) >= 0 and is_within(number(0, left.high + more), _LARGEST):
        _bare(s, node.left)
        if node.up:  # by nothing it stops, whatever is added
            value(s, node.right)
            with w.kept() as by:
                w.get(by)
                w.do("i32.add")
                w.plus(-1)
                w.get(by)
            w.do("i32.div_u")
        elif 1 <= right.low <= right.high <= right.low + _FEW:
            _by_few(s, node.right, range(int(right.low), int(right.high) + 1))
        else:
            value(s, node.right)
            w.do("i32.div_u")
        if is_tested:
            test_range(w)
        return
    if node.up:
        s.w.do("i64.const", 0)
    _bare(s, node.left, Num.I64)
    if node.up:
        s.w.do("i64.sub")
    value(s, node.right)
    s.w.do("i64.extend_i32_s")
    s.w.call(s.unit.helpers.divide)
    if is_tested:
        test_range(w, Num.I64)
    s.w.do("i32.wrap_i64")
    if node.up:
        with s.w.kept() as found:
            s.w.number(0)
            s.w.get(found)
            s.w.do("i32.sub")


#: The largest number of 32 bits.
_LARGEST = (1 << 31) - 1
#: Where no more than so many other divisors are possible, what is divided by each is chosen from.
_FEW = 3


def _by_few(s: Scope, divisor: ir.Expression, possible: range) -> None:
    """Divides what has been pushed: by a constant that is faster than by one that is not known."""
    w = s.w
    with w.kept() as whole, w.scratch() as by:
        value(s, divisor)
        w.put(by)
        w.with_number("i32.div_u", whole, possible[-1])
        for one in possible[:-1]:
            with w.kept() as other:
                w.with_number("i32.div_u", whole, one)
                w.get(other)
                w.with_number("i32.eq", by, one)
                w.do("select")


_COMPARISONS = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


def _compare(s: Scope, node: ir.Compare) -> None:
    sides = (node.left, node.right)
    if node.left.type.many:
        about_lists.equal(s, node.left, node.right)
        if node.operator == "!=":
            s.w.do("i32.eqz")
        return
    wide = any(not is_narrow(range_of(s.unit.before_play, side)) for side in sides)
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
                    s.w.with_number("i32.ne", local, -1)
                    s.w.do("i32.and")
        return
    if node.operator == "=" and node.right == ir.Constant(0, node.right.type) and not wide:
        _bare(s, node.left)
        s.w.do("i32.eqz")
        return
    for side in sides:
        _bare(s, side, Num.I64 if wide else Num.I32)
    s.w.do(f"{'i64' if wide else 'i32'}.{_COMPARISONS[node.operator]}")


def _may_be_none(s: Scope, node: ir.Expression) -> bool:
    counts = node.type.kind in (ir.Kind.NUMBER, ir.Kind.DIE, ir.Kind.YES_NO) and not node.type.optional
    return not counts and not is_sure(s, node)


def _and(s: Scope, node: ir.And) -> None:
    _parts(s, node, 0)


def _or(s: Scope, node: ir.Or) -> None:
    _parts(s, node, 1)


def _parts(s: Scope, node: ir.And | ir.Or, otherwise: int) -> None:
    """Pushes whether all (else: some) of the parts hold, of which later ones are asked if need be."""
    *first, last = together(s, node.parts)
    for group in first:
        all_at_once(s, group, bool(otherwise))
        if otherwise:
            s.w.do("i32.eqz")
        s.w.do("if", Num.I32)
        s.w.labels.append(_NO_LABEL)
    all_at_once(s, last, bool(otherwise))
    for _ in first:
        s.w.otherwise()
        s.w.number(otherwise)
        s.w.labels.pop()
        s.w.do("end")


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
    ir.CountOf: about_lists.count_of,
    ir.Some: about_lists.some,
    ir.First: about_lists.first,
    ir.Item: about_lists.item,
    ir.BestOf: about_lists.best_of,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.IsIn: about_lists.is_in,
    ir.Cases: _cases,
    ir.Previous: _previous,
    ir.Function: _function,
}
