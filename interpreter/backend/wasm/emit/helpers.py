"""The functions that every module has, and those for lists and steps."""

from collections.abc import Callable

from dsl.frozen import frozen
from dsl.ir.limits import MOST_STEPS
from interpreter.backend.wasm.emit import chance, zones
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.memory import RECORDS, Memory
from interpreter.backend.wasm.emit.writer import Writer

_I, _L = Num.I32, Num.I64


@frozen(eq=False)
class Helpers:
    """`top`, `depth` and `spent` are variables: where lists end, how deep calls are, how many steps were spent."""

    top: int
    depth: int
    spent: int
    append: Function
    below: Function
    divide: Function
    find: Function
    remove: Function
    insert: Function
    insert_below: Function
    move: Function
    shuffle: Function
    spend: Function
    record: Function
    close_gap: Function
    copy: Function
    records: int


def helpers(module: Module, memory: Memory) -> Helpers:
    """Writes the helpers into a module."""
    top, depth, spent = module.variable(_I, memory.at["lists"]), module.variable(_I), module.variable(_L)
    records = module.variable(_I, memory.at["records"])
    return Helpers(
        top, depth, spent, _append(module), chance.function(module), _divide(module),
        zones.find(module, memory), zones.remove(module, memory), zones.insert(module, memory),
        zones.insert_below(module, memory), zones.move(module, memory), zones.shuffle(module, memory),
        _spend(module, spent), _record(module, memory, records), _close_gap(module), _copy(module), records,
    )  # fmt: skip


def _record(module: Module, memory: Memory, records: int) -> Function:
    """A record of so many numbers, which lasts until the game is over; gives its address."""
    made = module.function("record", [_I], _I)
    w = Writer(made)
    place = w.local()
    w.do("global.get", records)
    w.put(place)
    w.get(place)
    w.get(0)
    w.cells()
    w.do("i32.add")
    w.plus(4)
    w.do("global.set", records)
    w.do("global.get", records)
    w.number(memory.at["records"] + RECORDS)
    w.do("i32.gt_u")
    w.trap_if()
    w.store(place, 0)
    w.get(place)
    return made


def _close_gap(module: Module) -> Function:
    """Takes the item at a place out of the list at an address, which has so many."""
    made = module.function("close_gap", [_I, _I, _I])
    w = Writer(made)
    at, end = w.local(), w.local()
    w.with_number("i32.sub", 2, 1)
    w.put(2)
    w.store(0, 2)
    for local, place in ((at, 1), (end, 2)):
        _item_address(w, 0, place)
        w.put(local)
    with w.counted(at, end, 4):
        for _ in range(2):
            w.get(at)
        w.do("i32.load", 8)
        w.do("i32.store", 4)
    return made


def _copy(module: Module) -> Function:
    """Copies a list to the first address from the second."""
    made = module.function("copy", [_I, _I])
    w = Writer(made)
    end = w.local()
    w.length(1)
    w.cells_behind_none()  # a list begins with its length
    w.get(1)
    w.do("i32.add")
    w.put(end)
    for size, kind in ((16, "v128"), (4, "i32")):
        with w.block() as out, w.block("loop") as again:
            w.with_number("i32.add", 1, size)
            w.get(end)
            w.do("i32.gt_u")
            w.go(out, "br_if")
            w.get(0)
            w.get(1)
            w.do(f"{kind}.load", 0)
            w.do(f"{kind}.store", 0)
            for local in (0, 1):
                w.add_to(local, size)
            w.go(again)
    return made


def _append(module: Module) -> Function:
    """Appends to the list at an address."""
    made = module.function("append", [_I, _I])
    w = Writer(made)
    count = w.local()
    w.length(0)
    w.put(count)
    _item_address(w, 0, count)
    w.get(1)
    w.do("i32.store", 4)
    w.get(0)
    w.get(count)
    w.plus(1)
    w.do("i32.store", 0)
    return made


def _item_address(w: Writer, place: int, index: int) -> None:
    w.get(place)
    w.get(index)
    w.cells()
    w.do("i32.add")


def _divide(module: Module) -> Function:
    """Division rounded down."""
    made = module.function("divide", [_L, _L], _L)
    w = Writer(made)
    quotient = w.local(_L)
    w.get(0)
    w.get(1)
    w.do("i64.div_s")
    w.put(quotient)
    w.get(0)
    w.get(1)
    w.do("i64.rem_s")
    w.do("i64.const", 0)
    w.do("i64.ne")
    w.get(0)
    w.get(1)
    w.do("i64.xor")
    w.do("i64.const", 0)
    w.do("i64.lt_s")
    w.do("i32.and")
    with w.when(_L):
        w.get(quotient)
        w.do("i64.const", 1)
        w.do("i64.sub")
        w.otherwise()
        w.get(quotient)
    return made


def _spend(module: Module, spent: int) -> Function:
    """Spends so many steps, at least none; who has spent too many since the last decision plays otherwise."""
    made = module.function("spend", [_L])
    w = Writer(made)
    w.get(0)
    w.do("i64.const", 0)
    w.do("i64.gt_s")
    with w.when():
        spend_steps(w, spent, lambda: w.get(0))
    return made


def spend_steps(w: Writer, spent: int, steps: Callable[[], None]) -> None:
    """Spends the steps that are pushed; who has spent too many since the last decision plays otherwise."""
    w.do("global.get", spent)
    steps()
    w.do("i64.add")
    w.do("global.set", spent)
    w.do("global.get", spent)
    w.do("i64.const", MOST_STEPS)
    w.do("i64.gt_s")
    w.trap_if()
