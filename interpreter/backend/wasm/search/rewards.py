"""Writes what a game that is over was worth for each seat, and its share of the win: `interpreter/runtime/worth.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.backend.wasm.driver.records import Judged, Shape, record_function
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.search.rooms import Rooms
from interpreter.runtime.worth import MOST_PROGRESS, wins_together


def rewards(unit: Unit, rooms: Rooms, judged: Judged | None) -> Function:
    """Writes it."""
    function = unit.module.function("worth")
    w = Writer(function)
    _shares(w, unit, rooms)
    if judged is None:
        w.number(rooms.rewards)
        w.number(rooms.shares)
        w.number(8 * unit.setting.players)
        w.do("memory.copy")
    elif judged.score:
        _ahead(w, unit, rooms, judged)
    else:
        _weighed(w, unit, rooms, judged)
    return function


def _recorded(w: Writer, unit: Unit, judged: Judged) -> tuple[Shape, int]:
    """Makes a record of the game that is over; its shape, and its address."""
    shape = Shape(unit.setting.players, len(judged.values))
    record = unit.memory.take("record of a pass", 4 * shape.width)
    w.number(record)
    w.call(record_function(unit, judged, shape))
    w.do("drop")
    return shape, record


def _ahead(w: Writer, unit: Unit, rooms: Rooms, judged: Judged) -> None:
    """By seat, how much more it has than the others have on average."""
    players = unit.setting.players
    shape, record = _recorded(w, unit, judged)
    scores = [record + 4 * (shape.judged + seat) for seat in range(players)]

    def ahead(seat: int) -> None:
        w.number(players)
        w.load(scores[seat])
        w.do("i32.mul")
        for one in scores if players > 1 else ():
            w.load(one)
            w.do("i32.sub")

    for seat in range(players):
        w.number(0)
        _part(w, partial(ahead, seat), lambda: w.number(max(1, players - 1)))
        w.do("f64.store", rooms.rewards + 8 * seat)


def _shares(w: Writer, unit: Unit, rooms: Rooms) -> None:
    """By seat, the share of the win."""
    players, winners = unit.setting.players, unit.memory.at["winners"]
    team = wins_together(unit.program.game)
    at, count = w.local(), w.local()
    w.load(winners)
    w.put(count)
    for seat in range(players):
        w.number(0)
        _number(w, lambda: w.number(0))
        w.do("f64.store", rooms.shares + 8 * seat)
    if not team:
        w.get(count)
        w.do("i32.eqz")
        with w.when():
            for seat in range(players):
                w.number(0)
                _part(w, lambda: w.number(1), lambda: w.number(players))
                w.do("f64.store", rooms.shares + 8 * seat)
    with w.counted(at, count):
        w.get(at)
        w.cell(winners + 4)
        w.number(3)
        w.do("i32.shl")
        _part(w, lambda: w.number(1), lambda: w.number(1) if team else w.get(count))
        w.do("f64.store", rooms.shares)


def _weighed(w: Writer, unit: Unit, rooms: Rooms, judged: Judged) -> None:
    """Nine tenths of that, and one tenth of the place, or of how near all came to winning together."""
    players = unit.setting.players
    shape, record = _recorded(w, unit, judged)
    near = record + 4 * (shape.width - 1)
    for seat in range(players):
        place = record + 4 * (shape.places + seat)
        w.number(0)
        w.number(0)
        w.do("f64.load", rooms.shares + 8 * seat)
        _number(w, lambda: w.number(9))
        w.do("f64.mul")
        w.load(place)
        with w.when(Num.F64):
            _part(w, partial(_behind, w, players, place), lambda: w.number(max(1, players - 1)))
            w.otherwise()
            if judged.near:
                _part(w, lambda: w.load(near), lambda: w.number(MOST_PROGRESS))
            else:
                _number(w, lambda: w.number(0))
        w.do("f64.add")
        _number(w, lambda: w.number(10))
        w.do("f64.div")
        w.do("f64.store", rooms.rewards + 8 * seat)


def _behind(w: Writer, players: int, place: int) -> None:
    """Pushes how many come behind a place, if nobody shares it."""
    w.number(players)
    w.load(place)
    w.do("i32.sub")


def _number(w: Writer, pushed: Callable[[], None]) -> None:
    pushed()
    w.do("f64.convert_i32_s")


def _part(w: Writer, part: Callable[[], None], whole: Callable[[], None]) -> None:
    """Pushes one number divided by another."""
    _number(w, part)
    _number(w, whole)
    w.do("f64.div")
