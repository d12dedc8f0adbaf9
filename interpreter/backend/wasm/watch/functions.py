"""The functions that modules have which watch their games."""

from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.writer import Writer


def differ(module: Module) -> Function:
    """Whether two lists have other items."""
    made = module.function("differ", [Num.I32, Num.I32], Num.I32)
    w = Writer(made)
    at, end = w.local(), w.local()
    w.length(0)
    w.cells_behind_none()
    w.put(end)
    with w.counted(at, end, 4):  # the length comes first
        for items in (0, 1):
            w.get(items)
            w.get(at)
            w.do("i32.add")
            w.do("i32.load", 0)
        w.do("i32.ne")
        with w.when():
            w.number(1)
            w.do("return")
    w.number(0)
    return made


def offered(made: Function, now: int, began: int, met: int) -> None:
    """Counts that an option is offered, once for each number that `now` has; and what comes up first in a game."""
    w = Writer(made)
    w.get(0)
    w.do("i32.load", 8)
    w.do("global.get", now)
    w.do("i32.ne")
    with w.when():
        w.get(0)
        w.do("i32.load", 8)
        w.do("global.get", began)
        w.do("i32.le_s")
        with w.when():
            _add(w, 1)
        w.get(0)
        w.do("global.get", now)
        w.do("i32.store", 8)
        w.get(0)
        w.do("i32.load", 0)
        w.do("i32.eqz")
        with w.when():
            _append(w, met, 0)
        _add(w, 0)


def first(made: Function, met: int) -> None:
    """Notes that something is offered for the first time."""
    _append(Writer(made), met, 0)


def ranged(made: Function, met: int) -> None:
    """Notes what comes up first in a range, from a place up to another, of so many that a question has, whose numbers
    and uses stand there; number by number.
    """
    begins, last, at, uses, size = range(5)
    w = Writer(made)
    number, use = w.local(), w.local()
    behind = 12  # how many there are from the lowest on that has come up; and where the highest ends
    w.get(size)
    w.get(begins)
    w.do("i32.sub")
    w.get(at)
    w.do("i32.load", behind)
    w.do("i32.gt_s")
    w.get(last)
    w.get(at)
    w.do("i32.load", behind + 4)
    w.do("i32.gt_s")
    w.do("i32.or")
    with w.when():
        w.get(begins)
        w.put(number)
        with w.counted(number, last):
            w.get(size)
            w.get(number)
            w.do("i32.sub")
            w.get(at)
            w.do("i32.load", behind)
            w.do("i32.gt_s")
            w.get(number)
            w.get(at)
            w.do("i32.load", behind + 4)
            w.do("i32.ge_s")
            w.do("i32.or")
            with w.when():
                _address(w, uses, number)
                w.put(use)
                _append(w, met, use)
        for offset in (behind, behind + 4):
            if offset == behind:
                w.get(size)
                w.get(begins)
                w.do("i32.sub")
            else:
                w.get(last)
            w.put(number)
            w.get(at)
            w.do("i32.load", offset)
            w.put(use)
            w.get(at)
            w.better(number, use, "i32.gt_s")
            w.do("i32.store", offset)


def _address(w: Writer, first: int, place: int) -> None:
    w.get(first)
    w.get(place)
    w.cells()
    w.do("i32.add")


def _add(w: Writer, at: int) -> None:
    w.get(at)
    w.get(at)
    w.do("i32.load", 0)
    w.plus(1)
    w.do("i32.store", 0)


def _append(w: Writer, met: int, item: int) -> None:
    """Appends a local to a list at a fixed address."""
    w.load(met)
    w.cells()
    w.get(item)
    w.do("i32.store", met + 4)
    w.number(0)
    w.load(met)
    w.plus(1)
    w.do("i32.store", met)
