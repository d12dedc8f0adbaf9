"""Writes a search: passes, each of which deals another world, walks through trees, and plays to the end by chance."""

from __future__ import annotations

from interpreter.backend.wasm.driver.records import Judged
from interpreter.backend.wasm.driver.whole_game import mix
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.resume.frames import PLAYER, SECRETS, SITE
from interpreter.backend.wasm.resume.module import Resuming
from interpreter.backend.wasm.search.hidden import kept_in, rows
from interpreter.backend.wasm.search.redeal import Redeal, redeal
from interpreter.backend.wasm.search.rewards import rewards
from interpreter.backend.wasm.search.rooms import (
    AT_OWN,
    DECIDED,
    GIVEN,
    GREATEST,
    HIGHEST,
    LEAST,
    LOST,
    LOWEST,
    LUCK,
    PASS,
    PASSES,
    SEAT,
    STEPS,
    SUMS,
    USED,
    Rooms,
)  # fmt: skip
from interpreter.backend.wasm.search.thinking import Thinking, waiting_keys
from interpreter.backend.wasm.search.tree import picking


def thinking_of(made: Resuming) -> Thinking:
    """Writes what a search needs into a module that is being written."""
    unit = made.unit
    rooms = Rooms.of(unit.module, unit.memory, made.frames)
    return Thinking.of(unit, rooms, picking(unit.module, rooms, unit.helpers.below, unit.setting.players))


def write_search(made: Resuming, thinking: Thinking, judged: Judged | None) -> None:
    """Writes `prepare`, `redeal` and `search(passes)`. Raises Unsupported where what is hidden cannot be drawn anew."""
    unit, rooms = made.unit, thinking.rooms
    kept, hidden = kept_in(made.points, unit.setting), rows(unit.memory)
    dealt = redeal(unit, made.frames, mix(unit.module), rooms.thought, kept, hidden)
    keys, worth = waiting_keys(thinking, made.frames), rewards(made.unit, rooms, judged)
    _looked_at(made, dealt, keys)
    _begin(made, rooms)
    _search(made, thinking, dealt, keys, worth)


def _looked_at(made: Resuming, dealt: Redeal, keys: Function) -> None:
    """Finds what is drawn anew for a seat, and what it can tell of the answers to the question that waits.

    Keeps the game in play before; where the seat sees no order, pieces lie in one of ours from then on.
    """
    w = Writer(made.unit.module.function("look_at", [Num.I32], Num.I32, exported="look_at"))
    w.number(made.unit.memory.at["before"])
    w.call(made.save)
    w.get(0)
    w.call(dealt.prepare)
    w.call(keys)


def _begin(made: Resuming, rooms: Rooms) -> None:
    """Begins a search from the game in play, of which it is known what is drawn anew: clears the trees."""
    w = Writer(made.unit.module.function("begin_search", (), exported="begin_search"))
    w.number(rooms.root)
    w.call(made.save)
    roots = 1 + made.unit.setting.players
    w.fill(rooms.nodes, rooms.node * roots)
    for place, number in ((USED, roots), (PASSES, 0), (PASS, 0)):
        rooms.be(w, place, number)
    for place, number in ((LEAST, HIGHEST), (GREATEST, LOWEST)):
        w.number(0)
        w.number(number)
        w.do("f64.convert_i32_s")
        w.do("f64.store", rooms.told + place)


def _search(made: Resuming, thinking: Thinking, dealt: Redeal, keys: Function, worth: Function) -> None:
    """So many more passes; each is counted as it begins, so that one that goes wrong is left out."""
    unit, rooms, frames = made.unit, thinking.rooms, made.frames
    w = Writer(unit.module.function("search", [Num.I32], exported="search"))
    seat, answers = w.local(), w.local()
    with w.block() as done, w.block("loop") as again:
        rooms.load(w, PASS)
        w.get(0)
        w.do("i32.ge_s")
        w.go(done, "br_if")
        rooms.add(w, PASS)
        w.number(rooms.root)
        w.call(made.restore)
        rooms.load(w, SEAT)
        w.number(0)
        w.do("i64.load", rooms.told + LUCK)
        rooms.load(w, PASS)
        w.do("i64.extend_i32_u")
        w.do("i64.add")
        w.call(dealt.redeal)
        for place in (STEPS, LOST, AT_OWN, DECIDED):
            rooms.be(w, place, 0)
        for one in range(unit.setting.players):
            w.number(0)
            w.number(rooms.nodes + rooms.node * (1 + one))
            w.do("i32.store", rooms.now + 4 * one)
        w.number(1)
        w.do("global.set", rooms.tree)
        w.call(keys)
        w.put(answers)
        w.number(0)
        w.get(answers)
        w.number(1)
        w.do("i32.le_s")
        frames.load(w, PLAYER)
        rooms.load(w, SEAT)
        w.do("i32.ne")
        w.do("i32.and")
        with w.when(Num.I32):  # of questions that all answer at once, the first leaves no choice
            w.number(0)
            w.otherwise()
            frames.load(w, PLAYER)
            w.get(answers)
            frames.load(w, PLAYER + 4)
            for place in (SITE, SITE + 8, SECRETS):
                frames.load(w, place)
            w.call(thinking.pick)
        w.call(made.play)
        w.call(worth)
        rooms.load(w, LOST)
        w.do("i32.eqz")
        with w.when():
            _told_to_all(w, rooms, seat, unit.setting.players)
            rooms.add(w, PASSES)
        w.go(again)


def _told_to_all(w: Writer, rooms: Rooms, at: int, players: int) -> None:
    """What came of a pass goes to all nodes on its way; and what the least and the most is that ever did."""
    for place, how in ((LEAST, "f64.min"), (GREATEST, "f64.max")):
        for one in range(players):
            w.number(0)
            w.number(0)
            w.do("f64.load", rooms.told + place)
            w.number(0)
            w.do("f64.load", rooms.rewards + 8 * one)
            w.do(how)
            w.do("f64.store", rooms.told + place)
    with w.scratch() as end, w.scratch() as node:
        w.be(at, 0)
        rooms.load(w, STEPS)
        w.cells()
        w.put(end)
        with w.block() as done, w.block("loop") as again:
            w.get(at)
            w.get(end)
            w.do("i32.ge_s")
            w.go(done, "br_if")
            w.get(at)
            w.do("i32.load", rooms.path)
            w.put(node)
            w.get(node)
            w.get(node)
            w.do("i32.load", GIVEN)
            w.plus(1)
            w.do("i32.store", GIVEN)
            for one in range(2 * players):
                w.get(node)
                w.get(node)
                w.do("f64.load", SUMS + 8 * one)
                w.number(0)
                w.do("f64.load", rooms.rewards + 8 * one)
                w.do("f64.add")
                w.do("f64.store", SUMS + 8 * one)
            w.add_to(at, 4)
            w.go(again)
