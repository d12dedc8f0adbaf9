"""Writes how a tree chooses among answers: the one that promises most, or one that was never tried."""

from __future__ import annotations

from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.search.rooms import ASKED, GIVEN, GREATEST, LEAST, LOWEST, SUMS, WEIGHT, Rooms
from interpreter.runtime.thought import WIDE

_I, _D = Num.I32, Num.F64


def choosing(module: Module, rooms: Rooms, find: Function, below: Function) -> Function:
    """The place of the answer that promises most to a player at a node, or of one that was never tried."""
    made = module.function("choose_by_tree", [_I, _I, _I], _I)
    w = Writer(made)
    node, answers, player = 0, 1, 2
    at, one, tried, untried, best, allowed = (w.local() for _ in range(6))
    bonus, worth, most = (w.local(_D) for _ in range(3))
    w.get(node)
    w.do("i32.load", ASKED)
    w.do("f64.convert_i32_s")
    w.do("f64.sqrt")
    w.number(0)
    w.do("f64.load", rooms.told + WEIGHT)
    w.do("f64.mul")
    w.put(bonus)
    _in_proportion(w, rooms, bonus, worth)
    w.number(LOWEST)
    w.do("f64.convert_i32_s")
    w.put(most)
    with w.counted(at, answers):
        w.get(node)
        w.get(at)
        w.cell(rooms.keys)
        w.call(find)
        w.put(one)
        w.get(one)
        with w.when(_I):
            w.get(one)
            w.do("i32.load", GIVEN)
            w.otherwise()
            w.number(0)
        with w.when():
            w.add_to(tried, 1)
            w.get(player)
            w.number(3)
            w.do("i32.shl")
            w.get(one)
            w.do("i32.add")
            w.do("f64.load", SUMS)
            w.get(one)
            w.do("i32.load", GIVEN)
            w.do("f64.convert_i32_s")
            w.do("f64.div")
            w.get(bonus)
            w.get(one)
            w.do("i32.load", GIVEN)
            w.plus(1)
            w.do("f64.convert_i32_s")
            w.do("f64.div")
            w.do("f64.add")
            w.put(worth)
            w.get(worth)
            w.get(most)
            w.do("f64.gt")
            with w.when():
                w.get(worth)
                w.put(most)
                w.get(at)
                w.put(best)
            w.otherwise()
            w.get(untried)
            w.cells()
            w.get(at)
            w.do("i32.store", rooms.untried)
            w.add_to(untried, 1)
    _allowed(w, node, answers, allowed)
    w.get(node)
    w.get(node)
    w.do("i32.load", ASKED)
    w.plus(1)
    w.do("i32.store", ASKED)
    w.get(untried)
    w.number(0)
    w.do("i32.gt_s")
    w.get(tried)
    w.get(allowed)
    w.do("i32.lt_s")
    w.do("i32.and")
    with w.when():
        w.number(rooms.thought)
        w.get(untried)
        w.call(below)
        w.cell(rooms.untried)
        w.do("return")
    w.get(best)
    return made


def _in_proportion(w: Writer, rooms: Rooms, bonus: int, between: int) -> None:
    """What was tried seldom is worth the less, the less of a difference it makes how a pass ends, by all so far."""
    w.number(0)
    w.do("f64.load", rooms.told + GREATEST)
    w.number(0)
    w.do("f64.load", rooms.told + LEAST)
    w.do("f64.sub")
    w.put(between)
    w.get(between)
    w.number(0)
    w.do("f64.convert_i32_s")
    w.do("f64.gt")
    with w.when():
        w.get(bonus)
        w.get(between)
        w.do("f64.mul")
        w.put(bonus)


def _allowed(w: Writer, node: int, answers: int, allowed: int) -> None:
    """How many answers may be tried at a node by now: of many, the more the oftener somebody was asked here."""
    w.get(answers)
    w.put(allowed)
    w.get(answers)
    w.number(WIDE)
    w.do("i32.gt_s")
    with w.when():
        w.get(node)
        w.do("i32.load", ASKED)
        w.plus(1)
        w.number(4)
        w.do("i32.mul")
        w.do("f64.convert_i32_s")
        w.do("f64.sqrt")
        w.do("i32.trunc_f64_s")
        w.plus(3)
        w.put(allowed)
