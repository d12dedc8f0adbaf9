"""The functions that modules have which watch their games."""

from typing import Final

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


#: If no more than so many of the lowest numbers come up, it does not matter how many do.
FEW_TOLD_APART: Final = 128
#: Where it stands whether there was a question in a game that had such numbers alone.
USUAL: Final = 12


def ranged_in_game(made: Function, most: int) -> None:
    """Sees to it that no more than `most` numbers come up in a game, else another engine plays it: with those from a
    place up to another, so many, of those that a question has.

    At an address stands how many there are from the lowest on that came up in this game, where the highest ends,
    whether there may be some between that did not come up, and behind these `USUAL`. All from the lowest to the
    highest may have come up, so with few of these there is no doubt. With more there is none if every range was beside
    another, and there is nothing new in this one. Where some between may not have come up, every range is looked at.
    """
    begins, last, count, at, size = range(5)
    w = Writer(made)
    from_here, from_low, high, gaps = (w.local() for _ in range(4))

    def load(offset: int, to: int) -> None:
        w.get(at)
        w.do("i32.load", offset)
        w.put(to)

    load(USUAL, gaps)
    w.get(gaps)
    with w.when():
        w.get(at)
        w.number(0)
        w.do("i32.store", USUAL)
        for number in (0, FEW_TOLD_APART, 0):
            w.number(number)
        w.get(at)
        w.get(size)
        w.call(made)
    w.of("i32.sub", size, begins)
    w.put(from_here)
    for offset, to in ((0, from_low), (4, high), (8, gaps)):
        load(offset, to)
    w.get(high)
    with w.when():
        w.get(gaps)
        w.of("i32.gt_s", begins, high)
        w.do("i32.or")
        w.of("i32.sub", size, from_low)
        w.get(last)
        w.do("i32.gt_s")
        w.do("i32.or")
        w.put(gaps)
        w.store(at, gaps, 8)
        w.get(gaps)
        for one, other in ((from_here, from_low), (last, high)):
            w.of("i32.gt_s", one, other)
            w.do("i32.or")
        w.of("i32.add", high, from_low)
        w.get(size)
        w.do("i32.sub")
        w.get(count)
        w.do("i32.add")
        w.number(most)
        w.do("i32.gt_s")
        w.do("i32.and")
        w.trap_if()
    for offset, one, other in ((0, from_here, from_low), (4, last, high)):
        w.get(at)
        w.better(one, other, "i32.gt_s")
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
