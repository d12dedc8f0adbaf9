"""The functions that every module has: chance, lists, pieces that go from zone to zone."""

from attrs import frozen

from dsl.ir.limits import MOST_STEPS
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS, MOST_MET, RECORDS, Memory
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.program.model.nodes import DECISION_LIMIT
from interpreter.runtime.chance import A, C

_I, _L = Num.I32, Num.I64


@frozen(eq=False)
class Helpers:
    """`top`, `depth` and `spent` are variables: where lists end, how deep calls are, how many steps were spent."""

    top: int
    depth: int
    spent: int
    make: Function
    append: Function
    below: Function
    choose: Function
    divide: Function
    find: Function
    remove: Function
    insert: Function
    shuffle: Function
    spend: Function
    asked: Function
    record: Function
    close_gap: Function
    records: int


def helpers(module: Module, memory: Memory) -> Helpers:
    """Writes the helpers into a module."""
    top, depth, spent = module.variable(_I, memory.at["lists"]), module.variable(_I), module.variable(_L)
    records = module.variable(_I, memory.at["records"])
    below, append = _below(module), _append(module)
    find = _find(module, memory)
    return Helpers(
        top, depth, spent, _make(module, memory, top), append, below, _choose(module, memory, below, append),
        _divide(module), find, _remove(module, memory, find), _insert(module, memory),
        _shuffle(module, memory, below), _spend(module, spent), _asked(module, memory, spent),
        _record(module, memory, records), _close_gap(module), records,
    )  # fmt: skip


def _make(module: Module, memory: Memory, top: int) -> Function:
    """Room for so many bytes of lists, the first of which is empty; gives its address."""
    made = module.function("make", [_I], _I)
    w = Writer(made)
    w.do("global.get", top)
    w.do("global.get", top)
    w.get(0)
    w.do("i32.add")
    w.do("global.set", top)
    w.do("global.get", top)
    w.number(memory.lists_end)
    w.do("i32.gt_u")
    w.trap_if()
    with w.scratch() as place:
        w.do("local.tee", place)
        w.number(0)
        w.do("i32.store", 0)
        w.get(place)
    return made


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
    w.get(place)
    w.get(0)
    w.do("i32.store", 0)
    w.get(place)
    return made


def _close_gap(module: Module) -> Function:
    """Takes the item at a place out of the list at an address, which has so many."""
    made = module.function("close_gap", [_I, _I, _I])
    w = Writer(made)
    for offset in (4, 8):  # to, and from
        _item_address(w, 0, 1)
        w.plus(offset)
    w.get(2)
    w.get(1)
    w.do("i32.sub")
    w.number(1)
    w.do("i32.sub")
    w.cells()
    w.do("memory.copy")
    w.get(0)
    w.get(2)
    w.number(1)
    w.do("i32.sub")
    w.do("i32.store", 0)
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


def _below(module: Module) -> Function:
    """A number below the second argument, from the stream at an address; see `interpreter/runtime/chance.py`."""
    made = module.function("below", [_I, _I], _I)
    w = Writer(made)
    state = w.local(_L)
    w.get(0)
    w.get(0)
    w.do("i64.load", 0)
    w.do("i64.const", A)
    w.do("i64.mul")
    w.do("i64.const", C)
    w.do("i64.add")
    w.do("local.tee", state)
    w.do("i64.store", 0)
    w.get(state)
    w.do("i64.const", 32)
    w.do("i64.shr_u")
    w.get(1)
    w.do("i64.extend_i32_u")
    w.do("i64.mul")
    w.do("i64.const", 32)
    w.do("i64.shr_u")
    w.do("i32.wrap_i64")
    return made


def _choose(module: Module, memory: Memory, below: Function, append: Function) -> Function:
    """The place of the answer of a seat to a question with so many, of which the last may be to pass."""
    made = module.function("choose", [_I, _I, _I], _I)
    w = Writer(made)
    luck = w.local()
    w.get(1)
    w.number(MOST_ANSWERS)
    w.do("i32.ge_u")
    w.trap_if()
    w.get(1)
    w.number(1)
    w.do("i32.le_s")
    with w.when():
        w.get(1)
        w.do("i32.eqz")
        w.trap_if()
        w.number(0)
        w.do("return")
    with w.scratch() as met:
        w.get(1)
        w.cells()
        w.do("local.tee", met)
        w.get(met)
        w.do("i32.load", memory.at["met"])
        w.plus(1)
        w.do("i32.store", memory.at["met"])
        w.get(met)
        w.do("i32.load", memory.at["met"])
        w.number(1)
        w.do("i32.eq")
        with w.when():
            w.load(memory.at["touched"])
            w.number(MOST_MET)
            w.do("i32.ge_u")
            w.trap_if()
            w.number(memory.at["touched"])
            w.get(1)
            w.call(append)
    w.get(0)
    w.number(3)
    w.do("i32.shl")
    w.plus(memory.at["luck"])
    w.put(luck)
    w.get(0)
    w.cell(memory.at["bots"])
    w.do("i32.eqz")
    w.get(2)
    w.do("i32.and")
    with w.when():  # half of the time the random bot passes where it may
        w.get(luck)
        w.number(2)
        w.call(below)
        with w.when():
            w.get(1)
            w.number(1)
            w.do("i32.sub")
            w.do("return")
        w.get(1)
        w.number(1)
        w.do("i32.sub")
        w.put(1)
    w.get(luck)
    w.get(1)
    w.call(below)
    return made


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


def load_piece(w: Writer, memory: Memory, offset: int = 4) -> None:
    """Pushes the piece at an address that has been pushed, which is that of its zone and 1 or 2 for each before it."""
    w.do("i32.load8_u" if memory.width == 1 else "i32.load16_u", offset)


def store_piece(w: Writer, memory: Memory, offset: int = 4) -> None:
    """Pops a piece, and an address to store it at."""
    w.do("i32.store8" if memory.width == 1 else "i32.store16", offset)


def scaled(w: Writer, memory: Memory) -> None:
    """Makes an offset of the place in a zone that has been pushed."""
    if memory.width == 2:
        w.number(1)
        w.do("i32.shl")


def _find(module: Module, memory: Memory) -> Function:
    """The place of a piece in the zone at an address, in which it is."""
    made = module.function("find", [_I, _I], _I)
    w = Writer(made)
    at = w.local()
    if memory.width == 1:
        wanted, found = w.local(Num.V128), w.local()
        w.get(1)
        w.do("i8x16.splat")
        w.put(wanted)
        with w.block("loop") as again:
            w.get(0)
            w.get(at)
            w.do("i32.add")
            w.do("v128.load", 4)
            w.get(wanted)
            w.do("i8x16.eq")
            w.do("i8x16.bitmask")
            w.do("local.tee", found)
            with w.when():
                w.get(at)
                w.get(found)
                w.do("i32.ctz")
                w.do("i32.add")
                w.do("return")
            w.add_to(at, 16)
            w.go(again)
    else:
        with w.block("loop") as again:
            w.get(0)
            w.get(at)
            scaled(w, memory)
            w.do("i32.add")
            load_piece(w, memory)
            w.get(1)
            w.do("i32.eq")
            with w.when():
                w.get(at)
                w.do("return")
            w.add_to(at, 1)
            w.go(again)
    w.trap()
    return made


def zone_address(w: Writer, memory: Memory) -> None:
    """Makes an address of the number of a zone that has been pushed."""
    w.number(memory.stride)
    w.do("i32.mul")
    w.plus(memory.zone(0))


def _remove(module: Module, memory: Memory, find: Function) -> Function:
    """Takes a piece out of the zone in which it is."""
    made = module.function("remove", [_I])
    w = Writer(made)
    zone, at, count = w.local(), w.local(), w.local()
    w.get(0)
    w.cell(memory.of_pieces("zone"))
    zone_address(w, memory)
    w.put(zone)
    w.get(zone)
    w.length(zone)
    w.number(1)
    w.do("i32.sub")
    w.do("local.tee", count)
    w.do("i32.store", 0)
    w.get(zone)
    w.get(0)
    w.call(find)
    w.put(at)
    with w.block() as out, w.block("loop") as again:
        w.get(at)
        w.get(count)
        w.do("i32.ge_s")
        w.go(out, "br_if")
        for _ in range(2):
            w.get(zone)
            w.get(at)
            scaled(w, memory)
            w.do("i32.add")
        if memory.width == 1:
            w.do("v128.load", 5)
            w.do("v128.store", 4)
            w.add_to(at, 16)
        else:
            load_piece(w, memory, 6)
            store_piece(w, memory)
            w.add_to(at, 1)
        w.go(again)
    return made


def _insert(module: Module, memory: Memory) -> Function:
    """Puts a piece, which is nowhere, into a zone: on top, or with 1 at the bottom."""
    made = module.function("insert", [_I, _I, _I])
    w = Writer(made)
    zone, at = w.local(), w.local()
    w.get(0)
    w.cells()
    w.get(1)
    w.do("i32.store", memory.of_pieces("zone"))
    w.get(1)
    zone_address(w, memory)
    w.do("local.tee", zone)
    w.length(zone)
    w.do("local.tee", at)
    w.plus(1)
    w.do("i32.store", 0)
    w.get(2)
    with w.when(), w.block() as out, w.block("loop") as again:
        w.get(at)
        w.do("i32.eqz")
        w.go(out, "br_if")
        w.add_to(at, -1)
        for _ in range(2):
            w.get(zone)
            w.get(at)
            scaled(w, memory)
            w.do("i32.add")
        load_piece(w, memory)
        store_piece(w, memory, 4 + memory.width)
        w.go(again)
    w.get(zone)
    w.get(at)
    scaled(w, memory)
    w.do("i32.add")
    w.get(0)
    store_piece(w, memory)
    return made


def _shuffle(module: Module, memory: Memory, below: Function) -> Function:
    """Shuffles the zone at an address, by the stream at another."""
    made = module.function("shuffle", [_I, _I])
    w = Writer(made)
    last, other, held = w.local(), w.local(), w.local()
    w.length(0)
    w.number(1)
    w.do("i32.sub")
    w.put(last)
    with w.block() as out, w.block("loop") as again:
        w.get(last)
        w.number(0)
        w.do("i32.le_s")
        w.go(out, "br_if")
        w.get(0)
        w.get(1)
        w.get(last)
        w.plus(1)
        w.call(below)
        scaled(w, memory)
        w.do("i32.add")
        w.do("local.tee", other)
        load_piece(w, memory)
        w.put(held)
        w.get(other)
        w.get(0)
        w.get(last)
        scaled(w, memory)
        w.do("i32.add")
        w.do("local.tee", other)
        load_piece(w, memory)
        store_piece(w, memory)
        w.get(other)
        w.get(held)
        store_piece(w, memory)
        w.add_to(last, -1)
        w.go(again)
    return made


def _spend(module: Module, spent: int) -> Function:
    """Spends so many steps, at least none; who has spent too many since the last decision plays otherwise."""
    made = module.function("spend", [_L])
    w = Writer(made)
    w.get(0)
    w.do("i64.const", 0)
    w.do("i64.gt_s")
    with w.when():
        w.do("global.get", spent)
        w.get(0)
        w.do("i64.add")
        w.do("global.set", spent)
        w.do("global.get", spent)
        w.do("i64.const", MOST_STEPS)
        w.do("i64.gt_s")
        w.trap_if()
    return made


def _asked(module: Module, memory: Memory, spent: int) -> Function:
    """One more decision, with which a new budget begins."""
    made = module.function("asked")
    w = Writer(made)
    w.number(0)
    w.load(memory.at["decisions"])
    w.plus(1)
    w.do("i32.store", memory.at["decisions"])
    w.load(memory.at["decisions"])
    w.number(DECISION_LIMIT)
    w.do("i32.gt_s")
    w.trap_if()
    w.do("i64.const", 0)
    w.do("global.set", spent)
    return made


