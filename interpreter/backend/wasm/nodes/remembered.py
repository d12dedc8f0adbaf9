"""Writes what is remembered: locals, variables, counters that change hands."""

from collections.abc import Callable, Sequence

from dsl.bounds.interval import Interval, number
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from dsl.ir.slots import mentions
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import range_of, test_range
from interpreter.backend.wasm.emit.scope import Gathering, Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.nodes import effects
from interpreter.backend.wasm.nodes.values import list_cell, place
from interpreter.backend.wasm.watch import told
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import VariableSlot


def set_local(s: Scope, n: ir.SetLocal) -> None:
    """Puts a value into a slot."""
    w = s.w
    if isinstance(n.value, ir.Local) and n.value.slot in s.holding:
        copy_list(s, n.slot, s.local(n.value.slot), s.holding[n.value.slot])
    elif n.value.type.many and not isinstance(n.value, ir.Read) and not mentions(n.value, n.slot):
        with w.scratch() as end:
            s.push_area(n.slot, n.value.type)
            w.do("local.tee", s.local(n.slot))
            w.put(end)
            found = Gathering(w, s.local(n.slot), end, 4 + 4 * s.unit.most_items(n.value.type))
            each(s, n.value, found.add)
            found.done()
    elif n.value.type.many:
        with made_list(s, n.value) as items:
            copy_list(s, n.slot, items, n.value.type)
    else:
        value(s, n.value)
        w.put(s.local(n.slot))


def copy_list(s: Scope, slot: int, items: int, of: ir.Type) -> None:
    """Copies the list at an address, in a local, to where that of a slot stands; none stays none."""
    w = s.w
    w.is_none(items)
    with w.when():
        w.be(s.local(slot), ir.NONE)
        w.otherwise()
        w.length(items)
        w.number(s.unit.most_items(of))
        w.do("i32.gt_u")
        w.trap_if()
        s.push_area(slot, of)
        s.copy_list(items)
        s.push_area(slot, of)
        w.put(s.local(slot))


def append(s: Scope, n: p.Append) -> None:
    """Appends what is in a slot to the list in another."""
    w = s.w
    w.length(s.local(n.into))
    w.number(s.unit.most_items(s.holding[n.into]))
    w.do("i32.ge_u")
    w.trap_if()
    if n.slot not in s.holding:
        s.append(s.local(n.into), s.local(n.slot))
        return
    item = s.local(n.slot)  # where its list stands, that of the next one will
    w.is_none(item)
    with w.when(Num.I32):
        w.number(ir.NONE)
        w.otherwise()
        effects.recorded(s, item)
    with w.kept() as kept:
        s.append(s.local(n.into), kept)


def _cell(s: Scope, variable: str, at: Sequence[ir.Expression]) -> int:
    """Pushes the offset of a cell, which must be somewhere; gives what is added to it."""
    slot, cell = s.unit.layout.variables[variable], s.unit.memory.cell(s.unit.layout.variables[variable])
    if not slot.sizes:
        s.w.number(0)
        return cell
    if not place(s, slot.sizes, slot.strides, at):
        s.w.cells()
        return cell
    s.w.cells_behind_none()
    return cell - 4


def _is_somewhere(s: Scope, at: Sequence[ir.Expression]) -> bool:
    return all(is_sure(s, index) for index in at)


def _when_somewhere(s: Scope, variable: str, at: Sequence[ir.Expression], done: Callable[[int, int], None]) -> None:
    """Does something with the offset of a cell, in a local, and what is added to it; unless it is nobody's."""
    base = _cell(s, variable, at)
    with s.w.kept() as offset:
        if _is_somewhere(s, at):
            done(offset, base)
            return
        s.w.get(offset)
        with s.w.when():
            done(offset, base)


def write(s: Scope, n: ir.Write) -> None:
    """Sets a variable, unless it is nobody's."""
    slot = s.unit.layout.variables[n.variable]
    if slot.variable.type.many:
        _write_list(s, n, slot)
        return

    def stored(offset: int, base: int) -> None:
        s.w.get(offset)
        value(s, n.value)
        _clamp(s, range_of(s.unit.before_play, n.value), slot.low, slot.high)
        told.stored(s, offset, base, n.site)

    _when_somewhere(s, n.variable, n.at, stored)


def _write_list(s: Scope, n: ir.Write, slot: VariableSlot) -> None:
    """Copies a list to where a variable stands, unless it is nobody's."""
    w = s.w
    if s.unit.most_items(n.value.type) > s.unit.most_items(slot.variable.type):
        raise Unsupported("a list for which a variable has no room")
    with s.gathering(n.value.type) as found:
        each(s, n.value, found.add)
        found.done()
        copied = found.place
        list_cell(s, slot, n.at)
        with w.kept() as to:
            w.get(to)
            w.number(s.unit.memory.cell(slot))
            w.do("i32.ge_u")
            with w.when():
                told.list_stored(s, to, copied, n.site)
                w.get(to)
                s.copy_list(copied)


def _clamp(s: Scope, now: Interval, low: int | None, high: int | None) -> None:
    """Brings the number that has been pushed into bounds."""
    for bound_, how, needed in (
        (low, "lt_s", low is not None and now.low < low), (high, "gt_s", high is not None and now.high > high),
    ):  # fmt: skip
        if needed and bound_ is not None:
            with s.w.kept() as new:
                s.w.number(bound_)
                s.w.get(new)
                s.w.get(new)
                s.w.number(bound_)
                s.w.do(f"i32.{how}")
                s.w.do("select")


def change(s: Scope, n: ir.Change) -> None:
    """Raises or lowers a variable, unless it is nobody's."""
    slot, w = s.unit.layout.variables[n.variable], s.w

    def stored(offset: int, base: int) -> None:
        w.get(offset)
        w.get(offset)
        w.do("i32.load", base)
        value(s, n.amount)
        _added(s, n.down, slot.low, slot.high)
        told.stored(s, offset, base, n.site)

    _when_somewhere(s, n.variable, n.at, stored)


def _added(s: Scope, down: bool, low: int | None, high: int | None) -> None:
    """Adds two numbers, neither of which is beyond the largest, and brings the sum into bounds."""
    s.w.do("i32.sub" if down else "i32.add")  # twice the largest fits
    _clamp(s, number(-2 * LARGEST_NUMBER, 2 * LARGEST_NUMBER), low, high)
    if low is None or high is None:
        test_range(s.w)


def transfer(s: Scope, n: ir.Transfer) -> None:
    """Moves so much of a counter from one place to another, as far as it is there and there is room."""
    w, layout = s.w, s.unit.layout
    if not isinstance(n.counter, ir.Constant):
        value(s, n.counter)
        with w.kept() as counter:
            for number in range(len(layout.counters)):
                w.get(counter)
                w.number(number)
                w.do("i32.eq")
                with w.when():
                    _transfer_of(s, n, layout.counters[number])
    elif n.counter.value >= 0:
        _transfer_of(s, n, layout.counters[n.counter.value])


def _account(place_: ir.Place, counter: str) -> tuple[str, tuple[ir.Expression, ...]] | None:
    """The variable that one side of a transfer is, and its indices; None is the bank."""
    match place_:
        case ir.Bank():
            return None
        case ir.Holder(player):
            return counter, (player,)
        case ir.Pot(variable, at):
            return variable, at


def _transfer_of(s: Scope, n: ir.Transfer, counter: str) -> None:
    w, variables = s.w, s.unit.layout.variables
    sides = [_account(n.source, counter), _account(n.target, counter)]
    with w.block() as nothing, w.scratch() as amount, w.scratch() as source, w.scratch() as target:
        offsets, bases = (source, target), [0, 0]
        for k, side in enumerate(sides):
            if side is None:
                continue
            bases[k] = _cell(s, *side)
            w.put(offsets[k])
            if not _is_somewhere(s, side[1]):
                w.get(offsets[k])
                w.do("i32.eqz")
                w.go(nothing, "br_if")
        value(s, n.amount)
        w.put(amount)
        for k, side in enumerate(sides):
            limit = None if side is None else (variables[side[0]].low, variables[side[0]].high)[k]
            if limit is not None:
                if k == 0:
                    w.get(offsets[k])
                    w.do("i32.load", bases[k])
                    w.number(limit)
                else:
                    w.number(limit)
                    w.get(offsets[k])
                    w.do("i32.load", bases[k])
                w.do("i32.sub")
                with w.kept() as most:
                    w.better(amount, most, "i32.lt_s")
                    w.put(amount)
        w.get(amount)
        w.number(0)
        w.do("i32.le_s")
        w.go(nothing, "br_if")
        told.tell(s, n.site)
        for k, side in enumerate(sides):
            if side is not None:
                w.get(offsets[k])
                w.get(offsets[k])
                w.do("i32.load", bases[k])
                w.get(amount)
                w.do("i32.add" if k else "i32.sub")
                test_range(s.w)
                w.do("i32.store", bases[k])
